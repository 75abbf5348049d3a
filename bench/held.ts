// What users take while nobody asks for them: from the seed file of 1,000,000 users, how long a
// server takes to its first answer and how much memory for each user, beyond what it holds with 100.

import { setTimeout as wait } from 'node:timers/promises';
import { readMemory } from './memory.ts';
import { startServer, withRunning } from './running.ts';
import { type ServerName, servers } from './servers.ts';
import type { Workshop } from './workshop.ts';

export interface HeldFigures {
  readonly server: ServerName;
  readonly users: number;
  /** To the first answer, on files that were not served before. */
  readonly answerMs: number;
  /** Resident when it rests, and at most until then. */
  readonly residentBytes: number | null;
  readonly peakBytes: number | null;
  /** Resident beyond the same server with `FEW` users, for each user more. */
  readonly bytesPerUser: number | null;
}

const FEW = 100;

/** Starts each server that keeps users on few and on many, one after the other. */
export async function measureHeld(
  names: readonly ServerName[],
  sizes: readonly number[],
  workshop: Workshop,
): Promise<readonly HeldFigures[]> {
  const figures: HeldFigures[] = [];
  for (const name of names.filter((one) => KEEPING.has(one))) {
    const few = await startOn(name, FEW, workshop);
    for (const users of sizes) {
      const many = await startOn(name, users, workshop);
      const more =
        many.residentBytes === null || few.residentBytes === null
          ? null
          : many.residentBytes - few.residentBytes;
      const bytesPerUser = more === null ? null : more / (users - FEW);
      figures.push({ server: name, users, ...many, bytesPerUser });
    }
  }
  return figures;
}

/** The servers that are compared: the others take minutes to start on so many. */
const KEEPING: ReadonlySet<ServerName> = new Set(['standin', 'plain', 'json-server-1']);

function startOn(
  name: ServerName,
  users: number,
  workshop: Workshop,
): Promise<Pick<HeldFigures, 'answerMs' | 'residentBytes' | 'peakBytes'>> {
  const start = () => startServer(servers[name], workshop.createPlaces(users, 'notes'));
  return withRunning([start], async ([running]) => {
    const { pid = 0, firstAnswerMs = 0 } = running ?? {};
    const residentBytes = await restedBytes(pid);
    const peakBytes = readMemory(pid)?.peakBytes ?? null;
    return { answerMs: firstAnswerMs, residentBytes, peakBytes };
  });
}

/** The memory of a process once it is no longer freed: that happens when nobody has called for a while. */
async function restedBytes(pid: number): Promise<number | null> {
  await wait(REST_MS);
  let before = readMemory(pid)?.residentBytes ?? null;
  for (let waitedMs = 0; before !== null && waitedMs < REST_MS_MAX; waitedMs += REST_MS) {
    await wait(REST_MS);
    const now = readMemory(pid)?.residentBytes ?? before;
    if (Math.abs(now - before) < before / 100) return now;
    before = now;
  }
  return before;
}

/** Longer than a server waits before it frees memory. */
const REST_MS = 2_500;
const REST_MS_MAX = 20_000;
