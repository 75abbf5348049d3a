// Load at an even pace, however long the answers take: users are read, listed, replaced, created
// and removed in a mix that is typical of clients.

import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { BenchFailure } from './failure.ts';

export interface Paced {
  readonly requests: number;
  /** From the sending of each request to the end of its reply, sorted. */
  readonly latenciesMs: Float64Array;
}

const TURN_MS = 2;
const CONNECTIONS_MAX = 64;
/** How long what is under way may take at the end, in milliseconds. */
const END_MS_MAX = 10_000;

/**
 * Sends so many requests a second for some seconds. Of twenty, one makes a user and one removes it,
 * three replace, one lists.
 */
export async function sendPaced(port: number, perSecond: number, seconds: number): Promise<Paced> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX });
  const latencies: number[] = [];
  const made: string[] = [];
  const failures: string[] = [];
  const send = async (method: string, path: string, number: number | null): Promise<void> => {
    const began = performance.now();
    const answer = await ask(agent, port, {
      method,
      path,
      body: number === null ? null : userOf(number),
    }).catch(String);
    if (typeof answer === 'string' || answer.status >= 400)
      failures.push(`${method} ${path}: ${JSON.stringify(answer)}`);
    else latencies.push(performance.now() - began);
    if (method === 'POST' && typeof answer !== 'string')
      made.push(String((JSON.parse(answer.text) as { id: unknown }).id));
  };
  const one = (number: number): Promise<void> => {
    const [place, id] = [number % 20, 1 + (number % 2)];
    const last = place === 10 ? made.shift() : undefined;
    if (place === 0) return send('POST', '/users', number);
    if (last !== undefined) return send('DELETE', `/users/${last}`, null);
    if (place === 3 || place === 8 || place === 13) return send('PUT', `/users/${id}`, number);
    return send('GET', place === 5 ? '/users' : `/users/${id}`, null);
  };
  const under: Promise<void>[] = [];
  const began = performance.now();
  while (under.length < seconds * perSecond) {
    await wait(TURN_MS);
    const due = Math.min(seconds * perSecond, ((performance.now() - began) * perSecond) / 1_000);
    while (under.length < due) under.push(one(under.length));
  }
  await Promise.race([Promise.all(under), wait(END_MS_MAX, null, { ref: false })]);
  agent.destroy();
  if (latencies.length < under.length)
    throw new BenchFailure(`${under.length - latencies.length} failed: ${failures[0]}`);
  return { requests: latencies.length, latenciesMs: Float64Array.from(latencies).sort() };
}

function userOf(number: number): string {
  const email = `user${number}@example.com`;
  const address = { city: 'Town', district: 'Centre' };
  return JSON.stringify({
    name: `User ${number}`,
    email,
    isPremium: number % 2 === 0,
    skills: ['reading', 'writing'],
    address,
  });
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
}

function ask(
  agent: Agent,
  port: number,
  { method, path, body }: Asked,
): Promise<{ status: number; text: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
  const fields =
    body === null
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const outgoing = request({
    agent,
    host: '127.0.0.1',
    port,
    method,
    path,
    headers: { accept: 'application/json', ...fields },
  });
  outgoing.on('error', reject).on('response', (reply) => {
    let text = '';
    reply.setEncoding('utf8').on('error', reject);
    reply.on('data', (piece: string) => {
      text += piece;
    });
    reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }));
  });
  outgoing.end(body ?? undefined);
  return promise;
}
