// All planted faults of PATCH, and the services that they are planted in.

import { effects } from './effects.ts';
import { forms } from './forms.ts';
import { memories } from './memories.ts';
import type { TaskBase, TaskFault } from './planting.ts';
import { values } from './values.ts';

export type { TaskBase, TaskFault } from './planting.ts';

/** The faults; each name occurs once. */
export const taskFaults: readonly TaskFault[] = [...effects, ...values, ...memories, ...forms];

/** Three correct services that decide differently wherever the contract shows nothing. */
export const taskBases: readonly TaskBase[] = [
  { name: 'merging', choices: {} },
  {
    name: 'plain',
    choices: {
      forms: ['json'],
      nested: 'replaced',
      nulls: 'stored',
      otherForms: 'ignored',
      unknown: 'ignored',
      createStatus: 200,
      patchStatus: 204,
      patchBody: 'none',
      missing: 410,
      order: 'newest first',
      list: 'brief',
    },
  },
  { name: 'stepping', choices: { forms: ['steps'], patchBody: 'ok', unknown: 'stored' } },
];
