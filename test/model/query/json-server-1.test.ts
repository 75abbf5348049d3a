import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { startJsonServer1, type Truth } from '../../support/json-servers.ts';
import { askRows, idsOf } from './asked.ts';
import { deviatingRows, deviations } from './deviations.ts';

const rows: readonly JsonObject[] = [
  { id: '1', name: 'Ada', age: 36, isOpen: true, by: { name: 'Xi', rank: 5 }, note: null },
  { id: '2', name: 'bob', age: 9, isOpen: false, by: { name: 'Yo', rank: 1 } },
  { id: '3', name: 'Ada Lovelace', age: 36.5, by: { name: 'xi', rank: 7 }, 'a:b': 'c', a_b: 'd' },
  { id: '4', name: 'Éva', age: 100, by: { name: '', rank: 0 } },
];

const cases: readonly (readonly [query: string, ids: readonly string[]])[] = [
  ['name=Ada', ['1']],
  ['name=ada', []],
  ['name:eq=Ada', ['1']],
  ['name_eq=Ada', ['1']],
  ['name:ne=Ada', ['2', '3', '4']],
  ['age=36', ['1']],
  ['age=%2036', ['1']],
  ['age=0x24', ['1']],
  ['age=3.6e1', ['1']],
  ['age:lt=36', ['2']],
  ['age:lte=36', ['1', '2']],
  ['age:gt=36', ['3', '4']],
  ['age_gte=36', ['1', '3', '4']],
  ['age:gt=', ['1', '2', '3', '4']],
  ['age:gt=x', []],
  ['age:in=9,100', ['2', '4']],
  ['name:in=Ada,%20bob', ['1', '2']],
  ['id:gt=2', ['3', '4']],
  ['name:contains=ADA', ['1', '3']],
  ['name:contains=é', ['4']],
  ['name:contains=a%20l', ['3']],
  ['name:contains=', ['1', '2', '3', '4']],
  ['name:startsWith=a', ['1', '3']],
  ['name:endsWith=A', ['1', '4']],
  ['age:contains=3', []],
  ['isOpen=true', ['1']],
  ['isOpen:ne=true', ['2']],
  ['isOpen:gt=false', ['1']],
  ['note=null', ['1']],
  ['note:ne=null', []],
  ['note:ne=1', ['1']],
  ['by.name=Xi', ['1']],
  ['by.rank:gt=4', ['1', '3']],
  ['by.rank_lte=1', ['2', '4']],
  ['by.name=', ['4']],
  ['name:foo=Ada', ['1', '2', '3', '4']],
  ['name:EQ=Ada', ['1', '2', '3', '4']],
  ['name_foo=Ada', []],
  ['a_b=d', ['3']],
  ['unknown=1', []],
  ['unknown:ne=1', []],
  ['_limit=1', []],
  ['q=ada', []],
  ['name=bob&name=Ada', ['1']],
  ['name=bob&name_eq=Ada', ['1']],
  ['name:eq=Ada&age:gt=1', ['1']],
  ['age:gt=9&age:lt=100', ['1', '3']],
  ['_sort=name', ['1', '3', '2', '4']],
  ['_sort=-name', ['4', '2', '3', '1']],
  ['_sort=age', ['2', '1', '3', '4']],
  ['_sort=by.rank', ['4', '2', '1', '3']],
  ['_sort=unknown,-age', ['4', '3', '1', '2']],
  ['_sort=', ['1', '2', '3', '4']],
  ['_per_page=1', ['1', '2', '3', '4']],
  ['_page=', ['1', '2', '3', '4']],
  ['_page=x', ['1', '2', '3', '4']],
  ['_where={"name":{"eq":"Ada"}}', ['1']],
  ['_where={"age":{"gt":9,"lt":100}}', ['1', '3']],
  ['_where={"by":{"name":{"eq":"Xi"},"rank":{"gt":1}}}', ['1']],
  ['_where={"or":[{"age":{"gt":50}},{"name":{"eq":"bob"}}]}', ['2', '4']],
  ['_where={"or":[{"age":{"lt":50}}],"name":{"startsWith":"a"}}', ['1', '3']],
  ['_where={"or":[]}', []],
  ['_where={"age":{"in":[9,100]}}', ['2', '4']],
  ['_where={"name":{"contains":"ADA"}}', ['1', '3']],
  ['_where={"name":{}}', ['1', '2', '3', '4']],
  ['_where={"name":{"eq":"Ada"}}&name=bob', ['1']],
  ['_where={}&name=bob', ['1', '2', '3', '4']],
  ['_where={bad&name=bob', ['2']],
  ['_where=null&name=bob', ['2']],
  ['_where=&name=bob', ['2']],
  ['_where={"unknown":{"eq":1}}', []],
  ['_where={"unknown":{"ne":1}}', []],
];

