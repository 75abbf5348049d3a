// `npm run soak [-- --minutes 3]`: `serve`, with `record` and a file in front of it, at full speed
// with a mix of everything. Samples the memory of both processes every two seconds after a garbage
// collection. Exit code 1 if it is not flat after the warm-up, or if something failed.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findGrowth, trendOf } from './soak-judge.ts';
import type { Sample } from './soak-probe.ts';
import { drive, type Tally } from './soak-traffic.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '3' }, seed: { type: 'string', default: '1' } },
});
const minutes = Number(values.minutes);
/**
 * The share of the time in which rings, caches, pages of SQLite and compiled code fill up: with
 * five minutes they are full after two.
 */
const WARM_UP = 0.5;
const EVERY_MS = 2_000;
const ROOT = resolve(import.meta.dirname, '../..');

interface Process {
  readonly name: string;
  readonly child: ChildProcess;
  readonly port: number;
  readonly samples: Sample[];
  readonly stderr: () => string;
  readonly ended: Promise<number | null>;
}

async function start(name: string, args: readonly string[]): Promise<Process> {
  const probe = join(import.meta.dirname, 'soak-probe.ts');
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--import', probe, 'src/cli.ts', ...args, '--port', '0', '--json'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  let [head, errors] = ['', ''];
  child.stderr?.on('data', (text) => {
    errors = (errors + String(text)).slice(-10_000);
  });
  const samples: Sample[] = [];
  child.on('message', (sample: Sample) => samples.push(sample));
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const port = await new Promise<number>((found, failed) => {
    child.once('close', () => failed(new Error(`${name} did not start: ${errors}`)));
    child.stdout?.on('data', (text) => {
      if (head.length > 1_000) return;
      head += String(text);
      const at = /"url":"http:\/\/[^"]*?:(\d+)/.exec(head);
      if (at !== null) found(Number(at[1]));
    });
  });
  return { name, child, port, samples, stderr: () => errors, ended };
}

const folder = mkdtempSync(join(tmpdir(), 'standin-soak-'));
const serve = await start('serve', ['serve']);
const record = await start('record', [
  'record',
  `http://127.0.0.1:${serve.port}`,
  '--record',
  join(folder, 'soak.sqlite'),
]);
const all = [serve, record];
const began = performance.now();
const seconds = (): number => (performance.now() - began) / 1_000;
const isOver = (): boolean => seconds() > minutes * 60;
const tallies = {
  serve: { answered: 0, cut: 0, failed: 0 },
  record: { answered: 0, cut: 0, failed: 0 },
} satisfies Record<string, Tally>;

const sampling = (async () => {
  while (!isOver()) {
    await sleep(EVERY_MS);
    for (const { child } of all) if (child.connected) child.send(seconds());
  }
})();
// The recorder writes to a disk: it is asked at a pace, so that the file stays of a size.
const driving = [
  drive(serve.port, Number(values.seed), 12, 0, isOver, tallies.serve),
  drive(record.port, Number(values.seed) + 1, 4, 8, isOver, tallies.record),
];
await Promise.all([sampling, ...driving]);
await sleep(500);

const flaws: string[] = [];
for (const one of all) {
  one.child.kill('SIGINT');
  const code = await one.ended;
  const after = one.samples.filter(({ at }) => at >= minutes * 60 * WARM_UP);
  const mb = (bytes: number): string => (bytes / 1e6).toFixed(1);
  const [heap, resident, handles] = [
    trendOf(after, 'heapBytes'),
    trendOf(after, 'residentBytes'),
    trendOf(after, 'handles'),
  ];
  const { answered, cut, failed } = tallies[one.name as keyof typeof tallies];
  process.stdout.write(
    `${one.name}: ${answered} answers (${Math.round(answered / (minutes * 60))} a second), ${cut} cut; ${after.length} samples after the warm-up\n` +
      `  heap after GC ${mb(heap.first)} -> ${mb(heap.last)} MB (${mb(heap.perMinute)} MB a minute)\n` +
      `  resident      ${mb(resident.first)} -> ${mb(resident.last)} MB (${mb(resident.perMinute)} MB a minute)\n` +
      `  by minute     ${byMinute(one.samples).map(mb).join(', ')} MB resident\n` +
      `  handles       ${handles.first} -> ${handles.last}\n`,
  );
  flaws.push(...findGrowth(after).map((line) => `${one.name}: ${line}`));
  if (after.length < 5) flaws.push(`${one.name}: too few samples`);
  if (failed > 0) flaws.push(`${one.name}: ${failed} answers were 500`);
  if (code !== 0) flaws.push(`${one.name} ended with ${code}`);
  if (one.stderr() !== '') flaws.push(`${one.name} wrote: ${one.stderr().slice(0, 2_000)}`);
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write(flaws.length === 0 ? 'flat\n' : `${flaws.join('\n')}\n`);
process.exitCode = flaws.length === 0 ? 0 : 1;

/** What was resident at the end of each minute. */
function byMinute(samples: readonly Sample[]): readonly number[] {
  const last = new Map(
    samples.map(({ at, residentBytes }) => [Math.floor(at / 60), residentBytes]),
  );
  return [...last.values()];
}
