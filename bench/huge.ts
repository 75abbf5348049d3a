// The huge seed file: 1,000,000 users. Measures the time to the first answer and the memory of
// Standin, and of `plain` for comparison.

import { BenchFailure } from './failure.ts';
import { readMemory } from './memory.ts';
import { type Running, startServer, withRunning } from './running.ts';
import { type Places, type ServerName, servers } from './servers.ts';
import type { Workshop } from './workshop.ts';

export interface HugeFigures {
  readonly server: ServerName;
  readonly files: 'seen-before' | 'first';
  readonly answerMs: number;
  readonly residentBytes: number | null;
  readonly peakBytes: number | null;
}

export const HUGE_USERS = 1_000_000;

/**
 * Starts plain once and Standin twice, for the second time it knows the files; one server at a
 * time.
 */
export async function measureHuge(workshop: Workshop): Promise<readonly HugeFigures[]> {
  const places = workshop.createPlaces(HUGE_USERS, 'notes');
  return [
    await startOn(places, 'plain', 'first'),
    await startOn(places, 'standin', 'first'),
    await startOn(places, 'standin', 'seen-before'),
  ];
}

function startOn(
  places: Places,
  name: ServerName,
  files: HugeFigures['files'],
): Promise<HugeFigures> {
  const start = (): Promise<Running> => startServer(servers[name], places);
  return withRunning([start], async ([running]) => {
    if (running === undefined) throw new BenchFailure(`${name} is not there`);
    const memory = readMemory(running.pid);
    return {
      server: name,
      files,
      answerMs: running.firstAnswerMs,
      residentBytes: memory?.residentBytes ?? null,
      peakBytes: memory?.peakBytes ?? null,
    };
  });
}
