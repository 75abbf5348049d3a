// Laws of reading: the list and one item.

import { defineLaw, type Law } from './law.ts';
import { create, look, pause, remove, replace, together } from './shorthand.ts';

export const readLaws: readonly Law[] = [
  defineLaw({
    name: 'reading-changes-nothing',
    operation: 'read',
    about: 'methods',
    budget: 'quick',
    meaning: 'Reading is safe: however often, nothing changes by it (RFC 9110 section 9.2.1).',
    moves: (make) => [
      create('a', make.plain({ flag: true, count: 3 })),
      { kind: 'read-over', item: 'a', between: 'nothing' },
      look,
    ],
  }),
  defineLaw({
    name: 'listing-changes-nothing',
    needs: ['read'],
    operation: 'list',
    about: 'methods',
    budget: 'quick',
    meaning:
      'Reading the list is safe: however often, nothing changes by it (RFC 9110 section 9.2.1).',
    moves: (make) => [
      create('a', make.plain({ flag: true, count: 3 })),
      { kind: 'read-over', item: 'a', between: 'list' },
      look,
    ],
  }),
  defineLaw({
    name: 'list-follows',
    operation: 'list',
    budget: 'quick',
    meaning: 'The list shows every item once, as reading it does, after each creation and removal.',
    moves: (make) => [
      create('a', make.plain()),
      look,
      remove('a'),
      look,
      create('b', make.plain()),
      look,
    ],
  }),
  defineLaw({
    name: 'stays-over-time',
    operation: 'read',
    budget: 'quick',
    meaning: 'What was written is there some time later, unchanged.',
    moves: (make) => [
      create('a', make.plain()),
      create('b', make.plain()),
      replace('b', make.plain()),
      look,
      pause(PAUSE_MS),
      { kind: 'look', scope: 'all' },
      remove('a'),
      look,
      pause(PAUSE_MS),
      { kind: 'look', scope: 'all' },
    ],
  }),
  defineLaw({
    name: 'nobody-is-nobody',
    operation: 'read',
    budget: 'quick',
    meaning: 'Reading an id that nobody has gives no item.',
    moves: () => [{ kind: 'read-unknown' }],
    reading: [{ kind: 'read-unknown' }],
  }),
  defineLaw({
    name: 'initial-items-are-sound',
    needs: ['read'],
    operation: 'list',
    about: 'elements',
    budget: 'quick',
    meaning:
      'Items that were there before are of the form shown, and reading them gives what the list shows.',
    moves: () => [{ kind: 'read-foreign' }],
    reading: [{ kind: 'read-foreign' }],
  }),
  defineLaw({
    name: 'listing-goes-on-while-others-write',
    operation: 'list',
    budget: 'quick',
    meaning: 'The list can be read while items are created.',
    moves: (make) => [
      create('a', make.plain()),
      together(create('b', make.plain()), create('c', make.plain()), { kind: 'list', times: 6 }),
      look,
    ],
  }),
];

/** Long enough for a write that is undone behind the scenes to show, in milliseconds. */
export const PAUSE_MS = 300;
