import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import { compareRecordings } from '../../../src/inspector/compare/compare-recordings.ts';
import type { ComparedOperation, Comparison } from '../../../src/inspector/compare/comparison.ts';
import type { Recorded, Unnumbered } from '../../../src/journal/interaction/recorded.ts';
import { archiveOf } from '../../support/archive.ts';
import { findingOf, recordedOf, replyOf, textOf } from '../../support/recorded.ts';

interface Called {
  readonly method?: string;
  readonly sent?: Json;
  readonly status?: number;
  readonly rest?: Partial<Unnumbered>;
}

/** A call that is answered with this body. */
function call(
  path: string,
  answer: Json,
  { method = 'GET', sent, status = 200, rest = {} }: Called = {},
) {
  return recordedOf({
    request: {
      method,
      path,
      query: '',
      headers: [],
      body: textOf(sent === undefined ? '' : JSON.stringify(sent)),
    },
    reply: replyOf({ status, body: textOf(JSON.stringify(answer)) }),
    ...rest,
  });
}

function times(count: number, make: (index: number) => Unnumbered): readonly Unnumbered[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function compare(older: readonly Unnumbered[], newer: readonly Unnumbered[]): Promise<Comparison> {
  const numbered = (all: readonly Unnumbered[]): readonly Recorded[] =>
    all.map((one, index) => ({ ...one, seq: index + 1 }));
  const filter = { terms: [] };
  return compareRecordings(
    { name: 'older', archive: archiveOf(numbered(older)), filter },
    { name: 'newer', archive: archiveOf(numbered(newer)), filter },
  );
}

function textsOf({ operations }: Comparison): readonly string[] {
  return operations.flatMap(({ operation, differences }: ComparedOperation) =>
    differences.map(({ kind, text }) => `${operation} ${kind}: ${text}`),
  );
}

const user = (id: number): Json => ({ id, name: 'Ada', address: { city: 'Paris' } });

describe('compareRecordings', () => {
  it('finds one operation for paths that differ in ids, in both recordings', async () => {
    const { operations } = await compare(
      times(3, (index) => call(`/users/${index + 1}`, user(index + 1))),
      times(4, (index) => call(`/users/${index + 7}`, user(index + 7))),
    );
    expect(operations).toEqual([
      {
        operation: 'GET /users/{userId}',
        older: { count: 3, p50Ms: 1.5, p95Ms: 1.5, statuses: [['200', 3]], seq: 3 },
        newer: { count: 4, p50Ms: 1.5, p95Ms: 1.5, statuses: [['200', 4]], seq: 4 },
        differences: [],
      },
    ]);
  });

  it('tells the operations of GraphQL apart', async () => {
    const ask = (name: string) =>
      call('/graphql', { data: {} }, { method: 'POST', sent: { operationName: name, query: '' } });
    const { operations } = await compare([ask('Cart')], [ask('Cart'), ask('Pay')]);
    expect(operations.map(({ operation }) => operation)).toEqual([
      'POST /graphql Pay',
      'POST /graphql Cart',
    ]);
  });

  it('reports another status with one interaction of each recording', async () => {
    const read = (id: number, status = 200) => call(`/users/${id}`, user(id), { status });
    const { operations } = await compare(
      times(40, read),
      times(40, (index) => read(index, index === 11 ? 500 : 200)),
    );
    expect(operations[0]?.differences).toEqual([
      {
        kind: 'status',
        text: 'answers 500 in 1 of 40, before in none of 40',
        older: 12,
        newer: 12,
      },
    ]);
  });

  it('reports a status that comes more often, and not one that does so by chance', async () => {
    const read = (share: number) => (index: number) =>
      call(`/users/${index}`, {}, { status: index < share ? 404 : 200 });
    expect(textsOf(await compare(times(40, read(2)), times(40, read(30))))).toEqual([
      'GET /users/{userId} status: answers 404 in 30 of 40, before in 2 of 40',
    ]);
    expect(textsOf(await compare(times(40, read(2)), times(40, read(4))))).toEqual([]);
  });

  it('reports a call without an answer', async () => {
    const silent = recordedOf({ reply: null, trouble: 'connection reset' });
    expect(textsOf(await compare([recordedOf()], [silent]))).toEqual([
      'GET /users/{userId} status: gets no answer in 1 of 1, before in none of 1',
    ]);
  });

  it.each<[string, Json, Json, string]>([
    [
      'a member that is gone',
      { id: 1, name: 'Ada' },
      { id: 1 },
      '"name" is gone, before in 5 of 5',
    ],
    ['a new member', { id: 1 }, { id: 1, email: null }, '"email" is new, in 5 of 5'],
    ['another type', { id: 1 }, { id: '1' }, '"id" has the type string in 5 of 5, before number'],
    [
      'null',
      { a: { b: 'x' } },
      { a: { b: null } },
      '"a.b" has the type null in 5 of 5, before string',
    ],
    [
      'a member of elements',
      { items: [{ id: 1, at: 'x' }] },
      { items: [{ id: 1 }, { id: 2 }] },
      '"items[].at" is gone, before in 5 of 5',
    ],
    [
      'a list in place of an object',
      { id: 1 },
      [1],
      'the body has the type array in 5 of 5, before object',
    ],
  ])('reports %s', async (_, older, newer, text) => {
    const texts = textsOf(
      await compare(
        times(5, () => call('/users', older)),
        times(5, () => call('/users', newer)),
      ),
    );
    expect(texts).toEqual([`GET /users answer: 200: ${text}`]);
  });

  it('reports a member that some answers lack now, and names one of them', async () => {
    const list = (hasName: (index: number) => boolean) =>
      times(10, (index) =>
        call(
          `/users/${index}`,
          hasName(index) ? user(index) : { id: 1, address: { city: 'Rome' } },
        ),
      );
    const { operations } = await compare(
      list(() => true),
      list((index) => index !== 3 && index !== 5),
    );
    expect(operations[0]?.differences).toEqual([]);
    const { operations: more } = await compare(
      list(() => true),
      list((index) => index % 2 === 0),
    );
    expect(more[0]?.differences).toEqual([
      {
        kind: 'answer',
        text: '200: "name" is missing in 5 of 10, before in none',
        older: 2,
        newer: 2,
      },
    ]);
  });

  it('does not report a rare member that is absent by chance', async () => {
    const rare = (index: number) => call('/users', index === 0 ? { id: 1, note: 'x' } : { id: 1 });
    const plain = () => call('/users', { id: 1 });
    expect(textsOf(await compare(times(10, rare), times(10, plain)))).toEqual([]);
    expect(textsOf(await compare(times(10, rare), times(100, plain)))).toEqual([
      'GET /users answer: 200: "note" is gone, before in 1 of 10',
    ]);
  });

  it('compares the bodies of requests', async () => {
    const create = (sent: Json) => () => call('/users', {}, { method: 'POST', sent, status: 201 });
    expect(
      textsOf(await compare(times(5, create({ name: 'A' })), times(5, create({ fullName: 'A' })))),
    ).toEqual([
      'POST /users request: request: "name" is gone, before in 5 of 5',
      'POST /users request: request: "fullName" is new, in 5 of 5',
    ]);
  });

  it('reports times only if they are clearly longer', async () => {
    const taking = (ms: number) => (index: number) =>
      call('/users', {}, { rest: { elapsedMs: ms + index } });
    expect(textsOf(await compare(times(5, taking(20)), times(5, taking(100))))).toEqual([
      'GET /users slower: takes 102 ms (median), before 22 ms, 4.6 times as long',
    ]);
    expect(textsOf(await compare(times(5, taking(100)), times(5, taking(20))))).toEqual([
      'GET /users faster: takes 22 ms (median), before 102 ms, 4.6 times as fast',
    ]);
    expect(textsOf(await compare(times(4, taking(20)), times(5, taking(100))))).toEqual([]);
    expect(textsOf(await compare(times(5, taking(1)), times(5, taking(3))))).toEqual([]);
  });

  it('reports a new kind of violation, if the older recording was judged', async () => {
    const broken = { verdict: 'violates', findings: [findingOf()] } as const;
    const once = [recordedOf()];
    expect(textsOf(await compare(once, [recordedOf(broken)]))).toEqual([
      'GET /users/{userId} finding: violates the contract (body-not-json) in 1 of 1, before in none of 1',
    ]);
    expect(
      textsOf(await compare([recordedOf({ verdict: 'unjudged' })], [recordedOf(broken)])),
    ).toEqual([]);
  });

  it('reports operations of one recording alone, after those whose answers differ', async () => {
    const older = [call('/a', {}), call('/b', { id: 1 }), call('/d', {})];
    const newer = [call('/b', { id: 'x' }), call('/c', {}), call('/d', {})];
    expect(textsOf(await compare(older, newer))).toEqual([
      'GET /b answer: 200: "id" has the type string in 1 of 1, before number',
      'GET /a gone: is not called any more',
      'GET /c new: was not called before',
    ]);
  });

  it('reads bodies that are hostile', async () => {
    const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`;
    const wide = JSON.stringify(
      Object.fromEntries(Array.from({ length: 3000 }, (_, i) => [`k${i}`, i])),
    );
    const answers = [deep, wide, '{"__proto__":1}', '{"constructor":{}}', '[', '{} x'];
    const all = answers.map((text) => recordedOf({ reply: replyOf({ body: textOf(text) }) }));
    expect(textsOf(await compare(all, all))).toEqual([]);
  });
});
