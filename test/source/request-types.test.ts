// Bodies of requests that a document declares beside JSON, or in place of it.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { openApiMock } from '../support/openapi-mock.ts';

const kite = {
  type: 'object',
  required: ['name'],
  xml: { name: 'kite' },
  properties: {
    id: { type: 'integer', xml: { attribute: true } },
    name: { type: 'string' },
    tails: { type: 'integer' },
    weight: { type: 'number' },
    isNew: { type: 'boolean', xml: { name: 'new' } },
    lines: {
      type: 'array',
      xml: { wrapped: true },
      items: { type: 'object', xml: { name: 'line' }, properties: { metres: { type: 'integer' } } },
    },
    colours: { type: 'array', items: { type: 'string', xml: { name: 'colour' } } },
  },
};
const ref = { $ref: '#/components/schemas/Kite' };
const ok = { 200: { description: 'ok', content: { 'application/json': { schema: ref } } } };
const none = { 204: { description: 'done' } };
const taking = (content: JsonObject, required = true): Json => ({
  post: { requestBody: { required, content }, responses: none },
});
const both = { 'application/json': { schema: ref }, 'application/xml': { schema: ref } };
const document = {
  openapi: '3.0.3',
  info: { title: 'Kites', version: '1' },
  paths: {
    '/kites': {
      get: {
        responses: {
          200: {
            description: 'ok',
            content: { 'application/json': { schema: { type: 'array', items: ref } } },
          },
        },
      },
      post: { requestBody: { required: true, content: both }, responses: ok },
    },
    '/kites/{id}': { get: { responses: ok } },
    '/notes': taking({ 'text/plain': { schema: { type: 'string', minLength: 3 } } }),
    '/lines': taking({ 'text/plain': { schema: { type: 'integer' } } }),
    '/pictures': taking({ 'image/*': {}, 'text/plain': {} }, false),
    '/offers': taking({ 'application/xml': { schema: ref } }),
    '/both': taking({
      'application/json': { schema: { type: 'object', required: ['n'] } },
      'text/plain': { schema: { type: 'string', maxLength: 4 } },
    }),
  },
  components: { schemas: { Kite: kite } },
};

const XML = { 'content-type': 'application/xml' };
const TEXT = { 'content-type': 'text/plain; charset=utf-8' };

describe('a body in XML', () => {
  it('makes the row that the same JSON would make', () => {
    const mock = openApiMock(document);
    const text =
      '<kite><name>R &amp; B</name><tails>3</tails><weight>1.5e1</weight><new>true</new>' +
      '<lines><line><metres>20</metres></line><line/></lines><colour>red</colour><colour>7</colour></kite>';
    const made = mock.ask('POST /kites', text, XML);
    const row = {
      id: expect.any(Number) as number,
      name: 'R & B',
      tails: 3,
      weight: 15,
      isNew: true,
      lines: [{ metres: 20 }, {}],
      colours: ['red', '7'],
    };
    expect(made.json).toEqual(row);
    const { id } = made.json as { id: number };
    expect(mock.ask(`GET /kites/${id}`).json).toEqual(made.json);
  });

  it.each([
    ['<kite><name>Red</name><tails>many</tails></kite>', 422, '/tails must be an integer'],
    ['<kite><name>Red</name><tails></tails></kite>', 422, '/tails must be an integer'],
    ['<kite><nam>Red</nam></kite>', 422, 'did you mean it by'],
    ['<kite><name>Red</kite>', 400, 'the body is no well-formed XML'],
    ['<kite>Red</kite>', 422, '"name" is missing'],
  ])('is refused if it is %s', (text, status, detail) => {
    for (const path of ['/kites', '/offers']) {
      const refused = openApiMock(document).ask(`POST ${path}`, text, XML);
      expect([path, refused.status]).toEqual([path, status]);
      expect((refused.json as { detail: string }).detail).toContain(detail);
    }
  });

  it('is taken alone where nothing else is declared', () => {
    const mock = openApiMock(document);
    expect(mock.send('POST /offers', '<kite><name>Red</name></kite>', XML).status).toBe(204);
    expect(mock.send('POST /offers', { name: 'Red' })).toMatchObject({
      status: 415,
      headers: { accept: 'application/xml' },
    });
  });
});

describe('a body that is a text or a file', () => {
  it.each<readonly [string, Json | undefined, Readonly<Record<string, string>>, number]>([
    ['/notes', 'abc', TEXT, 204],
    ['/notes', 'ab', TEXT, 422],
    ['/notes', undefined, {}, 400],
    ['/notes', 'abc', {}, 415],
    ['/lines', '12', TEXT, 204],
    ['/pictures', undefined, {}, 204],
    ['/pictures', 'GIF', { 'content-type': 'image/gif' }, 204],
    ['/pictures', 'x', { 'content-type': 'application/xml' }, 415],
    ['/both', 'abc', TEXT, 204],
    ['/both', 'abcde', TEXT, 422],
    ['/both', { n: 1 }, {}, 204],
    ['/both', {}, {}, 422],
    ['/both', undefined, {}, 400],
    ['/both', '<n/>', XML, 415],
  ])('is judged by what is declared: %s %j %j', (path, body, headers, status) => {
    expect(openApiMock(document).send(`POST ${path}`, body, headers).status).toBe(status);
  });

  it('is refused with the types that are declared', () => {
    const mock = openApiMock(document);
    expect(mock.send('POST /both', '<n/>', XML).headers['accept']).toBe(
      'application/json, text/plain',
    );
    expect(mock.send('POST /kites', 'x', TEXT).headers['accept']).toBe(
      'application/json, application/xml',
    );
    expect(mock.ask('POST /notes').json).toMatchObject({
      detail: 'the body is empty',
      remedy: 'Send a body of the type text/plain.',
    });
  });
});

describe('contractsOfOpenApi, of Swagger 2.0 with a body and fields of a form', () => {
  const parameters = [
    { in: 'body', name: 'who', schema: { type: 'object' } },
    { in: 'formData', name: 'wish', required: true, type: 'string' },
  ];
  const mock = openApiMock({
    swagger: '2.0',
    paths: {
      '/wishes': {
        post: {
          consumes: ['application/json'],
          parameters,
          responses: { 200: { description: '' } },
        },
      },
    },
  });

  it('takes either', () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(mock.send('POST /wishes', { a: 1 }).status).toBe(200);
    expect(mock.send('POST /wishes', 'wish=kite', form).status).toBe(200);
  });
});
