import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { SLOTS_MAX } from '../../../src/model/state/order-trie.ts';
import { Collection, SEQUENCE_MAX, State, StoredRecord } from '../../../src/model/state/state.ts';
import { anyText } from '../../support/any-text.ts';

/**
 * What a collection must be like: records in order, what is remembered of removed ones, and the
 * highest number ever.
 */
class Model {
  readonly records: Map<string, JsonObject>;
  readonly removed: Set<string>;
  highest: number;

  constructor(from?: Model) {
    this.records = new Map(from?.records);
    this.removed = new Set(from?.removed);
    this.highest = from?.highest ?? 0;
  }

  put(key: string, value: JsonObject): void {
    this.records.set(key, value);
    this.removed.delete(key);
    const number = Number(key);
    if (Number.isInteger(number) && number <= SEQUENCE_MAX)
      this.highest = Math.max(this.highest, number);
  }

  remove(key: string, memory: 'remember' | 'forget'): void {
    if (this.records.delete(key) && memory === 'remember') this.removed.add(key);
  }
}

const keys = [
  '1',
  '2',
  '3',
  '7',
  '12',
  'a',
  'ä',
  '',
  '__proto__',
  'constructor',
  '-5',
  '1.5',
  '1e3',
  '281474976710657',
];
const mails = ['a', 'b', 'c'];
const key = fc.constantFrom(...keys);
const side = fc.nat(1000);
const move = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('put' as const),
      side,
      key,
      mail: fc.constantFrom(...mails, null),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      side,
      key,
      memory: fc.constantFrom('remember' as const, 'forget' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fork' as const), side }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('index' as const), side }) },
);

function compare(collection: Collection, model: Model): void {
  const expected = [...model.records];
  expect(collection.size).toBe(expected.length);
  expect(collection.highestEver).toBe(model.highest);
  expect(collection.records().map((record) => [record.key, record.value])).toEqual(expected);
  for (const one of keys) {
    expect(collection.find(one)?.value).toEqual(model.records.get(one));
    expect(collection.wasRemoved(one)).toBe(model.removed.has(one));
  }
}

function page(
  collection: Collection,
  offset: number,
  count: number,
  order: 'oldest-first' | 'newest-first',
): readonly string[] {
  const seen: string[] = [];
  collection.visit({ offset, count, order }, (record) => seen.push(record.key));
  return seen;
}

