// The text of a seed file after changes: what has not changed keeps its bytes.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, jsonText, parseExact } from '../../../src/base/json.ts';
import { State, StoredRecord } from '../../../src/model/state/state.ts';
import { editedSeed } from '../../../src/project/save/edited-seed.ts';

type Rows = Readonly<Record<string, readonly JsonObject[]>>;

function stateOf(rows: Rows): State {
  const state = State.of(Object.keys(rows));
  for (const [resource, all] of Object.entries(rows))
    for (const row of all) state.collection(resource).put(new StoredRecord(String(row['id']), row));
  return state;
}

/** Edits a text: puts rows, and removes those with some ids. */
function edit(
  text: string,
  put: readonly (readonly [resource: string, row: JsonObject])[],
  remove: readonly (readonly [resource: string, key: string])[] = [],
): string | null {
  const all = parseExact(text.replace(/^\ufeff/, '')) as Rows;
  const lists = Object.entries(all).filter(([, value]) => Array.isArray(value));
  const before = stateOf(Object.fromEntries(lists));
  const state = before.fork();
  for (const [resource, row] of put)
    state.collection(resource).put(new StoredRecord(String(row['id']), row));
  for (const [resource, key] of remove) state.collection(resource).remove(key, 'forget');
  return editedSeed({ text, before, isExact: true, state, contracts: [] });
}

const BY_HAND = `{
\t"$schema": "./rows.json",
\t"tugs": [
\t\t{ "id": 1, "name": "Ida",   "crew": ["Bo", "Cy"] },

\t\t{ "name": "Ada", "id": 2 },
\t\t{
\t\t\t"id": 3,
\t\t\t"name": "Eva",
\t\t\t"home": { "city": "Kiel", "zip": "24103" }
\t\t}
\t],
\t"version": 12345678901234567890,
\t"locks": []
}
`;

