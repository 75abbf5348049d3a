// Bodies of refusals in the shape of a document: what they say of the status and of the places of
// errors is true, whatever the names.

import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { openApiMock, ref } from '../../support/openapi-mock.ts';

function refusalOf(problem: JsonObject): Json {
  const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
  const content = { 'application/json': { schema: { type: 'object', properties: problem } } };
  const mock = openApiMock({
    openapi: '3.1.0',
    paths: {
      '/boats': {
        get: {
          responses: {
            200: {
              content: { 'application/json': { schema: { type: 'array', items: ref('Boat') } } },
            },
          },
        },
        post: {
          requestBody: { content: { 'application/json': { schema } } },
          responses: {
            201: { content: { 'application/json': { schema: ref('Boat') } } },
            400: { content },
          },
        },
      },
    },
    components: {
      schemas: {
        Boat: { ...schema, properties: { id: { type: 'integer' }, ...schema.properties } },
      },
    },
  });
  const { status, json } = mock.ask('POST /boats', {});
  expect(status).toBe(400);
  return json;
}

const text = { type: 'string' };
const number = { type: 'integer' };

it('has the status where a number is one by its name, description or example', () => {
  expect(
    refusalOf({
      errorCode: { ...number, description: 'The http error code.', example: 401 },
      httpStatus: { ...number, example: 404 },
      error: { ...text, example: 'Unauthorized' },
      errorDescription: { ...text, example: 'you need a token' },
    }),
  ).toEqual({
    errorCode: 400,
    httpStatus: 400,
    error: expect.stringContaining('"name" is missing'),
    errorDescription: expect.stringContaining('"name" is missing'),
  });
});

it('keeps a code of its own', () => {
  expect(refusalOf({ errorCode: { ...number, example: 1007 }, message: text })).toMatchObject({
    errorCode: 1007,
  });
});

it('names the place of each error', () => {
  expect(
    refusalOf({
      violations: {
        type: 'array',
        items: { type: 'object', properties: { fieldName: text, message: text } },
      },
    }),
  ).toEqual({ violations: [{ fieldName: 'name', message: '"name" is missing' }] });
});

it('has the path of the call, and the name of the status beside a message', () => {
  expect(refusalOf({ status: number, error: text, message: text, path: text })).toEqual({
    status: 400,
    error: 'Bad Request',
    message: expect.stringContaining('"name" is missing'),
    path: '/boats',
  });
});