let truth: Truth;
beforeAll(async () => {
  // It prints the stack of each error.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  truth = await startJsonServer1();
});
afterAll(() => truth[Symbol.asyncDispose]());

describe('readJsonServer1', () => {
  it.each(cases)('%s', async (query, ids) => {
    const answer = askRows('json-server-1', rows, query);
    const real = await truth.ask(rows, query);
    expect(idsOf(answer.status, answer.json)).toEqual(ids);
    expect(idsOf(real.status, real.body)).toEqual(ids);
  });

  it.each(deviations.filter(({ dialect }) => dialect === 'json-server-1'))(
    '$query: differs, for $because',
    async (one) => {
      const answer = askRows(one.dialect, deviatingRows, one.query);
      const real = await truth.ask(deviatingRows, one.query);
      expect(idsOf(answer.status, answer.json)).toEqual(one.ours);
      expect(idsOf(real.status, real.body)).toEqual(one.theirs);
    },
  );

  it('ignores a _where that nests deeper than any body may', () => {
    const where = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    expect(idsOf(200, askRows('json-server-1', rows, `_where=${where}&name=bob`).json)).toEqual([
      '2',
    ]);
  });
});

describe('cutRecords, as json-server 1 pages', () => {
  const many: readonly JsonObject[] = Array.from({ length: 25 }, (_one, index) => ({
    id: String(index + 1),
  }));
  const pages: readonly (readonly [query: string, told: Json, count: number])[] = [
    ['_page=1', { first: 1, prev: null, next: 2, last: 3, pages: 3, items: 25 }, 10],
    ['_page=3', { first: 1, prev: 2, next: null, last: 3, pages: 3, items: 25 }, 5],
    ['_page=2&_per_page=20', { first: 1, prev: 1, next: null, last: 2, pages: 2, items: 25 }, 5],
    ['_page=99', { first: 1, prev: 2, next: null, last: 3, pages: 3, items: 25 }, 5],
    ['_page=0', { first: 1, prev: null, next: 2, last: 3, pages: 3, items: 25 }, 10],
    ['_page=-3', { first: 1, prev: null, next: 2, last: 3, pages: 3, items: 25 }, 10],
    ['_page=1&_per_page=0', { first: 1, prev: null, next: 2, last: 25, pages: 25, items: 25 }, 1],
    ['_page=1&_per_page=x', { first: 1, prev: null, next: 2, last: 3, pages: 3, items: 25 }, 10],
    ['_page=1&_page=2', { first: 1, prev: null, next: 2, last: 3, pages: 3, items: 25 }, 10],
    ['_page=2&id=none', { first: 1, prev: null, next: null, last: 1, pages: 1, items: 0 }, 0],
  ];

  it.each(pages)('%s', async (query, told, count) => {
    const { text } = askRows('json-server-1', many, query);
    const { data, ...rest } = JSON.parse(text) as JsonObject;
    expect([rest, (data as readonly Json[]).length]).toEqual([told, count]);
    expect((await truth.ask(many, query)).body).toEqual(JSON.parse(text));
  });
});

