// Reading a whole list to find what was left in it: further pages, lists with faults, and no list
// at all.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { Exchange } from '../../../src/http/client/client.ts';
import { type Call, type Headers, noBody, readBody } from '../../../src/model/message/call.ts';
import { type ReadAllOptions, readAll } from '../../../src/verify/pages/read-all-pages.ts';

const LIST: Call = { method: 'GET', path: '/users', query: '', headers: {}, body: noBody };
const ALL = Array.from({ length: 7 }, (_, index): JsonObject => ({ id: index + 1 }));

function received(text: string, status = 200, headers: Headers = {}): Exchange {
  return {
    kind: 'received',
    received: { status, headers, body: readBody(text) },
    elapsedMs: 1,
    requests: 1,
    redirected: false,
  };
}

/**
 * Reads the list of a service that answers a query so; gives what was read and what was asked for.
 */
async function read(
  answer: (query: string) => Exchange,
  given: Partial<ReadAllOptions> = {},
): Promise<[number, readonly string[]]> {
  const asked: string[] = [];
  const send = (call: Call): Promise<Exchange> => {
    asked.push(call.query);
    return Promise.resolve(answer(call.query));
  };
  const all = await readAll({ send, call: LIST, pager: null, isMissed: () => true, ...given });
  return [all.kind === 'elements' ? all.elements.length : -1, asked];
}

const pageOf = (page: number): string => JSON.stringify(ALL.slice((page - 1) * 3, page * 3));
const numberIn = (query: string): number => Number(/=(\d+)$/.exec(query)?.[1] ?? 1);

describe('readAll', () => {
  it('follows the links of the service', async () => {
    const answer = (query: string): Exchange => {
      const page = numberIn(query);
      return received(
        pageOf(page),
        200,
        page < 3 ? { link: `</users?cursor=${page + 1}>; rel="next"` } : {},
      );
    };
    expect(await read(answer)).toEqual([7, ['', 'cursor=2', 'cursor=3']]);
  });

  it('tries the usual conventions if something is missing, and keeps the one that shows more', async () => {
    const answer = (query: string): Exchange =>
      received(pageOf(query.startsWith('_page=') ? numberIn(query) : 1));
    expect(await read(answer)).toEqual([7, ['', 'page=2', '_page=2', '_page=3', '_page=4']]);
  });

  it('asks once if nothing is missing', async () => {
    expect(await read(() => received(pageOf(1)), { isMissed: () => false })).toEqual([3, ['']]);
  });

  it('uses the known pagination', async () => {
    const answer = (query: string): Exchange =>
      received(JSON.stringify(ALL.slice(Number(/\d+$/.exec(query)?.[0] ?? 0)).slice(0, 3)));
    const pager = { kind: 'query', name: 'skip', counts: 'elements', first: 0 } as const;
    expect(await read(answer, { pager })).toEqual([7, ['', 'skip=3', 'skip=6', 'skip=7']]);
  });

  it('reads a list with faults in it', async () => {
    expect(await read(() => received('[null, 1, {"id":{}}]'), { isMissed: () => false })).toEqual([
      1,
      [''],
    ]);
  });

  it.each([
    [received('{}'), 'it was answered with 200 and no list', 'Correct the address'],
    [received('[]', 500), 'it was answered with 500 and no list', 'Correct the address'],
    [received('{}', 401), 'it was answered with 401 and no list', 'Give credentials'],
    [
      {
        kind: 'trouble',
        trouble: 'refused',
        message: 'h:1 refuses connections',
        elapsedMs: 1,
        requests: 1,
        redirected: false,
      },
      'h:1 refuses connections',
      'Start the service',
    ],
  ] as const)('says why there is no list: %j', async (exchange, why, remedy) => {
    const all = await readAll({
      send: () => Promise.resolve(exchange),
      call: LIST,
      pager: null,
      isMissed: () => true,
    });
    expect(all).toEqual({
      kind: 'unread',
      why: `GET /users returned no list: ${why}`,
      remedy: expect.stringContaining(remedy),
    });
  });
});
