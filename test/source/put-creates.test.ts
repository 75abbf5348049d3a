// A PUT at an id that nothing has: it creates where the document declares 201 beside what it answers for a
// change, and is refused where the document says that nothing may be there.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const isbn = { in: 'path', name: 'isbn', required: true, schema: { type: 'string' } };
const said: Json = { description: '' };

function put(...statuses: readonly string[]) {
  const shown = { description: '', content: { 'application/json': { schema: ref('Book') } } };
  const changed = operation(200, ref('Book'), ref('Book')) as JsonObject;
  const answers = statuses.map((status) => [status, /^20[01]$/.test(status) ? shown : said]);
  const mock = openApiMock({
    openapi: '3.1.0',
    paths: {
      '/books': {
        get: operation(200, listOf(ref('Book'))),
        post: operation(201, ref('Book'), ref('Book')),
      },
      '/books/{isbn}': {
        parameters: [isbn],
        get: operation(200, ref('Book')),
        put: { ...changed, responses: Object.fromEntries(answers) },
      },
    },
    components: { schemas: { Book: things('isbn', 'title') } },
  });
  const sent = { isbn: 'b7', title: 'Knots' };
  const { status } = mock.ask('PUT /books/b7', sent);
  return { status, again: mock.ask('PUT /books/b7', sent).status, read: mock.ask('GET /books/b7') };
}

describe('PUT at an id that nothing has', () => {
  it.each([[['200', '201']], [['200', '201', 'default']]])(
    'creates where the document declares %s',
    (statuses) => {
      const { status, again, read } = put(...statuses);
      expect([status, again, read.status]).toEqual([201, 200, 200]);
      expect(read.json).toMatchObject({ isbn: 'b7', title: 'Knots' });
    },
  );

  it.each([[['200']], [['201']], [['200', '201', '404']]])(
    'is refused where the document declares %s',
    (statuses) => {
      const { status, read } = put(...statuses);
      expect([status, read.status]).toEqual([404, 404]);
    },
  );
});
