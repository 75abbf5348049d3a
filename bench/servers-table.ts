// The table of servers in docs/numbers.md: the part of a result that helps you choose a server.

import type { CompareKind } from './compare.ts';
import { MOCKOON_VERSION } from './mockoon.ts';
import type { NumberColumn, NumberTable } from './numbers-page.ts';
import type { Result } from './result.ts';
import { type ServerName, serverNames, versionOf } from './servers.ts';
import { startFiguresOf } from './start.ts';

export const TABLE = 'servers';

const NAMES: { readonly [Name in ServerName]: string } = {
  standin: 'Standin',
  bare: 'bare `node:http`',
  plain: 'plain `node:http` and a Map',
  'json-server-0': `json-server ${versionOf('json-server-0')}`,
  'json-server-1': `json-server ${versionOf('json-server-1')}`,
  mockoon: `Mockoon ${MOCKOON_VERSION}`,
  prism: `Prism ${versionOf('@stoplight/prism-cli')}`,
};

/** What the table is made of. */
export type Measured = Pick<Result, 'starts' | 'comparison'>;

interface Column extends NumberColumn {
  readonly of: (result: Measured, server: ServerName) => number | undefined;
}

// How far runs on shared machines were seen apart, and a third as much again: a busy neighbour
// weighs most on starts and on writes.
const COLUMNS: readonly Column[] = [
  {
    title: 'first answer, new files',
    kind: 'ratio',
    noise: 2.4,
    of: ({ starts }, server) =>
      (startFiguresOf(starts, server, 'first') ?? startFiguresOf(starts, server))?.answerToBare
        ?.median,
  },
  {
    title: 'again',
    kind: 'ratio',
    noise: 2.4,
    of: ({ starts }, server) => startFiguresOf(starts, server)?.answerToBare?.median,
  },
  {
    title: 'idle memory',
    kind: 'ratio',
    noise: 1.4,
    of: ({ starts }, server) => startFiguresOf(starts, server)?.idleToBare?.median,
  },
  {
    title: 'GET one',
    kind: 'ratio',
    noise: 2,
    of: (result, server) => cpuOf(result, 'read', server),
  },
  {
    title: 'list of 100',
    kind: 'ratio',
    noise: 2,
    of: (result, server) => (server === 'prism' ? undefined : cpuOf(result, 'list', server)),
  },
  {
    title: 'POST',
    kind: 'ratio',
    noise: 2.4,
    of: (result, server) => cpuOf(result, 'create', server),
  },
];

/**
 * Returns the table: each server in ratios to the bare one. Throws if a server or its CPU was not
 * measured.
 */
export function serversTable(result: Measured): NumberTable {
  const rows = serverNames.map((server) => ({
    name: NAMES[server],
    values: COLUMNS.map(({ title, of }) => {
      const value = of(result, server);
      // Prism makes up a list of any length.
      if (value === undefined && !(server === 'prism' && title === 'list of 100'))
        throw new Error(`${NAMES[server]}, ${title} was not measured`);
      return value ?? null;
    }),
  }));
  return { columns: COLUMNS, rows };
}

/** Returns what a GET of one user costs Standin, in times the bare server. */
export function getCostOf(result: Measured): number {
  const ratio = cpuOf(result, 'read', 'standin');
  if (ratio === undefined) throw new Error('GET one was not measured');
  return ratio;
}

function cpuOf(result: Measured, kind: CompareKind, name: ServerName): number | undefined {
  const operation = result.comparison.operations.find((one) => one.kind === kind);
  return operation?.figures.find(({ server }) => server === name)?.cpuToBare?.median;
}
