// Verifies one witness: its packages in a temporary folder, a process for each fault and one for
// the correct service, `verify` in this process.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { copyFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from '../../bench/free-port.ts';
import { root } from '../support/root.ts';
import { usersProject, verdictOf, verifyAt } from './verify-peer.ts';
import type { Witness, WitnessInterface } from './witnesses.ts';

/** The result for one interface of a witness. */
export interface WitnessResult {
  readonly what: WitnessInterface;
  /** `correct`, or the planted fault. */
  readonly fault: string;
  readonly isExpected: boolean;
  /** The findings, each as clause and code; nothing if it conforms. */
  readonly findings: readonly string[];
}

const here = join(root, 'test/peers');

/**
 * Verifies a witness as it is, and with each of its faults. Returns why it was skipped if its
 * packages are not to be had.
 */
export async function verifyWitness(witness: Witness): Promise<readonly WitnessResult[] | string> {
  const folder = mkdtempSync(join(tmpdir(), 'standin-witness-'));
  try {
    const missing = install(witness, folder);
    if (missing !== null) return missing;
    const results: WitnessResult[] = [];
    for (const what of ['users', 'tickets'] as const) {
      for (const fault of ['correct', ...witness.faults[what]])
        results.push(await verifyWith(witness, folder, what, fault));
    }
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Installs what a witness needs; returns a reason if that is not possible. */
function install(witness: Witness, folder: string): string | null {
  const { file, packages, module, statuses } = witness;
  cpSync(join(here, 'tickets'), folder, { recursive: true });
  const contract = join(folder, 'contracts/tickets.json');
  const text = readFileSync(contract, 'utf8')
    .replaceAll('"status": 400', `"status": ${statuses.invalid}`)
    .replaceAll('"status": 204', `"status": ${statuses.removed}`);
  writeFileSync(contract, text);
  copyFileSync(join(here, 'witnesses', file), join(folder, file));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const [program, ...args] =
    module === undefined
      ? ['npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages]
      : [PYTHON, '-c', `import ${module}`];
  try {
    execFileSync(program ?? '', args, { cwd: folder, stdio: 'ignore', timeout: INSTALL_MS_MAX });
    return null;
  } catch {
    return module === undefined
      ? `npm cannot install ${packages.join(', ')}`
      : `${PYTHON} has no ${module}; set PYTHON to one that has`;
  }
}

const PYTHON = process.env['PYTHON'] ?? 'python3';
/** How long an installation may take, in milliseconds. */
const INSTALL_MS_MAX = 180_000;

async function verifyWith(
  { file }: Witness,
  folder: string,
  what: WitnessInterface,
  fault: string,
): Promise<WitnessResult> {
  const port = await findFreePort();
  const program = file.endsWith('.py') ? PYTHON : process.execPath;
  const child = spawn(program, [file], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), FAULT: fault },
    stdio: 'ignore',
  });
  try {
    await answers(child, `http://127.0.0.1:${port}/${what}`);
    const tickets = { contract: join(folder, 'contracts'), db: join(folder, 'db.json') };
    const project = what === 'users' ? usersProject : { ...tickets, profile: 'standin' };
    const { verified } = await verifyAt(`http://127.0.0.1:${port}`, project);
    const expected = fault === 'correct' ? 'conforms' : 'violates';
    return {
      what,
      fault,
      isExpected: verdictOf(verified) === expected,
      findings: verified.findings.map(({ clause, code }) => `${clause}: ${code}`),
    };
  } finally {
    child.kill('SIGKILL');
  }
}

/** Waits for the first answer of a process. */
async function answers(child: ChildProcess, url: string): Promise<void> {
  for (let looks = 0; looks < LOOKS_MAX && child.exitCode === null; looks++) {
    const answer = await fetch(url).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok === true) return;
    await wait(LOOK_MS);
  }
  throw new Error(`${child.spawnfile} did not start ${url}`);
}

const LOOKS_MAX = 600;
const LOOK_MS = 100;

/** Returns one line for each result. */
export function witnessLines(title: string, results: readonly WitnessResult[] | string): string {
  if (typeof results === 'string') return `${title}: skipped, ${results}\n`;
  return results
    .map(({ what, fault, isExpected, findings }) => {
      const found = findings.length === 0 ? 'conforms' : findings.join('; ');
      return `${title}, ${what}, ${fault}: ${isExpected ? '' : 'NOT AS EXPECTED: '}${found}\n`;
    })
    .join('');
}
