// The comparison: every server does the same work in turn, round by round, and is held against the
// bare server of the same round.

import { divide, ratioOf, type Spread, spreadOf, sumOf } from './figures.ts';
import type { Work } from './load.ts';
import {
  cpuUsOf,
  joinSamples,
  latencyMsOf,
  measure,
  rateOf,
  type Sample,
  TURNS,
} from './measure.ts';
import { readMemory } from './memory.ts';
import { jsonRequest, plainRequest } from './request.ts';
import { type Running, startServer, withRunning } from './running.ts';
import { checkCount, checkSample } from './sample.ts';
import { type Server, type ServerName, servers } from './servers.ts';
import { draftOf } from './users.ts';
import type { Workshop } from './workshop.ts';

export type CompareKind = 'read' | 'list' | 'create';

export interface CompareFigures {
  readonly server: ServerName;
  readonly requestsPerRound: number;
  readonly rate: Spread | null;
  readonly rateToBare: Spread | null;
  readonly cpuUs: Spread | null;
  readonly cpuToBare: Spread | null;
  /**
   * All rounds together, so that what happens in few of them (a large garbage collection) counts.
   */
  readonly cpuToBareInAll: number | null;
  /** Standin's CPU goes into this server's so many times. */
  readonly cpuToStandin: Spread | null;
  /**
   * The share of the elapsed time in which the server ran; well below 1, the client or a disk is
   * what limits. Above 1, several threads ran.
   */
  readonly busy: number | null;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface LoadedMemory {
  readonly server: ServerName;
  /** Resident bytes after reading, while the server holds the 100 users that it began with. */
  readonly afterReadsBytes: number | null;
  readonly afterWritesBytes: number | null;
  /** How many users it holds then, and how many it should hold; 0 if it stores none. */
  readonly users: number;
  readonly usersSent: number;
}

export interface Comparison {
  readonly operations: readonly {
    readonly kind: CompareKind;
    readonly figures: readonly CompareFigures[];
  }[];
  readonly memory: readonly LoadedMemory[];
}

/** How many users each server begins with. */
export const USERS = 100;

/**
 * Requests of a round, and before the first: the just-in-time compiler must be done with what is
 * measured.
 */
interface Counts {
  readonly round: number;
  readonly warm: number;
}

const COUNTS: { readonly [Kind in CompareKind]: { readonly [Speed in Server['speed']]: Counts } } =
  {
    read: {
      fast: { round: 20_000, warm: 30_000 },
      slow: { round: 800, warm: 5_000 },
      file: { round: 800, warm: 5_000 },
    },
    list: {
      fast: { round: 8_000, warm: 20_000 },
      slow: { round: 200, warm: 1_500 },
      file: { round: 200, warm: 1_500 },
    },
    create: {
      fast: { round: 12_000, warm: 24_000 },
      slow: { round: 400, warm: 3_000 },
      file: { round: 100, warm: 300 },
    },
  };

const WORK: { readonly [Kind in CompareKind]: Pick<Work, 'requests' | 'status'> } = {
  read: { requests: [plainRequest('GET', '/users/1')], status: 200 },
  list: { requests: [plainRequest('GET', '/users')], status: 200 },
  create: {
    requests: Array.from({ length: 64 }, (_, number) =>
      jsonRequest('POST', '/users', draftOf(number)),
    ),
    status: 201,
  },
};

/**
 * Starts the servers, checks a sample of their answers, and measures them. Creations come last, for
 * they let the state grow.
 */
export function compare(
  names: readonly ServerName[],
  rounds: number,
  workshop: Workshop,
): Promise<Comparison> {
  const starts = names.map(
    (name) => () => startServer(servers[name], workshop.createPlaces(USERS, 'notes')),
  );
  return withRunning(starts, async (running) => {
    for (const one of running) await checkSample(one, USERS);
    const read = await compareOperation(running, 'read', rounds);
    const list = await compareOperation(running, 'list', rounds);
    const afterReads = running.map(({ pid }) => readMemory(pid)?.residentBytes ?? null);
    const create = await compareOperation(running, 'create', rounds);
    const afterWrites = running.map(({ pid }) => readMemory(pid)?.residentBytes ?? null);
    const memory: LoadedMemory[] = [];
    for (const [index, one] of running.entries()) {
      const usersSent = usersAfter(one.server, rounds);
      memory.push({
        server: one.server.name,
        afterReadsBytes: afterReads[index] ?? null,
        afterWritesBytes: afterWrites[index] ?? null,
        users: usersSent === 0 ? 0 : await checkCount(one, usersSent),
        usersSent,
      });
    }
    return { operations: [read, list, create], memory };
  });
}

function usersAfter({ answers, speed }: Server, rounds: number): number {
  const { warm, round } = COUNTS.create[speed];
  return answers === 'stored' ? USERS + warm + rounds * round : 0;
}

async function compareOperation(
  running: readonly Running[],
  kind: CompareKind,
  rounds: number,
): Promise<Comparison['operations'][number]> {
  const samples = new Map<ServerName, Sample[]>(running.map(({ server }) => [server.name, []]));
  for (const one of running)
    await measure(one, { ...WORK[kind], count: COUNTS[kind][one.server.speed].warm });
  for (let round = 0; round < rounds; round++) {
    const parts = new Map<ServerName, Sample[]>(running.map(({ server }) => [server.name, []]));
    for (let turn = 0; turn < TURNS; turn++) {
      for (const one of running) {
        const turns = one.server.speed === 'fast' ? TURNS : 1;
        const count = COUNTS[kind][one.server.speed].round / turns;
        if (turn < turns)
          parts.get(one.server.name)?.push(await measure(one, { ...WORK[kind], count }));
      }
    }
    for (const [name, all] of parts) samples.get(name)?.push(joinSamples(all));
  }
  const of = (name: ServerName): readonly Sample[] => samples.get(name) ?? [];
  return { kind, figures: running.map(({ server }) => figuresOf(server.name, of)) };
}

function figuresOf(
  server: ServerName,
  of: (name: ServerName) => readonly Sample[],
): CompareFigures {
  const mine = of(server);
  const bare = of('bare');
  const cpuUs = mine.map(cpuUsOf);
  const cpuNsInAll = sumOf(mine.map(({ cpuNs }) => cpuNs));
  const elapsedNsInAll = mine.reduce((sum, { elapsedMs }) => sum + elapsedMs * 1e6, 0);
  return {
    server,
    requestsPerRound: mine[0]?.requests ?? 0,
    rate: spreadOf(mine.map(rateOf)),
    rateToBare: ratioOf(mine.map(rateOf), bare.map(rateOf)),
    cpuUs: spreadOf(cpuUs),
    cpuToBare: ratioOf(cpuUs, bare.map(cpuUsOf)),
    cpuToBareInAll: divide(sumOf(cpuUs), sumOf(bare.map(cpuUsOf))),
    cpuToStandin: ratioOf(cpuUs, of('standin').map(cpuUsOf)),
    busy: divide(cpuNsInAll, elapsedNsInAll),
    p50Ms: latencyMsOf(mine, 0.5),
    p99Ms: latencyMsOf(mine, 0.99),
  };
}
