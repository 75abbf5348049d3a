// All laws, in the order in which a run tries them.

import { createLaws } from './create.ts';
import { enduranceLaws } from './endurance.ts';
import type { Law } from './law.ts';
import { bulkLaws, crowdLaws } from './many-items.ts';
import { patchFormLaws } from './patch-forms.ts';
import { rareValueLaws } from './rare-values.ts';
import { readLaws } from './read.ts';
import { refusalLaws } from './refusals.ts';
import { removeLaws } from './remove.ts';
import { replaceLaws } from './replace.ts';
import { secondUserLaws } from './second-user.ts';
import { updateLaws } from './update.ts';
import { valueLaws } from './values.ts';

export const laws: readonly Law[] = [
  ...readLaws,
  ...crowdLaws,
  ...createLaws,
  ...replaceLaws,
  ...updateLaws,
  ...patchFormLaws,
  ...removeLaws,
  ...valueLaws,
  ...refusalLaws,
  ...rareValueLaws,
  ...secondUserLaws,
  ...enduranceLaws,
  ...bulkLaws,
];
