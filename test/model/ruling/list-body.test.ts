import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { ReplyBody } from '../../../src/model/message/call.ts';
import {
  LIST_CHARS_KEPT_MAX,
  LIST_RECORDS_KEPT_MAX,
  listBody,
  listTag,
} from '../../../src/model/ruling/list-body.ts';
import type { ListContent } from '../../../src/model/ruling/ruling.ts';
import { Collection, StoredRecord } from '../../../src/model/state/state.ts';
import { piecesOf } from '../../support/users.ts';

function collectionOf(count: number, more: JsonObject = {}): Collection {
  const collection = new Collection();
  for (let id = 1; id <= count; id++)
    collection.put(new StoredRecord(String(id), { id, name: `名${id}`, ...more }));
  return collection;
}

function wholeOf(body: ReplyBody): string {
  if (body.kind === 'none') return '';
  return body.kind === 'text' ? body.text : piecesOf(body.pieces()).join('');
}

function contentOf(collection: Collection, more: Partial<ListContent> = {}): ListContent {
  return { collection, order: 'oldest-first', fields: null, ...more };
}

/** On both sides of every bound: none, one, a piece, two pieces, what is kept, and more. */
const sizes = [
  0,
  1,
  2,
  255,
  256,
  257,
  512,
  513,
  LIST_RECORDS_KEPT_MAX,
  LIST_RECORDS_KEPT_MAX + 1,
  2_560,
];
const orders = ['oldest-first', 'newest-first'] as const;
const rows = sizes.flatMap((size) =>
  orders.flatMap((order) =>
    [null, ['id'], ['name', 'id', 'none']].map((fields) => ({ size, order, fields })),
  ),
);

describe('listBody', () => {
  it.each(rows)(
    'returns $size records, $order, with the fields $fields, as JSON.stringify would',
    ({ size, order, fields }) => {
      const collection = collectionOf(size);
      const values = collection.records().map((record) => record.value);
      const shown =
        fields === null
          ? values
          : values.map((value) =>
              Object.fromEntries(
                fields.filter((key) => key in value).map((key) => [key, value[key]]),
              ),
            );
      const expected = JSON.stringify(order === 'oldest-first' ? shown : shown.toReversed());
      const body = listBody(contentOf(collection, { order, fields }));
      expect(body.kind).toBe(size > LIST_RECORDS_KEPT_MAX ? 'pieces' : 'text');
      expect(wholeOf(body)).toBe(expected);
      if (body.kind === 'text') expect(body.bytes).toBe(Buffer.byteLength(expected));
    },
  );

  it('returns pieces if a few records are long', () => {
    const collection = collectionOf(3, { note: 'x'.repeat(LIST_CHARS_KEPT_MAX / 2) });
    const body = listBody(contentOf(collection));
    expect(body.kind).toBe('pieces');
    expect(wholeOf(body)).toBe(JSON.stringify(collection.records().map((record) => record.value)));
    expect(listBody(contentOf(collection)).kind).toBe('pieces');
    collection.remove('1', 'forget');
    collection.remove('2', 'forget');
    expect(listBody(contentOf(collection)).kind).toBe('text');
  });

  it('returns the pieces anew each time they are asked for', () => {
    const body = listBody(contentOf(collectionOf(LIST_RECORDS_KEPT_MAX + 1)));
    expect(body.kind).toBe('pieces');
    expect(wholeOf(body)).toBe(wholeOf(body));
  });

  it('shows a long list at the time of the answer, whatever is written between the pieces', () => {
    const collection = collectionOf(3_000);
    const before = JSON.stringify(collection.records().map((record) => record.value));
    const body = listBody(contentOf(collection));
    if (body.kind !== 'pieces') throw new Error('the list is not in pieces');
    collection.put(new StoredRecord('1', { id: 1, name: 'changed before the first piece' }));
    const pieces = body.pieces();
    let text = '';
    let count = 0;
    for (let piece = pieces.next(); piece.done !== true; piece = pieces.next()) {
      text += piece.value;
      count++;
      collection.put(new StoredRecord(String(count * 300), { id: count * 300, name: 'changed' }));
      collection.remove(String(3_000 - count), 'forget');
      collection.put(new StoredRecord(String(9_000 + count), { id: 9_000 + count }));
    }
    expect(count).toBeGreaterThan(5);
    expect(text).toBe(before);
    expect(collection.find('300')?.value['name']).toBe('changed');
  });

  it('shows writes since the text was cached', () => {
    const collection = collectionOf(3);
    expect(wholeOf(listBody(contentOf(collection)))).toContain('名2');
    collection.put(new StoredRecord('2', { id: 2, name: 'B' }));
    expect(wholeOf(listBody(contentOf(collection)))).toBe(
      '[{"id":1,"name":"名1"},{"id":2,"name":"B"},{"id":3,"name":"名3"}]',
    );
    collection.remove('2', 'forget');
    expect(wholeOf(listBody(contentOf(collection)))).toBe(
      '[{"id":1,"name":"名1"},{"id":3,"name":"名3"}]',
    );
  });

  it('separates other orders, other fields and forks', () => {
    const collection = collectionOf(2);
    const fork = collection.fork();
    fork.remove('1', 'forget');
    collection.remove('2', 'forget');
    expect(wholeOf(listBody(contentOf(collection, { fields: ['id'] })))).toBe('[{"id":1}]');
    expect(wholeOf(listBody(contentOf(fork, { fields: ['id'] })))).toBe('[{"id":2}]');
    expect(wholeOf(listBody(contentOf(collection)))).toBe('[{"id":1,"name":"名1"}]');
    expect(wholeOf(listBody(contentOf(collection, { order: 'newest-first' })))).toBe(
      '[{"id":1,"name":"名1"}]',
    );
  });

  it('does not create the same text twice while nothing changes', () => {
    const collection = collectionOf(100);
    let reads = 0;
    const counting: JsonObject = {
      get id() {
        return ++reads;
      },
    };
    collection.put(new StoredRecord('50', counting));
    listBody(contentOf(collection));
    listTag(contentOf(collection));
    listBody(contentOf(collection));
    expect(reads).toBe(1);
  });
});

