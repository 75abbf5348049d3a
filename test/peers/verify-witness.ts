// Verifies one witness: its packages in a temporary folder, a process for each fault and one for
// each correct service, perhaps behind a proxy, `verify` in this process.

import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../bench/free-port.ts';
import { root } from '../support/root.ts';
import { type Prepared, prepare } from './runtimes.ts';
import { usersProject, verdictOf, verifyAt } from './verify-peer.ts';
import type { Witness, WitnessInterface } from './witnesses.ts';

/** A witness that is installed, in a folder that goes with it. */
export interface OpenWitness extends Disposable {
  readonly witness: Witness;
  readonly prepared: Prepared;
  readonly folder: string;
}

/** What is started: a service with or without a fault, and a proxy or none. */
export interface Setup {
  readonly what: WitnessInterface;
  /** The value of the variable `FAULT` of the service. */
  readonly service: string;
  /** The same of the proxy before it; `null` if there is none. */
  readonly proxy: string | null;
  readonly seed: number;
}

/** The result for one setup. */
export interface WitnessResult extends Setup {
  readonly verdict: ReturnType<typeof verdictOf>;
  /** The findings, each as clause, code and message. */
  readonly findings: readonly string[];
  readonly elapsedMs: number;
}

/** Installs a witness; returns the reason if that is not possible. */
export function openWitness(witness: Witness): OpenWitness | string {
  const folder = mkdtempSync(join(tmpdir(), 'standin-witness-'));
  const close = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const prepared = prepare(witness.runtime, folder);
  if (typeof prepared === 'string') {
    close();
    return prepared;
  }
  mkdirSync(join(folder, 'public')); // json-server 1 does not start in production without it
  writeInterfaces(witness, folder);
  return { witness, prepared, folder, [Symbol.dispose]: close };
}

/** Writes the contracts as the framework of a witness keeps them. */
function writeInterfaces({ statuses, ids }: Witness, folder: string): void {
  cpSync(join(root, 'test/peers/tickets'), join(folder, 'tickets'), { recursive: true });
  if (statuses !== undefined)
    rewrite(join(folder, 'tickets/contracts/tickets.json'), (text) =>
      text
        .replaceAll('"status": 400', `"status": ${statuses.invalid}`)
        .replaceAll('"status": 204', `"status": ${statuses.removed}`),
    );
  if (ids !== 'texts') return;
  cpSync(join(root, 'contracts/users.json'), join(folder, 'users/contracts/users.json'));
  cpSync(join(root, 'schemas'), join(folder, 'users/schemas'), { recursive: true });
  cpSync(join(root, 'db.json'), join(folder, 'users/db.json'));
  const textIds = (text: string): string => text.replaceAll(/"id": *(\d+)/g, '"id": "$1"');
  rewrite(join(folder, 'users/contracts/users.json'), textIds);
  rewrite(join(folder, 'users/db.json'), textIds);
  rewrite(join(folder, 'users/schemas/user.json'), (text) => text.replace('"number"', '"string"'));
}

function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}

function projectOf({ witness, folder }: OpenWitness, what: WitnessInterface): typeof usersProject {
  if (what === 'users' && witness.ids !== 'texts') return usersProject;
  return {
    contract: join(folder, what, 'contracts'),
    db: join(folder, what, 'db.json'),
    profile: 'standin',
  };
}

/** Starts what a setup says, verifies it with the standard budget, and ends it. */
export async function tryWitness(open: OpenWitness, setup: Setup): Promise<WitnessResult> {
  const children: ChildProcess[] = [];
  try {
    const ports = [await startService(open, setup, children)];
    if (setup.proxy === TWO_INSTANCES) ports.push(await startService(open, setup, children));
    const port = await startProxy(setup, ports, children);
    const { verified, elapsedMs } = await verifyAt(
      `http://127.0.0.1:${port}`,
      projectOf(open, setup.what),
      setup.seed,
    );
    const findings = verified.findings.map(
      ({ clause, code, message }) => `${clause}: ${code}: ${message}`,
    );
    return { ...setup, verdict: verdictOf(verified), findings, elapsedMs };
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
}

/** The fault of the proxy that needs a second service. */
const TWO_INSTANCES = 'two-instances';

async function startService(
  { prepared, folder }: OpenWitness,
  { what, service }: Setup,
  children: ChildProcess[],
): Promise<number> {
  const port = await findFreePort();
  const [program, ...args] = prepared.command(port);
  // Otherwise json-server 1 watches its own file, and loses what it is sent meanwhile.
  const variables = { PORT: String(port), FAULT: service, NODE_ENV: 'production' };
  const child = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, ...variables },
    stdio: 'ignore',
  });
  children.push(child);
  await answers(child, `http://127.0.0.1:${port}/${what}`);
  return port;
}

/** Returns the port to verify at: that of the proxy, or of the service. */
async function startProxy(
  { what, proxy }: Setup,
  ports: readonly number[],
  children: ChildProcess[],
): Promise<number> {
  if (proxy === null) return ports[0] ?? 0;
  const port = await findFreePort();
  const child = spawn(process.execPath, [join(root, 'test/peers/witnesses/proxy.mjs')], {
    env: { ...process.env, PORT: String(port), FAULT: proxy, UPSTREAMS: ports.join(',') },
    stdio: 'ignore',
  });
  children.push(child);
  await answers(child, `http://127.0.0.1:${port}/${what}?start`);
  return port;
}

/** Waits for the first answer of a process. */
async function answers(child: ChildProcess, url: string): Promise<void> {
  for (let looks = 0; looks < LOOKS_MAX && child.exitCode === null; looks++) {
    const answer = await fetch(url).catch(() => null);
    if (answer !== null) {
      await answer.arrayBuffer().catch(() => null);
      return;
    }
    await wait(LOOK_MS);
  }
  throw new Error(`${child.spawnfile} did not start ${url}`);
}

const LOOKS_MAX = 1_200;
const LOOK_MS = 50;
