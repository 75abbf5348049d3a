// The load of an app: of ten requests seven read a user, one creates a user, one asks for a page of
// 100 right after that, and one replaces a user. Standin with 1,000 to 1,000,000 users takes turns
// with the bare server, whose answers are constant.

import { stayAwake } from './awake.ts';
import { restedCpuNs } from './cpu.ts';
import { percentileOf, ratioOf, type Spread, spreadOf } from './figures.ts';
import { openClient } from './load.ts';
import { jsonRequest, plainRequest } from './request.ts';
import { type Running, startServer, withRunning } from './running.ts';
import { type Server, servers } from './servers.ts';
import { draftOf } from './users.ts';
import type { Workshop } from './workshop.ts';

export const PAGE_USERS = [1_000, 100_000, 1_000_000] as const;

/** Which pages are asked for: of all users, of all by name, or of a third of them. */
export const pageKinds = ['in order', 'sorted', 'filtered'] as const;
export type PageKind = (typeof pageKinds)[number];

export interface PageFigures {
  /** `null` for the bare server, which has 100. */
  readonly users: number | null;
  readonly kind: PageKind;
  readonly cpuUs: Spread | null;
  readonly cpuToBare: Spread | null;
  /** How long a page takes. */
  readonly pageMs: { readonly median: number; readonly p99: number };
}

const PAGE = 100;
/** Cycles of ten requests in a turn. */
const CYCLES = 400;
/**
 * Turns before the first that counts: after the start V8 collects the memory of a million users some
 * times more, whatever is asked.
 */
const WARM_TURNS = 6;

const QUERIES: { readonly [Kind in PageKind]: string } = {
  'in order': '',
  sorted: '_sort=name&',
  filtered: 'isPremium=true&',
};

interface Entrant {
  readonly users: number | null;
  readonly kind: PageKind;
  readonly cpuUs: (number | null)[];
  readonly pageMs: number[];
  /** The next cycle: each reads and writes other users. */
  cycle: number;
}

/** Starts the bare server, and Standin once for each size, and measures pages of each kind. */
export function measurePages(
  sizes: readonly number[],
  rounds: number,
  workshop: Workshop,
): Promise<readonly PageFigures[]> {
  const starts = [
    () => startServer(servers.bare, workshop.createPlaces(PAGE, 'notes')),
    ...sizes.map((users) => () => startServer(standin, workshop.createPlaces(users, 'notes'))),
  ];
  return withRunning(starts, async (running) => {
    const figures: PageFigures[] = [];
    for (const kind of pageKinds)
      figures.push(...(await measureKind(kind, sizes, rounds, running)));
    return figures;
  });
}

/** One kind after the other: a selection that is not asked for is forgotten after some writes. */
async function measureKind(
  kind: PageKind,
  sizes: readonly number[],
  rounds: number,
  running: readonly Running[],
): Promise<readonly PageFigures[]> {
  const entrants = [null, ...sizes].map((users) => entrantOf(users, kind));
  for (let round = -WARM_TURNS; round < rounds; round++)
    for (const [at, entrant] of entrants.entries())
      await takeTurn(entrant, running[at] as Running, round >= 0);
  const bare = entrants[0]?.cpuUs ?? [];
  return entrants.map(({ users, cpuUs, pageMs }) => {
    const sorted = Float64Array.from(pageMs).sort();
    return {
      users,
      kind,
      cpuUs: spreadOf(cpuUs),
      cpuToBare: ratioOf(cpuUs, bare),
      pageMs: { median: percentileOf(sorted, 0.5), p99: percentileOf(sorted, 0.99) },
    };
  });
}

const standin: Server = {
  ...servers.standin,
  start: (...given) => [...servers.standin.start(...given), '--pin', 'query.dialect=json-server-0'],
};

function entrantOf(users: number | null, kind: PageKind): Entrant {
  return { users, kind, cpuUs: [], pageMs: [], cycle: 0 };
}

async function takeTurn(entrant: Entrant, running: Running, counts: boolean): Promise<void> {
  using _awake = stayAwake();
  const client = await openClient(running.port, 1);
  const requests = Array.from({ length: CYCLES }, () => cycleOf(entrant)).flat();
  // The bare server answers 201 to all that has a body.
  const replaced = entrant.users === null ? 201 : 200;
  const status = [200, 200, 200, 200, 200, 200, 200, 201, 200, replaced];
  try {
    const before = await restedCpuNs(running.pid);
    const { latenciesMs } = await client.run({ requests, count: requests.length, status });
    const after = await restedCpuNs(running.pid);
    if (!counts) return;
    const cpuNs = before === null || after === null ? null : after - before;
    entrant.cpuUs.push(cpuNs === null ? null : cpuNs / 1_000 / requests.length);
    entrant.pageMs.push(...latenciesMs.filter((_, at) => at % 10 === PAGE_AT));
  } finally {
    client.close();
  }
}

/** The place of the page among ten requests. */
const PAGE_AT = 8;

function cycleOf(entrant: Entrant): readonly Buffer[] {
  const { users, kind } = entrant;
  const cycle = entrant.cycle++;
  const page =
    users === null ? '/users' : `/users?${QUERIES[kind]}_page=${PAGE_NUMBER}&_limit=${PAGE}`;
  const path = (step: number): string =>
    `/users/${1 + ((cycle * 7_919 + step * 104_729) % (users ?? PAGE))}`;
  return [
    ...Array.from({ length: 7 }, (_, step) => plainRequest('GET', path(step))),
    jsonRequest('POST', '/users', draftOf(cycle)),
    plainRequest('GET', page),
    jsonRequest('PUT', path(9), draftOf(cycle)),
  ];
}

/** Of 1,000 users, a third fills three pages. */
const PAGE_NUMBER = 3;
