// An OpenAPI document with credentials for some operations, a total beside its list, and an action.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/base/json.ts';
import { loadProject, type Project } from '../../../src/project/load/project.ts';

const text: JsonObject = { type: 'string', minLength: 1, maxLength: 60 };
const fields = { title: text, pages: { type: 'integer', minimum: 0, maximum: 9_999 } };
const book: JsonObject = {
  type: 'object',
  required: ['id', 'title', 'pages', 'isArchived'],
  properties: {
    id: { type: 'integer', readOnly: true },
    ...fields,
    isArchived: { type: 'boolean', readOnly: true },
  },
};
const given = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const answer = (schema: JsonObject): JsonObject => ({ description: '', content: given(schema) });
const Book = { $ref: '#/components/schemas/Book' };
const New = { $ref: '#/components/schemas/NewBook' };
const MISSING = { 404: { description: '' } };
const PUBLIC: JsonObject = { security: [] };

export const document: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Library', version: '1' },
  security: [{ token: [] }, { key: [] }],
  paths: {
    '/books': {
      get: {
        ...PUBLIC,
        responses: {
          200: answer({
            type: 'object',
            required: ['total', 'books'],
            properties: { total: { type: 'integer' }, books: { type: 'array', items: Book } },
          }),
        },
      },
      post: {
        requestBody: { required: true, content: given(New) },
        responses: { 201: answer(Book) },
      },
    },
    '/books/{id}': {
      get: { responses: { 200: answer(Book), ...MISSING } },
      put: {
        requestBody: { required: true, content: given(New) },
        responses: { 200: answer(Book), ...MISSING },
      },
      delete: { responses: { 200: answer(Book), 204: { description: '' }, ...MISSING } },
    },
    '/books/{id}/archive': { post: { responses: { 200: answer(Book), ...MISSING } } },
    '/status': {
      get: {
        ...PUBLIC,
        responses: {
          200: answer({
            type: 'object',
            required: ['version'],
            properties: { version: { type: 'string' } },
          }),
        },
      },
    },
    '/report': {
      get: {
        responses: {
          200: answer({
            type: 'object',
            required: ['books'],
            properties: { books: { type: 'integer' } },
          }),
        },
      },
    },
  },
  components: {
    schemas: {
      Book: book,
      NewBook: { type: 'object', required: ['title', 'pages'], properties: fields },
    },
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer' },
      key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
    },
  },
};

/** What the document does not say: what the action sets. */
const overrides: JsonObject = { 'POST /books/{id}/archive': { sets: { isArchived: true } } };

/** Writes the document into a new folder and loads it, as the command does. */
export async function loadDocument(): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'standin-document-'));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
  writeFileSync(join(folder, 'standin.json'), JSON.stringify(overrides));
  try {
    return await loadProject({
      contract: join(folder, 'openapi.json'),
      db: null,
      profile: 'standin',
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
