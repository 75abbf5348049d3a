// Laws about replacing items.

import { isObject, type JsonObject, own } from '../../base/json.ts';
import type { Move } from '../move.ts';
import { defineLaw, type Law } from './law.ts';
import { PAUSE_MS } from './read.ts';
import {
  create,
  given,
  look,
  lookAtOnce,
  pause,
  read,
  remove,
  replace,
  together,
} from './shorthand.ts';

export const replaceLaws: readonly Law[] = [
  defineLaw({
    name: 'replaced-is-there',
    operation: 'replace',
    meaning: 'PUT changes its target to the values that were sent, and changes nothing else.',
    moves: (make) => [
      given('a', make.plain()),
      given('b', make.plain()),
      look,
      replace('b', make.plain({ flag: false })),
      look,
      replace('a', make.plain({ flag: true })),
      look,
    ],
  }),
  defineLaw({
    name: 'replaced-at-once',
    operation: 'replace',
    meaning: 'An item can be replaced right after it was created or replaced.',
    // The run writes to an item only after it has seen that the item is its own, or that nothing
    // was there before.
    moves: (make) => [
      given('a', make.plain()),
      { kind: 'read-next' },
      create('b', make.plain()),
      replace('b', make.plain()),
      look,
      replace('b', make.plain()),
      replace('b', make.plain()),
      look,
    ],
    // The list may be old until anything else is written.
    quiet: (make) => [
      { kind: 'read-next' },
      create('b', make.plain()),
      replace('b', make.plain()),
      lookAtOnce,
      replace('b', make.plain()),
      lookAtOnce,
    ],
  }),
  defineLaw({
    name: 'twice-is-once',
    operation: 'replace',
    meaning:
      'Repeating a PUT changes nothing more, at once and after a pause (RFC 9110 section 9.2.2).',
    moves: (make) => {
      const values = make.plain({ count: 3 });
      return [
        given('a', make.plain()),
        replace('a', values),
        look,
        replace('a', values),
        look,
        pause(PAUSE_MS),
        replace('a', values),
        replace('a', values),
        { kind: 'look', scope: 'all' },
      ];
    },
    beside: (make) => {
      const values = make.plain({ count: 3 });
      return [
        given('a', make.plain()),
        replace('a', values),
        replace('a', values),
        look,
        pause(PAUSE_MS),
        replace('a', values),
        look,
      ];
    },
  }),
  defineLaw({
    name: 'as-good-as-the-first',
    operation: 'replace',
    meaning: 'The second PUT of an item works like the first, and so does the fifth.',
    moves: (make) => [
      given('a', make.plain()),
      ...Array.from({ length: 5 }, () => [replace('a', make.plain()), read('a')]).flat(),
      look,
    ],
    // Another law reads what each of five PUTs has changed.
    beside: (make) => [
      given('a', make.plain()),
      replace('a', make.plain()),
      replace('a', make.plain()),
      read('a'),
      ...Array.from({ length: 3 }, () => replace('a', make.plain())),
      look,
    ],
  }),
  defineLaw({
    name: 'there-and-back',
    operation: 'replace',
    meaning:
      'An item can be set back to its earlier values, to values that differ only in case, and to equal texts.',
    moves: (make) => {
      const first = make.plain({ count: 2 });
      return [
        create('a', first),
        look,
        replace('a', make.plain({ count: 3 })),
        read('a'),
        replace('a', first),
        read('a'),
        replace('a', make.inCapitals(first), 'unusual'),
        read('a'),
        replace('a', alike(make.plain()), 'unusual'),
        look,
      ];
    },
  }),
  defineLaw({
    name: 'flags-and-lists',
    operation: 'replace',
    about: 'item',
    meaning:
      'Flags can be switched off as well as on; lists can be long, have one element, be empty and be long again.',
    moves: (make) => [
      given('a', make.plain({ flag: true, count: 2 })),
      replace('a', make.plain({ flag: false, count: 1 }), 'unusual'),
      read('a'),
      replace('a', make.plain({ flag: true, count: 0 }), 'unusual'),
      read('a'),
      replace('a', make.plain({ flag: false, count: 14 }), 'unusual'),
      look,
    ],
  }),
  defineLaw({
    name: 'one-member-at-a-time',
    operation: 'replace',
    budget: 'standard',
    meaning: 'A PUT that differs in one member changes that member.',
    moves: (make) => {
      const values = make.plain({ flag: true, count: 2 });
      const other = make.plain({ flag: false, count: 3 });
      const changes = Object.keys(values).map(
        (member): JsonObject => ({ [member]: own(other, member) ?? null }),
      );
      return [
        given('a', values),
        given('b', make.plain()),
        replace('a', values),
        look,
        ...changes.flatMap((change) => [read('a'), replace('a', change)]).slice(1),
        look,
      ];
    },
  }),
  defineLaw({
    name: 'left-out-is-handled-alike',
    operation: 'replace',
    budget: 'standard',
    meaning:
      'A member that a PUT leaves out is kept or cleared, or the PUT is refused: the same way each time, and without effect on other items.',
    moves: (make) => [
      create('a', make.plain()),
      given('b', make.plain()),
      look,
      { kind: 'replace-some', item: 'a', values: make.shown() },
      look,
      { kind: 'replace-some', item: 'b', values: make.shown() },
      look,
    ],
  }),
  defineLaw({
    name: 'refused-replacement-changes-nothing',
    isExclusive: true,
    operation: 'replace',
    meaning:
      'A PUT that is refused, for an invalid value in any member, changes nothing. If the document declares 400 or 422 for invalid bodies, not every one is accepted.',
    moves: (make) => [
      given('a', make.plain()),
      look,
      flawed('a', JSON.stringify(make.plain()).slice(0, -1)),
      // The body that services accept most often comes first: the item is repaired afterwards, and
      // that would hide the damage of another body.
      flawed('a', '[]'),
      ...make.flawed('replace').map((values) => flawed('a', JSON.stringify(values))),
      { kind: 'look', scope: 'all' },
    ],
  }),
  defineLaw({
    name: 'replacing-the-unknown-harms-nobody',
    isExclusive: true,
    needs: ['remove', 'read'],
    operation: 'replace',
    meaning:
      'A PUT of an id that does not exist is refused or creates that item; it changes no other item.',
    moves: (make) => [
      create('a', make.plain()),
      create('b', make.plain()),
      look,
      remove('b'),
      look,
      { kind: 'replace-removed', item: 'b', values: make.plain() },
      look,
    ],
    // The newest item is nobody else's: what goes astray is not written over.
    beside: (make) => [
      given('b', make.plain()),
      remove('b'),
      create('a', make.plain()),
      { kind: 'replace-removed', item: 'b', values: make.plain() },
      look,
    ],
  }),
  defineLaw({
    name: 'replaced-together',
    operation: 'replace',
    meaning:
      'Replacements at the same time, of different items or of the same one, each take effect completely.',
    moves: (make) => [
      given('a', make.plain()),
      given('b', make.plain()),
      given('c', make.plain()),
      together(replace('a', make.plain()), replace('b', make.plain()), replace('c', make.plain())),
      look,
      together(replace('a', make.plain()), replace('a', make.plain())),
      look,
    ],
  }),
];

/** Gives all texts of each nested object the same value. */
export function alike(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      isObject(member)
        ? Object.fromEntries(
            Object.keys(member).map((name) => [name, Object.values(member)[0] ?? null]),
          )
        : member,
    ]),
  );
}

function flawed(item: string, text: string): Move {
  return { kind: 'write-flawed', item, text };
}
