// Laws about creating items.

import { isObject, type JsonObject, own } from '../../base/json.ts';
import type { Move } from '../move.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import { defineLaw, type Law } from './law.ts';
import {
  create,
  given,
  look,
  lookAtOnce,
  read,
  remove,
  replace,
  together,
  update,
} from './shorthand.ts';

export const createLaws: readonly Law[] = [
  defineLaw({
    name: 'created-is-there',
    operation: 'create',
    meaning:
      'A created item can be read and is in the list, with the values that were sent. So can one of each alternative (`oneOf`, `anyOf`) that the service accepts.',
    moves: (make) => [
      create('a', make.plain()),
      look,
      create('b', make.plain()),
      look,
      ...withLook(ofAlternatives(make)),
    ],
    beside: (make) => [create('a', make.plain()), look, ...withLook(ofAlternatives(make))],
  }),
  defineLaw({
    name: 'created-with-what-is-shown',
    teaches: true,
    operation: 'create',
    meaning:
      'A creation with only the members that the contract requires creates an item, or is refused and creates nothing. Such items share nothing: changing one leaves the other unchanged.',
    moves: (make) => [
      create('a', make.shown(), 'unusual'),
      create('b', make.shown(), 'unusual'),
      look,
      replace('a', make.plain({ flag: true, count: 3 }), 'unusual'),
      update('a', make.changes({ flag: true, count: 2 }), 'unusual'),
      { kind: 'look', scope: 'all' },
    ],
    // What the service fills in must be known before any such item is changed, by another law, too.
    beside: (make) => [
      create('a', make.shown(), 'unusual'),
      create('b', make.shown(), 'unusual'),
      lookAtOnce,
      replace('a', make.plain({ flag: true, count: 3 }), 'unusual'),
      update('a', make.changes({ flag: true, count: 2 }), 'unusual'),
      { kind: 'look', scope: 'all' },
    ],
  }),
  defineLaw({
    name: 'ids-are-unique',
    operation: 'create',
    about: 'item',
    meaning: 'No two items have the same id, even if one was removed in between.',
    moves: (make) => [
      create('a', make.plain()),
      create('b', make.plain()),
      remove('a'),
      create('c', make.plain()),
      look,
    ],
    beside: (make) => [given('a', make.plain()), remove('a'), create('c', make.plain()), look],
  }),
  defineLaw({
    name: 'created-together',
    operation: 'create',
    about: 'item',
    meaning: 'Creations at the same time all take effect, each with its own id.',
    moves: (make) => [
      together(...['a', 'b', 'c', 'd'].map((item) => create(item, make.plain()))),
      look,
    ],
  }),
  defineLaw({
    name: 'created-while-another-goes',
    needs: ['remove'],
    operation: 'create',
    meaning: 'A creation at the same time as a removal takes effect.',
    moves: (make) => [
      given('a', make.plain()),
      given('b', make.plain()),
      together(remove('a'), create('c', make.plain()), create('d', make.plain())),
      look,
      together(create('e', make.plain()), remove('b')),
      look,
    ],
  }),
  defineLaw({
    name: 'nothing-comes-back',
    needs: ['remove'],
    operation: 'create',
    meaning: 'A new item holds no values of a removed one, even if it gets the same id.',
    moves: (make) => [
      create('z', make.shown(), 'unusual'),
      create('a', make.plain({ flag: true, count: 3 })),
      look,
      replace('a', make.plain({ flag: true, count: 3 })),
      look,
      remove('a'),
      create('b', make.shown(), 'unusual'),
      look,
    ],
  }),
  defineLaw({
    name: 'equal-names',
    operation: 'create',
    meaning:
      'Items with equal texts, or with e-mail addresses that differ only in case, stay separate: changing or removing one leaves the other unchanged.',
    moves: (make) => {
      const first = make.plain();
      const second = { ...make.plain(), ...sharedTexts(first, make.unique) };
      return [
        create('a', first),
        create('b', second, 'unusual'),
        read('b'),
        look,
        replace('b', { ...make.plain(), ...sharedTexts(first, make.unique) }, 'unusual'),
        // A service may compare addresses without case, and then refuses both.
        replace('b', { ...make.plain(), ...addressesInCapitals(first) }, 'unusual'),
        look,
        remove('b'),
        look,
      ];
    },
  }),
  defineLaw({
    name: 'equal-in-everything',
    operation: 'create',
    meaning:
      'A creation with exactly the values of another item is refused, or creates a separate item.',
    moves: (make) => {
      const values = make.plain();
      return [create('a', values), look, create('b', values, 'unusual'), look, remove('a'), look];
    },
  }),
  defineLaw({
    name: 'shared-values',
    operation: 'create',
    budget: 'standard',
    meaning:
      'Items with equal values do not share them: changing or removing one leaves the other unchanged.',
    moves: (make) => {
      const first = make.plain({ count: 3 });
      return [
        create('a', first),
        create('b', { ...first, ...marked(first, make.plain()) }),
        look,
        replace('a', make.plain()),
        look,
        create('c', { ...first, ...marked(first, make.plain()) }),
        look,
        remove('c'),
        { kind: 'look', scope: 'all' },
        create('d', { ...make.plain(), ...halfOf(first, make.plain()) }),
        look,
      ];
    },
  }),
  defineLaw({
    name: 'refused-creation-changes-nothing',
    isExclusive: true,
    operation: 'create',
    meaning:
      'A creation that is refused, for an invalid value in any member, creates nothing and changes no other item. If the document declares 400 or 422 for invalid bodies, not every one is accepted.',
    // An invalid item that was accepted is removed at once: it would break the list.
    needs: ['remove'],
    moves: (make) => [
      create('a', make.plain()),
      look,
      ...refused(make),
      { kind: 'look', scope: 'all' },
    ],
    beside: (make) => [...refused(make), look],
  }),
];

