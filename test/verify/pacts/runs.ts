// Runs the stage of pacts on a service, after the probe and before the end, as a run of `verify`
// does.

import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPactProcess } from '../../../src/commands/verify/pact-process.ts';
import { createClient } from '../../../src/http/client/client.ts';
import type { Call } from '../../../src/model/message/call.ts';
import { removeOwnItems } from '../../../src/verify/cleanup/remove-own-items.ts';
import { createGuard } from '../../../src/verify/guard/guard.ts';
import { Interrupted } from '../../../src/verify/guard/interrupted.ts';
import { noLedger } from '../../../src/verify/guard/ledger.ts';
import { CoreMissing, type StartCore } from '../../../src/verify/pacts/native-core.ts';
import { type PactText, readPacts } from '../../../src/verify/pacts/read-pact-files.ts';
import {
  joinStages,
  type PactsRun,
  pactsNotRun,
  runPacts,
} from '../../../src/verify/pacts/run-pacts.ts';
import type { StateHandler } from '../../../src/verify/pacts/state-handler.ts';
import type { PactResult } from '../../../src/verify/report.ts';
import {
  probeCreate,
  probeReplace,
  recordBystanders,
} from '../../../src/verify/run/probe-service.ts';
import { createItemFactory } from '../../../src/verify/session/item-factory.ts';
import { createSession, type Session } from '../../../src/verify/session/session.ts';
import { usersContract, usersProject } from '../../support/users.ts';

export const COMMITTED = 'contracts/pacts/users-frontend-users.json';

/** The pact that stands in this repository. */
export const committed: PactText = { file: COMMITTED, text: readFileSync(COMMITTED, 'utf8') };

export interface PactRunOptions {
  readonly baseUrl: string;
  /** Header fields that it asks for, `Name: value` each. */
  readonly headers?: readonly string[];
  readonly files?: readonly PactText[];
  readonly startCore?: StartCore;
  readonly handler?: StateHandler | null;
  readonly timeoutMs?: number;
  readonly isStopped?: () => boolean;
  readonly onResult?: () => void;
  /** Called once the probe is done, before the pacts. */
  readonly onProbed?: () => void;
  /** Called once the pacts are done, before all that was made is removed. */
  readonly onVerified?: () => void;
}

export interface PactRunSeen extends PactsRun {
  /** What the stage sent, in order: `POST /users`. */
  readonly sent: readonly string[];
  /** What was told of each interaction as it was done. */
  readonly told: readonly PactResult[];
  readonly elapsedMs: number;
  readonly notes: readonly string[];
  /** The ids that could not be removed at the end. */
  readonly left: readonly string[];
}

/** Probes a service, verifies pacts on it, and removes all that was made. */
export async function runPactsOn(options: PactRunOptions): Promise<PactRunSeen> {
  const { baseUrl, headers = [], files = [committed], timeoutMs = 3_000 } = options;
  const { handler = null } = options;
  const pacts = readPacts(files, {
    contracts: [usersContract],
    schemas: usersProject.schemas,
    handler,
  });
  const fields = Object.fromEntries(
    headers.map((line) => line.split(/:\s*/, 2) as [string, string]),
  );
  const client = createClient({ baseUrl, headers: fields, timeoutMs });
  const sent: string[] = [];
  const deadline = Date.now() + 60_000;
  const clock = { wait: (ms: number): Promise<void> => sleep(ms), now: () => Date.now() };
  const guard = createGuard({
    send: (call: Call) => {
      sent.push(`${call.method} ${call.path}`);
      return client.send(call);
    },
    ledger: noLedger('skpacttoken'),
    contract: usersContract,
    mode: 'write',
    ratePerSecond: null,
    deadline,
    ...clock,
    onWaiting: () => {},
  });
  const { schemas, checker } = usersProject;
  const core = options.startCore === undefined ? openPactProcess() : null;
  const startCore = options.startCore ?? core?.start ?? NO_CORE;
  const token = 'skpacttoken';
  const stopping = options.isStopped === undefined ? {} : { isStopped: options.isStopped };
  const session = createSession({
    contract: usersContract,
    schemas,
    checker,
    guard,
    token,
    pins: {},
    deadline,
    ...clock,
    ...stopping,
  });
  try {
    const told: PactResult[] = [];
    const onResult = (result: PactResult): void => {
      told.push(result);
      options.onResult?.();
    };
    const verify = (setUpBy: 'handler' | 'standin'): Promise<PactsRun> => {
      const common = { session, pacts, handler, actions: 'read', startCore, onResult } as const;
      return runPacts({ ...common, setUpBy }).catch(stopped);
    };
    const handled = await verify('handler');
    const byTeam = sent.splice(0);
    await probe(session);
    options.onProbed?.();
    const before = sent.length;
    const startedAt = performance.now();
    const own = await verify('standin');
    const run = {
      stage: joinStages(handled.stage, own.stage),
      findings: [...handled.findings, ...own.findings],
    };
    const elapsedMs = performance.now() - startedAt;
    const seen = [...byTeam, ...sent.slice(before)];
    options.onVerified?.();
    session.sender.beginEnd();
    const { left } = await removeOwnItems(session);
    const notes = [...session.service.notes];
    return { ...run, sent: seen, told, elapsedMs, left, notes };
  } finally {
    await core?.close();
    client.close();
  }
}

const NO_CORE: StartCore = () => Promise.reject(new CoreMissing('there is none'));

/** A run that was stopped has no stage to tell of. */
function stopped(error: unknown): PactsRun {
  if (error instanceof Interrupted) return pactsNotRun('the run was interrupted');
  throw error;
}

/** What the probe finds wrong is for the laws to report. */
async function probe(session: Session): Promise<void> {
  const make = createItemFactory(session);
  await recordBystanders(session);
  await probeCreate(session, make);
  await probeReplace(session, make);
}
