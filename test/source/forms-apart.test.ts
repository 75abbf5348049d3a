// A form that declares other members than the JSON beside it: each is judged by its own schema.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, ref, things } from '../support/openapi-mock.ts';

const objectOf = (required: readonly string[], properties: JsonObject): Json => ({
  type: 'object',
  required,
  properties,
});
const text: Json = { type: 'string' };
const file: Json = { type: 'string', format: 'binary' };
const shown = (schema: Json): JsonObject => ({
  description: '',
  content: { 'application/json': { schema } },
});
const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
const parts = (fields: Readonly<Record<string, string>>): string =>
  `${Object.entries(fields)
    .map(
      ([name, value]) =>
        `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    .join('')}--b--\r\n`;

function mocked() {
  const content = {
    'application/json': { schema: objectOf(['name'], { name: text }) },
    'multipart/form-data': { schema: objectOf(['name', 'photo'], { name: text, photo: file }) },
  };
  const counted = {
    'application/json': { schema: objectOf(['a'], { a: text }) },
    'multipart/form-data': { schema: objectOf(['n'], { n: { type: 'integer' } }) },
  };
  return openApiMock({
    openapi: '3.1.0',
    paths: {
      '/patients': {
        get: { responses: { 200: shown(listOf(ref('Patient'))) } },
        post: {
          requestBody: { required: true, content },
          responses: { 201: shown(ref('Patient')) },
        },
      },
      '/patients/{id}': {
        parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'integer' } }],
        get: { responses: { 200: shown(ref('Patient')) } },
      },
      '/count': {
        post: {
          requestBody: { required: true, content: counted },
          responses: { 200: shown(things('ok')) },
        },
      },
    },
    components: { schemas: { Patient: things('id', 'name') } },
  });
}

describe('a form beside JSON', () => {
  it.each<[string, Json, boolean, number]>([
    ['JSON with its members', { a: 'x' }, false, 200],
    ['JSON with those of the form', { n: 1 }, false, 422],
    ['the form with its members', parts({ n: '1' }), true, 200],
    ['the form with those of JSON', parts({ a: 'x' }), true, 422],
    ['the form with a text for a number', parts({ n: 'x' }), true, 422],
  ])('is judged apart: %s', (_, body, isForm, status) => {
    expect(mocked().ask('POST /count', body, isForm ? multipart : {}).status).toBe(status);
  });

  it('makes a row of its members, and wants its file', () => {
    const mock = mocked();
    const made = mock.ask('POST /patients', parts({ name: 'Ada', photo: 'x' }), multipart);
    expect(made).toMatchObject({ status: 201, json: { name: 'Ada' } });
    expect(mock.ask('GET /patients').json).toMatchObject([{ name: 'Ada' }]);
    expect(mock.ask('POST /patients', parts({ name: 'Ada' }), multipart).status).toBe(422);
    expect(mock.ask('POST /patients', { name: 'Bob' }).status).toBe(201);
  });
});
