// A mix of all that can be asked of `serve`, good and bad, from a seed: reading and writing, errors
// of every kind, worlds, overrides, settings, snapshots, filters, faults, connections that are cut,
// and bytes that are no request.

import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { createRandom } from '../../src/base/random.ts';

export interface Order {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const api = (method: string, path: string, body?: unknown): Order => ({
  method,
  path: `/__standin/api/${path}`,
  headers: JSON_TYPE,
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});

/** Returns one order after another. The same seed gives the same ones. */
export function createOrders(seed: number): () => Order {
  const random = createRandom(seed);
  const number = (below: number): number => Math.floor(random() * below);
  let made = 0;
  const user = (): string =>
    JSON.stringify({
      name: `User ${made++}`,
      email: `user${made}.${seed}@example.com`,
      skills: ['patience'],
    });
  const plain: readonly (() => Order)[] = [
    () => ({ method: 'GET', path: '/users' }),
    () => ({ method: 'GET', path: `/users/${1 + number(8)}` }),
    () => ({ method: 'HEAD', path: '/users' }),
    () => ({ method: 'OPTIONS', path: '/users/1' }),
    () => ({ method: 'POST', path: '/users', body: user(), headers: JSON_TYPE }),
    () => ({ method: 'PUT', path: `/users/${1 + number(40)}`, body: user(), headers: JSON_TYPE }),
    () => ({
      method: 'PATCH',
      path: `/users/${1 + number(40)}`,
      body: `{"name":"N${number(100)}"}`,
      headers: { 'content-type': 'application/merge-patch+json' },
    }),
    () => ({ method: 'DELETE', path: `/users/${6 + number(60)}` }),
    () => ({ method: 'DELETE', path: `/users/${6 + number(60)}` }),
    () => ({ method: 'GET', path: `/users/${number(1e9)}` }),
    () => ({ method: 'GET', path: `/nothing/${number(1e9)}?a=${number(1e9)}` }),
    () => ({ method: 'POST', path: '/users', body: '{"name":', headers: JSON_TYPE }),
    () => ({ method: 'POST', path: '/users', body: `{"name":${number(9)}}`, headers: JSON_TYPE }),
    () => ({
      method: 'POST',
      path: '/users',
      body: 'a=b',
      headers: { 'content-type': 'text/plain' },
    }),
    () => ({
      method: 'POST',
      path: '/users',
      body: `["${'a'.repeat(number(200_000))}"]`,
      headers: JSON_TYPE,
    }),
    () => ({
      method: 'GET',
      path: `/users?_page=${number(5)}&_limit=3&name_like=${'a'.repeat(number(9))}`,
    }),
    () => ({ method: 'GET', path: '/users', headers: { prefer: `code=${400 + number(100)}` } }),
    () => ({
      method: 'GET',
      path: '/users',
      headers: {
        prefer: `delay=${number(20)}, fault=${['reset', 'empty', 'truncate', 'malformed'][number(4)]}`,
      },
    }),
    () => ({
      method: 'GET',
      path: '/users',
      headers: { 'if-none-match': '"a"', accept: 'text/csv' },
    }),
  ];
  const special: readonly (() => Order)[] = [
    () => api('POST', 'reset', {}),
    () => api('PUT', `worlds/w${number(50)}`, {}),
    () => api('DELETE', `worlds/w${number(50)}`),
    () => api('PUT', `snapshots/s${number(20)}`),
    () => api('POST', `snapshots/s${number(20)}/restore`),
    () => api('DELETE', `snapshots/s${number(20)}`),
    () => api('POST', 'overrides', { rule: `read code=${502 + number(3)} rate=5% times=3` }),
    () => api('DELETE', 'overrides'),
    () => api('PATCH', 'settings', { undefined: 'vary' }),
    () => api('DELETE', 'settings'),
    () =>
      api(
        'GET',
        `matches?q=${encodeURIComponent(['status:404', 'method:POST', 'world:w1', 'body:User', 'is:altered', '('][number(6)] ?? '')}`,
      ),
    () => api('GET', 'interactions?limit=20'),
    () => api('GET', 'latency?q='),
    () => api('GET', 'data/users?find=user'),
    () => api('GET', `reports/${number(9)}`),
    () => ({ method: 'GET', path: '/__standin/' }),
  ];
  return () => {
    if (number(12) === 0) return (special[number(special.length)] ?? (() => api('GET', '')))();
    const order = (plain[number(plain.length)] ?? ((): Order => ({ method: 'GET', path: '/' })))();
    return number(4) > 0
      ? order
      : { ...order, headers: { ...order.headers, 'standin-world': `w${number(200)}` } };
  };
}

export interface Tally {
  answered: number;
  cut: number;
  /** Answers of 500 that no one asked for. */
  failed: number;
}

/**
 * Asks without end until it is stopped, over kept connections. Resolves when the last one is
 * answered.
 */
export async function drive(
  port: number,
  seed: number,
  lanes: number,
  pauseMs: number,
  isOver: () => boolean,
  tally: Tally,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes });
  const lane = async (index: number): Promise<void> => {
    const next = createOrders(seed * 1_000 + index);
    for (let turn = 0; !isOver(); turn++) {
      if (turn % 50 === 49) await beRude(port, turn);
      else await ask(agent, port, next(), tally);
      if (pauseMs > 0) await new Promise((done) => setTimeout(done, pauseMs));
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, index) => lane(index)));
  agent.destroy();
}

function ask(
  agent: Agent,
  port: number,
  { method, path, body, headers }: Order,
  tally: Tally,
): Promise<void> {
  return new Promise((done) => {
    const cut = (): void => {
      tally.cut++;
      done();
    };
    const asked = request(
      { agent, port, host: '127.0.0.1', method, path, headers: { ...headers } },
      (reply) => {
        reply
          .resume()
          .on('error', cut)
          .on('end', () => {
            tally.answered++;
            if (reply.statusCode === 500 && !JSON.stringify(headers ?? {}).includes('code=500'))
              tally.failed++;
            done();
          });
      },
    );
    asked.on('error', cut).setTimeout(20_000, () => asked.destroy(new Error('late')));
    asked.end(body);
  });
}

/** Things that are not a request, half of one, or a stream of events that is left again. */
function beRude(port: number, turn: number): Promise<void> {
  const texts = [
    'garb age\r\n\r\n',
    'PUT /users/1 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{',
    'GET /__standin/api/live HTTP/1.1\r\nHost: localhost\r\n\r\n',
  ];
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(texts[Math.floor(turn / 50) % texts.length] ?? ''),
    );
    socket.on('error', () => undefined).on('close', () => done());
    setTimeout(() => socket.resetAndDestroy(), 20);
    socket.resume();
  });
}