describe('Collection', () => {
  it('behaves like a Map in order, as does each fork; neither sees changes of the other', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 80 }), (moves) => {
        const sides: [Collection, Model][] = [[new Collection(), new Model()]];
        moves.forEach((one, step) => {
          const [collection, model] = sides[one.side % sides.length] as [Collection, Model];
          if (one.kind === 'fork') sides.push([collection.fork(), new Model(model)]);
          else if (one.kind === 'put') {
            const value: JsonObject = one.mail === null ? { step } : { step, mail: one.mail };
            collection.put(new StoredRecord(one.key, value));
            model.put(one.key, value);
          } else if (one.kind === 'remove') {
            collection.remove(one.key, one.memory);
            model.remove(one.key, one.memory);
          } else collection.holderOf('mail', 'a');
        });
        for (const [collection, model] of sides) compare(collection, model);
      }),
    );
  });

  it('returns any page in either order', () => {
    const offset = fc.nat(20);
    const count = fc.nat(20);
    const order = fc.constantFrom('oldest-first' as const, 'newest-first' as const);
    fc.assert(
      fc.property(
        fc.array(key, { maxLength: 20 }),
        fc.array(key, { maxLength: 10 }),
        offset,
        count,
        order,
        (put, removed, from, most, by) => {
          const collection = new Collection();
          const model = new Model();
          for (const one of put) {
            collection.put(new StoredRecord(one, {}));
            model.put(one, {});
          }
          for (const one of removed) {
            collection.remove(one, 'forget');
            model.remove(one, 'forget');
          }
          const all = [...model.records.keys()];
          const expected = (by === 'oldest-first' ? all : all.toReversed()).slice(
            from,
            from + most,
          );
          expect(page(collection, from, most, by)).toEqual(expected);
        },
      ),
    );
  });

  it('increases its version with every change, and only then', () => {
    const collection = new Collection();
    const versions = [collection.version];
    const note = (): number => versions.push(collection.version);
    collection.put(new StoredRecord('1', { id: 1 }));
    note();
    collection.put(new StoredRecord('1', { id: 1 }));
    note();
    collection.remove('1', 'remember');
    note();
    expect(
      versions.every((version, index) => index === 0 || version > (versions[index - 1] ?? 0)),
    ).toBe(true);
    collection.remove('1', 'remember');
    collection.find('1');
    collection.holderOf('mail', 'a');
    collection.fork();
    expect(collection.version).toBe(versions.at(-1));
  });

  it('keeps a changed record in its place, and puts a recreated one at the end', () => {
    const collection = new Collection();
    for (const one of ['1', '2', '3']) collection.put(new StoredRecord(one, {}));
    collection.put(new StoredRecord('1', { changed: true }));
    expect(page(collection, 0, 9, 'oldest-first')).toEqual(['1', '2', '3']);
    collection.remove('2', 'forget');
    collection.put(new StoredRecord('2', {}));
    expect(page(collection, 0, 9, 'newest-first')).toEqual(['2', '3', '1']);
  });

  it('remembers a removal only on request, and forgets it when the key comes back', () => {
    const collection = new Collection();
    for (const one of ['1', '2']) collection.put(new StoredRecord(one, {}));
    collection.remove('1', 'remember');
    collection.remove('2', 'forget');
    collection.remove('3', 'remember');
    expect(['1', '2', '3'].map((one) => collection.wasRemoved(one))).toEqual([true, false, false]);
    collection.put(new StoredRecord('1', {}));
    expect(collection.wasRemoved('1')).toBe(false);
  });

  it.each([
    ['7', 7],
    ['-7', 0],
    ['7.5', 0],
    ['abc', 0],
    [String(SEQUENCE_MAX), SEQUENCE_MAX],
    [String(SEQUENCE_MAX + 1), 0],
  ])('remembers after the id %s the highest number %d, also when it is gone', (one, highest) => {
    const collection = new Collection();
    collection.put(new StoredRecord(one, {}));
    expect(collection.highestEver).toBe(highest);
    collection.remove(one, 'forget');
    expect(collection.highestEver).toBe(highest);
    expect(collection.fork().highestEver).toBe(highest);
  });

  it('shares every record and node with a fork of 100,000 records, until a write', () => {
    const collection = new Collection();
    for (let id = 1; id <= 100_000; id++) collection.put(new StoredRecord(String(id), { id }));
    const roots = (one: Collection): unknown[] =>
      ['index', 'order'].map((member) => Reflect.get(one, member));
    const before = roots(collection);
    const fork = collection.fork();
    for (const [index, root] of roots(fork).entries()) expect(root === before[index]).toBe(true);
    fork.put(new StoredRecord('50000', { id: 50_000, changed: true }));
    let different = 0;
    for (let id = 1; id <= 100_000; id++)
      if (fork.find(String(id)) !== collection.find(String(id))) different++;
    expect(different).toBe(1);
    for (const [index, root] of roots(collection).entries())
      expect(root === before[index]).toBe(true);
    expect(collection.find('50000')?.value).toEqual({ id: 50_000 });
    collection.remove('1', 'forget');
    expect([collection.size, fork.size]).toEqual([99_999, 100_000]);
  });

  it('reassigns its slots when they run out, and keeps records and order', () => {
    const collection = new Collection();
    for (const one of ['1', '2', '3', '4']) collection.put(new StoredRecord(one, { one }));
    collection.remove('2', 'remember');
    collection.holderOf('one', '1');
    const fork = collection.fork();
    // A billion creations are too many for a test: the counter is set to where they would leave it.
    expect(Reflect.set(collection, 'nextSlot', SLOTS_MAX - 1)).toBe(true);
    collection.put(new StoredRecord('5', { one: '5' }));
    expect(collection.find('5')?.slot).toBe(SLOTS_MAX - 1);
    collection.put(new StoredRecord('6', { one: '6' }));
    expect(collection.records().map((record) => [record.key, record.slot])).toEqual([
      ['1', 0],
      ['3', 1],
      ['4', 2],
      ['5', 3],
      ['6', 4],
    ]);
    for (const one of ['1', '3', '4', '5', '6'])
      expect(collection.find(one)?.value).toEqual({ one });
    expect([collection.size, collection.wasRemoved('2'), collection.holderOf('one', '6')]).toEqual([
      5,
      true,
      '6',
    ]);
    expect(fork.records().map((record) => [record.key, record.slot])).toEqual([
      ['1', 0],
      ['3', 2],
      ['4', 3],
    ]);
  });
});

