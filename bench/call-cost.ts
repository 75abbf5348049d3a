// `npm run bench:calls`: what each kind of call costs with 100 users, beside the bare server. With
// `-- --beside <folder>...`, other built checkouts of Standin take their turns too. Exit code 0
// whatever the numbers are.

import { checkoutsBeside } from './checkouts.ts';
import { ratioOf, spreadOf } from './figures.ts';
import { cpuUsOf, measure } from './measure.ts';
import { jsonRequest, plainRequest } from './request.ts';
import { type Running, startServer, withRunning } from './running.ts';
import { type Server, servers } from './servers.ts';
import { draftOf } from './users.ts';
import { openWorkshop } from './workshop.ts';

const USERS = 100;
const ROUNDS = 40;
/** Rounds before the first that counts: code that was never called is slow. */
const WARM_ROUNDS = 20;
/** Calls of one kind in a turn: what else the machine does comes and goes within a second. */
const CALLS = 400;

const kinds = ['GET one', 'list of 100', 'PUT', 'POST', 'DELETE'] as const;
type Kind = (typeof kinds)[number];

interface Entrant {
  readonly name: string;
  readonly server: Server;
  /** Where its contracts and schemas come from. */
  readonly checkout: string | undefined;
  /** Microseconds of processor time for a call, by round; `null` if it is not measured. */
  readonly cpuUs: Readonly<Record<Kind, (number | null)[]>>;
  /** Rows that were created before this round. */
  created: number;
}

const entrants = [
  entrantOf('bare', servers.bare),
  ...checkoutsBeside().map(({ name, server, folder }) => entrantOf(name, server, folder)),
];

const workshop = openWorkshop('none');
try {
  const starts = entrants.map(
    ({ server, checkout }) =>
      () =>
        startServer(server, workshop.createPlaces(USERS, 'notes', checkout)),
  );
  await withRunning(starts, async (running) => {
    for (let round = 1 - WARM_ROUNDS; round <= ROUNDS; round++)
      for (const kind of kinds)
        for (const [index, entrant] of entrants.entries())
          await takeTurn(entrant, running[index] as Running, { kind, round });
  });
} finally {
  workshop.close();
}

for (const kind of kinds) {
  const rows = kind === 'DELETE' ? entrants.slice(1) : entrants;
  const [first] = rows;
  const figures = rows.map(({ name, cpuUs }) => {
    const us = spreadOf(cpuUs[kind])?.median.toFixed(1);
    const times = ratioOf(cpuUs[kind], first?.cpuUs[kind] ?? [])?.median.toFixed(2);
    return `${name} ${us} µs, ${times}`;
  });
  console.log(`${kind.padEnd(12)} ${figures.join('; ')}`);
}
console.log(
  'CPU of one call, and how many times that of the first in its row; the bare server has no DELETE.',
);

/** A round up to 0 is not counted. */
async function takeTurn(
  entrant: Entrant,
  running: Running,
  { kind, round }: { readonly kind: Kind; readonly round: number },
): Promise<void> {
  const isBare = entrant.server.name === 'bare';
  if (isBare && kind === 'DELETE') return;
  const cost = await measure(running, workOf(kind, entrant, isBare));
  if (kind === 'DELETE') entrant.created += CALLS;
  if (round > 0) entrant.cpuUs[kind].push(cpuUsOf(cost));
}

/** The bare server answers 201 to all that has a body. */
function workOf(
  kind: Kind,
  { created }: Entrant,
  isBare: boolean,
): { readonly requests: readonly Buffer[]; readonly count: number; readonly status: number } {
  const each = (make: (at: number) => Buffer, status: number) => ({
    requests: Array.from({ length: CALLS }, (_, at) => make(at)),
    count: CALLS,
    status,
  });
  switch (kind) {
    case 'GET one':
      return each((at) => plainRequest('GET', `/users/${1 + (at % USERS)}`), 200);
    case 'list of 100':
      return each(() => plainRequest('GET', '/users'), 200);
    case 'PUT':
      return each(
        (at) => jsonRequest('PUT', `/users/${1 + (at % USERS)}`, draftOf(at)),
        isBare ? 201 : 200,
      );
    case 'POST':
      return each((at) => jsonRequest('POST', '/users', draftOf(at)), 201);
    case 'DELETE':
      return each((at) => plainRequest('DELETE', `/users/${USERS + created + at + 1}`), 204);
  }
}

function entrantOf(name: string, server: Server, checkout?: string): Entrant {
  return {
    name,
    server,
    checkout,
    cpuUs: { 'GET one': [], 'list of 100': [], PUT: [], POST: [], DELETE: [] },
    created: 0,
  };
}
