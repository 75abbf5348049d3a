// Holds one service of tasks to its contract, in this process.

import { fileURLToPath } from 'node:url';
import { createClient } from '../../../src/http/client/client.ts';
import { loadProject } from '../../../src/project/load/project.ts';
import { createChecker } from '../../../src/schema/check.ts';
import { createGuard } from '../../../src/verify/guard/guard.ts';
import { noLedger } from '../../../src/verify/guard/ledger.ts';
import type { ReportedFinding } from '../../../src/verify/report.ts';
import { type RunOptions, type Verified, verify } from '../../../src/verify/verify.ts';
import { countSpending } from '../spending.ts';

const place = (path: string): string => fileURLToPath(new URL(`project/${path}`, import.meta.url));
const project = await loadProject({
  contract: place('contracts'),
  db: place('db.json'),
  profile: 'standin',
});
const checker = createChecker(project.schemas);

/** The contract of the tasks, with its schemas. */
export const tasksProject = { ...project, checker };

export interface HoldTasks {
  readonly bearer?: string | null;
  readonly seed?: number;
  /** `standard` if absent. */
  readonly budget?: RunOptions['budget'];
  readonly only?: readonly string[];
  readonly shrinkTries?: number;
  readonly isEnough?: (findings: readonly ReportedFinding[]) => boolean;
}

export interface HeldTasks extends Verified {
  readonly requests: number;
  /** How many requests were sent for each law. */
  readonly spent: ReadonlyMap<string, number>;
  /** How many requests were sent when the first finding was there; `null` without any. */
  readonly untilFound: number | null;
}

/** Verifies a service. */
export async function holdTasks(baseUrl: string, options: HoldTasks = {}): Promise<HeldTasks> {
  const [contract] = project.contracts;
  if (contract === undefined) throw new Error('there is no contract');
  const {
    bearer = null,
    seed = 1,
    only = null,
    isEnough = () => false,
    shrinkTries = 0,
    budget = 'standard',
  } = options;
  const headers = bearer === null ? {} : { authorization: `Bearer ${bearer}` };
  const client = createClient({ baseUrl, headers, timeoutMs: 10_000 });
  const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
  const token = `tq${'abcdefghijklm'.slice(seed % 6, (seed % 6) + 7)}`;
  const deadline = Date.now() + 60_000;
  const { send, during, spent } = countSpending(client);
  const guard = createGuard({
    send,
    allow: client.allow,
    ledger: noLedger(token),
    contract,
    mode: 'write',
    ratePerSecond: null,
    wait,
    now: Date.now,
    onWaiting: () => undefined,
    deadline,
  });
  let untilFound: number | null = null;
  try {
    const verified = await verify({
      contract,
      schemas: project.schemas,
      checker,
      guard,
      token,
      pins: {},
      budget,
      only,
      seed,
      shrinkTries,
      now: Date.now,
      wait,
      deadline,
      onProgress: () => undefined,
      during,
      isEnough: (found) => {
        if (found.length > 0) untilFound ??= guard.requests();
        return isEnough(found);
      },
    });
    return { ...verified, requests: guard.requests(), spent, untilFound };
  } finally {
    client.close();
  }
}
