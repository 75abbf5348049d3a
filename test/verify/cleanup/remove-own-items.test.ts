// What the end of a run removes, and what it leaves and tells.

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/http/client/client.ts';
import {
  type RemovedOwnItems,
  removeOwnItems,
} from '../../../src/verify/cleanup/remove-own-items.ts';
import { createGuard } from '../../../src/verify/guard/guard.ts';
import { noLedger } from '../../../src/verify/guard/ledger.ts';
import { performMove } from '../../../src/verify/moves/perform-move.ts';
import { Scenario } from '../../../src/verify/scenario/scenario.ts';
import { createSession, type Session } from '../../../src/verify/session/session.ts';
import { plain } from '../../bed/plain.ts';
import { started, USERS } from '../../support/bed.ts';
import { startTroubled, type Troubled } from '../../support/troubled.ts';
import { usersProject } from '../../support/users.ts';
import { unwrap } from '../scenario/unwrap.ts';
import { contract, withSession } from '../search/walking.ts';

describe('removeOwnItems', () => {
  it('removes items of the run, also several at once', async () => {
    await using service = await started(plain.start(USERS));
    await withSession(service, {}, async ({ session, make }) => {
      session.sender.atOnce = 4;
      const stage = new Scenario(session);
      for (const item of ['a', 'b', 'c', 'd', 'e', 'f'])
        unwrap(
          await performMove(stage, { kind: 'create', item, values: make.plain(), manner: 'plain' }),
        );
      expect(await removeOwnItems(session)).toEqual({ left: [], isSure: true });
    });
    expect(service.stored()).toEqual(USERS);
  });

  it('tells of an item that is still there after its removal succeeded', async () => {
    const start = plain.startPlanted(USERS, (parts) => ({
      ...parts,
      around: (call, next) =>
        call.operation === 'remove' ? Promise.resolve({ status: 204 }) : next(call),
    }));
    await using service = await started(start);
    await withSession(service, {}, async ({ session, make }) => {
      const stage = new Scenario(session);
      unwrap(
        await performMove(stage, {
          kind: 'create',
          item: 'a',
          values: make.plain(),
          manner: 'plain',
        }),
      );
      const { left, notRemoved } = await removeOwnItems(session);
      expect(left).toContain(notRemoved?.key);
      expect(
        notRemoved?.trace.map(({ call, received }) => [call.method, received?.status]),
      ).toEqual([
        ['DELETE', 204],
        ['GET', 200],
      ]);
    });
  });

  it('removes an item once if two items of a scenario have its id', async () => {
    await using service = await started(plain.start(USERS));
    await withSession(service, {}, async ({ session, make }) => {
      const stage = new Scenario(session);
      unwrap(
        await performMove(stage, {
          kind: 'create',
          item: 'a',
          values: make.plain(),
          manner: 'plain',
        }),
      );
      stage.items.set('b', { ...unwrap(stage.item('a')), label: 'b' });
      await stage.cleanUp();
      expect(session.sender.guard.owned()).not.toContain(unwrap(stage.item('a')).key);
    });
    expect(service.stored()).toEqual(USERS);
  });

  it.each([401, 429])(
    'gives up no item if the service answers removals and reads with %i',
    async (status) => {
      let isOpen = true;
      const start = plain.startPlanted(USERS, (parts) => ({
        ...parts,
        around: (call, next) =>
          isOpen ? next(call) : Promise.resolve({ status, headers: { 'retry-after': '3600' } }),
      }));
      await using service = await started(start);
      await withSession(service, {}, async ({ session, make }) => {
        const stage = new Scenario(session);
        unwrap(
          await performMove(stage, {
            kind: 'create',
            item: 'a',
            values: make.plain(),
            manner: 'plain',
          }),
        );
        isOpen = false;
        expect((await removeOwnItems(session)).left).toContain(unwrap(stage.item('a')).key);
      });
    },
  );

  it('leaves items of others, and reports one that holds values of the run', async () => {
    await using service = await started(plain.start(USERS));
    const token = 'sqoverwritten';
    await withSession(service, { token }, async ({ session }) => {
      const body = JSON.stringify({ name: `delta ${token}`, email: 'ann@example.com' });
      await fetch(`${service.baseUrl}/users/1`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect(await removeOwnItems(session)).toEqual({ left: ['1'], isSure: true });
    });
    expect(service.stored().map(({ id }) => id)).toEqual([1, 2]);
  });
});

/** Passes everything on to a service, but what an answer is given for. */
async function before(
  baseUrl: string,
  answer: (method: string, path: string) => number | null,
): Promise<Troubled> {
  return startTroubled(async (request, response) => {
    const [method, path] = [request.method ?? '', request.url ?? ''];
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const status = answer(method, path);
    if (status !== null)
      return response
        .writeHead(status, { 'content-type': 'application/json', 'retry-after': '60' })
        .end('{}');
    const body = chunks.length === 0 ? null : Buffer.concat(chunks);
    const got = await fetch(`${baseUrl}${path}`, {
      method,
      body,
      headers: { 'content-type': 'application/json' },
    });
    const text = await got.text();
    const location = got.headers.get('location');
    const headers = {
      'content-type': 'application/json',
      ...(location === null ? {} : { location }),
    };
    return response.writeHead(got.status, got.status === 204 ? {} : headers).end(text);
  });
}

describe('removeOwnItems, if the service no longer shows anything', () => {
  it.each([401, 403, 429, 500, 301])(
    'keeps items that it cannot see are gone: %i',
    async (status) => {
      await using service = await started(plain.start(USERS));
      let isRefusing = false;
      await using front = await before(service.baseUrl, () => (isRefusing ? status : null));
      await withSession({ baseUrl: front.url }, {}, async ({ session, make }) => {
        const stage = new Scenario(session);
        unwrap(
          await performMove(stage, {
            kind: 'create',
            item: 'a',
            values: make.plain(),
            manner: 'plain',
          }),
        );
        const { key } = unwrap(stage.item('a'));
        isRefusing = true;
        expect((await removeOwnItems(session)).left).toContain(key);
        isRefusing = false;
        expect(await removeOwnItems(session)).toEqual({ left: [], isSure: true });
      });
      expect(service.stored()).toEqual(USERS);
    },
  );
});

describe('removeOwnItems, if reads fail of what is gone', () => {
  const items = Array.from({ length: 30 }, (_, index) => `item${index}`);

  async function cleaned(answers: (method: string, path: string) => number | null) {
    await using service = await started(plain.start(USERS));
    const calls: string[] = [];
    let isEnd = false;
    await using front = await before(service.baseUrl, (method, path) => {
      if (isEnd) calls.push(method);
      return isEnd ? answers(method, path) : null;
    });
    let left: readonly string[] = [];
    await withSession({ baseUrl: front.url }, {}, async ({ session, make }) => {
      const stage = new Scenario(session);
      for (const item of items)
        unwrap(
          await performMove(stage, { kind: 'create', item, values: make.plain(), manner: 'plain' }),
        );
      isEnd = true;
      session.sender.atOnce = 4;
      ({ left } = await removeOwnItems(session));
      isEnd = false;
      await removeOwnItems(session);
    });
    return { calls, left, stored: service.stored() };
  }

  it('removes all, asks about some, and tells of those that no list shows gone', async () => {
    const isHidden = (method: string): number | null => (method === 'GET' ? 500 : null);
    const { calls, left, stored } = await cleaned(isHidden);
    expect(left.length).toBeGreaterThanOrEqual(items.length);
    expect(calls.filter((method) => method === 'DELETE')).toHaveLength(left.length);
    expect(calls.length).toBeLessThan(2 * left.length + 20);
    expect(stored).toEqual(USERS);
  });

  it('knows by the list that they are gone', async () => {
    const { calls, left } = await cleaned((method, path) =>
      method === 'GET' && /\d$/.test(path) ? 500 : null,
    );
    expect(left).toEqual([]);
    expect(calls.length).toBeLessThan(items.length + 20);
  });

  it('stops where removals fail as well, and tells of all', async () => {
    const { calls, left } = await cleaned(() => 500);
    expect(left.length).toBeGreaterThanOrEqual(items.length);
    expect(calls.length).toBeLessThan(60);
  });

  it('goes on one by one where removals fail at first', async () => {
    let failures = 23;
    const { left } = await cleaned((method, path) =>
      method === 'DELETE' || /\d$/.test(path) ? (failures-- > 0 ? 500 : null) : null,
    );
    expect(left.length).toBeLessThan(8);
  });
});

/**
 * Sends creations of the session to a service of its own, which makes what they hold after a while
 * and tells no id.
 */
async function made(session: Session, creations: number): Promise<void> {
  for (let index = 0; index < creations; index++) {
    const body = JSON.stringify({
      name: `delta ${session.items.token}${index}`,
      email: `${index}@example.com`,
    });
    await session.sender.sendUnlessStopped(session.service.call('create', null, body));
  }
}

interface Lagging {
  readonly status: number;
  /** How long it takes until what was made is there, in milliseconds. */
  readonly lateMs: number;
  /** How many elements the list shows at most. */
  readonly listed: number;
}

async function startLagging({
  status,
  lateMs,
  listed,
}: Lagging): Promise<Troubled & { readonly stored: Map<string, object> }> {
  const stored = new Map<string, object>();
  let last = 0;
  const front = await startTroubled(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const key = (request.url ?? '').slice('/users/'.length);
    const send = (code: number, value: unknown): unknown =>
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (request.method === 'POST') {
      last += 1;
      const item = { id: last, ...(JSON.parse(Buffer.concat(chunks).toString('utf8')) as object) };
      setTimeout(() => stored.set(String(item.id), item), lateMs).unref();
      return send(status, {});
    }
    if (request.url === '/users') return send(200, [...stored.values()].slice(0, listed));
    const item = stored.get(key);
    if (item === undefined) return send(404, {});
    if (request.method === 'DELETE') stored.delete(key);
    return request.method === 'DELETE' ? response.writeHead(204).end() : send(200, item);
  });
  return { ...front, stored };
}

