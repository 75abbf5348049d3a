// Clients that call replicas at random while something goes wrong, and what each of them saw.

import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '../../../src/base/random.ts';
import type { Called } from '../linearizability.ts';
import { requestOf, toldOf } from '../replica-mock.ts';
import type { Asked, Told } from '../users-model.ts';
import { REPLICAS, type Replicas } from './replicas.ts';

const CLIENTS = 4;
const CALLS = 14;
/** The shared rows, and those of one world: a history each. */
const WORLDS = ['', '/~alice'];
/** Longer than a mock is patient, in milliseconds. */
const SILENT_MS = 30_000;

/** How calls ended. */
export interface Ends {
  /** With a result that counts. */
  answered: number;
  /** With 503 and the time after which to try again. */
  told: number;
  /** The connection broke, for the replica was killed. */
  broken: number;
  /** In no other way: there must be none. */
  wrong: number;
}

export interface Played {
  readonly histories: readonly (readonly Called<Asked, Told>[])[];
  readonly ends: Ends;
}

/** Plays until all clients are done and `trouble` is over; then every replica is asked for all rows. */
export async function play(
  replicas: Replicas,
  seed: number,
  trouble: () => Promise<void>,
): Promise<Played> {
  const random = createRandom(seed);
  const histories = WORLDS.map((): Called<Asked, Told>[] => []);
  const ends: Ends = { answered: 0, told: 0, broken: 0, wrong: 0 };
  const call = async (place: number, world: number, input: Asked): Promise<Told | null> => {
    const began = performance.now();
    const { end, output } = await ask(`${replicas.at(place).url}${WORLDS[world]}`, input);
    ends[end]++;
    const ended = output === null ? Number.POSITIVE_INFINITY : performance.now();
    histories[world]?.push({ input, output, began, ended });
    return output;
  };
  const client = async (number: number): Promise<void> => {
    for (let turn = 0; turn < CALLS; turn++) {
      const world = random() < 0.6 ? 0 : 1;
      const place = Math.floor(random() * REPLICAS);
      const output = await call(place, world, draw(random, `${number}.${turn}`));
      // What has no answer keeps the order open: few of them tell as much as many.
      await pause(output === null ? 150 : random() * 20);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  await Promise.all([clients, trouble()]);
  for (let place = 0; place < REPLICAS; place++)
    for (const world of WORLDS.keys())
      await patiently(() => call(place, world, { kind: 'list' } as const));
  return { histories, ends };
}

interface Heard {
  readonly end: keyof Ends;
  /** `null` if it is not known whether the call took effect. */
  readonly output: Told | null;
}

async function ask(url: string, asked: Asked): Promise<Heard> {
  const [method = 'GET', path] = requestOf(asked).split(' ');
  const body =
    'name' in asked ? JSON.stringify({ name: asked.name, email: 'x@example.com' }) : null;
  try {
    const reply = await fetch(`${url}${path}`, {
      method,
      signal: AbortSignal.timeout(SILENT_MS),
      ...(body === null ? {} : { body, headers: { 'content-type': 'application/json' } }),
    });
    const text = await reply.text();
    if (reply.status === 503 && reply.headers.has('retry-after'))
      return { end: 'told', output: null };
    if (reply.status >= 500) return { end: 'wrong', output: null };
    return { end: 'answered', output: toldOf(asked, reply.status, text) };
  } catch (error) {
    if (error instanceof Error && /was answered/.test(error.message)) throw error;
    const isSilent = error instanceof DOMException && error.name === 'TimeoutError';
    return { end: isSilent ? 'wrong' : 'broken', output: null };
  }
}

async function patiently(work: () => Promise<Told | null>): Promise<Told> {
  for (let times = 0; times < 60; times++) {
    const told = await work();
    if (told !== null) return told;
    await pause(250);
  }
  throw new Error('a replica did not come back');
}

function draw(random: () => number, name: string): Asked {
  const id = 1 + Math.floor(random() * 6);
  const kinds = ['create', 'replace', 'replace', 'remove', 'read', 'read', 'list'] as const;
  const kind = kinds[Math.floor(random() * kinds.length)] ?? 'list';
  if (kind === 'create') return { kind, name };
  if (kind === 'replace') return { kind, id, name };
  return kind === 'list' ? { kind } : { kind, id };
}
