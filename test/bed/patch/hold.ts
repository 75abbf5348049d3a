// Holds one service of tasks to its contract, in this process.

import { fileURLToPath } from 'node:url';
import { createClient } from '../../../src/http/client/client.ts';
import { loadProject } from '../../../src/project/load/project.ts';
import { createChecker } from '../../../src/schema/check.ts';
import { createGuard } from '../../../src/verify/guard/guard.ts';
import { noLedger } from '../../../src/verify/guard/ledger.ts';
import type { ReportedFinding } from '../../../src/verify/report.ts';
import { type RunOptions, type Verified, verify } from '../../../src/verify/verify.ts';

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

/** Verifies a service. */
export async function holdTasks(
  baseUrl: string,
  options: HoldTasks = {},
): Promise<Verified & { readonly requests: number }> {
  const [contract] = project.contracts;
  if (contract === undefined) throw new Error('there is no contract');
  const {
    bearer = null,
    seed = 1,
    only = null,
    isEnough,
    shrinkTries = 0,
    budget = 'standard',
  } = options;
  const headers = bearer === null ? {} : { authorization: `Bearer ${bearer}` };
  const client = createClient({ baseUrl, headers, timeoutMs: 10_000 });
  const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
  const token = `tq${'abcdefghijklm'.slice(seed % 6, (seed % 6) + 7)}`;
  const deadline = Date.now() + 60_000;
  const guard = createGuard({
    send: (call) => client.send(call),
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
      ...(isEnough === undefined ? {} : { isEnough }),
    });
    return { ...verified, requests: guard.requests() };
  } finally {
    client.close();
  }
}
