// The Location of what is made below another item, or of what nothing reads.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { openApiMock, operation, ref } from '../support/openapi-mock.ts';

const number: JsonObject = { type: 'integer' };
const thing: JsonObject = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: number, name: { type: 'string' } },
};
const tent = { ...thing, properties: { ...(thing['properties'] as JsonObject), color: number } };
const sent = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
const id = { parameters: [{ name: 'id', in: 'path', required: true, schema: number }] };
const listOf = (name: string) => operation(200, { type: 'array', items: ref(name) });

/** Tents below camps, which are made with a header field. */
function camps(paths: JsonObject, headers: JsonObject = {}) {
  const answer = {
    description: '',
    headers,
    content: { 'application/json': { schema: ref('Tent') } },
  };
  const made = { ...(operation(201, ref('Tent'), sent) as JsonObject), responses: { 201: answer } };
  return openApiMock({
    openapi: '3.0.3',
    paths: {
      '/camps': { get: listOf('Camp'), post: operation(201, ref('Camp'), sent) },
      '/camps/{id}/tents': { ...id, get: listOf('Tent'), post: made },
      ...paths,
    },
    components: { schemas: { Tent: tent, Camp: thing } },
  });
}

const location = (required: boolean) => ({ Location: { required, schema: { type: 'string' } } });
const items = {
  '/tents/{id}': {
    ...id,
    get: operation(200, ref('Tent')),
    delete: { responses: { 204: { description: '' } } },
  },
};

describe('the Location of a creation', () => {
  it.each([{}, location(true), location(false)])(
    'is where the document reads the item, with the headers %j',
    (headers) => {
      const { ask, send } = camps(items, headers);
      const camp = ask('POST /camps', { name: 'a' }).json as { id: number };
      const made = send(`POST /camps/${camp.id}/tents`, { name: 'b' });
      const address = made.headers['location'] ?? '';
      expect(address).toMatch(/^\/tents\/\d+$/);
      expect(ask(`GET ${address}`)).toMatchObject({ status: 200, json: { name: 'b' } });
    },
  );

  it('is there only if the document requires it, where nothing reads the item', () => {
    const made = (headers: JsonObject) => camps({}, headers).send('POST /camps', { name: 'a' });
    expect(made({}).status).toBe(201);
    expect(made({}).headers).not.toHaveProperty('location');
    const below = (headers: JsonObject) => {
      const { ask, send } = camps({}, headers);
      const camp = ask('POST /camps', { name: 'a' }).json as { id: number };
      return send(`POST /camps/${camp.id}/tents`, { name: 'b' });
    };
    expect(below(location(false)).headers).not.toHaveProperty('location');
    expect(below(location(true)).headers).toHaveProperty('location');
  });
});