/** Creations that a service should refuse. */
function refused(make: ItemFactory): readonly Move[] {
  const texts = make.flawed('create').map((values) => JSON.stringify(values));
  return [JSON.stringify(make.plain()).slice(0, -1), ...texts].map(
    (text): Move => ({ kind: 'write-flawed', item: null, text }),
  );
}

/** The texts of another item for the members of an item. They tell items apart. */
function marked(item: JsonObject, other: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.keys(item).flatMap((key) =>
      typeof item[key] === 'string' ? [[key, own(other, key) ?? null]] : [],
    ),
  );
}

/** Nested objects that share the first member with one item and the others with another. */
export function halfOf(item: JsonObject, other: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(item).flatMap(([key, value]) => {
      const rest = own(other, key);
      if (!isObject(value) || rest === undefined || !isObject(rest)) return [];
      return [[key, { ...rest, ...Object.fromEntries(Object.entries(value).slice(0, 1)) }]];
    }),
  );
}

/** The free texts of an item, without e-mail addresses and what must be unique. */
function sharedTexts(item: JsonObject, unique: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.keys(item)
      .filter(
        (member) =>
          typeof own(item, member) === 'string' &&
          !unique.includes(member) &&
          !String(own(item, member)).includes('@'),
      )
      .map((member) => [member, own(item, member) ?? null]),
  );
}

/** The e-mail addresses of an item, in capitals. */
export function addressesInCapitals(item: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(item).flatMap(([member, value]) =>
      typeof value === 'string' && value.includes('@') ? [[member, value.toUpperCase()]] : [],
    ),
  );
}

/** Creations by each further alternative of their schema. */
export function ofAlternatives(make: ItemFactory): readonly Move[] {
  return make
    .alternatives()
    .map((values, index) => create(`alternative${index}`, values, 'unusual'));
}

function withLook(moves: readonly Move[]): readonly Move[] {
  return moves.length === 0 ? [] : [...moves, look];
}
