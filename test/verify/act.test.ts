// Moves that run at once, at a service whose answers come at the same moment.

import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject } from '../../src/base/json.ts';
import type { Exchange } from '../../src/http/client.ts';
import { type Call, readBody } from '../../src/model/call.ts';
import { likely } from '../../src/oracle/expectation.ts';
import { act } from '../../src/verify/act.ts';
import { createGuard } from '../../src/verify/guard.ts';
import { noLedger } from '../../src/verify/ledger.ts';
import { createMaker } from '../../src/verify/maker.ts';
import type { Move } from '../../src/verify/move.ts';
import { Session } from '../../src/verify/session.ts';
import { Stage } from '../../src/verify/stage.ts';
import { usersContract as contract, usersProject } from '../support/users.ts';

const TOKEN = 'sqactstogether';

/** A service with one item, 7, which answers every PUT when as many are there as there are statuses. */
function answering(statuses: readonly number[]): (call: Call) => Promise<Exchange> {
  const all = Promise.withResolvers<void>();
  let [made, puts]: [JsonObject | null, number] = [null, 0];
  return async ({ method, path, body }) => {
    const isPut = method === 'PUT';
    const status = isPut ? (statuses[puts++] ?? 200) : method === 'POST' ? 201 : 200;
    if (puts === statuses.length) all.resolve();
    if (isPut) await all.promise;
    if (method !== 'GET' && body.kind === 'json' && isObject(body.value)) made = { ...body.value, id: 7 };
    const text = JSON.stringify(path === '/users' && method === 'GET' ? [made].filter((one) => one !== null) : made);
    const received = { status, headers: { 'content-type': 'application/json' }, body: readBody(text) };
    return { kind: 'received', received, elapsedMs: 1, requests: 1, redirected: false };
  };
}

async function rivalsAfter(statuses: readonly number[], manner: 'plain' | 'unusual'): Promise<readonly unknown[]> {
  const common = { contract, now: Date.now, wait: () => Promise.resolve(), deadline: Date.now() + 60_000 };
  const guard = createGuard({
    ...{ ...common, send: answering(statuses), ledger: noLedger(TOKEN), mode: 'write', ratePerSecond: null },
    onWaiting: () => undefined,
  });
  const { schemas, checker } = usersProject;
  const session = new Session({ ...common, schemas, checker, guard, token: TOKEN, pins: {} });
  const [make, stage] = [createMaker(session), new Stage(session)];
  await act(stage, { kind: 'create', item: 'a', values: make.plain(), manner: 'plain' });
  const moves = statuses.map((_, index): Move => {
    return { kind: 'replace', item: 'a', values: { name: `${index} ${TOKEN}` }, manner };
  });
  await act(stage, { kind: 'together', moves });
  return stage.item('a').rivals.map((rival) => likely(rival)['name']);
}

describe('act, of replacements together', () => {
  it('admits what either leaves', async () => {
    expect(await rivalsAfter([200, 200], 'plain')).toEqual([`0 ${TOKEN}`, `1 ${TOKEN}`]);
  });

  it('admits nothing of one that was refused', async () => {
    expect(await rivalsAfter([422, 200], 'unusual')).toEqual([]);
  });
});
