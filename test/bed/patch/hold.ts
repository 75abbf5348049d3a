// Holds one service of tasks to its contract, in this process.

import { fileURLToPath } from 'node:url';
import { createClient } from '../../../src/http/client/client.ts';
import { loadProject } from '../../../src/project/load/project.ts';
import { createChecker } from '../../../src/schema/check.ts';
import { createGuard } from '../../../src/verify/guard/guard.ts';
import { noLedger } from '../../../src/verify/guard/ledger.ts';
import type { ReportedFinding } from '../../../src/verify/report.ts';
import { type RunOptions, type Verified, verify } from '../../../src/verify/verify.ts';
import { timeOf } from '../slow-time.ts';
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
  /** How long each answer takes, in milliseconds of a time that nobody waits for; absent if it is real. */
  readonly slowMs?: number;
  /** How long the run may take, in milliseconds; 60,000 if absent. */
  readonly withinMs?: number;
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
    slowMs = null,
    withinMs = 60_000,
  } = options;
  const headers = bearer === null ? {} : { authorization: `Bearer ${bearer}` };
  const client = createClient({ baseUrl, headers, timeoutMs: 10_000 });
  const time = timeOf(client, slowMs);
  const { now, wait } = time;
  const token = `tq${'abcdefghijklm'.slice(seed % 6, (seed % 6) + 7)}`;
  const deadline = now() + withinMs;
  const { send, during, spent } = countSpending(time.client);
  const guard = createGuard({
    send,
    allow: time.client.allow,
    ledger: noLedger(token),
    contract,
    mode: 'write',
    leave: 3,
    ratePerSecond: null,
    wait,
    now,
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
      now,
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
