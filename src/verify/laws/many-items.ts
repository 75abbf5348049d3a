// Laws about many items.

import { createsMany, removesAll } from '../move.ts';
import { defineLaw, type Law } from './law.ts';
import { create, given, look, remove, replace } from './shorthand.ts';

const CROWD = 13;
const names = Array.from({ length: CROWD }, (_, index) => `u${index + 1}`);

export const crowdLaws: readonly Law[] = [
  defineLaw({
    name: 'nothing-breaks-in-a-crowd',
    operation: 'list',
    budget: 'standard',
    meaning:
      'With more than a dozen items, each one can still be read, listed, replaced and removed.',
    moves: (make) => [
      ...names.map((name) => given(name, make.plain())),
      look,
      remove('u1'),
      remove('u12'),
      look,
      create('v1', make.plain()),
      replace('u3', make.plain()),
      look,
      { kind: 'read-foreign' },
    ],
    beside: (make) => [
      ...names.slice(0, 4).map((name) => given(name, make.plain())),
      remove('u1'),
      remove('u4'),
      look,
      create('v1', make.plain()),
      replace('u3', make.plain()),
      look,
    ],
  }),
  defineLaw({
    name: 'ids-that-begin-alike',
    needs: ['replace'],
    operation: 'remove',
    budget: 'standard',
    meaning:
      'If one id is the beginning of another, for example 6 and 60, replacing or removing that item leaves the other unchanged.',
    moves: (make) => [
      { kind: 'write-alike', created: names.map(() => make.plain()), values: make.plain() },
    ],
  }),
];

/** Operations on several items at once. They come last: one of them removes what the run keeps. */
export const bulkLaws: readonly Law[] = [
  defineLaw({
    name: 'created-together-is-created-each',
    operation: 'create',
    asked: 'write-actions',
    budget: 'standard',
    needs: ['list', 'remove'],
    isExclusive: true,
    meaning:
      'An operation that takes a list of items creates each of them once, with the values that were sent.',
    applies: ({ actions = [] }) => actions.some(createsMany),
    moves: (make) => [
      { kind: 'create-many', created: [make.plain(), make.plain({ flag: false }), make.plain()] },
    ],
  }),
  defineLaw({
    name: 'all-removed-is-gone',
    operation: 'remove',
    asked: 'write-actions',
    budget: 'standard',
    needs: ['create', 'list', 'read'],
    isExclusive: true,
    meaning:
      'An operation that removes all items leaves none. It is sent only if the collection was empty, and has items of the run alone.',
    applies: ({ actions = [] }) => actions.some(removesAll),
    moves: (make) => [
      create('a', make.plain({ flag: true })),
      create('b', make.plain({ flag: false })),
      { kind: 'remove-all' },
    ],
  }),
];
