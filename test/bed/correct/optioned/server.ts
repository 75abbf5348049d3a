// The first of the servers of the bed: functions on a Map, under node:http, with an option for each
// thing that is not shown.

import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Start, StoredUser } from '../../service.ts';
import { listen } from '../listen.ts';
import { type Choices, type Refusal, usual } from './choices.ts';
import { startNeighbour } from './neighbour.ts';
import {
  create,
  list,
  type Reply,
  read,
  refuse,
  remove,
  update,
  type World,
} from './operations.ts';

const chunkBytes = 7;

/** Starts of a server that differs in some choices from the usual ones. */
export function optioned(changed: Partial<Choices>): Start {
  const choices: Choices = { ...usual, ...changed };
  return async (given) => {
    let answered = 0;
    const gates = choices.gates.map((make) => make());
    const wayMs = choices.wayMs();
    const server = createServer((request, response) => {
      void (async () => {
        const text = await textOf(request);
        for (const gate of gates) {
          const refusal = await gate(request, text);
          if (refusal !== undefined) return refuse(world, refusal);
        }
        return route(world, request, text);
      })()
        .then(async (reply) => {
          const ms = wayMs();
          if (ms > 0) await sleep(ms);
          send({ request, response, reply, choices });
        })
        .then(() => {
          answered += 1;
        })
        .catch(() => response.destroy());
    });
    const { origin, close } = await listen(server);
    const baseUrl = `${origin}${choices.basePath}`;
    const users = new Map(seeds(choices, given).map((user) => [user.id, user]));
    const world: World = { choices, users, nextId: choices.ids(), listUrl: `${baseUrl}/users` };
    const endNeighbour =
      choices.neighbour === 'busy' ? startNeighbour(users, world.nextId) : () => undefined;
    return {
      baseUrl,
      stored: () => [...users.values()].sort((one, other) => one.id - other.id),
      answered: () => answered,
      close: () => {
        endNeighbour();
        return close();
      },
    };
  };
}

function seeds({ seeds: kind }: Choices, given: readonly StoredUser[]): readonly StoredUser[] {
  if (kind === 'none') return [];
  if (kind === 'as given') return given;
  const highest = Math.max(0, ...given.map((user) => user.id));
  const more = Array.from({ length: 200 }, (_, index) => ({
    id: Math.floor(highest) + 1 + index,
    name: `Member ${index}`,
    email: `member${index}@example.org`,
  }));
  return [...given, ...more];
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function route(world: World, request: IncomingMessage, text: string): Reply {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const { basePath } = world.choices;
  const [, segment] = /^\/users(?:\/([^/]+))?$/.exec(
    path.startsWith(basePath) ? path.slice(basePath.length) : '',
  ) ?? ['', ''];
  if (segment === '') return refuse(world, { status: 404, text: 'There is nothing here.' });
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const allowed =
    segment === undefined ? 'GET, HEAD, POST, OPTIONS' : 'GET, HEAD, PUT, DELETE, OPTIONS';
  if (method === 'OPTIONS') return { status: 204, headers: { Allow: allowed } };
  if (segment === undefined) {
    if (method === 'GET') return list(world, new URLSearchParams(query));
    if (method === 'POST') return create(world, text);
  } else {
    const number = Number(segment);
    const id = String(number) === segment ? number : undefined;
    if (method === 'GET') return tagged(world, id, read(world, id));
    const unmet = unmetCondition(world, id, request.headers['if-match']);
    if (unmet !== undefined && (method === 'PUT' || method === 'DELETE'))
      return refuse(world, unmet);
    if (method === 'PUT') return update(world, id, text);
    if (method === 'DELETE') return remove(world, id);
  }
  return refuse(world, {
    status: 405,
    text: 'This method is not offered.',
    headers: { Allow: allowed },
  });
}

function tagOf({ users }: World, id: number | undefined): string | undefined {
  const user = id === undefined ? undefined : users.get(id);
  return user === undefined
    ? undefined
    : `"${createHash('sha1').update(JSON.stringify(user)).digest('hex')}"`;
}

function tagged(world: World, id: number | undefined, reply: Reply): Reply {
  const tag = world.choices.conditions === 'needed' ? tagOf(world, id) : undefined;
  return tag === undefined ? reply : { ...reply, headers: { ...reply.headers, ETag: tag } };
}

/** Why a write to a user that is there is refused, if writes need the tag of what they change. */
function unmetCondition(
  world: World,
  id: number | undefined,
  given: string | undefined,
): Refusal | undefined {
  const tag = tagOf(world, id);
  if (world.choices.conditions !== 'needed' || tag === undefined || given === tag) return undefined;
  return given === undefined
    ? { status: 428, text: 'Send If-Match.' }
    : { status: 412, text: 'The user has changed.' };
}

interface Sending {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly reply: Reply;
  readonly choices: Choices;
}

function send({ request, response, reply, choices }: Sending): void {
  const { status, body, headers = {} } = reply;
  if (body === undefined || status === 204) {
    response
      .writeHead(status, { ...headers, ...(status === 204 ? {} : { 'Content-Length': 0 }) })
      .end();
    return;
  }
  const bytes = Buffer.from(JSON.stringify(body));
  const described = { ...headers, 'Content-Type': choices.contentType };
  if (
    choices.framing === 'gzip' &&
    /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(request.headers['accept-encoding'] ?? '')
  ) {
    const zipped = gzipSync(bytes);
    response.writeHead(status, {
      ...described,
      'Content-Encoding': 'gzip',
      'Content-Length': zipped.length,
      Vary: 'Accept-Encoding',
    });
    response.end(zipped);
  } else if (choices.framing === 'chunked') {
    response.writeHead(status, described);
    for (let at = 0; at < bytes.length; at += chunkBytes)
      response.write(bytes.subarray(at, at + chunkBytes));
    response.end();
  } else {
    response.writeHead(status, { ...described, 'Content-Length': bytes.length }).end(bytes);
  }
}
