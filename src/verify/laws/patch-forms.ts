// Laws about the forms of a PATCH: those that a service takes besides its first, and JSON Patch.

import { type Json, type JsonObject, own } from '../../base/json.ts';
import { toPointer } from '../../base/pointer.ts';
import type { PatchForm } from '../../contract/operation-way.ts';
import type { Move } from '../move.ts';
import { defineLaw, type Law } from './law.ts';
import { create, look, read } from './shorthand.ts';
import { partsOf, singlesOf } from './update.ts';

export const patchFormLaws: readonly Law[] = [
  defineLaw({
    name: 'updated-in-each-form',
    requests: 41,
    operation: 'update',
    meaning:
      'PATCH does the same in each media type that the service takes: values that were sent are set, all else stays.',
    moves: (make) => [
      create('a', make.plain({ flag: true, count: 3 })),
      create('b', make.plain()),
      look,
      ...FORMS.flatMap((form, index): Move[] => [
        by(form, make.changes({ flag: index % 2 === 1 })),
        read('a'),
        ...singlesOf(make.changes({ flag: index % 2 === 0 })).map((one) => by(form, one)),
        look,
        ...make.emptied().map((one) => by(form, one, 'unusual')),
        look,
        ...make.nulled().flatMap((one) => [by(form, one), look]),
        by(form, make.changes({ flag: true, count: 2 })),
        look,
        ...partsOf(make.changes()).flatMap((one) => [by(form, one), look]),
      ]),
      { kind: 'look', scope: 'all' },
    ],
  }),
  defineLaw({
    name: 'updated-step-by-step',
    operation: 'update',
    budget: 'standard',
    meaning:
      'If the service takes JSON Patch, its operations apply in order, and lists can be changed within (RFC 6902).',
    moves: (make) => {
      const [first, second, third] = [
        make.plain({ flag: true, count: 3 }),
        make.changes({ flag: false, count: 2 }),
        make.changes({ flag: true, count: 3 }),
      ];
      return [
        create('a', first),
        create('b', make.plain()),
        look,
        steps(
          ...testsOf(first),
          ...Object.keys(second).map((member) => step('replace', [member], own(second, member))),
        ),
        look,
        steps(
          ...Object.keys(third).flatMap((member) => [
            step('add', [member], own(second, member)),
            step('replace', [member], own(third, member)),
          ]),
        ),
        look,
        ...listsOf(first).flatMap(([member, list]) => [
          steps(step('add', [member, '-'], list[0]), step('remove', [member, '0'])),
          look,
          steps(step('replace', [member, '0'], list[1]), step('add', [member, '0'], list[2])),
          look,
        ]),
        { kind: 'look', scope: 'all' },
      ];
    },
  }),
  defineLaw({
    name: 'all-steps-or-none',
    operation: 'update',
    budget: 'standard',
    meaning:
      'If one operation of a JSON Patch fails, nothing is changed (RFC 5789 section 2, RFC 6902 section 5).',
    moves: (make) => {
      const values = make.changes();
      const changes = Object.keys(values).map((member) =>
        step('replace', [member], own(values, member)),
      );
      const [[member = '', value] = []] = Object.entries(make.plain());
      return [
        create('a', make.plain()),
        create('b', make.plain()),
        look,
        steps(...changes, step('test', [member], value ?? null)),
        look,
        steps(...changes, step('remove', ['standin-no-such-member'])),
        look,
        steps(...changes, step('replace', ['standin-no-such-member', 'in-it'], 'x')),
        { kind: 'look', scope: 'all' },
      ];
    },
  }),
];

export const FORMS: readonly PatchForm[] = ['json', 'merge-patch', 'json-patch'];

function by(form: PatchForm, values: JsonObject, manner: 'plain' | 'unusual' = 'plain'): Move {
  return { kind: 'update', item: 'a', values, manner, form };
}

function steps(...all: readonly JsonObject[]): Move {
  return { kind: 'update-steps', item: 'a', steps: all, manner: 'plain' };
}

function step(op: string, place: readonly string[], value?: Json): JsonObject {
  const path = toPointer(place);
  return value === undefined ? { op, path } : { op, path, value };
}

/** A test of each plain text: a service may show dates and addresses in another way. */
function testsOf(values: JsonObject): readonly JsonObject[] {
  return Object.entries(values).flatMap(([member, value]) =>
    typeof value === 'string' && /^[A-Za-z][^@]*$/.test(value)
      ? [step('test', [member], value)]
      : [],
  );
}

function listsOf(values: JsonObject): readonly (readonly [string, readonly Json[]])[] {
  return Object.entries(values).flatMap(([member, value]) =>
    Array.isArray(value) && value.length > 2 ? [[member, value as readonly Json[]] as const] : [],
  );
}
