// One measurement: a server does a piece of work, and what it took is counted. Nothing is started,
// warmed or compared here.

import { stayAwake } from './awake.ts';
import { restedCpuNs } from './cpu.ts';
import { percentileOf } from './figures.ts';
import { openClient, type Work } from './load.ts';
import type { Running } from './running.ts';

/** How many connections a client has, with one request in flight on each. */
export const CONNECTIONS = 16;

/**
 * In how many parts a server does a round, in turn with the others: what else a machine does comes
 * and goes within a second.
 */
export const TURNS = 4;

/** What some requests cost. */
export interface Cost {
  readonly requests: number;
  /**
   * Processor time of the server in nanoseconds, including what it did after the last reply; `null`
   * if it is not measured.
   */
  readonly cpuNs: number | null;
}

export interface Sample extends Cost {
  readonly elapsedMs: number;
  /** Bytes received. */
  readonly bytes: number;
  readonly latenciesMs: Float64Array;
}

/**
 * Runs work on a server and measures it. Connections are opened before the clock starts and closed
 * after it stops.
 */
export async function measure(
  running: Running,
  work: Work,
  connections: number = CONNECTIONS,
): Promise<Sample> {
  using _awake = stayAwake();
  const client = await openClient(running.port, connections);
  try {
    const before = await restedCpuNs(running.pid);
    const { elapsedMs, latenciesMs, bytes } = await client.run(work);
    const after = await restedCpuNs(running.pid);
    const cpuNs = before === null || after === null ? null : after - before;
    return { requests: work.count, elapsedMs, cpuNs, bytes, latenciesMs };
  } finally {
    client.close();
  }
}

/** Returns the total of several pieces of work. */
export function joinSamples(samples: readonly Sample[]): Sample {
  const sum = (of: (sample: Sample) => number): number =>
    samples.reduce((all, sample) => all + of(sample), 0);
  const latenciesMs = new Float64Array(sum(({ requests }) => requests));
  let at = 0;
  for (const sample of samples) {
    latenciesMs.set(sample.latenciesMs, at);
    at += sample.requests;
  }
  return {
    requests: latenciesMs.length,
    bytes: sum(({ bytes }) => bytes),
    elapsedMs: sum(({ elapsedMs }) => elapsedMs),
    latenciesMs,
    cpuNs: samples.some(({ cpuNs }) => cpuNs === null) ? null : sum(({ cpuNs }) => cpuNs ?? 0),
  };
}

/** Microseconds of processor time for one request. */
export function cpuUsOf({ cpuNs, requests }: Cost): number | null {
  return cpuNs === null ? null : cpuNs / requests / 1_000;
}

/** Requests that were answered in a second. */
export function rateOf({ requests, elapsedMs }: Sample): number {
  return (requests / elapsedMs) * 1_000;
}

/** The latency that a share of all requests of some samples does not exceed, in milliseconds. */
export function latencyMsOf(samples: readonly Sample[], share: number): number {
  const all = new Float64Array(samples.reduce((sum, sample) => sum + sample.requests, 0));
  let at = 0;
  for (const { latenciesMs } of samples) {
    all.set(latenciesMs, at);
    at += latenciesMs.length;
  }
  return percentileOf(all.sort(), share);
}
