// The growth: what a call costs Standin when it holds 10, 1,000 and 100,000 users. Three servers
// take turns, round by round.

import { divide, ratioOf, type Spread, spreadOf, sumOf } from './figures.ts';
import type { Work } from './load.ts';
import { type Cost, cpuUsOf, joinSamples, measure, type Sample, TURNS } from './measure.ts';
import { jsonRequest, plainRequest } from './request.ts';
import { type Running, startServer, withRunning } from './running.ts';
import { checkCount, checkSample } from './sample.ts';
import { servers } from './servers.ts';
import { draftOf } from './users.ts';
import type { Workshop } from './workshop.ts';

/** `read` asks for one user again and again, `read-any` for users from all over the collection. */
export type GrowthKind = 'read' | 'read-any' | 'create' | 'replace' | 'remove';

export interface GrowthFigures {
  readonly kind: GrowthKind;
  readonly users: number;
  readonly cpuUs: Spread | null;
  readonly cpuToFewest: Spread | null;
  /** All rounds together, so that a large garbage collection in few of them counts. */
  readonly cpuToFewestInAll: number | null;
}

export const GROWTH_USERS = [10, 1_000, 100_000] as const;

/** Requests of a round of reading or replacing. */
const ROUND_REQUESTS = 5_000;
const WARM_REQUESTS = 20_000;
/**
 * Users that are created in a turn and then removed, so that a small collection stays small: it has
 * this many more at most.
 */
export const TURN_USERS = 500;
/**
 * Turns of creating and removing in a round, and before the first. They count as one sample, for a
 * garbage collection falls in few.
 */
const ROUND_TURNS = 10;
const WARM_TURNS = 40;
/** How many different users are read or replaced. */
const SPREAD_USERS = 20_000;

/**
 * Starts Standin once for each size, checks it, and measures. Every user that was created is
 * removed again.
 */
export function measureGrowth(
  rounds: number,
  workshop: Workshop,
): Promise<readonly GrowthFigures[]> {
  const starts = GROWTH_USERS.map(
    (users) => () => startServer(servers.standin, workshop.createPlaces(users, 'notes')),
  );
  return withRunning(starts, async (running) => {
    for (const [index, users] of GROWTH_USERS.entries())
      await checkSample(nth(running, index), users);
    const samples: Samples = new Map();
    for (const kind of ['read', 'read-any', 'replace'] as const)
      await measureFixed(running, kind, rounds, samples);
    await measureTurns(running, rounds, samples);
    for (const [index, users] of GROWTH_USERS.entries())
      await checkCount(nth(running, index), users);
    const kinds = ['read', 'read-any', 'create', 'replace', 'remove'] as const;
    return kinds.flatMap((kind) => GROWTH_USERS.map((users) => figuresOf(kind, users, samples)));
  });
}

/** By kind and number of users. */
type Samples = Map<string, Cost[]>;

async function measureFixed(
  running: readonly Running[],
  kind: 'read' | 'read-any' | 'replace',
  rounds: number,
  samples: Samples,
): Promise<void> {
  const works = GROWTH_USERS.map(
    (users): Omit<Work, 'count'> => ({ requests: requestsOf(kind, users), status: 200 }),
  );
  for (const [index, work] of works.entries())
    await measure(nth(running, index), { ...work, count: WARM_REQUESTS });
  for (let round = 0; round < rounds; round++) {
    const parts = works.map((): Sample[] => []);
    for (let turn = 0; turn < TURNS; turn++) {
      for (const [index, work] of works.entries())
        parts[index]?.push(
          await measure(nth(running, index), { ...work, count: ROUND_REQUESTS / TURNS }),
        );
    }
    for (const [index, part] of parts.entries()) keep(samples, kind, index, joinSamples(part));
  }
}

/** Creates `TURN_USERS` users and removes them, over and over. */
async function measureTurns(
  running: readonly Running[],
  rounds: number,
  samples: Samples,
): Promise<void> {
  for (const one of running) for (let turn = 0; turn < WARM_TURNS; turn++) await takeTurn(one);
  for (let round = 0; round < rounds; round++) {
    const turns = running.map((one): Turns => ({ one, created: [], removed: [] }));
    for (let turn = 0; turn < ROUND_TURNS; turn++) {
      for (const { one, created, removed } of turns) {
        const samplesOfTurn = await takeTurn(one);
        created.push(samplesOfTurn.created);
        removed.push(samplesOfTurn.removed);
      }
    }
    for (const [index, { created, removed }] of turns.entries()) {
      keep(samples, 'create', index, joinSamples(created));
      keep(samples, 'remove', index, joinSamples(removed));
    }
  }
}

interface Turns {
  readonly one: Running;
  readonly created: Sample[];
  readonly removed: Sample[];
}

async function takeTurn(
  one: Running,
): Promise<{ readonly created: Sample; readonly removed: Sample }> {
  const paths: string[] = [];
  const onHead = (head: string): void =>
    void paths.push(/\r\nlocation: *(\S+)/i.exec(head)?.[1] ?? '');
  const created = await measure(one, {
    requests: CREATIONS,
    count: TURN_USERS,
    status: 201,
    onHead,
  });
  const removals = paths.map((path) => plainRequest('DELETE', path));
  const removed = await measure(one, { requests: removals, count: TURN_USERS, status: 204 });
  return { created, removed };
}

const CREATIONS: readonly Buffer[] = Array.from({ length: 64 }, (_, number) =>
  jsonRequest('POST', '/users', draftOf(number)),
);

function requestsOf(kind: 'read' | 'read-any' | 'replace', users: number): readonly Buffer[] {
  if (kind === 'read') return [plainRequest('GET', '/users/5')];
  return spreadIds(users).map((id) =>
    kind === 'replace'
      ? jsonRequest('PUT', `/users/${id}`, draftOf(id))
      : plainRequest('GET', `/users/${id}`),
  );
}

/** Up to `SPREAD_USERS` different ids from 1 to `users`, evenly spread and in no simple order. */
function spreadIds(users: number): readonly number[] {
  const count = Math.min(users, SPREAD_USERS);
  return Array.from(
    { length: count },
    (_, index) => 1 + Math.floor((((index * STRIDE) % count) * users) / count),
  );
}

/** A prime, so that its multiples go through every place. */
const STRIDE = 7_919;

function keep(samples: Samples, kind: GrowthKind, index: number, cost: Cost): void {
  const key = keyOf(kind, GROWTH_USERS[index] ?? 0);
  samples.set(key, [...(samples.get(key) ?? []), cost]);
}

function figuresOf(kind: GrowthKind, users: number, samples: Samples): GrowthFigures {
  const mine = (samples.get(keyOf(kind, users)) ?? []).map(cpuUsOf);
  const fewest = (samples.get(keyOf(kind, GROWTH_USERS[0])) ?? []).map(cpuUsOf);
  return {
    kind,
    users,
    cpuUs: spreadOf(mine),
    cpuToFewest: ratioOf(mine, fewest),
    cpuToFewestInAll: divide(sumOf(mine), sumOf(fewest)),
  };
}

function keyOf(kind: GrowthKind, users: number): string {
  return `${kind} ${users}`;
}

function nth(running: readonly Running[], index: number): Running {
  const one = running[index];
  if (one === undefined) throw new RangeError(`no server ${index}`);
  return one;
}
