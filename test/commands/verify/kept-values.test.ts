// Values that services often change: `false`, 0, empty texts, maps, the order and number of elements.
// Each write is tried, and beside each excuse is the fault that it must not hide.

import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject, objectOf, own } from '../../../src/base/json.ts';
import { shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const members: JsonObject = {
  label: { type: 'string' },
  note: { type: 'string' },
  isFull: { type: 'boolean' },
  stock: { type: 'integer', minimum: 0, maximum: 1000 },
  weight: { type: 'number' },
  tags: { type: 'array', items: { type: 'string' } },
  span: { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 },
  extra: { type: 'object', additionalProperties: { type: 'string' } },
};

/** Stores another value of a member than was sent; `undefined` drops it. */
type Change = (member: string, value: Json) => Json | undefined;

async function verified(change: Change, by: readonly string[] = ['POST', 'PUT', 'PATCH']) {
  const item = ['get', 'put', 'patch', 'delete'] as const;
  folder.write('openapi.json', JSON.stringify(shelfDocument({ members, item })));
  await using shelf = await startShelf({
    answer: (call, right, { jars }) => {
      const { method, id, body } = call;
      if (body === undefined || !isObject(body) || !by.includes(method)) return right();
      const before = new Set(jars.keys());
      const { status } = right();
      const key = id ?? [...jars.keys()].find((one) => !before.has(one)) ?? '';
      const jar = jars.get(key);
      if (jar === undefined) return { status };
      const changed = Object.entries(jar).flatMap(([member, value]): [string, Json][] => {
        const kept = Object.hasOwn(body, member) ? change(member, value) : value;
        return kept === undefined ? [] : [[member, kept]];
      });
      jars.set(key, objectOf(changed));
      return { status, body: objectOf(changed) };
    },
  });
  const { code, stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json')) as {
    findings: { code: string; operation: string; at: string | null }[];
  };
  return { code, stdout, at: findings.map((one) => one.at), left: shelf.jars.size };
}

const ofMember =
  (name: string, change: (value: Json) => Json | undefined): Change =>
  (member, value) =>
    member === name ? change(value) : value;
const without =
  (lost: Json, instead?: Json) =>
  (value: Json): Json | undefined =>
    value === lost ? instead : value;
const byText = (all: readonly Json[]): Json =>
  all.toSorted((one, other) =>
    String(one).localeCompare(String(other), undefined, { numeric: true }),
  );
const sorted = (value: Json): Json =>
  Array.isArray(value) ? byText(value as readonly Json[]) : value;

/** As Go with `omitempty`, and JSON of protobuf. */
const isLeftOut = (value: Json): boolean => value === false || value === 0 || value === '';

describe('a value that a write loses', () => {
  const lost: readonly [string, string, Change][] = [
    ['false becomes null', '/isFull', ofMember('isFull', without(false, null))],
    ['0 becomes a default', '/stock', ofMember('stock', without(0, 10))],
    ['an empty text becomes null', '/note', ofMember('note', without('', null))],
  ];
  const writes = ['POST', 'PUT', 'PATCH'];
  // The first by each write, the others by one of them.
  const cases = lost.flatMap(([what, at, change], index) =>
    writes
      .filter((_, place) => index === 0 || place === index % 3)
      .map((by) => [what, by, at, change] as const),
  );

  it.each(cases)('is found: %s by %s', async (_case, by, at, change) => {
    const { code, stdout, at: found } = await verified(change, [by]);
    expect(code, stdout).toBe(1);
    expect(found.join()).toContain(at);
  });

  it.each<[string, string, Change]>([
    [
      'a map keeps one entry',
      '/extra',
      ofMember('extra', (value) => objectOf(Object.entries(value as JsonObject).slice(0, 1))),
    ],
    [
      'an empty text that answers require is left out',
      'label',
      (_, value) => (isLeftOut(value) ? undefined : value),
    ],
    ['a pair is sorted', '/span', ofMember('span', sorted)],
    ['a number becomes whole', '/weight', ofMember('weight', (value) => Math.round(Number(value)))],
    [
      'a list keeps three elements',
      '/tags',
      ofMember('tags', (value) => (value as readonly Json[]).slice(0, 3)),
    ],
  ])('is found: %s', async (_case, at, change) => {
    const { code, stdout, at: found } = await verified(change);
    expect(code, stdout).toBe(1);
    expect(`${found.join()} ${stdout}`).toContain(at);
  });

  it.each<[string, Change, RegExp]>([
    ['nothing is changed', (_, value) => value, /fields\.normal +as-sent/],
    [
      'an empty list is left out',
      ofMember('tags', (value) => ((value as readonly Json[]).length === 0 ? undefined : value)),
      /fields\.normal +as-sent/,
    ],
    [
      'empty values are left out, if no answer requires them',
      (member, value) => (member !== 'label' && isLeftOut(value) ? undefined : value),
      /fields\.normal +as-sent/,
    ],
    [
      'elements are there once',
      ofMember('tags', (value) => [...new Set(value as readonly Json[])]),
      /fields\.normal +sets/,
    ],
    [
      'numbers have two decimals',
      ofMember('weight', (value) => Math.round(Number(value) * 100) / 100),
      /fields\.normal +round/,
    ],
  ])('is none, and named as a choice: %s', async (_case, change, choice) => {
    const { code, stdout, left } = await verified(change);
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(choice);
    expect(left).toBe(0);
  });

  it('is none if the service keeps members of its own beside it', async () => {
    const { code, stdout } = await verified((member, value) =>
      member === 'extra' && isObject(value) ? { ...value, by: own(value, 'by') ?? 'us' } : value,
    );
    expect(code, stdout).toBe(0);
  });
});

describe('a member that the service calculates, by its description', () => {
  const described: JsonObject = {
    label: { type: 'string' },
    note: { type: 'string' },
    count: { type: 'integer' },
    total: { type: 'integer', description: 'What is in all. Calculated from the count.' },
  };
  const totalOf = (sent: JsonObject): number => {
    const count = Number(own(sent, 'count'));
    if (!Object.hasOwn(sent, 'total')) return 2_026_112_801;
    return count < 60 ? 0 : count;
  };

  async function found(store: (sent: JsonObject, was: JsonObject) => JsonObject) {
    const item = ['get', 'put', 'delete'] as const;
    const document = shelfDocument({ members: described, item, required: ['label', 'count'] });
    folder.write('openapi.json', JSON.stringify(document));
    await using shelf = await startShelf({
      answer(call, right, { jars }) {
        const was = jars.get(call.id ?? '') ?? {};
        const answer = right();
        const { body } = answer;
        if (!isObject(call.body ?? null) || answer.status >= 300 || !isObject(body ?? null))
          return answer;
        const jar = {
          ...store(call.body as JsonObject, was),
          id: own(body as JsonObject, 'id') ?? 0,
        };
        jars.set(String(jar.id), jar);
        return { ...answer, body: jar };
      },
    });
    const { stdout } = await runVerify(shelf.url, {
      contract: 'openapi.json',
      mode: 'write',
      ledgerFolder: '.standin',
      json: { file: 'report.json' },
    });
    const { findings } = JSON.parse(folder.read('report.json')) as {
      findings: { code: string; operation: string; at: string | null }[];
    };
    return { all: findings.map(({ operation, at }) => `${operation} ${at}`), stdout };
  }

  const calculated = (sent: JsonObject): JsonObject => ({
    ...sent,
    total: totalOf(sent),
  });

  it('may hold any value', async () => {
    const { all, stdout } = await found(calculated);
    expect(all, stdout).toEqual([]);
  });

  it('may follow another member once the first items had all the same value', async () => {
    let made = 0;
    const { all, stdout } = await found((sent) => ({
      ...sent,
      total: made++ < 4 ? 0 : Number(own(sent, 'count')),
    }));
    expect(all, stdout).toEqual([]);
  });

  it('is not lost now and then if the service takes it', async () => {
    let made = 0;
    const { all, stdout } = await found((sent) =>
      made++ % 4 === 3 ? { ...sent, total: 1 } : sent,
    );
    expect(all.join(), stdout).toMatch(/ \/total/);
  });

  it('hides no other member that is not stored', async () => {
    const { all, stdout } = await found((sent) => ({ ...calculated(sent), note: 'none' }));
    expect(all, stdout).toContain('create /note');
  });

  it('keeps what was sent if the service takes it elsewhere', async () => {
    const { all, stdout } = await found((sent, was) =>
      own(was, 'total') === undefined ? sent : { ...sent, total: 1 },
    );
    expect(all, stdout).toContain('replace /total');
  });
});
