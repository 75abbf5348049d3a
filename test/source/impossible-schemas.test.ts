// Schemas that no value can fit: the note names the place, and the rest of the document is answered.

import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref } from '../support/openapi-mock.ts';

function mockWith(member: Json) {
  const properties = { id: { type: 'integer' }, name: { type: 'string' }, size: member };
  return openApiMock({
    openapi: '3.0.3',
    paths: {
      '/boats': {
        get: operation(200, listOf(ref('Boat'))),
        post: operation(201, ref('Boat'), ref('Boat')),
      },
    },
    components: { schemas: { Boat: { type: 'object', required: ['id', 'size'], properties } } },
  });
}

it.each<[JsonObject, Json, Json, string]>([
  [
    { type: 'integer', minimum: 10, maximum: 5 },
    7,
    'x',
    '/minimum: "minimum" is 10, and "maximum" is 5: no value is both; neither is checked',
  ],
  [
    { type: 'string', minLength: 4, maxLength: 2 },
    'abc',
    1,
    '/minLength: "minLength" is 4, and "maxLength" is 2: no value is both; neither is checked',
  ],
  [
    { type: 'string', enum: [1, 2, true] },
    '2',
    '3',
    '/enum: no value of "enum" is of the type "string"; they are read as such',
  ],
  [
    { type: 'integer', enum: ['1', '2'] },
    2,
    3,
    '/enum: no value of "enum" is of the type "integer"; they are read as such',
  ],
  [
    { type: 'integer', enum: ['low', 'high'] },
    2,
    'low',
    '/enum: no value of "enum" is of the type "integer"; it is not checked',
  ],
])('%j', (member, good, bad, says) => {
  const mock = mockWith(member);
  expect(mock.faults).toEqual([]);
  expect(mock.notes).toContain(`/components/schemas/Boat/properties/size${says}`);
  expect(mock.ask('POST /boats', { name: 'n', size: good })).toMatchObject({
    status: 201,
    json: { size: good },
  });
  expect(mock.ask('POST /boats', { name: 'n', size: bad }).status).toBe(422);
  expect(mock.ask('GET /boats').status).toBe(200);
});

it.each([
  { type: 'string', enum: ['1', 2] },
  { type: 'integer', minimum: 5, maximum: 5 },
  { enum: [1, 2] },
])('leaves what some value fits: %j', (member) => {
  expect(mockWith(member).notes).toEqual([]);
});
