// Laws about changing some members of an item (PATCH).

import { isObject, type JsonObject, own } from '../../base/json.ts';
import type { Move } from '../move.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import { defineLaw, type Law } from './law.ts';
import { PAUSE_MS } from './read.ts';
import {
  create,
  given,
  look,
  pause,
  read,
  remove,
  replace,
  together,
  update,
} from './shorthand.ts';

export const updateLaws: readonly Law[] = [
  defineLaw({
    name: 'updated-is-there',
    requests: 15,
    operation: 'update',
    meaning: 'PATCH changes its target to the values that were sent, and changes nothing else.',
    moves: (make) => [
      given('a', make.plain()),
      given('b', make.plain()),
      given('c', make.plain()),
      look,
      update('b', make.changes()),
      { kind: 'look', scope: 'all' },
      update('a', make.changes()),
      look,
    ],
  }),
  defineLaw({
    name: 'updated-alone',
    requests: 26,
    operation: 'update',
    meaning: 'A PATCH of one member changes that member, and leaves every other one as it was.',
    moves: (make) => [
      create('a', make.plain({ flag: true, count: 3 })),
      create('b', make.plain({ flag: true, count: 3 })),
      look,
      ...singlesOf(make.changes({ flag: false, count: 2 })).flatMap((one) => [
        update('a', one),
        read('a'),
      ]),
      look,
      ...singlesOf(make.changes({ flag: true, count: 3 })).flatMap((one) => [
        update('a', one),
        read('a'),
      ]),
      { kind: 'look', scope: 'all' },
    ],
  }),
  defineLaw({
    name: 'updated-to-empty-values',
    requests: 17,
    operation: 'update',
    about: 'item',
    meaning:
      'PATCH can set a member to false, and to 0, an empty text or an empty list if the service accepts it; and back.',
    moves: (make) => {
      const full = make.plain({ flag: true, count: 3 });
      return [
        create('a', full),
        look,
        ...make
          .emptied()
          .flatMap((one): Move[] => [
            update('a', one, Object.values(one)[0] === false ? 'plain' : 'unusual'),
            read('a'),
          ]),
        look,
        ...singlesOf(make.changes({ flag: true, count: 2 })).map((one) => update('a', one)),
        look,
      ];
    },
  }),
  defineLaw({
    name: 'updated-to-null',
    operation: 'update',
    about: 'item',
    meaning:
      'In a merge patch null removes a member if its schema admits null (RFC 7396 section 2); other forms set or remove it, always the same way. The member can be set again.',
    moves: (make) => {
      const nulled = make.nulled();
      if (nulled.length === 0) return [create('a', make.plain()), look];
      const again = make.changes({ flag: true, count: 2 });
      return [
        create('a', make.plain({ flag: true, count: 3 })),
        create('b', make.plain({ flag: true, count: 3 })),
        look,
        ...nulled.flatMap((one) => [update('a', one), look]),
        ...nulled.flatMap((one): Move[] => [
          update('a', { ...again, ...pickOf(again, one) }, 'unusual'),
          read('a'),
        ]),
        update('b', Object.assign({}, ...nulled) as JsonObject),
        { kind: 'look', scope: 'all' },
      ];
    },
  }),
  defineLaw({
    name: 'updated-within',
    operation: 'update',
    meaning:
      'A merge patch of one member of a nested object keeps its other members (RFC 7396 section 2); plain JSON keeps or replaces them, always the same way.',
    moves: (make) => [
      create('a', make.plain()),
      create('b', make.plain()),
      look,
      ...partsOf(make.changes()).flatMap((one) => [update('a', one), look]),
      ...partsOf(make.changes())
        .toReversed()
        .flatMap((one) => [update('b', one), look]),
    ],
  }),
  defineLaw({
    name: 'updated-twice-is-once',
    operation: 'update',
    meaning: 'Repeating a PATCH that sets values changes nothing more, at once and after a pause.',
    moves: (make) => {
      const values = make.changes({ count: 3 });
      return [
        create('a', make.plain({ count: 2 })),
        look,
        update('a', values),
        look,
        update('a', values),
        look,
        pause(PAUSE_MS),
        update('a', values),
        update('a', values),
        { kind: 'look', scope: 'all' },
      ];
    },
  }),
  defineLaw({
    name: 'updates-add-up',
    requests: 18,
    operation: 'update',
    meaning:
      'Two members that were set by two PATCH requests are both there, and so are those of five.',
    moves: (make) => [
      create('a', make.plain({ flag: true })),
      create('b', make.plain({ flag: true })),
      look,
      ...singlesOf(make.changes({ flag: true })).map((one) => update('a', one)),
      // A flag that only a change sets stays set by the next one.
      update('a', firstOf(make)),
      look,
      ...Array.from({ length: 5 }, (_, index) => [
        update('b', make.changes({ flag: index % 2 === 0 })),
        read('b'),
      ]).flat(),
      look,
    ],
  }),
  defineLaw({
    name: 'updated-and-back',
    operation: 'update',
    budget: 'standard',
    meaning: 'PATCH can set a member back to its earlier value, and on and off in turn.',
    moves: (make) => {
      const [first, second] = [make.changes({ flag: true }), make.changes({ flag: false })];
      return [
        create('a', make.plain({ flag: true })),
        look,
        ...[first, second, first, second].flatMap((values) => [update('a', values), read('a')]),
        look,
      ];
    },
  }),
  defineLaw({
    name: 'nothing-updated',
    operation: 'update',
    meaning: 'A PATCH of no member is refused or changes nothing.',
    moves: (make) => [
      create('a', make.plain({ flag: true, count: 3 })),
      look,
      update('a', {}, 'unusual'),
      { kind: 'look', scope: 'all' },
    ],
  }),
  defineLaw({
    name: 'refused-update-changes-nothing',
    isExclusive: true,
    operation: 'update',
    meaning:
      'A PATCH that is refused, for an invalid value in any member, changes nothing. If the document declares 400 or 422 for invalid bodies, not every one is accepted.',
    moves: (make) => [
      create('a', make.plain()),
      given('b', make.plain()),
      look,
      ...[
        JSON.stringify(make.changes()).slice(0, -1),
        ...make.flawed('update').map((values) => JSON.stringify(values)),
        ...make.flawed('update').map((values) => JSON.stringify(reversed(values))),
      ].flatMap((text): Move[] => [{ kind: 'write-flawed', item: 'a', text, by: 'update' }, look]),
      { kind: 'look', scope: 'all' },
    ],
  }),
  defineLaw({
    name: 'updating-the-removed-harms-nobody',
    isExclusive: true,
    needs: ['remove', 'read'],
    operation: 'update',
    meaning: 'A PATCH of a removed item creates no item and changes no other item.',
    moves: (make) => [
      create('a', make.plain()),
      create('b', make.plain()),
      create('c', make.plain()),
      look,
      update('b', make.changes()),
      look,
      remove('b'),
      look,
      { kind: 'update-removed', item: 'b' },
      { kind: 'look', scope: 'all' },
    ],
    beside: (make) => [
      given('b', make.plain()),
      update('b', make.changes()),
      remove('b'),
      create('a', make.plain()),
      { kind: 'update-removed', item: 'b' },
      look,
    ],
  }),
  defineLaw({
    name: 'updated-after-other-writes',
    operation: 'update',
    budget: 'standard',
    meaning:
      'PATCH works right after a creation, after a PUT and after a PATCH; what it set stays after writes to other items.',
    moves: (make) => [
      create('a', make.plain()),
      update('a', make.changes()),
      look,
      replace('a', make.plain()),
      update('a', firstOf(make)),
      look,
      create('b', make.plain()),
      update('b', make.changes()),
      { kind: 'look', scope: 'all' },
      remove('b'),
      { kind: 'look', scope: 'all' },
      replace('a', make.plain()),
      { kind: 'look', scope: 'all' },
    ],
  }),
  defineLaw({
    name: 'updated-together',
    operation: 'update',
    meaning: 'PATCH requests of different items at the same time all take effect.',
    moves: (make) => [
      ...['a', 'b', 'c', 'd'].map((item) => given(item, make.plain())),
      look,
      together(...['a', 'b', 'c', 'd'].map((item) => update(item, make.changes()))),
      { kind: 'look', scope: 'all' },
      together(create('e', make.plain()), remove('d'), update('a', make.changes())),
      { kind: 'look', scope: 'all' },
    ],
  }),
  defineLaw({
    name: 'updated-stays',
    operation: 'update',
    budget: 'standard',
    meaning: 'What a PATCH set is still there some time later, however often it is read.',
    moves: (make) => [
      create('a', make.plain()),
      create('b', make.plain()),
      look,
      update('b', make.changes()),
      look,
      { kind: 'read-over', item: 'b', between: 'list' },
      pause(PAUSE_MS),
      { kind: 'look', scope: 'all' },
    ],
  }),
  defineLaw({
    name: 'updates-share-nothing',
    operation: 'update',
    budget: 'standard',
    meaning:
      'Items that were given equal values do not share them: a PATCH of one leaves the other as it was.',
    moves: (make) => {
      const values = make.plain({ count: 3 });
      const equal = withoutTexts(values);
      return [
        create('a', values),
        create('b', { ...make.plain(), ...equal }),
        look,
        ...partsOf(make.changes()).map((one) => update('a', one)),
        { kind: 'look', scope: 'all' },
        update('a', withoutTexts(make.changes())),
        { kind: 'look', scope: 'all' },
      ];
    },
  }),
  defineLaw({
    name: 'updated-in-a-crowd',
    operation: 'update',
    budget: 'standard',
    meaning: 'With a dozen items, PATCH still changes its target, and only that.',
    moves: (make) => [
      ...CROWD.map((name) => given(name, make.plain())),
      look,
      update('u12', make.changes()),
      look,
      remove('u3'),
      update('u7', make.changes()),
      update('u1', firstOf(make)),
      { kind: 'look', scope: 'all' },
    ],
  }),
];

const CROWD = Array.from({ length: 12 }, (_, index) => `u${index + 1}`);

/** Each member alone. */
export function singlesOf(values: JsonObject): readonly JsonObject[] {
  return Object.entries(values).map(([member, value]) => ({ [member]: value }));
}

/** Each member of each nested object alone. */
export function partsOf(values: JsonObject): readonly JsonObject[] {
  return Object.entries(values).flatMap(([member, value]) =>
    isObject(value) ? singlesOf(value).map((part) => ({ [member]: part })) : [],
  );
}

/** The first member of a PATCH. */
function firstOf(make: ItemFactory): JsonObject {
  return singlesOf(make.changes())[0] ?? {};
}

function pickOf(values: JsonObject, members: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.keys(members).flatMap((member) => {
      const value = own(values, member);
      return value === undefined ? [] : [[member, value]];
    }),
  );
}

function withoutTexts(values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => typeof value !== 'string'),
  );
}

function reversed(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(values).toReversed());
}
