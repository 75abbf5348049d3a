// Moves that run at once, at a service whose answers come at the same moment.

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject } from '../../../src/base/json.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import type { Exchange } from '../../../src/http/client/client.ts';
import { type Call, noBody, readBody } from '../../../src/model/message/call.ts';
import { likely } from '../../../src/oracle/expectation.ts';
import { createGuard } from '../../../src/verify/guard/guard.ts';
import { noLedger } from '../../../src/verify/guard/ledger.ts';
import type { Move } from '../../../src/verify/move.ts';
import { performMove } from '../../../src/verify/moves/perform-move.ts';
import { Scenario } from '../../../src/verify/scenario/scenario.ts';
import { createItemFactory } from '../../../src/verify/session/item-factory.ts';
import { createSession } from '../../../src/verify/session/session.ts';
import { type Project, projectWith, usersContract, usersProject } from '../../support/users.ts';
import { unwrap } from '../scenario/unwrap.ts';

const TOKEN = 'sqactstogether';

interface Together {
  /** What the replacements are answered with. */
  readonly statuses: readonly number[];
  readonly manner?: 'plain' | 'unusual';
  /** Which of them is done last, whatever was sent last. */
  readonly last?: number;
  readonly contract?: Contract;
}

/** A service with one item, 7, which answers all replacements at the same moment. */
function answering({ statuses, last }: Together): (call: Call) => Promise<Exchange> {
  const all = Promise.withResolvers<void>();
  let [kept, puts]: [JsonObject, number] = [{}, 0];
  return async ({ method, path, body }) => {
    const turn = method === 'PUT' ? puts++ : null;
    const status = turn === null ? (method === 'POST' ? 201 : 200) : (statuses[turn] ?? 200);
    if (
      method !== 'GET' &&
      (turn ?? last ?? 0) === (last ?? turn ?? 0) &&
      body.kind === 'json' &&
      isObject(body.value)
    )
      kept = { ...body.value, id: 7 };
    if (puts === statuses.length) all.resolve();
    if (turn !== null) await all.promise;
    const text = JSON.stringify(method === 'GET' && path === '/users' ? [kept] : kept);
    const received = {
      status,
      headers: { 'content-type': 'application/json' },
      body: readBody(text),
    };
    return { kind: 'received', received, elapsedMs: 1, requests: 1, redirected: false };
  };
}

/**
 * A service that gives an id out again, 7, as soon as it is free, and answers a removal some time
 * after it was done.
 */
function reusing(): (call: Call) => Promise<Exchange> {
  const rows = new Map<string, JsonObject>();
  const statusOf = (method: string, key: string | undefined): number => {
    if (method === 'POST') return 201;
    return method === 'DELETE' ? 204 : key !== undefined && !rows.has(key) ? 404 : 200;
  };
  return async ({ method, path, body }) => {
    const key = /^\/users\/(.+)$/.exec(path)?.[1];
    if (method === 'DELETE') rows.delete('7');
    else if (method !== 'GET' && body.kind === 'json' && isObject(body.value))
      rows.set('7', { ...body.value, id: 7 });
    const status = statusOf(method, key);
    const value =
      key === undefined && method === 'GET' ? [...rows.values()] : (rows.get('7') ?? {});
    if (method === 'DELETE') await sleep(10);
    const sent = status === 204 ? noBody : readBody(JSON.stringify(value));
    const received = { status, headers: { 'content-type': 'application/json' }, body: sent };
    return { kind: 'received', received, elapsedMs: 1, requests: 1, redirected: false };
  };
}

function stageAt(
  send: (call: Call) => Promise<Exchange>,
  contract = usersContract,
  { schemas, checker }: Pick<Project, 'schemas' | 'checker'> = usersProject,
): Scenario {
  const common = {
    contract,
    now: Date.now,
    wait: () => Promise.resolve(),
    deadline: Date.now() + 60_000,
  };
  const guard = createGuard({
    ...common,
    send,
    ledger: noLedger(TOKEN),
    mode: 'write',
    ratePerSecond: null,
    onWaiting: () => undefined,
  });
  return new Scenario(
    createSession({ ...common, schemas, checker, guard, token: TOKEN, pins: {} }),
  );
}

/** Creates an item and replaces it several times at once. */
async function replaced(given: Together): Promise<Scenario> {
  const { statuses, manner = 'plain', contract } = given;
  const stage = stageAt(answering(given), contract);
  const make = createItemFactory(stage.session);
  unwrap(
    await performMove(stage, { kind: 'create', item: 'a', values: make.plain(), manner: 'plain' }),
  );
  const moves = statuses.map(
    (_, index): Move => ({ kind: 'replace', item: 'a', values: named(index), manner }),
  );
  unwrap(await performMove(stage, { kind: 'together', moves }));
  return stage;
}

function named(index: number): JsonObject {
  return { name: `${index} ${TOKEN}` };
}

function namesOf(stage: Scenario): readonly unknown[] {
  return unwrap(stage.item('a')).rivals.map((rival) => likely(rival)['name']);
}