describe('listBody of a page', () => {
  /** Tells how often its text was asked for. */
  class CountingRecord extends StoredRecord {
    asked = 0;

    override text(): string {
      this.asked++;
      return super.text();
    }
  }

  function pageOf(
    records: readonly StoredRecord[],
    more: Partial<ListContent> = {},
    envelope: JsonObject | null = null,
  ): ListContent {
    return contentOf(collectionOf(0), { ...more, selection: { records, envelope } });
  }

  it('makes the text once while the records of the page stay', () => {
    const counting = new CountingRecord('2', { id: 2 });
    const records = [new StoredRecord('1', { id: 1 }), counting];
    const first = listBody(pageOf(records));
    const again = listBody(pageOf([...records]));
    expect(wholeOf(again)).toBe('[{"id":1},{"id":2}]');
    expect(again).toEqual(first);
    expect(counting.asked).toBe(1);
  });

  it('shows a record that took the place of another one, and one that came after it', () => {
    const [one, two, three] = [1, 2, 3].map((id) => new StoredRecord(String(id), { id }));
    if (one === undefined || two === undefined || three === undefined) throw new Error('three');
    expect(wholeOf(listBody(pageOf([one, two])))).toBe('[{"id":1},{"id":2}]');
    const other = new StoredRecord('2', { id: 2, name: 'B' });
    expect(wholeOf(listBody(pageOf([one, other])))).toBe('[{"id":1},{"id":2,"name":"B"}]');
    expect(wholeOf(listBody(pageOf([one, other, three])))).toBe(
      '[{"id":1},{"id":2,"name":"B"},{"id":3}]',
    );
    expect(wholeOf(listBody(pageOf([])))).toBe('[]');
    expect(wholeOf(listBody(pageOf([one, two])))).toBe('[{"id":1},{"id":2}]');
  });

  it('separates what is shown of the records, and what stands before them', () => {
    const records = [new StoredRecord('1', { id: 1, name: 'A', secret: 's' })];
    const texts = [
      pageOf(records),
      pageOf(records, { fields: ['id'] }),
      pageOf(records, { hidden: ['secret'] }),
      pageOf(records, { unset: ['age'] }),
      pageOf(records, {}, { items: 1 }),
      pageOf(records, {}, { items: 2 }),
    ].map((content) => wholeOf(listBody(content)));
    expect(texts).toEqual([
      '[{"id":1,"name":"A","secret":"s"}]',
      '[{"id":1}]',
      '[{"id":1,"name":"A"}]',
      '[{"id":1,"name":"A","secret":"s","age":null}]',
      '{"items":1,"data":[{"id":1,"name":"A","secret":"s"}]}',
      '{"items":2,"data":[{"id":1,"name":"A","secret":"s"}]}',
    ]);
  });
});

describe('listTag', () => {
  it('is equal for equal texts, and different for different ones', () => {
    const [one, same, other] = [collectionOf(3), collectionOf(3), collectionOf(4)];
    const tag = listTag(contentOf(one));
    expect(tag).toMatch(/^"[0-9a-v]{10}"$/);
    expect(listTag(contentOf(one))).toBe(tag);
    expect(listTag(contentOf(same))).toBe(tag);
    expect(listTag(contentOf(other))).not.toBe(tag);
    expect(listTag(contentOf(one, { order: 'newest-first' }))).not.toBe(tag);
    expect(listTag(contentOf(one, { fields: ['id'] }))).not.toBe(tag);
    one.put(new StoredRecord('2', { id: 2, name: 'B' }));
    expect(listTag(contentOf(one))).not.toBe(tag);
    one.put(new StoredRecord('2', { id: 2, name: '名2' }));
    expect(listTag(contentOf(one))).toBe(tag);
  });

  it('is null for a list that is not cached', () => {
    expect(listTag(contentOf(collectionOf(LIST_RECORDS_KEPT_MAX)))).not.toBeNull();
    expect(listTag(contentOf(collectionOf(LIST_RECORDS_KEPT_MAX + 1)))).toBeNull();
    expect(
      listTag(contentOf(collectionOf(2, { note: 'x'.repeat(LIST_CHARS_KEPT_MAX) }))),
    ).toBeNull();
  });

  it('does not depend on other forms of the list requested earlier', () => {
    const long = { note: 'x'.repeat(LIST_CHARS_KEPT_MAX) };
    const [asked, fresh] = [collectionOf(2, long), collectionOf(2, long)];
    expect(listTag(contentOf(asked))).toBeNull();
    expect(listTag(contentOf(asked, { fields: ['id'] }))).toBe(
      listTag(contentOf(fresh, { fields: ['id'] })),
    );
  });
});
