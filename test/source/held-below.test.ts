// Members below others that only the service writes (`readOnly`): the mock takes none of them from a
// request, keeps them through PUT and PATCH, and makes those that an item needs.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { openApiMock, operation, ref } from '../support/openapi-mock.ts';

const text: Json = { type: 'string' };
const made = (schema: JsonObject): Json => ({ ...schema, readOnly: true });
const shape = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  required,
  properties,
});

const visits: Json = made({ type: 'integer' });
const seen: Json = made({ type: 'string', format: 'date-time' });
const Entry = shape({ at: seen, by: text }, ['at', 'by']);

/** What stands at `log`, what a request has there, and what an answer shows of it. */
const kinds: readonly (readonly [string, JsonObject, Json, Json])[] = [
  [
    'an object',
    shape({ visits, by: text }, ['visits']),
    { visits: 9, by: 'a' },
    { visits: 0, by: 'a' },
  ],
  ['an object that needs none', shape({ visits, by: text }), { visits: 9, by: 'a' }, { by: 'a' }],
  [
    'a list',
    { type: 'array', items: Entry },
    [{ at: '2000-01-01T00:00:00Z', by: 'a' }, { by: 'b' }],
    [
      { at: expect.not.stringMatching(/^2000/) as Json, by: 'a' },
      { at: expect.any(String) as Json, by: 'b' },
    ],
  ],
  [
    'an object in an object',
    shape({ inner: shape({ visits, by: text }, ['visits']) }),
    { inner: { visits: 9, by: 'a' } },
    { inner: { visits: 0, by: 'a' } },
  ],
  [
    'all of some schemas',
    { allOf: [shape({ by: text }), shape({ visits }, ['visits'])] },
    { visits: 9, by: 'a' },
    { visits: 0, by: 'a' },
  ],
  [
    'one of some schemas',
    {
      oneOf: [
        shape({ kind: { const: 'x' }, visits }, ['kind', 'visits']),
        shape({ kind: { const: 'y' }, visits: { type: 'integer' } }, ['kind', 'visits']),
      ],
    },
    { kind: 'x', visits: 9 },
    { kind: 'x', visits: 0 },
  ],
  [
    'one of some schemas, which lets requests have it',
    {
      oneOf: [
        shape({ kind: { const: 'x' }, visits }, ['kind', 'visits']),
        shape({ kind: { const: 'y' }, visits: { type: 'integer' } }, ['kind', 'visits']),
      ],
    },
    { kind: 'y', visits: 9 },
    { kind: 'y', visits: 9 },
  ],
];

function mockOf(log: JsonObject) {
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const one = operation(200, ref('Shed'));
  const write = operation(200, ref('Shed'), ref('Shed'));
  const Shed = shape({ id: made({ type: 'integer' }), name: text, log }, ['id', 'name']);
  return openApiMock({
    openapi: '3.1.0',
    paths: {
      '/sheds': {
        get: operation(200, { type: 'array', items: ref('Shed') }),
        post: operation(201, ref('Shed'), ref('Shed')),
      },
      '/sheds/{id}': { parameters: [id], get: one, put: write, patch: write },
    },
    components: { schemas: { Shed } },
  });
}

describe('members below others that only the service writes', () => {
  it.each(kinds)('are not taken from a request: %s', (_, log, sent, shown) => {
    const { ask, faults } = mockOf(log);
    expect(faults).toEqual([]);
    const created = ask('POST /sheds', { name: 'a', log: sent });
    expect(created).toMatchObject({ status: 201, json: { log: shown } });
    const before = ask('GET /sheds/1').json as JsonObject;
    expect(before['log']).toEqual(shown);
    for (const method of ['PUT', 'PATCH']) {
      const changed = ask(`${method} /sheds/1`, { name: 'b', log: sent });
      expect(changed).toMatchObject({ status: 200, json: { name: 'b' } });
      expect(ask('GET /sheds/1').json).toEqual({ ...before, name: 'b' });
    }
  });

  it('stay if a PUT leaves them out', () => {
    const { ask } = mockOf({ type: 'array', items: Entry });
    ask('POST /sheds', { name: 'a', log: [{ by: 'a' }] });
    const [{ at }] = (ask('GET /sheds/1').json as { log: [{ at: string }] }).log;
    ask('PUT /sheds/1', { name: 'a', log: [{ by: 'b' }, { by: 'c' }] });
    const { log } = ask('GET /sheds/1').json as { log: JsonObject[] };
    expect(log).toMatchObject([{ at, by: 'b' }, { by: 'c' }]);
  });
});
