// Runs the parts of a base service on node:http, on a free port of 127.0.0.1.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Call, Operation, Parts, Reply } from './parts.ts';
import type { Service, StoredUser } from './service.ts';

/** What a base service consists of, in addition to its parts. */
export interface Listening {
  readonly basePath: string;
  /** The media type of every body, with its parameters. */
  readonly contentType: string;
  readonly storage: ReadonlyMap<number, StoredUser>;
  readonly parts: Parts;
  readonly answer: (parts: Parts, call: Call) => Promise<Reply>;
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'GET many': 'list',
  'HEAD many': 'list',
  'POST many': 'create',
  'GET one': 'read',
  'HEAD one': 'read',
  'PUT one': 'update',
  'DELETE one': 'remove',
};

/** Starts the service. */
export async function listen({
  basePath,
  contentType,
  storage,
  parts,
  answer,
}: Listening): Promise<Service> {
  let answered = 0;
  const known = new WeakSet<object>();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const isFirst = !known.has(request.socket);
    known.add(request.socket);
    const call = toCall(request, basePath, { pieces: chunks, isFirst });
    const reply = await parts
      .around(call, (next) => answer(parts, next))
      .catch((error: unknown) => failed(error));
    answered += 1;
    send(response, reply, contentType);
  };
  const server = createServer(
    (request, response) => void handle(request, response).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}${basePath}`,
    stored: () => [...storage.values()].sort((a, b) => a.id - b.id),
    answered: () => answered,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function toCall(
  request: IncomingMessage,
  basePath: string,
  arrived: Pick<Call, 'pieces' | 'isFirst'>,
): Call {
  const bytes = Buffer.concat(arrived.pieces);
  const path = (request.url ?? '').split('?')[0] ?? '';
  const [, root, id, rest] = path.startsWith(`${basePath}/`)
    ? path.slice(basePath.length).split('/')
    : [];
  const shape =
    root !== 'users' || rest !== undefined
      ? 'none'
      : id === undefined || id === ''
        ? 'many'
        : 'one';
  return {
    operation: OPERATIONS[`${request.method} ${shape}`] ?? 'other',
    id: id !== undefined && /^-?\d{1,15}$/.test(id) ? Number(id) : Number.NaN,
    mediaType: request.headers['content-type'] ?? '',
    bytes,
    text: bytes.toString('utf8'),
    headers: request.headers,
    ...arrived,
  };
}

function send(response: ServerResponse, reply: Reply, contentType: string): void {
  const body = reply.raw ?? (reply.body === undefined ? undefined : JSON.stringify(reply.body));
  response.writeHead(reply.status, {
    ...(body === undefined ? {} : { 'content-type': contentType }),
    ...reply.headers,
  });
  response.end(body);
}

function failed(error: unknown): Reply {
  return { status: 500, body: { error: error instanceof Error ? error.message : 'unknown' } };
}
