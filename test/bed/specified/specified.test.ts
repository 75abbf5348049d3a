// Everything that a contract specifies is asserted: a service that lies about one cell is found, by
// the code of its lie; a service that keeps to the contract is spared.

import { describe, expect, it } from 'vitest';
import { createClient } from '../../../src/http/client/client.ts';
import { createGuard } from '../../../src/verify/guard/guard.ts';
import { noLedger } from '../../../src/verify/guard/ledger.ts';
import { type Verified, verify } from '../../../src/verify/verify.ts';
import { articles, type Interface, orders, tasks } from './contracts.ts';
import { lies } from './lies.ts';
import { type Lie, startSpecified, TOKEN } from './service.ts';

const RUN = 'sqspecified';
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function tryLie(face: Interface, lie: Lie, seed = 1): Promise<Verified> {
  const service = await startSpecified(face, lie);
  const [contract] = face.project.contracts;
  if (contract === undefined) throw new Error('an interface has a contract');
  const { baseUrl } = service;
  const authorization = { authorization: `Bearer ${TOKEN}` };
  const clients = [createClient({ baseUrl, headers: authorization }), createClient({ baseUrl })];
  const deadline = Date.now() + 60_000;
  const guards = clients.map((client, index) =>
    createGuard({
      send: client.send,
      ledger: noLedger(RUN),
      contract,
      mode: index === 0 ? 'write' : 'read-only',
      ratePerSecond: null,
      wait,
      now: Date.now,
      onWaiting: () => undefined,
      deadline,
    }),
  );
  const [guard, bare] = guards;
  if (guard === undefined || bare === undefined) throw new Error('there are two guards');
  try {
    return await verify({
      contract,
      schemas: face.project.schemas,
      checker: face.project.checker,
      guard,
      bare,
      token: RUN,
      pins: {},
      seed,
      budget: 'quick',
      only: null,
      now: Date.now,
      wait,
      deadline,
      onProgress: () => undefined,
    });
  } finally {
    for (const client of clients) client.close();
    await service.close();
    expect(service.rows()).toEqual(expect.arrayContaining([...face.rows]));
  }
}

describe('a service that keeps to what the contract specifies', () => {
  it.concurrent.each([tasks, articles, orders])('$name: is spared', async (face) => {
    const { findings, laws, session, swept } = await tryLie(face, {});
    expect(findings.map(({ message, actual }) => `${message}: ${actual}`)).toEqual([]);
    // Tasks with equal titles are refused.
    const untried = laws.filter(({ result }) => result !== 'held').map(({ name }) => name);
    expect(untried).toEqual(face === tasks ? ['equal-names'] : []);
    expect(swept.left).toEqual([]);
    expect([...session.service.notes].filter((note) => note.startsWith('not provoked'))).toEqual(
      [],
    );
  });
});

describe('a service that lies about what the contract specifies', () => {
  it.concurrent.each(lies)('$name: is found', { timeout: 60_000 }, async ({ face, lie, code }) => {
    const { findings } = await tryLie(face, lie);
    expect(findings.map((finding) => finding.code)).toContain(code);
  });
});
