// Numbers of items beside a list, or in its header fields: those that agree with the list are right,
// whether they count a page or all where the name leaves that open; each other one is found.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';
import { verifyOwnMock } from './own-mock-of.ts';

const folder = useTempFolder();

/** How a list tells its number. */
interface Way {
  /** The member with the items; `null` if the list stands alone. */
  readonly list: string | null;
  readonly count: string;
  /** The type of the count; `integer` if absent. */
  readonly type?: 'integer' | 'number';
  /** How many items a page has; all if absent. */
  readonly size?: number;
}

const WAYS: Readonly<Record<string, Way>> = {
  'a member called as the list': { list: 'jars', count: 'jarsCount' },
  'a number of things': { list: 'jars', count: 'num_jars' },
  'a count': { list: 'results', count: 'count' },
  'a total': { list: 'data', count: 'total' },
  'a header field': { list: null, count: 'X-Total-Count' },
  'a count of pages': { list: 'jars', count: 'jarCount', size: 2 },
  'a total of pages': { list: 'jars', count: 'total', size: 2 },
  'a header field of pages': { list: null, count: 'X-Total-Count', size: 2 },
  'a total of any number': { list: 'data', count: 'total', type: 'number' },
};

/** `total`: of all items; `shown`: on the page; `served`: how often the list was read. */
type Counted = (total: number, shown: number, served: number) => number;

function documentOf({ list, count, size, type = 'integer' }: Way): JsonObject {
  const pages = { name: 'page', in: 'query', schema: { type: 'integer', minimum: 1 } };
  const number = { type };
  return shelfDocument({
    item: ['get', 'put', 'delete'],
    listParameters: size === undefined ? [] : [pages],
    listed: (items) => {
      const [headers, schema] =
        list === null
          ? [{ [count]: { required: true, schema: number } }, items]
          : [
              {},
              {
                type: 'object',
                required: [list, count],
                properties: { [list]: items, [count]: number },
              },
            ];
      return { description: '', headers, content: { 'application/json': { schema } } };
    },
  });
}

/** Verifies a service that counts like this. */
async function verified(way: Way, counted: Counted) {
  const { list, count, size } = way;
  folder.write('openapi.json', JSON.stringify(documentOf(way)));
  let served = 0;
  await using shelf = await startShelf({
    rows: [
      { id: 1, label: 'first' },
      { id: 2, label: 'second' },
      { id: 3, label: 'third' },
    ],
    answer: ({ method, id, query }, right, { jars }) => {
      if (method !== 'GET' || id !== undefined) return right();
      const page = Number(query.get('page') ?? 1);
      const all = [...jars.values()].reverse();
      const shown = size === undefined ? all : all.slice((page - 1) * size, page * size);
      const number = counted(all.length, shown.length, served++);
      return list === null
        ? { status: 200, body: shown, headers: { [count]: String(number) } }
        : { status: 200, body: { [list]: shown, [count]: number } };
    },
  });
  const { code, stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    budget: 'quick',
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  const { findings, laws } = JSON.parse(folder.read('report.json'));
  return {
    code,
    stdout,
    found: findings.map((one: { code: string }) => one.code),
    law: laws.find((one: { name: string }) => one.name === 'totals-fit')?.result,
    left: shelf.jars.size - 3,
  };
}

const names = Object.keys(WAYS);
const wayOf = (name: string): Way => WAYS[name] ?? { list: null, count: '' };

describe('the number of items of a list', { timeout: 60_000 }, () => {
  it.each(names)('that is right: %s', async (name) => {
    const { law, ...run } = await verified(wayOf(name), (total) => total);
    expect(run, run.stdout).toMatchObject({ code: 0, found: [], left: 0 });
    expect(law).toBe('held');
  });

  it.each(names)('that is one too many: %s', async (name) => {
    const { found, stdout } = await verified(wayOf(name), (total) => total + 1);
    expect(found, stdout).toEqual(['wrong-total']);
  });

  it('is right in the mock of each of these documents', async () => {
    for (const way of Object.values(WAYS)) {
      const { code, stdout } = await verifyOwnMock(folder, documentOf(way));
      expect(code, stdout).toBe(0);
    }
  });

  it.each(names.slice(3, 6))('that does not follow a creation: %s', async (name) => {
    let first: number | null = null;
    const { found, stdout } = await verified(wayOf(name), (total) => (first ??= total));
    expect(found, stdout).toEqual(['wrong-total']);
  });

  it.each([
    ['no whole number', (total: number) => total + 0.5],
    ['below zero', () => -1],
  ])('is none if it is %s', async (_name, counted) => {
    const { code, stdout } = await verified(wayOf('a total of any number'), counted);
    expect(code, stdout).toBe(0);
  });

  it('that may be of the page is right if it is', async () => {
    const { code, stdout } = await verified(wayOf('a count of pages'), (_, shown) => shown);
    expect(code, stdout).toBe(0);
  });

  it.each(['a total of pages', 'a header field of pages'])('of the page: %s', async (name) => {
    const { found, stdout } = await verified(wayOf(name), (_, shown) => shown);
    expect(found, stdout).toEqual(['wrong-total']);
  });
});