describe('Collection.holderOf', () => {
  it('returns the key of the record that holds a value, before and after any change', () => {
    const collection = new Collection();
    collection.put(new StoredRecord('1', { mail: 'a' }));
    collection.put(new StoredRecord('2', { mail: { box: 1 } }));
    collection.put(new StoredRecord('3', {}));
    expect(collection.holderOf('mail', 'a')).toBe('1');
    expect(collection.holderOf('mail', { box: 1 })).toBe('2');
    expect(collection.holderOf('mail', 'b')).toBeUndefined();
    expect(collection.holderOf('name', 'a')).toBeUndefined();
    collection.put(new StoredRecord('1', { mail: 'b' }));
    expect([collection.holderOf('mail', 'a'), collection.holderOf('mail', 'b')]).toEqual([
      undefined,
      '1',
    ]);
    collection.put(new StoredRecord('1', {}));
    expect(collection.holderOf('mail', 'b')).toBeUndefined();
    collection.put(new StoredRecord('3', { mail: 'b' }));
    expect(collection.holderOf('mail', 'b')).toBe('3');
    collection.remove('3', 'forget');
    expect(collection.holderOf('mail', 'b')).toBeUndefined();
  });

  it('never treats an inherited member as a field', () => {
    const collection = new Collection();
    collection.put(new StoredRecord('1', JSON.parse('{"__proto__":"a"}') as JsonObject));
    collection.put(new StoredRecord('2', {}));
    expect(collection.holderOf('__proto__', 'a')).toBe('1');
    expect(collection.holderOf('toString', 'a')).toBeUndefined();
  });

  it('returns a holder of each value that some record has, and of no other, whatever is put, removed and forked', () => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 60 }), (moves) => {
        const sides: [Collection, Map<string, string | null>][] = [[new Collection(), new Map()]];
        sides[0]?.[0].holderOf('mail', 'a');
        for (const one of moves) {
          const [collection, held] = sides[one.side % sides.length] as [
            Collection,
            Map<string, string | null>,
          ];
          if (one.kind === 'fork') sides.push([collection.fork(), new Map(held)]);
          else if (one.kind === 'remove') {
            collection.remove(one.key, 'forget');
            held.delete(one.key);
          } else if (one.kind === 'put') {
            collection.put(new StoredRecord(one.key, one.mail === null ? {} : { mail: one.mail }));
            held.set(one.key, one.mail);
          }
        }
        for (const [collection, held] of sides) {
          for (const mail of mails) {
            const holder = collection.holderOf('mail', mail);
            const holders = [...held]
              .filter(([, value]) => value === mail)
              .map(([holding]) => holding);
            if (holders.length === 0) expect(holder).toBeUndefined();
            else expect(holders).toContain(holder);
          }
        }
      }),
    );
  });
});

describe('StoredRecord', () => {
  it('is not parsed again while it is the last one read', () => {
    const [one, other] = [new StoredRecord('1', { a: [1] }), new StoredRecord('2', '{"a":[2]}')];
    const { value } = one;
    one.text();
    expect(one.value).toBe(value);
    expect(other.value).toBe(other.value);
    expect(one.value).not.toBe(value);
    expect(one.value).toEqual(value);
  });

  it('returns the same value, text, length and tag, whatever was read first', () => {
    fc.assert(
      fc.property(fc.dictionary(anyText(), fc.jsonValue() as fc.Arbitrary<JsonObject>), (value) => {
        const text = JSON.stringify(value);
        const [first, second] = [new StoredRecord('1', value), new StoredRecord('1', text)];
        expect(first.textOnce()).toBe(text);
        expect(first.tagOnce()).toBe(second.tag());
        expect(first.text()).toBe(text);
        expect(second.textOnce()).toBe(text);
        expect(first.bytes()).toBe(Buffer.byteLength(text));
        expect([first.bytes(), first.tag()]).toEqual([second.bytes(), second.tag()]);
        expect(JSON.stringify(first.value)).toBe(JSON.stringify(second.value));
      }),
    );
  });

  it('has one tag for each text, and different tags for different texts', () => {
    const tags = new Set<string>();
    for (let id = 0; id < 20_000; id++)
      tags.add(new StoredRecord(String(id), { id, name: 'x'.repeat(id % 7) }).tag());
    expect(tags.size).toBe(20_000);
    for (const tag of tags) expect(tag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    expect(new StoredRecord('1', { a: 1 }).tag()).toBe(new StoredRecord('2', '{"a":1}').tag());
  });

  it('takes its first place itself, and is another record at every other place', () => {
    const record = new StoredRecord('1', { id: 1 });
    expect(record.slot).toBe(-1);
    expect(record.placedAt(4)).toBe(record);
    expect(record.placedAt(4)).toBe(record);
    const other = record.placedAt(5);
    expect([record.slot, other.slot, other.key, other.text()]).toEqual([4, 5, '1', '{"id":1}']);
  });
});

describe('State', () => {
  it('has an empty collection for each resource, and no other', () => {
    const state = State.of(['users', 'notes']);
    expect(state.resources()).toEqual(['users', 'notes']);
    expect(state.collection('users').size).toBe(0);
    expect(() => state.collection('toString')).toThrow(new RangeError('no collection "toString"'));
  });

  it('takes over collections of another state by name, and starts the rest empty', () => {
    const before = State.of(['users', 'notes']);
    before.collection('users').put(new StoredRecord('1', { id: 1 }));
    const after = State.from(before, ['users', 'tags']);
    expect(after.resources()).toEqual(['users', 'tags']);
    expect(after.collection('users')).toBe(before.collection('users'));
    expect(after.collection('tags').size).toBe(0);
  });

  it('forks every collection', () => {
    const state = State.of(['users', 'notes']);
    state.collection('users').put(new StoredRecord('1', { id: 1 }));
    const fork = state.fork();
    fork.collection('users').remove('1', 'forget');
    fork.collection('notes').put(new StoredRecord('1', { id: 1 }));
    state.collection('users').put(new StoredRecord('2', { id: 2 }));
    expect(
      [state, fork].map((one) => one.resources().map((resource) => one.collection(resource).size)),
    ).toEqual([
      [2, 0],
      [0, 1],
    ]);
  });
});