const LOST = {
  why: 'not every creation returned its id, and the last list did not show all items',
  keys: [],
};

describe('removeOwnItems, if creations showed no id', () => {
  const cases: readonly [what: string, lagging: Lagging, swept: RemovedOwnItems, stored: number][] =
    [
      [
        'removes what the list shows',
        { status: 201, lateMs: 0, listed: 9 },
        { left: [], isSure: true },
        0,
      ],
      [
        'looks again for what comes late',
        { status: 202, lateMs: 250, listed: 9 },
        { left: [], isSure: true },
        0,
      ],
      [
        'says that there may be more where it never comes',
        { status: 201, lateMs: 60_000, listed: 9 },
        { left: [], isSure: false, doubts: [LOST] },
        0,
      ],
      [
        'says that there may be more where the list shows a part',
        { status: 201, lateMs: 0, listed: 0 },
        { left: [], isSure: false, doubts: [LOST] },
        3,
      ],
    ];

  it.each(cases)('%s', async (_what, lagging, swept, stored) => {
    await using service = await startLagging(lagging);
    const session = openSession(service.url);
    await made(session, 3);
    expect(await removeOwnItems(session)).toEqual(swept);
    expect(service.stored.size).toBe(stored);
  });
});

function openSession(baseUrl: string): Session {
  const { schemas, checker } = usersProject;
  const client = createClient({ baseUrl, timeoutMs: 10_000 });
  const wait = (ms: number): Promise<void> => sleep(ms);
  const common = { contract, wait, now: Date.now, deadline: Date.now() + 60_000 };
  const guard = createGuard({
    ...common,
    send: client.send,
    ledger: noLedger('sqlagging'),
    mode: 'write',
    ratePerSecond: null,
    onWaiting: () => undefined,
  });
  return createSession({ ...common, schemas, checker, guard, token: 'sqlagging', pins: {} });
}
