// A list in an envelope as a table, or as lines: the items, and nothing of what stands around them.

import { expect, it } from 'vitest';
import { openApiMock, operation, ref, things } from '../../support/openapi-mock.ts';

it('has the items alone', () => {
  const page = {
    type: 'object',
    properties: { total: { type: 'integer' }, data: { type: 'array', items: ref('Boat') } },
  };
  const mock = openApiMock({
    openapi: '3.0.3',
    paths: {
      '/boats': {
        get: {
          responses: {
            200: {
              content: {
                'application/json': { schema: page },
                'text/csv': { schema: { type: 'string' } },
                'application/x-ndjson': { schema: page },
              },
            },
          },
        },
        post: operation(201, ref('Boat'), things('name')),
      },
      '/boats/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: operation(200, ref('Boat')),
      },
    },
    components: { schemas: { Boat: things('id', 'name') } },
  });
  for (const name of ['yawl', 'a, b']) mock.ask('POST /boats', { name });
  const as = (accept: string): string => mock.send('GET /boats', undefined, { accept }).text;
  expect(as('text/csv')).toBe('id,name\r\n1,yawl\r\n2,"a, b"\r\n');
  expect(as('application/x-ndjson')).toBe('{"id":1,"name":"yawl"}\n{"id":2,"name":"a, b"}\n');
  expect(JSON.parse(as('application/json'))).toMatchObject({ total: 2 });
});
