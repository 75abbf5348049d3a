// A library, of references: books of an author, perhaps with an editor, of some genres, some the
// sequel of another; loans of a book, below it.

import type { JsonObject } from '../../src/base/json.ts';
import { type Project, projectFrom } from './users.ts';

const source = 'the handbook';
const object = (properties: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  required: [...required],
  properties,
});
const id: JsonObject = { type: 'integer' };
const text: JsonObject = { type: 'string', minLength: 1 };

export const whole = (body: string): JsonObject => ({
  list: { outcomes: {} },
  create: { body, outcomes: {} },
  read: { outcomes: {} },
  replace: { body, outcomes: {} },
  update: { body, outcomes: {} },
  remove: { outcomes: {} },
});
const flat = (resource: string, item: string): JsonObject => ({
  resource,
  path: `/${resource}`,
  source,
  item,
  operations: whole(item),
});

export const libraryContracts: readonly JsonObject[] = [
  flat('authors', 'author'),
  flat('genres', 'genre'),
  flat('books', 'book'),
  { ...flat('loans', 'loan'), path: '/books/{bookId}/loans' },
];

const book: JsonObject = {
  id,
  title: text,
  authorId: { ...id, 'x-ref': 'authors' },
  editorId: { type: ['integer', 'null'], 'x-ref': 'authors' },
  genreIds: { type: 'array', items: { type: 'string', 'x-ref': 'genres' } },
  sequelTo: { ...id, 'x-ref': 'books' },
};

export const librarySchemas: Readonly<Record<string, JsonObject>> = {
  author: object({ id, name: text }, ['name']),
  genre: object({ id: { type: 'string' }, name: text }, ['name']),
  book: object(book, ['title', 'authorId']),
  loan: object({ id, reader: text, bookId: id }, ['reader']),
};

export const libraryRows: Project['rows'] = {
  authors: [
    { id: 1, name: 'Iris' },
    { id: 2, name: 'Jon' },
    { id: 3, name: 'Kai' },
  ],
  genres: [
    { id: 'crime', name: 'Crime' },
    { id: 'science', name: 'Science' },
  ],
  books: [
    { id: 1, title: 'One', authorId: 1, editorId: 2, genreIds: ['crime', 'science'] },
    { id: 2, title: 'Two', authorId: 1, editorId: null, sequelTo: 1 },
    { id: 3, title: 'Three', authorId: 2, genreIds: ['crime'], sequelTo: 3 },
  ],
  loans: [
    { id: 1, reader: 'Lea', bookId: 1 },
    { id: 2, reader: 'Max', bookId: 3 },
  ],
};

export const library: Project = projectFrom(libraryContracts, librarySchemas, libraryRows);

/** The library, with what the contract of some resource shows. */
export function libraryShowing(
  resource: string,
  shown: JsonObject,
  schemas: Readonly<Record<string, JsonObject>> = librarySchemas,
): Project {
  const contracts = libraryContracts.map((one) =>
    one['resource'] === resource ? { ...one, shown } : one,
  );
  return projectFrom(contracts, schemas, libraryRows);
}
