// A mock inside a program, from rows alone and from an OpenAPI document.

import { describe, expect, it } from 'vitest';
import { loadMock } from '../../src/embed/load-mock.ts';
import { useTempFolder } from '../support/temp-folder.ts';

const folder = useTempFolder();

describe('loadMock', () => {
  it('finds rows, and answers as json-server does', async () => {
    folder.write('db.json', { posts: [{ id: 1, title: 'a' }], profile: { name: 'x' } });
    const mock = await loadMock();
    const created = await mock.fetch('/posts', { method: 'POST', body: '{"title":"b","more":1}' });
    expect([created.status, await created.json()]).toEqual([201, { id: 2, title: 'b', more: 1 }]);
    expect(await (await mock.fetch('/profile')).json()).toEqual({ name: 'x' });
    expect((await mock.fetch('/posts', { method: 'POST', body: '{"title":1}' })).status).toBe(201);
  });

  it('takes a document', async () => {
    const list = {
      responses: {
        200: {
          description: '',
          content: {
            'application/json': {
              schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
            },
          },
        },
      },
    };
    const one = {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      responses: {
        200: {
          description: '',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
        404: { description: '' },
      },
    };
    folder.write('api.json', {
      openapi: '3.1.0',
      info: { title: 'Pets', version: '1' },
      paths: { '/pets': { get: list }, '/pets/{id}': { get: one } },
      components: {
        schemas: {
          Pet: {
            type: 'object',
            required: ['id'],
            properties: { id: { type: 'integer' }, name: { type: 'string' } },
          },
        },
      },
    });
    folder.write('rows.json', { pets: [{ id: 7, name: 'Rex' }] });
    const mock = await loadMock({ contract: 'api.json', db: 'rows.json' });
    expect(await (await mock.fetch('/pets/7')).json()).toEqual({ id: 7, name: 'Rex' });
    expect((await mock.fetch('/pets/8')).status).toBe(404);
  });
});
