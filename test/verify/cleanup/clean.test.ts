// What is removed after a crash, and what never is.

import { describe, expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import { isObject, type JsonObject } from '../../../src/base/json.ts';
import type { Exchange } from '../../../src/http/client/client.ts';
import { type Call, readBody } from '../../../src/model/message/call.ts';
import { type CleanOptions, clean } from '../../../src/verify/cleanup/clean.ts';
import { createGuard } from '../../../src/verify/guard/guard.ts';
import { type LeftLedger, noLedger } from '../../../src/verify/guard/ledger.ts';
import { usersContract } from '../../support/users.ts';

const TOKEN = 'sk7f3q9x2';
const mine = (id: number | string): JsonObject => ({ id, name: `Ann ${TOKEN}-${id}` });
const foreign = (id: number | string): JsonObject => ({ id, name: 'Bob' });

interface Fake {
  readonly items: Map<string, JsonObject>;
  /** Each call that changed something, or tried to. */
  readonly writes: string[];
  readonly removed: string[];
  /** Answers in place of the service, where it does not give `null`. */
  answer: (call: Call) => Exchange | null;
  ledger(keys: readonly string[], given?: Partial<LeftLedger>): LeftLedger;
  clean(ledgers: readonly LeftLedger[], given?: Partial<CleanOptions>): ReturnType<typeof clean>;
}

function received(status: number, text = ''): Exchange {
  return {
    kind: 'received',
    received: { status, headers: {}, body: readBody(text) },
    elapsedMs: 1,
    requests: 1,
    redirected: false,
  };
}

function service(...items: readonly JsonObject[]): Fake {
  const fake: Fake = {
    items: new Map(items.map((item) => [String(item['id']), item])),
    writes: [],
    removed: [],
    answer: () => null,
    ledger: (keys, given = {}) => ({
      token: TOKEN,
      baseUrl: 'http://h',
      path: '/users',
      startedAt: '',
      runner: null,
      keys,
      spared: [],
      kept: null,
      idMember: null,
      doubts: [],
      remove: () => {
        fake.removed.push('ledger');
        return Promise.resolve();
      },
      ...given,
    }),
    clean: (ledgers, given = {}) =>
      clean({
        guard,
        ledgers,
        contract: usersContract,
        readAll: () => Promise.resolve([...fake.items.values()]),
        ...given,
      }),
  };
  const guard = createGuard({
    send: (call) => {
      if (call.method !== 'GET') fake.writes.push(`${call.method} ${call.path}`);
      return Promise.resolve(fake.answer(call) ?? serve(fake.items, call));
    },
    ledger: noLedger(TOKEN),
    contract: usersContract,
    mode: 'write',
    ratePerSecond: null,
    deadline: 0,
    wait: () => Promise.resolve(),
    now: () => 0,
    onWaiting: () => {},
  });
  return fake;
}

function serve(items: Map<string, JsonObject>, { method, path }: Call): Exchange {
  const key = decodeURIComponent(path.slice('/users/'.length));
  const item = items.get(key);
  if (item === undefined) return received(404);
  if (method !== 'DELETE') return received(200, JSON.stringify(item));
  items.delete(key);
  return received(204);
}

describe('clean', () => {
  it('removes items of the run found by ledger or list, and nothing else', async () => {
    const fake = service(foreign(1), mine(7), mine(8), mine('a/b'), foreign(9));
    expect(await fake.clean([fake.ledger(['7', '6'])])).toEqual({
      doubts: [],
      removed: ['7', '8', 'a/b'],
      left: [],
      unmarked: [],
      failed: [],
      ledgers: 1,
    });
    expect([...fake.items.keys()]).toEqual(['1', '9']);
    expect(fake.writes).toEqual(['DELETE /users/7', 'DELETE /users/8', 'DELETE /users/a%2Fb']);
    expect(fake.removed).toEqual(['ledger']);
    expect(await fake.clean([fake.ledger(['7'])])).toEqual({
      doubts: [],
      removed: [],
      left: [],
      unmarked: [],
      failed: [],
      ledgers: 1,
    });
    expect(fake.writes).toHaveLength(3);
  });

  it('leaves an item without the mark at a noted id, reports it and keeps the ledger until it is gone', async () => {
    const fake = service(foreign(7), mine(8));
    expect(await fake.clean([fake.ledger(['7', '8'])])).toEqual({
      doubts: [],
      removed: ['8'],
      left: [],
      unmarked: ['7'],
      failed: [],
      ledgers: 0,
    });
    expect(fake.writes).toEqual(['DELETE /users/8']);
    expect([...fake.items.keys()]).toEqual(['7']);
    expect(fake.removed).toEqual([]);
    // It is struck off once nothing is there.
    fake.items.delete('7');
    expect(await fake.clean([fake.ledger(['7', '8'])])).toMatchObject({ unmarked: [], ledgers: 1 });
    expect(fake.removed).toEqual(['ledger']);
  });

  it('leaves an id that was there before the run, whatever it holds now', async () => {
    const fake = service(mine(7), mine(8));
    expect(await fake.clean([fake.ledger(['7', '8'], { spared: ['7', '9'] })])).toEqual({
      doubts: [],
      removed: ['8'],
      left: ['7'],
      unmarked: [],
      failed: [],
      ledgers: 1,
    });
    expect(fake.writes).toEqual(['DELETE /users/8']);
  });

  it('removes nothing more after a removal that had no effect', async () => {
    const fake = service(mine(7), mine(8));
    fake.answer = ({ method }) => (method === 'DELETE' ? received(204) : null);
    expect((await fake.clean([fake.ledger(['7', '8'])])).failed).toEqual([
      { key: '7', why: 'it is still there; DELETE answered 204' },
      {
        key: '8',
        why: 'not tried: a removal before it succeeded, but its item is still there',
      },
    ]);
    expect(fake.writes).toEqual(['DELETE /users/7']);
  });

  it('finds by the ledger an item that the list does not show', async () => {
    const fake = service(mine(7));
    expect(
      await fake.clean([fake.ledger(['7'])], { readAll: () => Promise.resolve([]) }),
    ).toMatchObject({
      removed: ['7'],
      ledgers: 1,
    });
  });

  it('removes an item that only the list shows', async () => {
    const fake = service(mine(7));
    fake.answer = ({ method }) => (method === 'GET' ? received(404) : null);
    expect(await fake.clean([fake.ledger([])])).toMatchObject({ removed: ['7'], failed: [] });
  });

  it('cleans up after several runs, each by its own token', async () => {
    const fake = service(mine(7), { id: 8, name: 'Eve', email: 'zz12345678@x.test' }, foreign(9));
    const ledgers = [
      fake.ledger(['7']),
      fake.ledger(['8', '7'], { token: 'zz12345678' }),
      fake.ledger(['9'], { path: '/products' }),
    ];
    expect(await fake.clean(ledgers)).toEqual({
      doubts: [],
      removed: ['7', '8'],
      left: [],
      unmarked: [],
      failed: [],
      ledgers: 2,
    });
  });

  it('sends nothing if there is no ledger', async () => {
    const fake = service(mine(7));
    const readAll = (): Promise<never> => Promise.reject(new Error('asked'));
    expect(await fake.clean([], { readAll })).toEqual({
      doubts: [],
      removed: [],
      left: [],
      unmarked: [],
      failed: [],
      ledgers: 0,
    });
  });

  const stubborn: readonly [what: string, answer: Fake['answer'], why: string][] = [
    [
      'a DELETE that is refused',
      ({ method }) => (method === 'DELETE' ? received(403) : null),
      'it is still there; DELETE answered 403',
    ],
    [
      'a DELETE that does nothing',
      ({ method }) => (method === 'DELETE' ? received(204) : null),
      'it is still there; DELETE answered 204',
    ],
    [
      'a read that is refused',
      ({ method }) => (method === 'GET' ? received(401) : null),
      'GET answered 401',
    ],
    [
      'a page in place of an item',
      () => received(200, '<html>'),
      'GET answered 200 without an item',
    ],
    [
      'a list in place of an item',
      () => received(200, JSON.stringify([mine(7)])),
      'GET answered 200 without an item',
    ],
    [
      'a service that goes away',
      () => ({
        kind: 'trouble',
        trouble: 'refused',
        message: 'h:80 refuses connections',
        elapsedMs: 1,
        requests: 1,
        redirected: false,
      }),
      'GET failed: h:80 refuses connections',
    ],
  ];

  it.each(stubborn)('keeps the ledger and says why: %s', async (_what, answer, why) => {
    const fake = service(mine(7));
    fake.answer = answer;
    const readAll = (): Promise<readonly JsonObject[]> => Promise.resolve([]);
    expect(await fake.clean([fake.ledger(['7'])], { readAll })).toEqual({
      doubts: [],
      removed: [],
      left: [],
      unmarked: [],
      failed: [{ key: '7', why }],
      ledgers: 0,
    });
    expect(fake.removed).toEqual([]);
    expect([...fake.items.keys()]).toEqual(['7']);
  });

  it('reports an item that the list still shows', async () => {
    const fake = service(mine(7));
    const readAll = (): Promise<readonly JsonObject[]> => Promise.resolve([mine(7)]);
    const failed = [{ key: '7', why: 'the list still shows it' }];
    expect(await fake.clean([fake.ledger(['7'])], { readAll })).toEqual({
      doubts: [],
      removed: [],
      left: [],
      unmarked: [],
      failed,
      ledgers: 0,
    });
    expect(fake.removed).toEqual([]);
  });

  it('reports an item without an id, or with one that cannot be used in a path', async () => {
    const fake = service({ id: null, name: TOKEN }, { id: '..', name: TOKEN });
    expect(await fake.clean([fake.ledger([])])).toMatchObject({
      removed: [],
      failed: [
        { key: '(none)', why: 'the list shows an item of the run without its id' },
        { key: '..', why: 'its id cannot be used in a path' },
      ],
    });
    expect(fake.writes).toEqual([]);
  });

  it('recognises an item in an envelope, and an item other than the requested one', async () => {
    const wrapped = service(mine(7));
    wrapped.answer = ({ method, path }) => {
      const item = wrapped.items.get(path.slice(7));
      return method === 'GET' && isObject(item)
        ? received(200, JSON.stringify({ data: item }))
        : null;
    };
    expect(await wrapped.clean([wrapped.ledger(['7'])])).toMatchObject({ removed: ['7'] });
    const crossed = service(mine(7), foreign(8));
    crossed.answer = ({ method }) =>
      method === 'GET' ? received(200, JSON.stringify(mine(7))) : null;
    expect(
      await crossed.clean([crossed.ledger(['8'])], { readAll: () => Promise.resolve([]) }),
    ).toMatchObject({
      removed: [],
      left: ['8'],
    });
    expect(crossed.writes).toEqual([]);
  });

  it('rejects and keeps the ledgers if the service is down, before or after', async () => {
    const error = new StandinError(
      'option-invalid',
      'h:80 refuses connections',
      'Start the service.',
    );
    const down = service(mine(7));
    await expect(
      down.clean([down.ledger(['7'])], { readAll: () => Promise.reject(error) }),
    ).rejects.toBe(error);
    expect([down.writes, down.removed]).toEqual([[], []]);
    const [later, reads] = [service(mine(7)), [[mine(7)]]];
    const readAll = (): Promise<readonly JsonObject[]> => {
      const items = reads.shift();
      return items === undefined ? Promise.reject(error) : Promise.resolve(items);
    };
    await expect(later.clean([later.ledger(['7'])], { readAll })).rejects.toBe(error);
    expect(later.removed).toEqual([]);
    expect(await later.clean([later.ledger(['7'])])).toMatchObject({ failed: [], ledgers: 1 });
  });
});
