// Asks a server for one of everything before it is measured: a server that answers wrongly is not
// measured at all.

import { deepStrictEqual } from 'node:assert';
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { BenchFailure } from './failure.ts';
import type { Running } from './running.ts';
import { draftOf, userOf } from './users.ts';

export interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  /** The body as JSON; `null` if there is none. */
  readonly body: unknown;
}

/**
 * Checks status and body of a sample of answers, and leaves the users as they were. Throws a
 * BenchFailure.
 */
export async function checkSample(running: Running, users: number): Promise<void> {
  const { answers, bodies } = running.server;
  const one = await expectStatus(running, 'GET', '/users/1', 200);
  const list = await expectStatus(running, 'GET', '/users', 200);
  if (!Array.isArray(list)) throw wrong(running, 'GET /users', 'is no list', list);
  if (answers === 'invented') {
    if (!isRecord(one)) throw wrong(running, 'GET /users/1', 'is no user', one);
    await expectStatus(running, 'POST', '/users', 201, draftOf(1));
  } else {
    expectUser(running, 'GET /users/1', one, userOf(1));
    if (list.length !== users)
      throw wrong(
        running,
        'GET /users',
        `has ${list.length} users in the place of ${users}`,
        list[0],
      );
    expectUser(running, 'GET /users, the last', list.at(-1), userOf(users));
    if (answers === 'stored') await checkChanges(running);
    else await expectStatus(running, 'POST', '/users', 201, draftOf(1));
  }
  if (bodies === 'checked') await expectStatus(running, 'POST', '/users', 422, { name: 5 });
}

/**
 * Returns how many users a server holds. Throws a BenchFailure if that is the wrong number and the
 * server has no file that explains the loss.
 */
export async function checkCount(running: Running, users: number): Promise<number> {
  const list = await expectStatus(running, 'GET', '/users', 200);
  const count = Array.isArray(list) ? list.length : -1;
  if (count === users || (count >= 0 && running.server.speed === 'file')) return count;
  throw wrong(running, 'GET /users', `has ${count} users in the place of ${users}`, null);
}

/** Sends one request with Node's own client, and returns the answer. */
export function ask(
  { port }: Running,
  method: string,
  path: string,
  value?: unknown,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const headers = value === undefined ? {} : { 'content-type': 'application/json' };
  const asking = request(
    { host: '127.0.0.1', port, method, path, headers, agent: false },
    (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(pieces).toString();
        try {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: text === '' ? null : JSON.parse(text),
          });
        } catch {
          reject(
            new BenchFailure(
              `${method} ${path}: the body is no JSON: ${text.slice(0, SHOWN_CHARS)}`,
            ),
          );
        }
      });
    },
  );
  asking.on('error', reject);
  asking.end(value === undefined ? undefined : JSON.stringify(value));
  return promise;
}

const SHOWN_CHARS = 300;

/** Creates, reads, replaces and removes a user. */
async function checkChanges(running: Running): Promise<void> {
  const created = await expectStatus(running, 'POST', '/users', 201, draftOf(1));
  const id = isRecord(created) ? created['id'] : undefined;
  if (typeof id !== 'number' && typeof id !== 'string')
    throw wrong(running, 'POST /users', 'gives no id', created);
  const path = `/users/${id}`;
  expectUser(running, 'POST /users', created, { ...draftOf(1), id });
  await settle(running);
  expectUser(running, 'GET of what was created', await expectStatus(running, 'GET', path, 200), {
    ...draftOf(1),
    id,
  });
  expectUser(running, 'PUT', await expectStatus(running, 'PUT', path, 200, draftOf(2)), {
    ...draftOf(2),
    id,
  });
  await settle(running);
  expectUser(running, 'GET of what was replaced', await expectStatus(running, 'GET', path, 200), {
    ...draftOf(2),
    id,
  });
  const { status } = await ask(running, 'DELETE', path);
  if (status !== 200 && status !== 204)
    throw wrong(running, 'DELETE', `has status ${status}`, null);
  await settle(running);
  await expectStatus(running, 'GET', path, 404);
}

/** Lets a server that writes and reads a file get done with it. */
async function settle({ server }: Running): Promise<void> {
  if (server.speed === 'file') await wait(FILE_MS);
}

const FILE_MS = 1_000;

async function expectStatus(
  running: Running,
  method: string,
  path: string,
  status: number,
  value?: unknown,
): Promise<unknown> {
  const answer = await ask(running, method, path, value);
  if (answer.status === status) return answer.body;
  throw wrong(
    running,
    `${method} ${path}`,
    `has status ${answer.status} in the place of ${status}`,
    answer.body,
  );
}

/** Compares a user field by field; the id may be a number or a text, for servers differ in that. */
function expectUser(
  running: Running,
  what: string,
  found: unknown,
  expected: { readonly id: number | string },
): void {
  try {
    deepStrictEqual(isRecord(found) ? { ...found, id: String(found['id']) } : found, {
      ...expected,
      id: String(expected.id),
    });
  } catch {
    throw wrong(running, what, `is not ${JSON.stringify(expected)}`, found);
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrong({ server }: Running, what: string, flaw: string, body: unknown): BenchFailure {
  return new BenchFailure(
    `${server.name} answers wrongly: ${what} ${flaw}: ${JSON.stringify(body)?.slice(0, SHOWN_CHARS)}`,
  );
}
