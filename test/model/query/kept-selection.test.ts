// Selections that are kept give what a new selection would give, whatever changed in between.

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { type Call, noBody } from '../../../src/model/message/call.ts';
import { type Dialect, readQuery } from '../../../src/model/query/dialects.ts';
import type { Query } from '../../../src/model/query/query.ts';
import { finish, select } from '../../../src/model/query/select.ts';
import {
  KEPT_RECORDS_MIN,
  LARGE_RECORDS_MIN,
  prepareSelection,
  SELECTIONS_KEPT_MAX,
  selectionOf,
} from '../../../src/model/query/selection-cache.ts';
import {
  CHANGES_KEPT,
  Collection,
  type CollectionPage,
  StoredRecord,
} from '../../../src/model/state/state.ts';

const call = (): Call => ({ method: 'GET', path: '/boats', query: '', headers: {}, body: noBody });

function read(dialect: Dialect, text: string): Query {
  const found = readQuery(dialect, text);
  if (found.kind === 'flawed') throw new Error(found.detail);
  return found.query;
}

/** A collection of boats with keys from 1 on. */
function boats(count: number, boat: (key: number) => JsonObject): Collection {
  const collection = new Collection();
  for (let key = 1; key <= count; key++)
    collection.put(new StoredRecord(String(key), { id: key, ...boat(key) }));
  return collection;
}

const put = (collection: Collection, key: number, boat: JsonObject): void =>
  collection.put(new StoredRecord(String(key), { id: key, ...boat }));
const keysOf = (records: readonly StoredRecord[]): readonly string[] =>
  records.map(({ key }) => key);
const keptKeys = (
  collection: Collection,
  query: Query,
  order: CollectionPage['order'] = 'oldest-first',
): readonly string[] => keysOf(selectionOf(call(), { collection, order, query }).slice());
const newKeys = (
  collection: Collection,
  query: Query,
  order: CollectionPage['order'] = 'oldest-first',
): readonly string[] => keysOf(finish(select(collection.fork(), order, query)).records);

const QUERIES: readonly (readonly [Dialect, string])[] = [
  ['json-server-0', ''],
  ['json-server-0', '_sort=name'],
  ['json-server-0', '_sort=name,length&_order=desc,asc'],
  ['json-server-0', 'name=b'],
  ['json-server-0', 'flag=x'],
  ['json-server-0', 'length_gte=3&_sort=length&_order=desc'],
  ['json-server-0', 'name_ne=b'],
  ['json-server-0', 'q=c'],
  ['json-server-1', '_sort=-name,length'],
  ['json-server-1', 'name=b'],
  ['json-server-1', '_where={"or":[{"name":"a"},{"length":{"gt":3}}]}&_sort=length'],
];

const value = fc.constantFrom('a', 'b', 'B', 'ä', '', 0, 3, 10, true, null);
const boat = fc.record({ name: value, length: value, flag: value }, { requiredKeys: [] });
const change = fc.record({
  key: fc.integer({ min: 1, max: KEPT_RECORDS_MIN + 20 }),
  boat: fc.option(boat, { nil: undefined, freq: 3 }),
});

