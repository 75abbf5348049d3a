// Verifies a service of one of the interfaces, with the credentials that it wants and without.

import { createClient } from '../../../src/http/client/client.ts';
import { createGuard } from '../../../src/verify/guard/guard.ts';
import { noLedger } from '../../../src/verify/guard/ledger.ts';
import { type RunOptions, type Verified, verify } from '../../../src/verify/verify.ts';
import { countSpending } from '../spending.ts';
import type { Interface } from './contracts.ts';
import { TOKEN } from './service.ts';

const RUN = 'sqspecified';
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface HoldSpecified {
  /** All laws if absent. */
  readonly only?: readonly string[];
  /** `quick` if absent. */
  readonly budget?: RunOptions['budget'];
  readonly seed?: number;
}

export interface HeldSpecified extends Verified {
  readonly requests: number;
  /** How many requests were sent for each law. */
  readonly spent: ReadonlyMap<string, number>;
}

/** Verifies a service. */
export async function hold(
  face: Interface,
  baseUrl: string,
  options: HoldSpecified = {},
): Promise<HeldSpecified> {
  const { only = null, budget = 'quick', seed = 1 } = options;
  const [contract] = face.project.contracts;
  if (contract === undefined) throw new Error('an interface has a contract');
  const authorization = { authorization: `Bearer ${TOKEN}` };
  const clients = [
    createClient({ baseUrl, headers: authorization }),
    createClient({ baseUrl }),
  ] as const;
  const { send, during, spent } = countSpending(clients[0]);
  const deadline = Date.now() + 60_000;
  const guard = createGuard({
    send,
    bare: { send: clients[1].send },
    ledger: noLedger(RUN),
    contract,
    mode: 'write',
    leave: 3,
    ratePerSecond: null,
    wait,
    now: Date.now,
    onWaiting: () => undefined,
    deadline,
  });
  try {
    const verified = await verify({
      contract,
      schemas: face.project.schemas,
      checker: face.project.checker,
      guard,
      token: RUN,
      pins: {},
      seed,
      during,
      budget,
      only,
      now: Date.now,
      wait,
      deadline,
      onProgress: () => undefined,
    });
    return { ...verified, requests: guard.requests(), spent };
  } finally {
    for (const client of clients) client.close();
  }
}
