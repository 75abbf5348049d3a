// The law about a second user of the service, whose credentials the run has.

import { defineLaw, type Law } from './law.ts';
import { create } from './shorthand.ts';

export const secondUserLaws: readonly Law[] = [
  defineLaw({
    name: 'others-change-nothing-private',
    needs: ['create'],
    operation: 'read',
    asked: 'second-user',
    budget: 'quick',
    requests: 20,
    isExclusive: true,
    meaning:
      'What a second user cannot read, that user neither lists, changes nor removes. A write that is refused to that user changes nothing, and who may not change an item does not remove it, or change it by another operation.',
    moves: (make) => [
      ...['update', 'replace', 'remove'].map((item) => create(item, make.plain())),
      { kind: 'as-second-user', update: make.changes(), replace: make.plain() },
    ],
  }),
];
