// Verifies a service of one of the interfaces, with the credentials that it wants and without.

import { createClient } from '../../../src/http/client/client.ts';
import { createGuard } from '../../../src/verify/guard/guard.ts';
import { noLedger } from '../../../src/verify/guard/ledger.ts';
import { type RunOptions, type Verified, verify } from '../../../src/verify/verify.ts';
import type { Interface } from './contracts.ts';
import { TOKEN } from './service.ts';

const RUN = 'sqspecified';
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Verifies with the quick budget, if none is given, by all laws or only some. */
export async function hold(
  face: Interface,
  baseUrl: string,
  only: readonly string[] | null = null,
  budget: RunOptions['budget'] = 'quick',
): Promise<Verified> {
  const [contract] = face.project.contracts;
  if (contract === undefined) throw new Error('an interface has a contract');
  const authorization = { authorization: `Bearer ${TOKEN}` };
  const clients = [
    createClient({ baseUrl, headers: authorization }),
    createClient({ baseUrl }),
  ] as const;
  const deadline = Date.now() + 60_000;
  const guard = createGuard({
    send: clients[0].send,
    bare: { send: clients[1].send },
    ledger: noLedger(RUN),
    contract,
    mode: 'write',
    ratePerSecond: null,
    wait,
    now: Date.now,
    onWaiting: () => undefined,
    deadline,
  });
  try {
    return await verify({
      contract,
      schemas: face.project.schemas,
      checker: face.project.checker,
      guard,
      token: RUN,
      pins: {},
      seed: 1,
      budget,
      only,
      now: Date.now,
      wait,
      deadline,
      onProgress: () => undefined,
    });
  } finally {
    for (const client of clients) client.close();
  }
}