describe('a kept selection', () => {
  it.each(QUERIES)('of %s ?%s is that of a new one after any changes', (dialect, text) => {
    const query = read(dialect, text);
    fc.assert(
      fc.property(
        fc.constantFrom('oldest-first', 'newest-first'),
        fc.array(boat, { minLength: 1, maxLength: 9 }),
        fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 5 }),
        (order, kinds, rounds) => {
          const collection = boats(KEPT_RECORDS_MIN, (key) => kinds[key % kinds.length] ?? {});
          expect(keptKeys(collection, query, order)).toEqual(newKeys(collection, query, order));
          for (const changes of rounds) {
            for (const one of changes) {
              if (one.boat === undefined) collection.remove(String(one.key), 'remember');
              else put(collection, one.key, one.boat);
            }
            expect(keptKeys(collection, query, order)).toEqual(newKeys(collection, query, order));
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('looks at no record that did not change', () => {
    const collection = boats(500, (key) => ({ name: `boat ${key % 7}` }));
    const query = read('json-server-1', 'name=boat 3&_sort=-id');
    const first = keptKeys(collection, query);
    const visit = vi.spyOn(collection, 'visit');
    put(collection, 1_000, { name: 'boat 3' });
    expect(keptKeys(collection, query)).toEqual(['1000', ...first]);
    expect(visit).not.toHaveBeenCalled();
  });

  it('is selected again after more changes than are kept', () => {
    const collection = boats(200, (key) => ({ name: `boat ${key}` }));
    const query = read('json-server-0', '_sort=name');
    keptKeys(collection, query);
    for (let at = 0; at <= 2 * CHANGES_KEPT; at++) put(collection, 7, { name: `boat ${at}` });
    expect(keptKeys(collection, query)).toEqual(newKeys(collection, query));
  });

  it('counts a condition from the first record with its member on, until the last is gone', () => {
    const collection = boats(200, () => ({ name: 'a' }));
    const query = read('json-server-0', 'flag=x');
    expect(keptKeys(collection, query)).toHaveLength(200);
    put(collection, 150, { flag: 'x' });
    expect(keptKeys(collection, query)).toEqual(['150']);
    put(collection, 151, { flag: 'x' });
    collection.remove('150', 'forget');
    expect(keptKeys(collection, query)).toEqual(['151']);
    put(collection, 151, { name: 'a' });
    expect(keptKeys(collection, query)).toHaveLength(199);
  });

  it('is made anew where too many others were asked for', () => {
    const collection = boats(200, (key) => ({ name: `boat ${key % 30}` }));
    const first = read('json-server-1', 'name=boat 0');
    keptKeys(collection, first);
    for (let at = 1; at <= SELECTIONS_KEPT_MAX; at++)
      keptKeys(collection, read('json-server-1', `name=boat ${at}`));
    put(collection, 300, { name: 'boat 0' });
    expect(keptKeys(collection, first).at(-1)).toBe('300');
  });

  it('leaves a page alone that was taken before a change', () => {
    const collection = boats(200, (key) => ({ name: `boat ${key}` }));
    const query = read('json-server-1', '_sort=id');
    const page = selectionOf(call(), { collection, order: 'oldest-first', query }).slice(0, 3);
    collection.remove('1', 'forget');
    keptKeys(collection, query);
    expect(keysOf(page)).toEqual(['1', '2', '3']);
  });

  it('that was prepared for a call follows what changed since', () => {
    const collection = boats(LARGE_RECORDS_MIN, (key) => ({ name: `boat ${key % 5}` }));
    const query = read('json-server-1', 'name=boat 2');
    const request = { collection, order: 'oldest-first', query } as const;
    const waiting = call();
    const work = prepareSelection(waiting, request);
    put(collection, 9_000, { name: 'boat 2' });
    if (work !== null) finish(work);
    expect(keysOf(selectionOf(waiting, request).slice())).not.toContain('9000');
    expect(keptKeys(collection, query)).toContain('9000');
    expect(prepareSelection(call(), request)).toBeNull();
  });
});

describe('a kept selection that is sorted', () => {
  /** Tells how often its value was asked for, which is parsed from a text. */
  class CountingRecord extends StoredRecord {
    asked = 0;

    override get value(): JsonObject {
      this.asked++;
      return super.value;
    }
  }

  it('reads only the record that changed once it has met those beside it', () => {
    const collection = new Collection();
    const records = Array.from(
      { length: 1_000 },
      (_, key) => new CountingRecord(String(key), { id: key, name: `name ${1_000 + key}` }),
    );
    for (const record of records) collection.put(record);
    const request = {
      collection,
      order: 'oldest-first',
      query: read('json-server-0', '_sort=name'),
    } as const;
    const rename = (name: string): readonly string[] => {
      put(collection, 500, { name });
      return keysOf(selectionOf(call(), request).slice(699, 702));
    };
    selectionOf(call(), request);
    expect([rename('name 1700'), rename('name 1500')]).toEqual([
      ['500', '700', '701'],
      ['699', '700', '701'],
    ]);
    for (const record of records) record.asked = 0;
    rename('name 1700');
    expect(records.filter(({ asked }) => asked > 0)).toEqual([]);
  });
});

describe('a page without filter and order', () => {
  it('visits the records that it shows', () => {
    const collection = boats(5_000, () => ({}));
    const visit = vi.spyOn(collection, 'visit');
    const query = read('json-server-0', '_page=7&_limit=10');
    const request = { collection, order: 'newest-first', query } as const;
    expect(prepareSelection(call(), request)).toBeNull();
    const all = selectionOf(call(), request);
    expect([all.length, keysOf(all.slice(60, 63))]).toEqual([5_000, ['4940', '4939', '4938']]);
    expect(visit.mock.calls.map(([page]) => page)).toEqual([
      { offset: 60, count: 3, order: 'newest-first' },
    ]);
  });

  it.each<[number | undefined, number | undefined]>([
    [undefined, undefined],
    [-3, undefined],
    [-900, 2],
    [5, 2],
    [8, 900],
    [2, -4],
  ])('slices from %s to %s as an array does', (start, end) => {
    const collection = boats(10, () => ({}));
    const query = read('json-server-0', '');
    const all = selectionOf(call(), { collection, order: 'oldest-first', query });
    expect(keysOf(all.slice(start, end))).toEqual(
      Array.from({ length: 10 }, (_, at) => String(at + 1)).slice(start, end),
    );
  });
});

describe('the changes of a collection', () => {
  it('are noted once somebody has asked for them, and not from before a fork', () => {
    const collection = boats(3, () => ({}));
    expect(collection.changesSince(0)).toBeNull();
    const { version } = collection;
    put(collection, 2, { name: 'b' });
    collection.remove('1', 'forget');
    const changes = collection.changesSince(version) ?? [];
    expect(changes.map(({ before, after }) => [before?.key, after?.value])).toEqual([
      ['2', { id: 2, name: 'b' }],
      ['1', undefined],
    ]);
    expect(collection.fork().changesSince(version)).toBeNull();
  });
});
