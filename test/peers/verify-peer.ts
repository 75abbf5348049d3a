// Verifies one peer: its own process on a copy of the seed file, `verify` in this process, and a
// comparison of the file.

import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Running, startServer } from '../../bench/running.ts';
import type { Json } from '../../src/base/json.ts';
import { describeOpenApi } from '../../src/commands/print/openapi.ts';
import { createClient } from '../../src/http/client/client.ts';
import { loadProject } from '../../src/project/load/project.ts';
import { createChecker } from '../../src/schema/check.ts';
import { createGuard } from '../../src/verify/guard/guard.ts';
import { noLedger } from '../../src/verify/guard/ledger.ts';
import { type Verified, verify } from '../../src/verify/verify.ts';
import { root } from '../support/root.ts';
import { compareFiles, type FileChanges } from './compare-files.ts';
import { withExamples } from './document.ts';
import type { Peer } from './peers.ts';

/** The result for one peer. */
export interface PeerResult {
  readonly peer: Peer;
  readonly verdict: 'conforms' | 'violates' | 'unjudged';
  readonly verified: Verified;
  readonly requests: number;
  /** Of the verification alone, in milliseconds. */
  readonly elapsedMs: number;
  readonly left: FileChanges;
}

/** How long the verification of one peer may take, in milliseconds. */
const TIME_MS_MAX = 40_000;
/** How long one call may take, in milliseconds. */
const CALL_MS_MAX = 5_000;
/** Stands in everything that the run makes. */
const TOKEN = 'snpeerwitness';

const seed = join(root, 'db.json');
/** The Users interface, as the repository has it. */
export const usersProject = {
  contract: join(root, 'contracts'),
  db: seed,
  profile: 'standin',
} as const;

/**
 * Starts a peer, verifies it with the standard budget, ends it, and compares its file. Nothing of
 * it stays on the machine.
 */
export async function verifyPeer(peer: Peer): Promise<PeerResult> {
  const folder = mkdtempSync(join(tmpdir(), 'standin-peers-'));
  try {
    const [db, openapi] = [join(folder, 'db.json'), join(folder, 'openapi.json')];
    copyFileSync(seed, db);
    mkdirSync(join(folder, 'public')); // json-server 1 does not start in production without it
    writeFileSync(openapi, await describeWithExamples());
    const running = await startServer(peer.server, { folder, db, openapi }, peer.variables);
    const run = await verifyAndEnd(running, db);
    const { resource } = run.verified.session.service.contract;
    const [before, after] = [readFileSync(seed, 'utf8'), readFileSync(db, 'utf8')];
    const left = compareFiles({ before, after, resource, token: TOKEN });
    return { peer, verdict: verdictOf(run.verified), ...run, left };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function verifyAndEnd(
  running: Running,
  db: string,
): Promise<Awaited<ReturnType<typeof verifyAt>>> {
  try {
    const run = await verifyAt(`http://127.0.0.1:${running.port}`, usersProject);
    await written(db);
    return run;
  } finally {
    await running.end();
  }
}

/**
 * Peers write their files after they have answered. What is still there after a while is left for
 * good.
 */
async function written(file: string): Promise<void> {
  for (let looks = 0; looks < LOOKS_MAX && readFileSync(file, 'utf8').includes(TOKEN); looks++)
    await wait(LOOK_MS);
}

const LOOKS_MAX = 100;
const LOOK_MS = 50;

async function describeWithExamples(): Promise<string> {
  const text = await describeOpenApi({
    places: usersProject,
    server: 'http://127.0.0.1',
    version: '0.0.0',
  });
  const document: Json = JSON.parse(text);
  const { users } = JSON.parse(readFileSync(seed, 'utf8'));
  return JSON.stringify(withExamples(document, { users, user: users[0] }));
}

/** Verifies the service at an address with the standard budget. */
export async function verifyAt(
  baseUrl: string,
  project: { readonly contract: string; readonly db: string; readonly profile: string },
  seed = 1,
): Promise<Pick<PeerResult, 'verified' | 'requests' | 'elapsedMs'>> {
  const { contracts, schemas } = await loadProject(project);
  const [contract] = contracts;
  if (contract === undefined) throw new Error('the project has no contract');
  const client = createClient({ baseUrl, timeoutMs: CALL_MS_MAX });
  const startedAt = Date.now();
  const shared = {
    contract,
    wait: (ms: number) => wait(ms),
    now: Date.now,
    deadline: startedAt + TIME_MS_MAX,
  };
  const guard = createGuard({
    ...shared,
    send: (call) => client.send(call),
    ledger: noLedger(TOKEN),
    mode: 'write',
    ratePerSecond: null,
    onWaiting: () => {},
  });
  try {
    const verified = await verify({
      ...shared,
      schemas,
      checker: createChecker(schemas),
      guard,
      token: TOKEN,
      pins: {},
      seed,
      budget: 'standard',
      only: null,
      onProgress: () => {},
    });
    return { verified, requests: guard.requests(), elapsedMs: Date.now() - startedAt };
  } finally {
    client.close();
  }
}

/** Returns the verdict: broken, kept as far as tried, or not tried at all. */
export function verdictOf({ findings, laws }: Verified): PeerResult['verdict'] {
  if (findings.length > 0) return 'violates';
  return laws.some(({ result }) => result === 'held') ? 'conforms' : 'unjudged';
}
