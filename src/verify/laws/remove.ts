// Laws about removing items.

import { defineLaw, type Law } from './law.ts';
import { create, given, look, remove, replace, together } from './shorthand.ts';

export const removeLaws: readonly Law[] = [
  defineLaw({
    name: 'removed-is-gone',
    operation: 'remove',
    meaning:
      'A removed item, replaced before or not, can no longer be read and is not in the list; its neighbours are.',
    moves: (make) => [
      given('a', make.plain()),
      given('b', make.plain()),
      given('c', make.plain()),
      replace('c', make.plain()),
      look,
      remove('b'),
      look,
      remove('c'),
      look,
      remove('a'),
      look,
    ],
    beside: (make) => [
      given('a', make.plain()),
      given('b', make.plain()),
      given('c', make.plain()),
      replace('c', make.plain()),
      remove('b'),
      look,
      remove('c'),
      remove('a'),
      look,
    ],
  }),
  defineLaw({
    name: 'removing-again-harms-nobody',
    isExclusive: true,
    needs: ['read'],
    operation: 'remove',
    meaning: 'Removing an item again is refused or succeeds; no other item is removed or changed.',
    moves: (make) => [
      create('a', make.plain()),
      create('b', make.plain()),
      look,
      remove('b'),
      look,
      { kind: 'remove-removed', item: 'b' },
      { kind: 'look', scope: 'all' },
    ],
    beside: (make) => [
      given('b', make.plain()),
      given('a', make.plain()),
      remove('b'),
      { kind: 'remove-removed', item: 'b' },
      look,
    ],
  }),
  defineLaw({
    name: 'removed-together',
    operation: 'remove',
    meaning: 'Removals at the same time all take effect, and no other item is removed.',
    moves: (make) => [
      ...['a', 'b', 'c', 'd'].map((item) => given(item, make.plain())),
      together(remove('a'), remove('b'), replace('c', make.plain())),
      { kind: 'look', scope: 'all' },
      together(remove('c'), remove('d')),
      { kind: 'look', scope: 'all' },
    ],
  }),
];
