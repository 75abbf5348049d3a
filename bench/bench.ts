// `npm run bench`: measures Standin, a bare server, a plain one, json-server, Mockoon and Prism in
// one run.
// Exit code 0 whatever the numbers are, 1 if a server does not start or answers wrongly, 2 if the
// flags are wrong. A full run writes two tables of docs/numbers.md and a number of the README; with `--check` (npm run
// release:check) the exit code is 1 if the first disagrees.

import { cpus, loadavg, totalmem } from 'node:os';
import { compare } from './compare.ts';
import { cpuSource } from './cpu.ts';
import { BenchFailure } from './failure.ts';
import { measureFork } from './fork.ts';
import { judge } from './goals.ts';
import { measureGrowth } from './growth.ts';
import { measureHeld } from './held.ts';
import { measureLongList } from './long-list.ts';
import { bringMockoon } from './mockoon.ts';
import { describeDisagreement, disagreements, publish, publishGetCost } from './numbers-page.ts';
import { type Options, readOptions } from './options.ts';
import { measurePages, PAGE_USERS } from './pages.ts';
import { report } from './report.ts';
import type { Machine, Result } from './result.ts';
import { getCostOf, serversTable, TABLE } from './servers-table.ts';
import { measureStarts } from './start.ts';
import { USERS_TABLE, usersTable } from './users-table.ts';
import { openWorkshop, type Workshop } from './workshop.ts';

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if ('usage' in options) {
    (options.status === 0 ? process.stdout : process.stderr).write(`${options.usage}\n`);
    return options.status;
  }
  let workshop: Workshop | null = null;
  try {
    if (options.names.includes('mockoon')) bringMockoon();
    workshop = openWorkshop(options.names.includes('prism') ? 'openapi' : 'none');
    if (options.page === 'check') return await check(options, workshop);
    const result = await run(options, workshop);
    if (options.page === 'publish') {
      publish(TABLE, serversTable(result));
      publish(USERS_TABLE, usersTable(result));
      publishGetCost(getCostOf(result));
    }
    process.stdout.write(
      options.form === 'json'
        ? `${JSON.stringify({ ...result, goals: judge(result) }, null, 2)}\n`
        : report(result),
    );
    return 0;
  } catch (error) {
    if (!(error instanceof BenchFailure)) throw error;
    process.stderr.write(`bench: ${error.message}\n`);
    return 1;
  } finally {
    workshop?.close();
  }
}

/** How often a disagreement is measured again: a busy neighbour rarely stays for three runs. */
const CHECKS_MAX = 3;

async function check({ names, effort }: Options, workshop: Workshop): Promise<number> {
  for (let turn = 1; ; turn++) {
    say(`the table of docs/numbers.md, run ${turn}`);
    const starts = await measureStarts(names, effort.startRounds, workshop);
    const comparison = await compare(names, effort.rounds, workshop);
    const found = disagreements(TABLE, serversTable({ starts, comparison }));
    for (const one of found) process.stdout.write(`${describeDisagreement(one)}\n`);
    if (found.length > 0 && turn < CHECKS_MAX) continue;
    process.stdout.write(
      found.length > 0
        ? 'npm run bench updates the table.\n'
        : 'docs/numbers.md agrees within the noise.\n',
    );
    return found.length > 0 ? 1 : 0;
  }
}

async function run({ effort, names }: Options, workshop: Workshop): Promise<Result> {
  const began = performance.now();
  const machine = readMachine();
  const hasStandin = names.includes('standin');
  say('starts');
  const starts = await measureStarts(names, effort.startRounds, workshop);
  say('GET one, list, POST');
  const comparison = await compare(names, effort.rounds, workshop);
  say('long list');
  const longList = await measureLongList(names, effort.longListRounds, workshop);
  say('growth');
  const growth = hasStandin ? await measureGrowth(effort.growthRounds, workshop) : [];
  const fork = hasStandin ? await measureFork() : null;
  const sizes = PAGE_USERS.filter((users) => users <= effort.usersMax);
  say('pages');
  const pages = hasStandin ? await measurePages(sizes, effort.pageRounds, workshop) : [];
  say('memory of users');
  const held = hasStandin ? await measureHeld(names, sizes.slice(1), workshop) : [];
  return {
    machine,
    effort,
    starts,
    comparison,
    longList,
    growth,
    fork,
    pages,
    held,
    elapsedMs: performance.now() - began,
  };
}

function readMachine(): Machine {
  const processors = cpus();
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    processor: processors[0]?.model ?? 'unknown',
    processors: processors.length,
    memoryBytes: totalmem(),
    loadBefore: loadavg()[0] ?? 0,
    cpuSource: cpuSource(),
  };
}

function say(part: string): void {
  process.stderr.write(`bench: measuring ${part}\n`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
process.exitCode = await main();
