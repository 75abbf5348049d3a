// `npm run bench:recording`: what recording into a file costs, alone and behind a proxy, and how
// fast a file of 1,000,000 interactions answers (`--huge`: 10,000,000). Exit code 0 whatever the
// numbers are.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Spread } from './figures.ts';
import { measureProxy, type ProxyCost, type ProxyFigures } from './proxy-cost.ts';
import { measureCost, type RecordingCost } from './recording-cost.ts';
import { measureSearch, type SearchFigures } from './recording-search.ts';

const { values } = parseArgs({
  options: {
    huge: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
});
const interactions = values.huge ? 10_000_000 : values.quick ? 100_000 : 1_000_000;
const folder = mkdtempSync(join(tmpdir(), 'standin-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

process.stdout.write(
  printCost(await measureCost(join(folder, 'cost.db'), values.quick ? 2 : 5, values.quick ? 2 : 5)),
);
process.stdout.write(
  printProxy(await measureProxy(folder, values.quick ? 2 : 5, values.quick ? 3 : 10)),
);
process.stdout.write(printSearch(await measureSearch(join(folder, 'search.db'), interactions)));

function printCost({ perSecond, on, off, dropped }: RecordingCost): string {
  const share = (spread: Spread | null): string => `${print(spread, 100)} %`;
  return [
    `Recording ${perSecond} interactions a second (${dropped} dropped), main thread, median (lowest to highest):`,
    `  processor time of each   off ${print(off.cpuUs, 1)} µs   on ${print(on.cpuUs, 1)} µs`,
    `  event loop is busy       off ${share(off.busy)}   on ${share(on.busy)}`,
    '',
  ].join('\n');
}

function printProxy({ perSecond, direct, plain, recorded }: ProxyCost): string {
  const line = (name: string, { cpuUs, p50Ms, p99Ms }: ProxyFigures): string =>
    `  ${name.padEnd(16)} ${print(cpuUs, 1).padEnd(24)} µs   p50 ${print(p50Ms, 1)} ms   p99 ${print(p99Ms, 1)} ms`;
  const added = (of: (figures: ProxyFigures) => Spread | null): string =>
    ((of(recorded)?.median ?? 0) - (of(plain)?.median ?? 0)).toFixed(1);
  return [
    `Through a proxy, ${perSecond} interactions a second, processor time of its main thread for each, and latency:`,
    line('the service', direct),
    line('forwarded', plain),
    line('and recorded', recorded),
    `  recording adds   ${added(({ cpuUs }) => cpuUs)} µs, p50 ${added(({ p50Ms }) => p50Ms)} ms, p99 ${added(({ p99Ms }) => p99Ms)} ms`,
    '',
  ].join('\n');
}

function printSearch({ interactions, fileBytes, madeUs, questions }: SearchFigures): string {
  const lines = questions.map(
    ({ question, found, ms }) =>
      `  ${print(ms, 1).padEnd(24)} ms  ${String(found).padStart(9)} found  ${question}`,
  );
  const made = `${interactions} interactions, ${(fileBytes / 1e9).toFixed(2)} GB, made in ${madeUs.toFixed(1)} µs each:`;
  return [made, ...lines, ''].join('\n');
}

function print(spread: Spread | null, factor: number): string {
  if (spread === null) return '?';
  const [median, min, max] = [spread.median, spread.min, spread.max].map((value) =>
    (value * factor).toFixed(1),
  );
  return `${median} (${min} to ${max})`;
}
