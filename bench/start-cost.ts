// `npm run bench:starts`: the processor time from the start of a process to its first answer, and its
// memory when idle, beside the bare server: with files that Standin sees for the first time, before and
// after Node has kept its code, and again with the same files. With `-- --beside <folder>...`, other built checkouts take their turns too. Exit
// code 0 whatever the numbers are.

import { setTimeout as wait } from 'node:timers/promises';
import { checkoutsBeside } from './checkouts.ts';
import { restedCpuNs } from './cpu.ts';
import { ratioOf, spreadOf } from './figures.ts';
import { readMemory } from './memory.ts';
import { startServer, withRunning } from './running.ts';
import type { Places, Server } from './servers.ts';
import { servers } from './servers.ts';
import { NOTHING_KEPT } from './start.ts';
import { openWorkshop } from './workshop.ts';

const USERS = 100;
const ROUNDS = 9;
/** By then a server has loaded what it loads later. Milliseconds. */
const IDLE_MS = 700;

interface Entrant {
  readonly name: string;
  readonly server: Server;
  readonly places: () => Places;
  /** Added to the environment. */
  readonly variables: Readonly<Record<string, string>>;
  readonly cpuMs: (number | null)[];
  readonly idleBytes: (number | null)[];
}

const workshop = openWorkshop('none');
try {
  const entrants = [
    againOf('bare', servers.bare),
    againOf('json-server-1', servers['json-server-1']),
    ...checkoutsBeside().flatMap(({ name, server, folder }) => [
      ...[NOTHING_KEPT, {}].map((variables) =>
        entrantOf(
          `${name}, new files${variables === NOTHING_KEPT ? ', nothing kept' : ''}`,
          server,
          () => workshop.createPlaces(USERS, 'no-notes', folder),
          variables,
        ),
      ),
      againOf(`${name}, again`, server, folder),
    ]),
  ];
  for (let round = 0; round <= ROUNDS; round++)
    for (const entrant of entrants) await takeTurn(entrant, round);
  const [bare] = entrants;
  for (const { name, cpuMs, idleBytes } of entrants)
    console.log(
      `${name.padEnd(40)} ${spreadOf(cpuMs)?.median.toFixed(0)} ms of CPU,` +
        ` ${ratioOf(cpuMs, bare?.cpuMs ?? [])?.median.toFixed(2)} times bare;` +
        ` idle ${((spreadOf(idleBytes)?.median ?? 0) / 2 ** 20).toFixed(0)} MB,` +
        ` ${ratioOf(idleBytes, bare?.idleBytes ?? [])?.median.toFixed(2)} times bare`,
    );
} finally {
  workshop.close();
}

/** The first round is not counted: it brings the files of each server into memory. */
async function takeTurn(entrant: Entrant, round: number): Promise<void> {
  const start = () => startServer(entrant.server, entrant.places(), entrant.variables);
  await withRunning([start], async ([running]) => {
    if (running === undefined) return;
    const cpuNs = await restedCpuNs(running.pid);
    await wait(IDLE_MS);
    if (round === 0) return;
    entrant.cpuMs.push(cpuNs === null ? null : cpuNs / 1e6);
    entrant.idleBytes.push(readMemory(running.pid)?.residentBytes ?? null);
  });
}

function againOf(name: string, server: Server, folder?: string): Entrant {
  const places = workshop.createPlaces(USERS, 'notes', folder);
  return entrantOf(name, server, () => places);
}

function entrantOf(
  name: string,
  server: Server,
  places: () => Places,
  variables: Entrant['variables'] = {},
): Entrant {
  return { name, server, places, variables, cpuMs: [], idleBytes: [] };
}