describe('performMove, of concurrent replacements', () => {
  it('admits the result of each', async () => {
    expect(namesOf(await replaced({ statuses: [200, 200] }))).toEqual([`0 ${TOKEN}`, `1 ${TOKEN}`]);
  });

  it('does not admit the result of a refused one', async () => {
    expect(namesOf(await replaced({ statuses: [422, 200], manner: 'unusual' }))).toEqual([]);
  });

  it('admits neither result after another replacement', async () => {
    const stage = await replaced({ statuses: [200, 200] });
    unwrap(
      await performMove(stage, { kind: 'replace', item: 'a', values: named(2), manner: 'plain' }),
    );
    expect(namesOf(stage)).toEqual([]);
  });

  it.each([0, 1])(
    'finds in the list that %s was last, if the contract reads no single item',
    async (last) => {
      const { read: _read, ...operations } = usersContract.operations;
      const stage = await replaced({
        statuses: [200, 200],
        last,
        contract: { ...usersContract, operations },
      });
      unwrap(await performMove(stage, { kind: 'look' }));
      expect(likely(unwrap(stage.item('a')).expectation)['name']).toBe(`${last} ${TOKEN}`);
    },
  );
});

describe('performMove, of a removal', () => {
  it('leaves an id to the item that got it before the removal was answered', async () => {
    const stage = stageAt(reusing());
    const { session } = stage;
    const make = createItemFactory(session);
    unwrap(
      await performMove(stage, {
        kind: 'create',
        item: 'a',
        values: make.plain(),
        manner: 'plain',
      }),
    );
    const create: Move = { kind: 'create', item: 'b', values: make.plain(), manner: 'plain' };
    unwrap(
      await performMove(stage, {
        kind: 'together',
        moves: [{ kind: 'remove', item: 'a' }, create],
      }),
    );
    expect([
      unwrap(stage.item('a')).isAlive,
      unwrap(stage.item('b')).key,
      session.sender.guard.owned(),
    ]).toEqual([false, '7', ['7']]);
    expect(session.items.byKey.get('7')).toBe(unwrap(stage.item('b')));
    unwrap(
      await performMove(stage, {
        kind: 'replace',
        item: 'b',
        values: make.plain(),
        manner: 'plain',
      }),
    );
    unwrap(await performMove(stage, { kind: 'look', scope: 'all' }));
  });
});

describe('performMove, of reading unknown ids', () => {
  const form = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

  it.each<[what: string, id: JsonObject, expected: RegExp]>([
    ['the token, if the schema allows any text', { type: 'string' }, /^sqactstogether(-0)?$/],
    ['a UUID, if ids are UUIDs', { type: 'string', format: 'uuid' }, form],
    ['the token, if no id is known to fit', { type: 'string', pattern: '^(?=x)y' }, /^sqacts/],
  ])('reads %s', async (_what, id, expected) => {
    const member = { type: 'string' };
    const project = projectWith({ id, name: member });
    const [contract] = project.contracts;
    const paths: string[] = [];
    const stage = stageAt(
      async ({ path }) => {
        paths.push(path);
        const status = path === '/things' ? 200 : 404;
        const received = {
          status,
          headers: { 'content-type': 'application/json' },
          body: readBody(status === 200 ? '[]' : '{}'),
        };
        return { kind: 'received', received, elapsedMs: 1, requests: 1, redirected: false };
      },
      contract,
      project,
    );
    unwrap(await performMove(stage, { kind: 'read-unknown' }));
    const read = paths.filter((path) => path !== '/things');
    expect(read.length).toBeGreaterThan(0);
    for (const path of read) expect(path.replace('/things/', '')).toMatch(expected);
  });
});

describe('performMove, of a write to an item that nobody has read yet', () => {
  it.each(['replace', 'remove'] as const)('judges the read before a %s', async (kind) => {
    const calls: string[] = [];
    const store = reusing();
    // Stores a name with the mark of the run that is not the name it was sent.
    const stage = stageAt(async (call) => {
      calls.push(call.method);
      if (call.method !== 'POST' || call.body.kind !== 'json' || !isObject(call.body.value))
        return store(call);
      const other = { ...call.body.value, name: `another ${TOKEN}` };
      await store({ ...call, body: readBody(JSON.stringify(other)) });
      return shown({ ...call.body.value, id: 7 });
    });
    stage.session.service.traits.idAt = { kind: 'body', steps: ['id'] };
    const make = createItemFactory(stage.session);
    const values = { ...make.plain(), ...named(1) };
    unwrap(await performMove(stage, { kind: 'create', item: 'a', values, manner: 'plain' }));
    const move: Move =
      kind === 'replace'
        ? { kind, item: 'a', values: named(2), manner: 'plain' }
        : { kind, item: 'a' };
    const left = await performMove(stage, move);
    expect(left).toMatchObject({
      kind: 'broken',
      findings: [{ code: 'value-changed', clause: 'section 4, POST /users' }],
    });
    expect(calls).not.toContain(kind === 'replace' ? 'PUT' : 'DELETE');
  });
});

function shown(item: JsonObject): Exchange {
  const headers = { 'content-type': 'application/json' };
  const received = { status: 201, headers, body: readBody(JSON.stringify(item)) };
  return { kind: 'received', received, elapsedMs: 1, requests: 1, redirected: false };
}
