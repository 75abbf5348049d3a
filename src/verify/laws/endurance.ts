// Laws about what wears off: many items, many writes, many at once, the same again and again, and
// some seconds later.

import type { JsonObject } from '../../base/json.ts';
import type { Move } from '../move.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import { defineLaw, type Law } from './law.ts';
import { create, look, pause, read, remove, replace, together, update } from './shorthand.ts';

const lookAtAll: Move = { kind: 'look', scope: 'all' };

/** More items than pages, caches and tables of naive code hold. */
const HUNDRED = 101;
const hundred = Array.from({ length: HUNDRED }, (_, index) => `u${index + 1}`);

/** As many calls at once as a client of usual size has connections. */
const AT_ONCE = 8;
const rushing = Array.from({ length: AT_ONCE }, (_, index) => `r${index + 1}`);

/** How often one item is written to. */
const WRITES = 32;

/** How often the same is done again. */
const ROUNDS = 4;

/** Time after which items are read again, in milliseconds: caches and queues have emptied. */
const LATER_MS = 4_000;

export const enduranceLaws: readonly Law[] = [
  defineLaw({
    name: 'nothing-breaks-among-a-hundred',
    requests: 336,
    operation: 'list',
    budget: 'thorough',
    meaning:
      'With more than a hundred items, each one can still be read, listed, replaced and removed.',
    moves: (make) => [
      ...hundred.map((item) => create(item, make.plain())),
      lookAtAll,
      ...hundred
        .filter((_, index) => index % 5 === 0)
        .flatMap((item) => [replace(item, make.plain()), update(item, make.changes())]),
      look,
      ...hundred.slice(-1).map(remove),
      ...hundred.slice(0, 1).map(remove),
      ...hundred.slice(50, 52).map(remove),
      look,
      create('v1', make.plain()),
      look,
    ],
  }),
  defineLaw({
    name: 'replaced-thirty-times',
    requests: 68,
    operation: 'replace',
    budget: 'thorough',
    meaning: 'The thirty-second PUT of an item works like the first.',
    moves: (make) => [create('a', make.plain()), ...timesOver(() => replace('a', make.plain()))],
  }),
  defineLaw({
    name: 'updated-thirty-times',
    requests: 68,
    operation: 'update',
    budget: 'thorough',
    meaning: 'The thirty-second PATCH of an item works like the first.',
    moves: (make) => [create('a', make.plain()), ...timesOver(() => update('a', make.changes()))],
  }),
  defineLaw({
    name: 'set-back-again-and-again',
    requests: 20,
    operation: 'replace',
    budget: 'thorough',
    meaning: 'An item can be set to the same two states in turn, as often as you like.',
    moves: (make) => {
      const [one, other] = [make.plain({ count: 2 }), make.plain({ count: 3 })];
      return [
        create('a', one),
        ...rounds(() => [replace('a', other), read('a'), replace('a', one), read('a')]),
        look,
      ];
    },
  }),
  defineLaw({
    name: 'created-again-and-again',
    requests: 28,
    needs: ['remove'],
    operation: 'create',
    budget: 'thorough',
    meaning:
      'What was removed can be created again, with the same values or with some of them, and holds only the new ones.',
    moves: (make) => {
      const values = make.plain({ count: 3 });
      return [
        ...rounds((round) => [
          create(`a${round}`, values, 'unusual'),
          look,
          remove(`a${round}`),
          look,
        ]),
        create('b', { ...make.plain({ count: 2 }), ...addressesOf(values) }, 'unusual'),
        look,
      ];
    },
  }),
  defineLaw({
    name: 'many-at-once',
    requests: 111,
    operation: 'create',
    needs: ['remove'],
    budget: 'thorough',
    meaning:
      'Eight calls at the same time, of one kind or of several, each take effect and get their own answer.',
    moves: (make) => [
      ...rush(make),
      create('x', make.plain()),
      look,
      ...rounds(() => [
        together(...Array.from({ length: 3 }, () => replace('x', make.plain()))),
        look,
      ]),
    ],
  }),
  defineLaw({
    name: 'stays-for-seconds',
    requests: 22,
    operation: 'read',
    budget: 'thorough',
    meaning: 'What was created, changed or removed is so some seconds later, too.',
    moves: (make) => [
      create('a', make.plain()),
      create('b', make.plain()),
      create('c', make.plain()),
      replace('b', make.plain()),
      update('b', make.changes()),
      remove('c'),
      lookAtAll,
      pause(LATER_MS),
      lookAtAll,
      replace('a', make.plain()),
      update('a', make.changes()),
      lookAtAll,
    ],
  }),
];

/** The first one may come before any of the writes beside it. */
const lists: Move = { kind: 'list', times: 10 };

/** Creates, changes, reads and removes items, many at once. */
function rush(make: ItemFactory): readonly Move[] {
  return [
    together(...rushing.map((item) => create(item, make.plain()))),
    look,
    ...rounds(() => [together(...rushing.map(read))]),
    together(...rushing.map((item) => replace(item, make.plain()))),
    look,
    together(...rushing.slice(1).map((item) => replace(item, make.plain())), lists),
    look,
    together(...rushing.map((item) => update(item, make.changes()))),
    look,
    together(...rushing.map(remove)),
    look,
  ];
}

function timesOver(write: () => Move): readonly Move[] {
  return [...Array.from({ length: WRITES }, () => [write(), read('a')]).flat(), look];
}

function rounds(round: (index: number) => readonly Move[]): readonly Move[] {
  return Array.from({ length: ROUNDS }, (_, index) => round(index)).flat();
}

/** The e-mail addresses of an item. */
function addressesOf(values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value === 'string' && value.includes('@')),
  );
}
