// One collection for everybody and one for those who keep it: `/books` and `/admin/books`.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { contractsOfOpenApi } from '../../src/source/source.ts';
import { listOf, openApiMock, operation, ref } from '../support/openapi-mock.ts';

const text = { type: 'string' };
const thing = (...names: string[]): JsonObject => ({
  type: 'object',
  required: ['id', ...names],
  properties: Object.fromEntries([
    ['id', { type: 'integer' }],
    ...names.map((name) => [name, text]),
  ]),
});

function documentOf(shown: JsonObject, path = '/admin/books'): JsonObject {
  return {
    openapi: '3.1.0',
    paths: {
      '/books': { get: operation(200, listOf(ref('Book'))) },
      '/books/{id}': { get: operation(200, ref('Book')) },
      [path]: {
        get: operation(200, listOf(ref('KeptBook'))),
        post: operation(201, ref('KeptBook'), ref('SentBook')),
      },
      [`${path}/{id}`]: { get: operation(200, ref('KeptBook')), delete: operation(204, null) },
    },
    components: {
      schemas: {
        Book: shown,
        KeptBook: thing('title', 'author', 'note'),
        SentBook: { type: 'object', properties: { title: text, author: text, note: text } },
      },
    },
  };
}

const book = { title: 'Emma', author: 'Austen', note: 'draft' };

describe('paths that differ in who sees the items', () => {
  it('show the same rows, each the members of its schema', () => {
    const { ask, faults } = openApiMock(documentOf(thing('title', 'author')));
    expect(faults).toEqual([]);
    const made = ask('POST /admin/books', book).json as JsonObject;
    const { note: _, ...shown } = made;
    expect(made).toMatchObject(book);
    expect(ask(`GET /books/${String(made['id'])}`).json).toEqual(shown);
    expect(ask('GET /books').json).toContainEqual(shown);
    expect(ask('GET /admin/books').json).toContainEqual(made);
    expect(ask(`DELETE /admin/books/${String(made['id'])}`).status).toBe(204);
    expect(ask(`GET /books/${String(made['id'])}`).status).toBe(404);
  });

  it.each<[string, JsonObject]>([
    ['whose items are unlike', documentOf(thing('pages', 'weight', 'colour'))],
    ['that differ in another step', documentOf(thing('title', 'author'), '/archive/books')],
  ])('have rows of their own %s', (_, document) => {
    const { ask } = openApiMock(document);
    const path = Object.keys(document['paths'] as JsonObject)[2] ?? '';
    expect(ask(`POST ${path}`, book).json).toMatchObject(book);
    expect(JSON.stringify(ask('GET /books').json)).not.toContain('Emma');
  });

  it('are two collections where only what a document says counts', () => {
    const document: Json = documentOf(thing('title', 'author'));
    const given = { name: 'api.json', undescribed: 'left-open' } as const;
    const { contracts } = contractsOfOpenApi(document, given);
    expect(contracts).toHaveLength(2);
    expect(JSON.stringify(contracts)).not.toContain('"rows"');
  });
});
