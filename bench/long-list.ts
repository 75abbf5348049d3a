// The long list: 100,000 users in one answer, from every server that keeps users. What it costs,
// and how much memory it takes.

import { type Spread, spreadOf } from './figures.ts';
import type { Work } from './load.ts';
import { measure, rateOf, type Sample } from './measure.ts';
import { readMemory } from './memory.ts';
import { plainRequest } from './request.ts';
import { type Running, startServer, withRunning } from './running.ts';
import { checkSample } from './sample.ts';
import { type ServerName, servers } from './servers.ts';
import type { Workshop } from './workshop.ts';

export interface LongListFigures {
  readonly server: ServerName;
  readonly listsPerSecond: Spread | null;
  readonly megabytesPerSecond: Spread | null;
  readonly cpuMsPerList: Spread | null;
  readonly megabytesPerList: number;
  /** Resident after loading and a first list; while lists were sent, the most; and at the end. */
  readonly beforeBytes: number | null;
  readonly peakBytes: number | null;
  readonly afterBytes: number | null;
}

export const LONG_LIST_USERS = 100_000;
/** Lists that are under way at the same time. */
export const LONG_LIST_CONNECTIONS = 4;
const LISTS = { fast: 12, slow: 4, file: 4 } as const;
const WARM_LISTS = 4;

/**
 * Starts the servers that keep users on a long list, and has it sent. Prism makes its answers up,
 * so it is left out.
 */
export function measureLongList(
  names: readonly ServerName[],
  rounds: number,
  workshop: Workshop,
): Promise<readonly LongListFigures[]> {
  const keeping = names.filter((name) => servers[name].answers !== 'invented');
  const starts = keeping.map(
    (name) => () => startServer(servers[name], workshop.createPlaces(LONG_LIST_USERS, 'notes')),
  );
  return withRunning(starts, async (running) => {
    const entrants = running.map(
      (one): Entrant => ({ running: one, samples: [], beforeBytes: null }),
    );
    for (const entrant of entrants) {
      await checkSample(entrant.running, LONG_LIST_USERS);
      entrant.beforeBytes = readMemory(entrant.running.pid)?.residentBytes ?? null;
      await measure(entrant.running, workOf(WARM_LISTS), LONG_LIST_CONNECTIONS);
    }
    for (let round = 0; round < rounds; round++) {
      for (const entrant of entrants) {
        const work = workOf(LISTS[entrant.running.server.speed]);
        entrant.samples.push(await measure(entrant.running, work, LONG_LIST_CONNECTIONS));
      }
    }
    return entrants.map(({ running: one, samples, beforeBytes }) =>
      figuresOf(one, samples, beforeBytes),
    );
  });
}

interface Entrant {
  readonly running: Running;
  readonly samples: Sample[];
  beforeBytes: number | null;
}

function workOf(count: number): Work {
  return { requests: [plainRequest('GET', '/users')], status: 200, count };
}

function figuresOf(
  { server, pid }: Running,
  samples: readonly Sample[],
  beforeBytes: number | null,
): LongListFigures {
  const memory = readMemory(pid);
  const [first] = samples;
  return {
    server: server.name,
    listsPerSecond: spreadOf(samples.map(rateOf)),
    megabytesPerSecond: spreadOf(samples.map(({ bytes, elapsedMs }) => bytes / elapsedMs / 1_000)),
    cpuMsPerList: spreadOf(
      samples.map(({ cpuNs, requests }) => (cpuNs === null ? null : cpuNs / requests / 1e6)),
    ),
    megabytesPerList: first === undefined ? 0 : first.bytes / first.requests / 1e6,
    beforeBytes,
    peakBytes: memory?.peakBytes ?? null,
    afterBytes: memory?.residentBytes ?? null,
  };
}
