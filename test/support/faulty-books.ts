// A small service of books, written by hand: correct, or with one fault planted in it.

import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isObject, type JsonObject } from '../../src/base/json.ts';
import { BOOKS } from './books.ts';

/** What can be wrong with it. */
export type BookFault =
  | 'none'
  | 'pages-as-text'
  | 'price-rounded'
  | 'day-before'
  | 'authors-cut'
  | 'subtitle-lost'
  | 'language-list-differs'
  | 'removes-two'
  | 'keys-in-list-missing';

export interface BooksService extends AsyncDisposable {
  readonly baseUrl: string;
  /** The ids of what it holds. */
  stored(): readonly string[];
}

interface Asked {
  readonly method: string;
  readonly key: string | undefined;
  readonly sent: JsonObject;
}

/** Starts the service; `without` names methods of single books that it does not offer. */
export async function startBooks(
  fault: BookFault,
  without: readonly string[] = [],
): Promise<BooksService> {
  const rows = new Map<string, JsonObject>(BOOKS.map((book) => [book.isbn, book]));
  const server = createServer((request, response) => {
    void read(request).then((sent) => {
      const [, key] = /^\/library\/books(?:\/([^/?]+))?$/.exec(request.url ?? '') ?? [];
      const [status, body] = without.includes(request.method ?? '')
        ? [405, { error: 'method' }]
        : answer(rows, { method: request.method ?? '', key, sent }, fault);
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(body === null ? undefined : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stored: () => [...rows.keys()],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function read(request: IncomingMessage): Promise<JsonObject> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

type Answer = readonly [status: number, body: object | null];

function answer(
  rows: Map<string, JsonObject>,
  { method, key, sent }: Asked,
  fault: BookFault,
): Answer {
  if (key === undefined) {
    if (method === 'GET') return [200, [...rows.values()].map((row) => listed(row, fault))];
    const row = { ...kept(sent, fault), isbn: randomUUID() };
    if (!isBook(sent)) return [400, { error: 'book' }];
    rows.set(row.isbn, row);
    return [201, row];
  }
  const row = rows.get(key);
  if (row === undefined) return [404, { error: 'unknown' }];
  if (method === 'GET') return [200, row];
  if (method === 'PUT') {
    if (!isBook({ ...row, ...sent })) return [400, { error: 'book' }];
    rows.set(key, { ...row, ...kept(sent, fault), isbn: key });
    return [200, null];
  }
  rows.delete(key);
  const [last] = [...rows.keys()].slice(2).slice(-1);
  if (fault === 'removes-two' && last !== undefined) rows.delete(last);
  return [204, null];
}

function listed(row: JsonObject, fault: BookFault): JsonObject {
  if (fault === 'language-list-differs') return { ...row, language: 'fi' };
  if (fault !== 'keys-in-list-missing') return row;
  return Object.fromEntries(Object.entries(row).filter(([member]) => member !== 'isbn'));
}

function kept(sent: JsonObject, fault: BookFault): JsonObject {
  const { pages = 1, price, published, subtitle, authors } = sent;
  switch (fault) {
    case 'pages-as-text':
      return { ...sent, pages: String(pages) };
    case 'price-rounded':
      return typeof price === 'number' ? { ...sent, price: Math.round(price) } : sent;
    case 'day-before':
      return typeof published === 'string'
        ? { ...sent, published: published.replace(/\d$/, '0') }
        : sent;
    case 'authors-cut':
      return Array.isArray(authors)
        ? { ...sent, authors: (authors as readonly JsonObject[]).slice(0, 1) }
        : sent;
    case 'subtitle-lost':
      return typeof subtitle === 'string' ? { ...sent, subtitle: subtitle.slice(0, 5) } : sent;
    default:
      return sent;
  }
}

function isBook({
  title,
  pages,
  language,
  shelf,
  price = 1,
  published = '2001-01-01',
  subtitle = null,
}: JsonObject): boolean {
  return (
    typeof title === 'string' &&
    typeof pages === 'number' &&
    ['en', 'fi', 'pl'].includes(String(language)) &&
    /^[A-Z]{2}-\d{3}$/.test(String(shelf)) &&
    typeof price === 'number' &&
    /^\d{4}-\d\d-\d\d$/.test(String(published)) &&
    (subtitle === null || typeof subtitle === 'string')
  );
}
