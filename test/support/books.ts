// A project of another resource: books, with text ids and members of many types. Any of its
// operations can be left out.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Serving } from '../../src/commands/serve/serve.ts';
import { startServing } from './serving.ts';

export const OPERATIONS = ['list', 'create', 'read', 'replace', 'remove'] as const;
export type BookOperation = (typeof OPERATIONS)[number];

const book = {
  type: 'object',
  properties: {
    isbn: { type: 'string', format: 'uuid', readOnly: true },
    title: { type: 'string', minLength: 1 },
    pages: { type: 'integer', minimum: 1, maximum: 5_000 },
    price: { type: 'number', minimum: 0.5, maximum: 99.5, multipleOf: 0.01 },
    published: { type: 'string', format: 'date' },
    language: { enum: ['en', 'fi', 'pl'] },
    shelf: { type: 'string', pattern: '^[A-Z]{2}-\\d{3}$' },
    subtitle: { type: ['string', 'null'] },
    authors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['family'],
        properties: {
          family: { type: 'string' },
          born: { type: 'integer', minimum: 1_400, maximum: 2_010 },
          key: { type: 'string', readOnly: true },
        },
      },
    },
  },
};

/** What is in the collection before a run. */
export const BOOKS = [
  {
    isbn: '0b7f6c0e-3d1c-4b6e-9a55-0d6f3c2f1a01',
    title: 'Solaris',
    pages: 204,
    price: 12.5,
    published: '1961-03-02',
    language: 'pl',
    shelf: 'SF-001',
    subtitle: null,
    authors: [{ family: 'Lem', born: 1921 }],
  },
  {
    isbn: '0b7f6c0e-3d1c-4b6e-9a55-0d6f3c2f1a02',
    title: 'Sinuhe',
    pages: 785,
    price: 20.25,
    published: '1945-11-30',
    language: 'fi',
    shelf: 'HI-042',
    subtitle: 'The Egyptian',
    authors: [{ family: 'Waltari', born: 1908 }],
  },
];

/** The folder of a project whose contract is about books. */
export interface BooksProject extends Disposable {
  readonly folder: string;
  readonly contract: string;
}

/** Writes the project, with these operations alone. */
export function createBooksProject(
  operations: readonly BookOperation[] = OPERATIONS,
): BooksProject {
  const folder = mkdtempSync(join(tmpdir(), 'standin-books-'));
  for (const name of ['contracts', 'schemas']) mkdirSync(join(folder, name));
  const write = (name: string, value: unknown): void =>
    writeFileSync(join(folder, name), JSON.stringify(value));
  write('schemas/book.json', book);
  write('schemas/book-new.json', {
    allOf: [{ $ref: 'book.json' }],
    required: ['title', 'pages', 'language', 'shelf'],
  });
  write('schemas/books.json', {
    type: 'array',
    items: { allOf: [{ $ref: 'book.json' }], required: ['isbn', 'title'] },
  });
  write('contracts/books.json', contractOf(operations));
  write('db.json', { books: BOOKS });
  return {
    folder,
    contract: join(folder, 'contracts'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function contractOf(operations: readonly BookOperation[]): object {
  const all: Readonly<Record<BookOperation, object>> = {
    list: {
      summary: 'List',
      source: 'library 1',
      outcomes: { ok: { status: 200, body: 'books', source: 'library 1' } },
    },
    create: { ...said('Add', 'library 2'), body: 'book-new' },
    read: {
      summary: 'Read',
      source: 'library 3',
      outcomes: { ok: { body: 'book', source: 'library 3' } },
    },
    replace: { ...said('Change', 'library 4'), body: 'book-new' },
    remove: said('Remove', 'library 5'),
  };
  return {
    title: 'Library',
    resource: 'books',
    path: '/library/books',
    id: 'isbn',
    item: 'book',
    list: 'books',
    operations: Object.fromEntries(operations.map((operation) => [operation, all[operation]])),
    clauses: { item: 'library, book' },
  };
}

function said(summary: string, source: string): object {
  return { summary, source, outcomes: { ok: { source } } };
}

/** Serves the mock of a project. */
export function startMock({ folder, contract }: BooksProject): Promise<Serving> {
  return startServing({ contract, db: join(folder, 'db.json') });
}
