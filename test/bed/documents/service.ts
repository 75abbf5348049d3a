// A correct service of the document, and the seams in which a fault is planted. Plain node:http; it
// shares no code with Standin and knows its paths and credentials by itself.

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const TOKEN = 'right-token';
export const KEY = 'right-key';

export type Operation =
  | 'list'
  | 'create'
  | 'read'
  | 'replace'
  | 'remove'
  | 'archive'
  | 'status'
  | 'report';

export interface Book {
  readonly id: number;
  readonly title: string;
  readonly pages: number;
  readonly isArchived: boolean;
}

export type Credentials = 'none' | 'wrong' | 'right';

/** The seams. Each has what is right as its last argument or as its result. */
export interface Seams {
  /** Whether a request may go on. */
  allows(operation: Operation, credentials: Credentials, isSo: boolean): boolean;
  /** The status for those that may not. */
  refusal(operation: Operation, credentials: Credentials, status: number): number;
  /** The number beside a list. */
  counted(total: number): number;
  /** What the action makes of a book, and its answer. */
  archived(before: Book, after: Book): Book;
  told(book: Book): unknown;
  /** The status of the action. */
  done(status: number): number;
  /** The status with which a book goes. */
  gone(): number;
  /** Whether a request that may not go on takes effect all the same. */
  leaks(operation: Operation): boolean;
}

const RIGHT: Seams = {
  allows: (_, __, isSo) => isSo,
  refusal: (_, __, status) => status,
  counted: (total) => total,
  archived: (_, after) => after,
  told: (book) => book,
  done: (status) => status,
  gone: () => 204,
  leaks: () => false,
};

export interface LibraryService {
  readonly baseUrl: string;
  readonly size: () => number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a service with two books. */
export async function startLibrary(given: Partial<Seams> = {}): Promise<LibraryService> {
  const seams = { ...RIGHT, ...given };
  const books = new Map<number, Book>();
  let next = 1;
  for (const title of ['Emma', 'Dune']) {
    books.set(next, { id: next, title, pages: 300, isArchived: false });
    next++;
  }
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { status, json } = answer(request, body);
      response.writeHead(status, json === undefined ? {} : { 'content-type': 'application/json' });
      response.end(json === undefined ? '' : JSON.stringify(json));
    });
  });

  function answer(request: IncomingMessage, body: unknown): { status: number; json?: unknown } {
    const found = routeOf(request);
    if (found === null) return { status: 404, json: { message: 'nothing is here' } };
    const { operation, id } = found;
    const credentials = credentialsOf(request);
    const isOpen = operation === 'list' || operation === 'status';
    if (!seams.allows(operation, credentials, isOpen || credentials === 'right')) {
      if (seams.leaks(operation)) perform(operation, id, body);
      return { status: seams.refusal(operation, credentials, 401), json: { message: 'who?' } };
    }
    return perform(operation, id, body);
  }

  function perform(
    operation: Operation,
    id: number,
    body: unknown,
  ): { status: number; json?: unknown } {
    const book = books.get(id);
    const fields = fieldsOf(body);
    switch (operation) {
      case 'status':
        return { status: 200, json: { version: '1.2' } };
      case 'report':
        return { status: 200, json: { books: books.size } };
      case 'list':
        return {
          status: 200,
          json: { total: seams.counted(books.size), books: [...books.values()] },
        };
      case 'create': {
        if (fields === null) return { status: 400, json: { message: 'no book' } };
        const made = { id: next++, ...fields, isArchived: false };
        books.set(made.id, made);
        return { status: 201, json: made };
      }
    }
    if (book === undefined) return { status: 404, json: { message: 'no such book' } };
    switch (operation) {
      case 'read':
        return { status: 200, json: book };
      case 'remove':
        books.delete(id);
        return seams.gone() === 204 ? { status: 204 } : { status: seams.gone(), json: book };
      case 'archive': {
        const after = seams.archived(book, { ...book, isArchived: true });
        books.set(id, after);
        return { status: seams.done(200), json: seams.told(after) };
      }
      case 'replace': {
        if (fields === null) return { status: 400, json: { message: 'no book' } };
        const after = { ...book, ...fields };
        books.set(id, after);
        return { status: 200, json: after };
      }
    }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    size: () => books.size,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function routeOf({
  method = '',
  url = '',
}: IncomingMessage): { operation: Operation; id: number } | null {
  const { pathname } = new URL(url, 'http://h');
  const [, collection, id, action] = pathname.split('/');
  const at = { id: Number(id) };
  if (pathname === '/status') return method === 'GET' ? { operation: 'status', ...at } : null;
  if (pathname === '/report') return method === 'GET' ? { operation: 'report', ...at } : null;
  if (collection !== 'books') return null;
  if (action !== undefined)
    return action === 'archive' && method === 'POST' ? { operation: 'archive', ...at } : null;
  const operations: Readonly<Record<string, Operation>> =
    id === undefined
      ? { GET: 'list', POST: 'create' }
      : { GET: 'read', PUT: 'replace', DELETE: 'remove' };
  const operation = operations[method];
  return operation === undefined ? null : { operation, ...at };
}

function credentialsOf({ headers }: IncomingMessage): Credentials {
  const { authorization } = headers;
  const key = headers['x-api-key'];
  if (authorization === `Bearer ${TOKEN}` || key === KEY) return 'right';
  return authorization === undefined && key === undefined ? 'none' : 'wrong';
}

function fieldsOf(body: unknown): { title: string; pages: number } | null {
  if (typeof body !== 'object' || body === null) return null;
  const { title, pages } = body as { title?: unknown; pages?: unknown };
  const isTitle = typeof title === 'string' && title.length >= 1 && title.length <= 60;
  const isCount =
    typeof pages === 'number' && Number.isInteger(pages) && pages >= 0 && pages <= 9_999;
  return isTitle && isCount ? { title, pages } : null;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}
