// Paths whose last parameter may be followed by another one, as Django REST writes its suffixes.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import { listOf, openApiMock, operation, ref, things } from '../../support/openapi-mock.ts';

const parameter = (name: string, schema: Json): Json => ({
  name,
  in: 'path',
  required: true,
  schema,
});
const id = parameter('id', { type: 'integer' });
const suffix = parameter('suffix', { type: 'string', enum: ['.json', '.yaml'] });
const text = { type: 'string' };

describe('parameters that touch', () => {
  const mock = openApiMock({
    openapi: '3.0.3',
    paths: {
      '/looms': {
        get: operation(200, listOf(ref('Loom'))),
        post: operation(201, ref('Loom'), ref('Loom')),
      },
      '/looms/{id}': {
        parameters: [id],
        get: operation(200, ref('Loom')),
        delete: { responses: { 204: {} } },
      },
      '/looms/{id}{suffix}': {
        parameters: [id, suffix],
        get: operation(200, {
          type: 'object',
          required: ['written'],
          properties: { written: text },
        }),
        delete: { responses: { 202: {} } },
      },
      '/notes/{name}': {
        parameters: [parameter('name', text)],
        get: operation(200, things('plain')),
      },
      '/notes/{name}{suffix}': {
        parameters: [parameter('name', text), suffix],
        get: operation(200, things('written')),
      },
    },
    components: { schemas: { Loom: things('id', 'name') } },
  });

  it('leave an item at its own path', () => {
    for (let serial = 1; serial <= 12; serial++) mock.ask('POST /looms', { name: `n${serial}` });
    expect(mock.ask('GET /looms/12')).toEqual({ status: 200, json: { id: 12, name: 'n12' } });
    expect(mock.ask('DELETE /looms/11').status).toBe(204);
    expect(mock.ask('GET /looms/11').status).toBe(404);
  });

  it('are taken where their values fit', () => {
    expect(mock.ask('GET /looms/12.json').json).toHaveProperty('written');
    expect(mock.ask('DELETE /looms/12.yaml').status).toBe(202);
    expect(mock.ask('GET /looms/12').status).toBe(200);
    expect(mock.ask('GET /notes/first.yaml').json).toHaveProperty('written');
    expect(mock.ask('GET /notes/first').json).toHaveProperty('plain');
  });

  it('refuse what fits no other path', () => {
    const alone = openApiMock({
      openapi: '3.0.3',
      paths: {
        '/notes/{name}{suffix}': {
          parameters: [parameter('name', text), suffix],
          get: operation(200, things('written')),
        },
      },
    });
    const { status, text: body } = alone.send('GET /notes/first.txt');
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).toContain('the path parameter \\"suffix\\"');
  });
});
