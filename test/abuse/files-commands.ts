// Damaged files through the command line itself: each command in its own process, which must end by
// itself, with a message.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { mutate, mutations } from './files-mutate.ts';
import type { Told, Trial } from './files-run.ts';
import { HAR, REPORT } from './files-samples.ts';

const ROOT = join(import.meta.dirname, '../..');
const CLI = join(ROOT, 'src/cli.ts');
/** Far longer than any of them takes. */
const ENDS_MS = 60_000;

/**
 * Commands that end by themselves, and the file of each that is damaged; the texts of those that
 * are not in a project.
 */
const COMMANDS: readonly (readonly [file: string, args: readonly string[], text?: string])[] = [
  ['schemas/user.json', ['contract']],
  ['contracts/users.json', ['openapi']],
  ['db.json', ['serve', '--port', '65536']],
  ['contracts/profiles/json-server.json', ['contract', '--profile', 'json-server']],
  ['contracts/pacts/users-frontend-users.json', ['verify', 'http://127.0.0.1:9']],
  ['traffic.har', ['export', 'traffic.har', '--form', 'rows'], HAR],
  ['report.json', ['export', 'report.json'], REPORT],
  ['schemas/user-create.json', ['seed', '--count', '2']],
];

/** Tries so many damaged files, and returns what happened. */
export async function tryCommands({ cases, seed, folder }: Omit<Trial, 'readers'>): Promise<Told> {
  mkdirSync(folder, { recursive: true });
  for (const part of ['contracts', 'schemas', 'db.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  const failures: string[] = [];
  let taken = 0;
  for (const [index, mutation] of fc.sample(mutations(1), { numRuns: cases, seed }).entries()) {
    const [file, args, text] = COMMANDS[index % COMMANDS.length] as (typeof COMMANDS)[number];
    const place = join(folder, file);
    const good = text ?? readFileSync(place, 'utf8');
    writeFileSync(place, mutate(good, mutation));
    const { code, signal, stdout, stderr } = await runIn(folder, args);
    writeFileSync(place, good);
    if (code === 0) taken++;
    const flaw =
      signal !== null || code === null || code > 2
        ? `it ended with ${code ?? signal}`
        : /\n\s+at .*:\d+:\d+/.test(stdout + stderr)
          ? 'it told a trace'
          : /[^\P{Cc}\n\t]/u.test(stderr)
            ? 'it told control characters'
            : code !== 0 && stderr.trim().split('\n').length < 2
              ? 'it told no remedy'
              : null;
    if (flaw !== null)
      failures.push(
        `${flaw}: ${args.join(' ')}\n${stderr.slice(0, 2_000)}\n${JSON.stringify(mutation).slice(0, 2_000)}`,
      );
  }
  return { what: 'the command line', cases, taken, refused: cases - taken, failures };
}

async function runIn(cwd: string, args: readonly string[]) {
  const env = { ...process.env, NODE_V8_COVERAGE: '', NO_COLOR: '1' };
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: ENDS_MS,
    killSignal: 'SIGKILL',
  });
  const [out, told]: [string[], string[]] = [[], []];
  child.stdout.setEncoding('utf8').on('data', (text: string) => void out.push(text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => void told.push(text));
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { code, signal, stdout: out.join(''), stderr: told.join('') };
}
