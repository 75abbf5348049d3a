// What recording into a file costs the thread that answers: its processor time for each
// interaction, and how busy its event loop is.

import { rmSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Sink } from '../src/journal/archive.ts';
import { openRecording } from '../src/journal/file/open-recording.ts';
import { type Spread, spreadOf } from './figures.ts';
import { recordedUser } from './recorded.ts';

export interface RecordingCost {
  readonly perSecond: number;
  readonly on: CostFigures;
  readonly off: CostFigures;
  readonly dropped: number;
}

export interface CostFigures {
  /** Processor time of the main thread for each interaction, in microseconds. */
  readonly cpuUs: Spread | null;
  /** The share of the time in which the event loop was busy. */
  readonly busy: Spread | null;
}

const PER_SECOND = 1_000;
const TURN_MS = 10;
const BODY_CHARS = 500;

/** Makes interactions at an even pace for some seconds, with and without a recording in turn. */
export async function measureCost(
  file: string,
  rounds: number,
  secondsPerRound: number,
): Promise<RecordingCost> {
  const recording = await openRecording(file, { mode: 'create' });
  const away: Sink = { add: () => 0 };
  await run(recording, 1);
  await run(away, 1);
  const on: Sample[] = [];
  const off: Sample[] = [];
  for (let round = 0; round < rounds; round++) {
    off.push(await run(away, secondsPerRound));
    on.push(await run(recording, secondsPerRound));
    await recording.flushed();
  }
  const { dropped } = await recording.totals();
  await recording.close();
  rmSync(file, { force: true });
  return { perSecond: PER_SECOND, on: figuresOf(on), off: figuresOf(off), dropped };
}

interface Sample {
  readonly cpuUs: number;
  readonly busy: number;
}

async function run(sink: Sink, seconds: number): Promise<Sample> {
  const cpu = process.threadCpuUsage();
  const loop = performance.eventLoopUtilization();
  const began = performance.now();
  let made = 0;
  while (made < seconds * PER_SECOND) {
    await wait(TURN_MS);
    const due = Math.min(seconds * PER_SECOND, ((performance.now() - began) * PER_SECOND) / 1_000);
    while (made < due) sink.add(recordedUser(++made, BODY_CHARS));
  }
  const used = process.threadCpuUsage(cpu);
  return {
    cpuUs: (used.user + used.system) / made,
    busy: performance.eventLoopUtilization(loop).utilization,
  };
}

function figuresOf(samples: readonly Sample[]): CostFigures {
  return {
    cpuUs: spreadOf(samples.map(({ cpuUs }) => cpuUs)),
    busy: spreadOf(samples.map(({ busy }) => busy)),
  };
}