const words = ['Ada', 'ada', 'Bo', 'Gamma ray', 'zoë', 'Éva', 'x-y'];
const word = fc.constantFrom(...words);
const age = fc.integer({ min: -3, max: 12 });
const row = fc.record({
  name: word,
  age,
  ok: fc.boolean(),
  home: fc.record({ city: word, floor: age }),
});
const comparing = fc.constantFrom('lt', 'lte', 'gt', 'gte', 'eq', 'ne');
const finding = fc.constantFrom('contains', 'startsWith', 'endsWith');
const part = fc.constantFrom('a', 'A', 'É', 'ra', '', ' ');
const texts = fc.constantFrom('name', 'home.city');
const numbers = fc.constantFrom('age', 'home.floor');
const filter = fc.oneof(
  fc.tuple(texts, fc.constantFrom(':', '_'), comparing, word),
  fc.tuple(texts, fc.constant(':'), finding, part),
  fc.tuple(
    texts,
    fc.constantFrom(':', '_'),
    fc.constant('in'),
    fc.array(word, { minLength: 1, maxLength: 3 }).map(String),
  ),
  fc.tuple(numbers, fc.constantFrom(':', '_'), comparing, age.map(String)),
  fc.tuple(
    numbers,
    fc.constantFrom(':', '_'),
    fc.constant('in'),
    fc.array(age, { minLength: 1, maxLength: 3 }).map(String),
  ),
  fc.tuple(
    fc.constant('ok'),
    fc.constant(':'),
    fc.constantFrom('eq', 'ne'),
    fc.boolean().map(String),
  ),
);
const plain = filter.map(([path, mark, op, text]) => [`${path}${mark}${op}`, text] as const);
const leaf = fc.oneof(
  fc.tuple(texts, fc.oneof(comparing, finding), word),
  fc.tuple(numbers, comparing, age),
  fc.tuple(numbers, fc.constant('in'), fc.array(age, { maxLength: 3 })),
);
const where = fc
  .record({
    or: fc.array(leaf, { minLength: 1, maxLength: 3 }),
    and: fc.option(leaf, { nil: null }),
  })
  .map(({ or, and }) =>
    JSON.stringify({ ...(and === null ? {} : nested(and)), or: or.map(nested) }),
  );
const sort = fc
  .uniqueArray(fc.constantFrom('id', 'name', 'age', 'home.floor', 'home.city'), { maxLength: 3 })
  .chain((keys) =>
    fc.tuple(...keys.map((key) => fc.boolean().map((isDown) => (isDown ? `-${key}` : key)))),
  )
  .map(String);
const number = fc.oneof(
  fc.integer({ min: -2, max: 9 }).map(String),
  fc.constantFrom('', 'x', '2x', '1.9'),
);
const rest = fc.record(
  { _where: where, _sort: sort, _page: number, _per_page: number },
  { requiredKeys: [] },
);

function nested([path, op, operand]: readonly [string, string, Json]): JsonObject {
  return path
    .split('.')
    .reduceRight<JsonObject>((below, step) => ({ [step]: below }), { [op]: operand });
}

describe('the dialect json-server-1', () => {
  it('answers like json-server 1.0.0-beta.15', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(row, { maxLength: 25 }),
        fc.array(plain, { maxLength: 3 }),
        rest,
        async (drawn, filters, more) => {
          const numbered = drawn.map(
            (one, index) => ({ id: `i${10 + index}`, ...one }) as JsonObject,
          );
          const query = [...filters, ...Object.entries(more)]
            .map(([name, text]) => `${name}=${encodeURIComponent(text)}`)
            .join('&');
          const { json } = askRows('json-server-1', numbered, query);
          expect(json).toEqual((await truth.ask(numbered, query)).body);
        },
      ),
      { numRuns: 600 },
    );
  });
});
