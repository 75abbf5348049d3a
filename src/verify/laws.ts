// The laws, all of them, in the order in which they are tried.

import type { Law } from './law.ts';
import { createLaws } from './laws/create.ts';
import { crowdLaws } from './laws/crowd.ts';
import { readLaws } from './laws/read.ts';
import { removeLaws } from './laws/remove.ts';
import { replaceLaws } from './laws/replace.ts';
import { valueLaws } from './laws/values.ts';

export const laws: readonly Law[] = [...readLaws, ...crowdLaws, ...createLaws, ...replaceLaws, ...removeLaws, ...valueLaws];
