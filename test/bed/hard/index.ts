// The hard faults: a run of a few hundred requests need not see them. `thorough` looks for them.

import type { PlantedFault } from '../faults/planting.ts';
import { crowds } from './crowds.ts';
import { rareSpellings, rareTexts } from './rare-texts.ts';
import { rushes } from './rushes.ts';
import { seconds } from './seconds.ts';
import { sequences } from './sequences.ts';

/** The hard faults; each name occurs once. */
export const hardFaults: readonly PlantedFault[] = [
  ...rareTexts,
  ...rareSpellings,
  ...crowds,
  ...seconds,
  ...rushes,
  ...sequences,
].map((fault) => ({ ...fault, budget: 'thorough' }));
