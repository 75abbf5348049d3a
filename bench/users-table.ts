// The table of growth in docs/numbers.md: what a load with pages costs, and what users take.

import type { NumberColumn, NumberTable } from './numbers-page.ts';
import { PAGE_USERS, type PageFigures, type PageKind } from './pages.ts';
import type { Result } from './result.ts';
import type { ServerName } from './servers.ts';

export const USERS_TABLE = 'users';

type Measured = Pick<Result, 'pages' | 'held'>;

interface Column extends NumberColumn {
  readonly of: (result: Measured, users: number) => number | null | undefined;
}

const COLUMNS: readonly Column[] = [
  pagesColumn('pages in order', 'in order', ({ cpuToBare }) => cpuToBare?.median),
  pagesColumn('sorted', 'sorted', ({ cpuToBare }) => cpuToBare?.median),
  pagesColumn('filtered', 'filtered', ({ cpuToBare }) => cpuToBare?.median),
  pagesColumn('a page, p99 in ms', 'in order', ({ pageMs }) => pageMs.p99),
  bytesColumn('bytes a user', 'standin'),
  bytesColumn('bytes a user, json-server 1.0', 'json-server-1'),
];

/** Returns the table: a row for each number of users. Throws if the load was not measured. */
export function usersTable(result: Measured): NumberTable {
  const rows = PAGE_USERS.map((users) => ({
    name: `${users.toLocaleString('en-US')} users`,
    values: COLUMNS.map(({ of }) => of(result, users) ?? null),
  }));
  if (rows.some(({ values }) => values[0] === null))
    throw new Error('the load with pages was not measured for each number of users');
  return { columns: COLUMNS, rows };
}

function pagesColumn(
  title: string,
  kind: PageKind,
  of: (figures: PageFigures) => number | undefined,
): Column {
  return {
    title,
    kind: 'ratio',
    noise: 2.4,
    of({ pages }, users) {
      const found = pages.find((one) => one.users === users && one.kind === kind);
      return found === undefined ? undefined : of(found);
    },
  };
}

/** With few users, the memory of a process says nothing about them. */
function bytesColumn(title: string, server: ServerName): Column {
  return {
    title,
    kind: 'ratio',
    noise: 1.4,
    of: ({ held }, users) =>
      held.find((one) => one.server === server && one.users === users)?.bytesPerUser,
  };
}
