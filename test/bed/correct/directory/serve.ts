// Puts a directory under node:http: makes a question of each request, and writes the Response.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import type { Start, StoredUser } from '../../service.ts';
import { listen } from '../listen.ts';
import type { Directory } from './directory.ts';

/** Starts of a kind of directory. */
export function directory(Kind: new (users: readonly StoredUser[]) => Directory): Start {
  return async (users) => {
    const kept = new Kind(users);
    let answered = 0;
    const server = createServer((request, response) => {
      respond(kept, request, response).then(
        () => {
          answered += 1;
        },
        () => response.destroy(),
      );
    });
    const { origin, close } = await listen(server);
    return { baseUrl: origin, stored: () => kept.owned(), answered: () => answered, close };
  };
}

async function respond(
  kept: Directory,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = URL.parse(`http://${request.headers.host ?? 'localhost'}${request.url ?? '/'}`);
  if (url === null) {
    response.writeHead(400).end();
    return;
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const text = await textOf(request);
  const answer = await kept.answer({ method: request.method ?? 'GET', url, headers, text });
  const bytes = Buffer.from(await answer.arrayBuffer());
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) response.setHeader(name, value);
  if (answer.status !== 204 && answer.status !== 304)
    response.setHeader('Content-Length', bytes.length);
  response.end(bytes);
}
