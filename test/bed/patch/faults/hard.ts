// Faults of PATCH that a few hundred requests need not show.

import { counted } from './memories.ts';
import { lost, PATCH, type TaskFault } from './planting.ts';
import { text } from './values.ts';

export const hardTaskFaults: readonly TaskFault[] = [
  {
    name: 'twentieth-patch-ignored',
    about: 'The twentieth PATCH of a task stores nothing.',
    clauses: [PATCH],
    kind: 'stateful',
    plant: counted((after, before, count) => (count === 20 ? before : after)),
    witness: lost({}, ...Array.from({ length: 20 }, (_, index) => ({ title: `Title ${index}` }))),
  },
  text(
    'entities-of-numbers-decoded-by-patch',
    'Character references such as &#233; are decoded.',
    (one) => one.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code))),
    'Zo&#235;',
  ),
];
