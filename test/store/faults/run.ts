// One run: three replicas, four clients, one trouble; and whether one mock could have answered so.

import { join } from 'node:path';
import { createRandom } from '../../../src/base/random.ts';
import type { RunOptions } from '../../support/cli.ts';
import { isLinearizable } from '../linearizability.ts';
import { SEED_USERS } from '../replica-mock.ts';
import { usersModel } from '../users-model.ts';
import { BadLine } from './bad-line.ts';
import type { Databases } from './databases.ts';
import { type Ends, play } from './play.ts';
import { REPLICAS, Replicas } from './replicas.ts';
import type { Parts, Trouble } from './troubles.ts';
import { optionsWithout, type Without } from './without.ts';

export interface RunResult {
  readonly ends: Ends;
  readonly isLinearizable: boolean;
  readonly ms: number;
}

/** What is not as usual. */
export interface Special {
  /** What is taken out of all replicas. */
  readonly without?: Without;
  /** A built checkout of an older version, which all replicas but the last run. */
  readonly older?: string;
}

const model = usersModel(SEED_USERS);
let schemas = 0;

/** Plays one run. */
export async function runOnce(
  databases: Databases,
  trouble: Trouble,
  seed: number,
  special: Special = {},
): Promise<RunResult> {
  const began = performance.now();
  await using parts = await partsOf(databases, trouble, seed, special);
  await parts.replicas.start(special.older === undefined ? 'at once' : 'last later');
  const { histories, ends } = await play(parts.replicas, seed, () => trouble.happen(parts));
  const isAsOne = histories.every((history) => isLinearizable(history, model));
  return { ends, isLinearizable: isAsOne, ms: performance.now() - began };
}

async function partsOf(
  databases: Databases,
  { on, clocks }: Trouble,
  seed: number,
  { without, older }: Special,
): Promise<Parts & AsyncDisposable> {
  const disk = on === 'disk' ? await databases.smallDisk() : null;
  const pair = on === 'pair' ? await databases.pair() : null;
  const database = disk?.database ?? pair?.primary ?? (await databases.usual());
  const places = pair === null ? [database] : [database, pair.standby];
  const lines = places.map(({ socket }) => new BadLine(socket));
  const ports = await Promise.all(lines.map((line) => line.listen()));
  const schema = `run_${process.pid}_${++schemas}`;
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
  const how = (place: number): RunOptions => {
    if (without !== undefined) return optionsWithout(without);
    if (older !== undefined && place < REPLICAS - 1)
      return { script: join(older, 'dist/bundle/cli.js') };
    return clockOptions(clocks?.[place]);
  };
  const replicas = new Replicas(`postgres://postgres@${hosts}/postgres?schema=${schema}`, how);
  return {
    replicas,
    line: lines[0] as BadLine, // there is a database
    database,
    schema,
    random: createRandom(-seed),
    disk,
    pair,
    async [Symbol.asyncDispose]() {
      await replicas[Symbol.asyncDispose]();
      for (const line of lines) line.close();
      await pair?.close();
    },
  };
}

/** How a replica runs whose clock is some hours off. */
export function clockOptions(hours: number | undefined): RunOptions {
  if (hours === undefined || hours === 0) return {};
  const hook = new URL('clock-hook.ts', import.meta.url).href;
  return { env: { NODE_OPTIONS: `--import ${hook}`, STANDIN_CLOCK_HOURS: String(hours) } };
}
