// Documents of strangers: one request for any of their schemas is answered soon, and a note says what
// was not read.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref } from '../support/openapi-mock.ts';

const documentOf = (name: string, schemas: JsonObject): JsonObject => ({
  openapi: '3.1.0',
  paths: {
    '/things': {
      get: operation(200, listOf(ref(name))),
      post: operation(201, ref(name), ref(name)),
    },
    '/things/{id}': { get: operation(200, ref(name)) },
    '/sample': { get: operation(200, ref(name)) },
  },
  components: { schemas },
});

/** Each schema refers to the one before twice, by another way each. */
function doubling(levels: number, join: (below: JsonObject) => JsonObject): JsonObject {
  const schemas: Record<string, JsonObject> = {
    B0: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
  };
  for (let level = 1; level <= levels; level++)
    schemas[`B${level}`] = join(ref(`B${level - 1}`) as JsonObject);
  return documentOf(`B${levels}`, schemas);
}

const withMember = (member: JsonObject): JsonObject =>
  documentOf('T', {
    T: {
      type: 'object',
      required: ['id', 'v'],
      properties: { id: { type: 'integer' }, v: member },
    },
  });

const DOUBLED = 'this schema refers to others in more than 20000 ways';
const LARGE = 'is more than Standin makes; answers that need it have no body';

describe('a hostile document', () => {
  it.each([
    ['allOf twice', doubling(40, (below) => ({ allOf: [below, below] })), DOUBLED],
    ['oneOf twice', doubling(40, (below) => ({ oneOf: [below, below] })), DOUBLED],
    [
      'anyOf by another schema',
      doubling(40, (below) => ({ anyOf: [below, { allOf: [below] }] })),
      DOUBLED,
    ],
    [
      'not of each',
      doubling(40, (below) => ({ allOf: [{ not: below }, { not: below }] })),
      DOUBLED,
    ],
    ['a long text', withMember({ type: 'string', minLength: 100_000_000 }), LARGE],
    [
      'many items',
      withMember({ type: 'array', minItems: 100_000_000, items: { type: 'integer' } }),
      LARGE,
    ],
    ['many members', withMember({ type: 'object', minProperties: 100_000_000 }), LARGE],
    [
      'many items of many items',
      withMember({
        type: 'array',
        minItems: 9_000,
        items: { type: 'array', minItems: 9_000, items: { type: 'boolean' } },
      }),
      null,
    ],
    [
      'many different items',
      withMember({
        type: 'array',
        uniqueItems: true,
        minItems: 19_000,
        items: { type: 'integer', maximum: 19_000 },
      }),
      null,
    ],
    [
      'many long texts',
      withMember({
        type: 'array',
        minItems: 9_000,
        items: { type: 'string', minLength: 900_000 },
      }),
      null,
    ],
    ['a tiny step', withMember({ type: 'number', multipleOf: 1e-300, minimum: 1e308 }), null],
    [
      'a step beyond doubles',
      withMember({ type: 'number', multipleOf: 1e-9, minimum: 1e15 }),
      null,
    ],
    ['looking behind', withMember({ type: 'string', pattern: '^(?<!x)(a|a)*(a|a)*(a|a)*$' }), null],
    ['referring back', withMember({ type: 'string', pattern: '^(a+)+\\1$' }), null],
    ['referring back by name', withMember({ type: 'string', pattern: '^(?<n>a+)+\\k<n>$' }), null],
  ])(
    'is answered soon: %s',
    (_, document, note) => {
      const began = process.cpuUsage();
      const mock = openApiMock(document);
      for (const request of ['GET /things', 'GET /things/1', 'GET /sample'])
        expect(mock.ask(request).status).toBeLessThan(500);
      const sent = { name: 'x', v: `${'a'.repeat(60)}!` };
      expect(mock.ask('POST /things', sent).status).toBeLessThan(500);
      if (note !== null) expect(mock.notes.join('\n')).toContain(note);
      // CPU, not time: the machine may be busy.
      expect(process.cpuUsage(began).user).toBeLessThan(8_000_000);
    },
    120_000,
  );

  it('says nothing of usual bounds', () => {
    expect(openApiMock(withMember({ type: 'string', minLength: 2_000 })).notes).toEqual([]);
    const three = doubling(3, (below) => ({ allOf: [below, below] }));
    expect(openApiMock(three).notes).toEqual([]);
  });
});
