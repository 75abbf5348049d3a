// Turns a result into text, table by table. Measures and judges nothing.

import { type CompareFigures, type Comparison, USERS } from './compare.ts';
import type { ForkFigures } from './fork.ts';
import { judge } from './goals.ts';
import { GROWTH_USERS, type GrowthFigures, type GrowthKind, TURN_USERS } from './growth.ts';
import type { HeldFigures } from './held.ts';
import { LONG_LIST_CONNECTIONS, LONG_LIST_USERS, type LongListFigures } from './long-list.ts';
import { CONNECTIONS } from './measure.ts';
import type { PageFigures } from './pages.ts';
import type { Machine, Result } from './result.ts';
import { servers } from './servers.ts';
import type { StartFigures } from './start.ts';
import { mebibytes, median, number, range, table } from './tables.ts';

/** Returns the whole report; the goals come last. */
export function report(result: Result): string {
  const parts = [
    machineText(result.machine),
    serversText(result.comparison),
    `Every figure is the median of the rounds, with (lowest..highest). "x bare" is the ratio to the bare server in the same round.\n${CPU_TEXT[result.machine.cpuSource]}`,
    startsText(result.starts),
    ...comparisonTexts(result.comparison),
    memoryText(result.comparison),
    longListText(result.longList),
    ...(result.growth.length === 0 ? [] : [growthText(result.growth)]),
    ...(result.fork === null ? [] : [forkText(result.fork)]),
    ...(result.pages.length === 0 ? [] : [pagesText(result.pages)]),
    ...(result.held.length === 0 ? [] : [heldText(result.held)]),
    goalsText(result),
    `The run took ${number(result.elapsedMs / 1_000)} s.`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const CPU_TEXT: { readonly [Source in Machine['cpuSource']]: string } = {
  schedstat:
    'CPU is what all threads of the server ran, in nanoseconds, by /proc/<pid>/task/*/schedstat.',
  stat: 'CPU is what the server ran, in hundredths of a second, by /proc/<pid>/stat: coarse.',
  none: 'CPU and memory are not measured: this platform has no /proc.',
};

function machineText({
  node,
  platform,
  processor,
  processors,
  memoryBytes,
  loadBefore,
}: Machine): string {
  const gibibytes = number(memoryBytes / 2 ** 30);
  return `Node ${node}, ${platform}, ${processors} x ${processor}, ${gibibytes} GiB; load in the minute before: ${number(loadBefore)}`;
}

function serversText({ operations }: Comparison): string {
  const rows = operations[0]?.figures.map(({ server }) => [server, servers[server].about]) ?? [];
  return rows.map(([name = '', about]) => `${name.padEnd(14)} ${about}`).join('\n');
}

function startsText(starts: readonly StartFigures[]): string {
  const header = ['server', 'first answer ms', 'x bare', 'first POST ms', 'idle MiB', 'x bare'];
  const rows = starts.map((figures) => [
    figures.files === 'first' ? `${figures.server}, files not seen before` : figures.server,
    range(figures.answerMs),
    range(figures.answerToBare),
    median(figures.writeMs),
    mebibytes(figures.idleBytes?.median),
    range(figures.idleToBare),
  ]);
  return `START: from the start of the process, ${USERS} users in the seed file\n\n${table(header, rows)}`;
}

const TITLES = {
  read: 'GET ONE',
  list: `LIST OF ${USERS} (Prism makes up a list of its own length)`,
  create: 'POST (Standin and Prism check it; every server but bare and Prism keeps it)',
} as const;

function comparisonTexts({ operations }: Comparison): readonly string[] {
  const header = [
    'server',
    'requests',
    'req/s',
    'x bare',
    'CPU µs',
    'x bare',
    'in all',
    'busy',
    'p50 ms',
    'p99 ms',
  ];
  return operations.map(({ kind, figures }) => {
    const title = `${TITLES[kind]}; ${CONNECTIONS} connections, one request in flight on each`;
    return `${title}\n\n${table(header, figures.map(comparisonRow))}`;
  });
}

function comparisonRow(figures: CompareFigures): readonly string[] {
  return [
    figures.server,
    figures.requestsPerRound.toLocaleString('en-US'),
    median(figures.rate),
    range(figures.rateToBare),
    median(figures.cpuUs),
    range(figures.cpuToBare),
    number(figures.cpuToBareInAll),
    number(figures.busy),
    number(figures.p50Ms),
    number(figures.p99Ms),
  ];
}

function memoryText({ memory }: Comparison): string {
  const rows = memory.map(({ server, afterReadsBytes, afterWritesBytes, users, usersSent }) => [
    server,
    mebibytes(afterReadsBytes),
    mebibytes(afterWritesBytes),
    users.toLocaleString('en-US'),
    usersSent === users ? '' : `${(usersSent - users).toLocaleString('en-US')} were lost`,
  ]);
  return `MEMORY after load\n\n${table(['server', 'after reading MiB', 'after POST MiB', 'users then', ''], rows)}`;
}

function longListText(figures: readonly LongListFigures[]): string {
  const header = [
    'server',
    'lists/s',
    'MB/s',
    'MB each',
    'CPU ms each',
    'MiB before',
    'at most',
    'after',
  ];
  const rows = figures.map((one) => [
    one.server,
    median(one.listsPerSecond),
    median(one.megabytesPerSecond),
    number(one.megabytesPerList),
    range(one.cpuMsPerList),
    mebibytes(one.beforeBytes),
    mebibytes(one.peakBytes),
    mebibytes(one.afterBytes),
  ]);
  const title = `LIST OF ${LONG_LIST_USERS.toLocaleString('en-US')}; ${LONG_LIST_CONNECTIONS} connections`;
  return `${title}\n\n${table(header, rows)}`;
}

const GROWTH_NAMES: { readonly [Kind in GrowthKind]: string } = {
  read: 'GET one',
  'read-any': 'GET any',
  create: 'POST',
  replace: 'PUT',
  remove: 'DELETE',
};

function growthText(growth: readonly GrowthFigures[]): string {
  const sizes = GROWTH_USERS.map((users) => users.toLocaleString('en-US'));
  const [fewest, ...more] = sizes;
  const header = [
    'Standin',
    ...sizes.map((users) => `CPU µs, ${users}`),
    ...more.flatMap((users) => [`${users} to ${fewest}`, 'in all']),
  ];
  const rows = Object.entries(GROWTH_NAMES).map(([kind, name]) => {
    const figures = growth.filter((one) => one.kind === kind);
    return [
      name,
      ...figures.map(({ cpuUs }) => median(cpuUs)),
      ...figures
        .slice(1)
        .flatMap(({ cpuToFewest, cpuToFewestInAll }) => [
          range(cpuToFewest),
          number(cpuToFewestInAll),
        ]),
    ];
  });
  const note = `GET one asks for the same user, GET any and PUT for users all over. POST and DELETE: ${TURN_USERS} users come and go.`;
  return `GROWTH: what a call costs Standin by the number of users\n${note}\n\n${table(header, rows)}`;
}

function forkText({ users, forkUs, firstPutUs }: ForkFigures): string {
  const rows = [
    ['fork', range(forkUs)],
    ['first change of the fork', range(firstPutUs)],
  ];
  return `FORK of a state with ${users.toLocaleString('en-US')} users\n\n${table(['', 'µs'], rows)}`;
}

function heldText(held: readonly HeldFigures[]): string {
  const rows = held.map((figures) => [
    figures.server,
    figures.users.toLocaleString('en-US'),
    number(figures.answerMs / 1_000),
    mebibytes(figures.residentBytes),
    mebibytes(figures.peakBytes),
    number(figures.bytesPerUser),
  ]);
  const header = ['server', 'users', 'first answer s', 'MiB at rest', 'at most', 'bytes a user'];
  return `MEMORY at rest, from the seed file\n\n${table(header, rows)}`;
}

/** The figures of a mixed load as a table. */
export function pagesText(pages: readonly PageFigures[]): string {
  const rows = pages.map(({ users, kind, cpuUs, cpuToBare, pageMs }) => [
    users === null ? `bare, ${kind}` : `${users.toLocaleString('en-US')} users, ${kind}`,
    median(cpuUs),
    range(cpuToBare),
    number(pageMs.median),
    number(pageMs.p99),
  ]);
  const note = 'Of ten requests 7 GET, 1 POST, 1 page of 100 right after that, 1 PUT.';
  const header = ['Standin', 'CPU µs', 'x bare', 'a page ms', 'p99 ms'];
  return `MIXED LOAD with pages; one connection\n${note}\n\n${table(header, rows)}`;
}

function goalsText(result: Result): string {
  const rows = judge(result).map(({ goal, measured, verdict }) => [goal, measured, verdict]);
  return `GOALS\n\n${table(['goal', 'measured', ''], rows)}`;
}
