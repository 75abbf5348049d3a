// The start: from the start of the process to its first answer, and what an idle server holds.
// Servers start in turn, round by round.

import { setTimeout as wait } from 'node:timers/promises';
import { BenchFailure } from './failure.ts';
import { ratioOf, type Spread, spreadOf } from './figures.ts';
import { readMemory } from './memory.ts';
import { type Running, startServer, withRunning } from './running.ts';
import { ask, checkSample } from './sample.ts';
import { type Places, type Server, type ServerName, servers } from './servers.ts';
import { draftOf } from './users.ts';
import type { Workshop } from './workshop.ts';

export interface StartFigures {
  readonly server: ServerName;
  /** `first`: Standin sees the files for the first time, and nothing is kept of earlier starts. */
  readonly files: 'seen-before' | 'first';
  /** To the end of the answer to GET /users/1. */
  readonly answerMs: Spread | null;
  readonly answerToBare: Spread | null;
  /** To the end of the answer to a POST, sent right after that. */
  readonly writeMs: Spread | null;
  /** Resident after `IDLE_MS` without work. */
  readonly idleBytes: Spread | null;
  readonly idleToBare: Spread | null;
}

/** Returns the figures of a server, started on files of one kind. */
export function startFiguresOf(
  starts: readonly StartFigures[],
  name: ServerName,
  wanted: StartFigures['files'] = 'seen-before',
): StartFigures | undefined {
  return starts.find(({ server, files }) => server === name && files === wanted);
}

/**
 * How long a server has nothing to do before its memory is read, in milliseconds: by then it has
 * loaded what it loads later.
 */
const IDLE_MS = 700;
const USERS = 100;

interface Entrant {
  readonly server: Server;
  readonly files: StartFigures['files'];
  readonly places: () => Places;
  readonly starts: Start[];
}

interface Start {
  readonly answerMs: number;
  readonly writeMs: number;
  readonly idleBytes: number | null;
}

/** Starts each server again and again. Rejects with a BenchFailure if one does not answer. */
export async function measureStarts(
  names: readonly ServerName[],
  rounds: number,
  workshop: Workshop,
): Promise<readonly StartFigures[]> {
  const entrants = names.flatMap((name) => entrantsOf(servers[name], workshop));
  // The first turn is not counted: it brings the files of each server into memory, and Standin
  // notes that it has checked the project.
  for (const entrant of entrants) await checkOnce(entrant);
  for (let round = 0; round < rounds; round++) {
    for (const entrant of entrants) entrant.starts.push(await startOnce(entrant));
  }
  const bare = entrants.find(({ server }) => server.name === 'bare')?.starts ?? [];
  return entrants.map((entrant) => figuresOf(entrant, bare));
}

function entrantsOf(server: Server, workshop: Workshop): readonly Entrant[] {
  const places = workshop.createPlaces(USERS, 'notes');
  const again: Entrant = { server, files: 'seen-before', places: () => places, starts: [] };
  if (server.name !== 'standin') return [again];
  return [
    again,
    { server, files: 'first', places: () => workshop.createPlaces(USERS, 'no-notes'), starts: [] },
  ];
}

function checkOnce({ server, places }: Entrant): Promise<void> {
  return withRunning([() => startServer(server, places())], async (running) => {
    for (const one of running) await checkSample(one, USERS);
  });
}

/** As where the package was installed a moment ago: Node has kept none of its code. */
export const NOTHING_KEPT: Readonly<Record<string, string>> = { NODE_DISABLE_COMPILE_CACHE: '1' };

function startOnce({ server, files, places }: Entrant): Promise<Start> {
  const variables = files === 'first' ? NOTHING_KEPT : {};
  const start = (): Promise<Running> => startServer(server, places(), variables);
  return withRunning([start], async ([running]) => {
    if (running === undefined) throw new BenchFailure(`${server.name} is not there`);
    const { status } = await ask(running, 'POST', '/users', draftOf(1));
    const writeMs = performance.now() - running.spawnedAt;
    if (status !== 201)
      throw new BenchFailure(`${server.name} answers its first POST with ${status}`);
    await wait(IDLE_MS);
    return {
      answerMs: running.firstAnswerMs,
      writeMs,
      idleBytes: readMemory(running.pid)?.residentBytes ?? null,
    };
  });
}

function figuresOf({ server, files, starts }: Entrant, bare: readonly Start[]): StartFigures {
  const answerMs = starts.map((start) => start.answerMs);
  const idleBytes = starts.map((start) => start.idleBytes);
  return {
    server: server.name,
    files,
    answerMs: spreadOf(answerMs),
    answerToBare: ratioOf(
      answerMs,
      bare.map((start) => start.answerMs),
    ),
    writeMs: spreadOf(starts.map((start) => start.writeMs)),
    idleBytes: spreadOf(idleBytes),
    idleToBare: ratioOf(
      idleBytes,
      bare.map((start) => start.idleBytes),
    ),
  };
}