describe('editedSeed', () => {
  const cases: readonly (readonly [
    what: string,
    put: readonly (readonly [string, JsonObject])[],
    remove: readonly (readonly [string, string])[],
    was: string,
    is: string,
  ])[] = [
    ['nothing', [], [], '', ''],
    [
      'a member',
      [['tugs', { name: 'Ann', id: 2 }]],
      [],
      '{ "name": "Ada", "id": 2 }',
      '{ "name": "Ann", "id": 2 }',
    ],
    [
      'an inner member, in the order of the file',
      [['tugs', { id: 3, home: { zip: '24105', city: 'Kiel' }, name: 'Eva' }]],
      [],
      '"zip": "24103"',
      '"zip": "24105"',
    ],
    [
      'a new member in a line',
      [['tugs', { id: 1, name: 'Ida', crew: ['Bo', 'Cy'], at: { x: 1 } }]],
      [],
      '["Bo", "Cy"] }',
      '["Bo", "Cy"], "at": { "x": 1 } }',
    ],
    [
      'an element',
      [['tugs', { id: 1, name: 'Ida', crew: ['Bo', 'Cy', 'Di'] }]],
      [],
      '["Bo", "Cy"]',
      '["Bo", "Cy", "Di"]',
    ],
    [
      'a removed member',
      [['tugs', { id: 3, name: 'Eva' }]],
      [],
      '"Eva",\n\t\t\t"home": { "city": "Kiel", "zip": "24103" }',
      '"Eva"',
    ],
    ['a removed row', [], [['tugs', '2']], '\t\t{ "name": "Ada", "id": 2 },\n', ''],
    [
      'a new row, like the last one',
      [['tugs', { id: 4, name: 'Fay', home: { city: 'Bonn' }, tags: ['a'] }]],
      [],
      '"24103" }\n\t\t}',
      '"24103" }\n\t\t},\n\t\t{\n\t\t\t"id": 4,\n\t\t\t"name": "Fay",\n\t\t\t"home": { "city": "Bonn" },\n\t\t\t"tags": [\n\t\t\t\t"a"\n\t\t\t]\n\t\t}',
    ],
    [
      'the first row of an empty list',
      [['locks', { id: 1, open: true }]],
      [],
      '"locks": []',
      '"locks": [\n\t\t{ "id": 1, "open": true }\n\t]',
    ],
  ];

  it.each(cases)('writes %s, and nothing else', (_, put, remove, was, is) => {
    const expected = BY_HAND.replace(was, () => is);
    if (was !== '') expect(expected).not.toBe(BY_HAND);
    expect(edit(BY_HAND, put, remove)).toBe(expected);
  });

  it.each(cases)(
    'writes %s with other line ends, and a byte order mark',
    (_, put, remove, was, is) => {
      const onWindows = (text: string): string => text.replaceAll('\n', '\r\n');
      const before = `\ufeff${onWindows(BY_HAND)}`;
      const expected = before.replace(onWindows(was), () => onWindows(is));
      expect(edit(before, put, remove)).toBe(expected);
    },
  );

  it('keeps a text without lines in one line', () => {
    expect(
      edit('{"a":[{"id":1}],"b":[]}', [
        ['a', { id: 2, x: [1] }],
        ['b', { id: 1 }],
      ]),
    ).toBe('{"a":[{"id":1},{"id":2,"x":[1]}],"b":[{"id":1}]}');
    expect(edit('{"a":[{"id":1}]}', [], [['a', '1']])).toBe('{"a":[]}');
  });

  it('adds ids that the reader gave out', () => {
    const before = stateOf({
      a: [
        { id: 1, x: 1 },
        { id: 2, x: 2 },
      ],
    });
    const text = '{"a": [\n  {"x": 1},\n  {"id": 2, "x": 2}\n]}\n';
    const options = { text, before, state: before.fork(), contracts: [] };
    expect(editedSeed({ ...options, isExact: false })).toBe(
      text.replace('{"x": 1}', '{"x": 1, "id": 1}'),
    );
  });

  it('keeps ids and references of which the reader made texts, in all rows', () => {
    const before = stateOf({
      tugs: [
        { id: '5', lockId: '7' },
        { id: '6', lockId: '8', n: 1 },
      ],
      locks: [{ id: '7', n: 1 }],
    });
    const text =
      '{"tugs":[{"id":"5","lockId":7},{"id":6,"lockId":8,"n":1}],"locks":[{"id":7,"n":1}]}';
    const change = (resource: string, key: string, row: JsonObject): string | null => {
      const state = before.fork();
      state.collection(resource).put(new StoredRecord(key, row));
      return editedSeed({ text, before, state, contracts: [], isExact: false });
    };
    expect(change('locks', '7', { id: '7', n: 2 })).toBe(
      text.replace('{"id":7,"n":1}', '{"id":7,"n":2}'),
    );
    expect(change('tugs', '6', { id: '6', lockId: '8', n: 2 })).toBe(
      text.replace('"lockId":8,"n":1', '"lockId":8,"n":2'),
    );
    expect(change('tugs', '6', { id: '6', lockId: '7', n: 1 })).toBe(
      text.replace('"lockId":8', '"lockId":"7"'),
    );
    expect(change('tugs', '9', { id: '9' })).toBe(text.replace('],"locks', ',{"id":"9"}],"locks'));
  });

  it('gives up if the text has other rows', () => {
    const before = stateOf({ a: [{ id: 1 }] });
    const options = { before, state: before.fork(), contracts: [], isExact: true };
    expect(editedSeed({ ...options, text: '{"a":[{"id":1},{"id":2}]}' })).toBeNull();
    expect(editedSeed({ ...options, text: '[]' })).toBeNull();
  });

  const value = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
  const row = fc.dictionary(fc.string(), value, { maxKeys: 4 });
  const change = fc.tuple(fc.constantFrom('a', 'b', '"c'), fc.nat(6), fc.option(row));

  it('has the rows of the state, whatever changes, and the lines of the others', () => {
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 4 }),
        fc.array(row, { maxLength: 2 }),
        fc.constantFrom(undefined, 2, 4, '\t'),
        fc.array(change, { maxLength: 6 }),
        (one, other, indent, changes) => {
          const withIds = (rows: readonly JsonObject[]): readonly JsonObject[] =>
            rows.map((each, id) => ({ ...each, id }));
          const rows = { a: withIds(one), b: withIds(other), '"c': [] };
          const text = `${jsonText({ ...rows, note: [1] }, indent)}\n`;
          const before = stateOf(rows);
          const state = before.fork();
          for (const [resource, id, now] of changes) {
            const collection = state.collection(resource);
            if (now === null) collection.remove(String(id), 'forget');
            else collection.put(new StoredRecord(String(id), { ...now, id }));
          }
          const edited = editedSeed({ text, before, isExact: true, state, contracts: [] }) ?? '';
          const expected = Object.fromEntries(
            state.resources().map((resource) => [
              resource,
              state
                .collection(resource)
                .records()
                .map((record) => record.value),
            ]),
          );
          expect(JSON.parse(edited)).toEqual({ ...JSON.parse(jsonText(expected)), note: [1] });
          const unit = typeof indent === 'number' ? ' '.repeat(indent) : (indent ?? '');
          for (const [index, record] of before.collection('a').records().entries()) {
            if (state.collection('a').find(record.key) !== record) continue;
            const shown = jsonText(rows.a[index], indent).replaceAll('\n', `\n${unit}${unit}`);
            expect(edited).toContain(shown);
          }
        },
      ),
    );
  });
});
