// Refusals in the shape that a document declares for them: reasons, codes, and errors by member.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { openApiMock, ref } from '../../support/openapi-mock.ts';

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});

/** A mock of boats whose refusals have a schema; boats need a name, and a crew of whole numbers. */
function boats(refusal: Json, type = 'application/json'): ReturnType<typeof openApiMock> {
  const refused = { description: '', content: { [type]: { schema: refusal } } };
  const answer = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const size = { name: 'size', in: 'query', schema: { type: 'integer' } };
  return openApiMock({
    openapi: '3.1.0',
    info: { title: 'Boats', version: '1' },
    paths: {
      '/boats': {
        get: {
          parameters: [size],
          responses: { 200: answer({ type: 'array', items: ref('Boat') }), 400: refused },
        },
        post: {
          requestBody: { required: true, ...answer(ref('NewBoat')) },
          responses: { 201: answer(ref('Boat')), 409: refused, 422: refused },
        },
      },
      '/boats/{id}': {
        parameters: [id],
        get: { responses: { 200: answer(ref('Boat')), 404: refused } },
      },
    },
    components: {
      schemas: {
        NewBoat: object(
          { name: text, crew: { type: 'integer' }, port: object({ code: text }) },
          { required: ['name'] },
        ),
        Boat: {
          allOf: [ref('NewBoat'), object({ id: { type: 'integer' } }, { required: ['id'] })],
        },
      },
    },
  });
}

const list = (items: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'array',
  items: object(items, { required: Object.keys(items) }),
  ...more,
});
const map = (additionalProperties: Json): JsonObject => ({
  type: 'object',
  additionalProperties,
});

const MISSING = 'there is no boats/99';

describe('a refusal whose schema requires nothing', () => {
  it.each<[what: string, schema: JsonObject, body: Json]>([
    ['error', object({ error: text }), { error: MISSING }],
    [
      'message with an example',
      object({ message: { ...text, example: 'Boat lost' } }),
      { message: MISSING },
    ],
    ['detail', object({ detail: text }), { detail: MISSING }],
    [
      'an object',
      object({ error: object({ code: text, message: text }) }),
      { error: { code: '404', message: MISSING } },
    ],
    [
      'a list of objects',
      object({ errors: { type: 'array', items: object({ message: text }) } }),
      { errors: [{ message: MISSING }] },
    ],
    ['a list of texts', object({ errors: texts }), { errors: [MISSING] }],
    [
      'one text of any name, beside a flag',
      object({ success: { type: 'boolean' }, explanation: text }),
      { success: false, explanation: MISSING },
    ],
    [
      'a number',
      object({ statusCode: { type: 'integer', minimum: 400 }, message: text }),
      { statusCode: 404, message: MISSING },
    ],
  ])('has the declared members: %s', (_, schema, body) => {
    expect(boats(schema).ask('GET /boats/99')).toEqual({ status: 404, json: body });
  });

  it('has the declared media type', () => {
    const type = 'application/problem+json';
    const { text: sent, type: given } = boats(object({ error: text }), type).send('GET /boats/99');
    expect([given, JSON.parse(sent)]).toEqual([type, { error: MISSING }]);
  });

  it.each<[what: string, schema: Json]>([
    ['names nothing', { type: 'object' }],
    ['is that of problem details', object({ type: text, title: text, detail: text })],
  ])('is as usual if the schema %s', (_, schema) => {
    expect(boats(schema).ask('GET /boats/99').json).toMatchObject({
      title: 'There is no such record',
      detail: MISSING,
    });
  });
});

describe('the code of a refusal', () => {
  const coded = (code: JsonObject, more: JsonObject = {}): JsonObject =>
    object({ error: object({ code, message: text, ...more }, { required: ['code', 'message'] }) });
  const fields = {
    type: 'array',
    items: object({ field: text, reason: text }, { required: ['field', 'reason'] }),
  };

  it.each<[codes: Json[], missing: Json, invalid: Json]>([
    [['DUPLICATE', 'INVALID', 'NOT_FOUND'], 'NOT_FOUND', 'INVALID'],
    [['conflict', 'validation_error', 'not_found'], 'not_found', 'validation_error'],
    [['Unauthorized', 'BadRequest', 'NotFound'], 'NotFound', 'BadRequest'],
    [['METHOD_NOT_ALLOWED', 'RESOURCE_NOT_FOUND', 'E422'], 'RESOURCE_NOT_FOUND', 'E422'],
    [['INVALID_TOKEN', 'BOAT_LOST', 'FORBIDDEN'], 'BOAT_LOST', 'BOAT_LOST'],
    [['success', 'error'], 'error', 'error'],
    [['UNAUTHORIZED', 'MALFORMED'], 'MALFORMED', 'MALFORMED'],
    [[50001, 40001, 40401], 40401, 40001],
  ])('is that of the situation: %j', (codes, missing, invalid) => {
    const mock = boats(coded({ enum: codes }, { fields }));
    expect(mock.ask('GET /boats/99').json).toEqual({
      error: { code: missing, message: MISSING, fields: [] },
    });
    expect(mock.ask('POST /boats', { crew: 1 }).json).toMatchObject({
      error: {
        code: invalid,
        message: 'the body is invalid: "name" is missing',
        fields: [{ field: 'name', reason: '"name" is missing' }],
      },
    });
  });

  it('may be in one of several shapes', () => {
    const code = { anyOf: [{ enum: ['taken', 'invalid'] }, { const: 'not-found' }] };
    expect(boats(coded(code)).ask('GET /boats/99').json).toMatchObject({
      error: { code: 'not-found' },
    });
  });

  it('leaves numbers that are no status as they are declared', () => {
    const status = { type: 'integer', minimum: 400, maximum: 600 };
    const code = { type: 'integer', maximum: 9 };
    const json = boats(object({ status, code, type: { enum: ['a', 'b'] }, msg: text }));
    expect(json.ask('GET /boats/99').json).toEqual({
      status: 404,
      code: expect.any(Number),
      type: 'a',
      msg: MISSING,
    });
  });
});

describe('the errors of a refusal', () => {
  const crew = 'must be an integer, is a string';
  const body = { crew: 'x' };

  it.each<[what: string, schema: JsonObject, errors: Json]>([
    ['lists by member', map(texts), { name: ['"name" is missing'], crew: [crew] }],
    ['texts by member', map(text), { name: '"name" is missing', crew }],
    ['a map of anything', { type: 'object' }, { name: ['"name" is missing'], crew: [crew] }],
    [
      'fields',
      list({ field: text, message: text }),
      [
        { field: 'name', message: '"name" is missing' },
        { field: 'crew', message: crew },
      ],
    ],
    [
      'names',
      list({ name: text, reason: text }),
      [
        { name: 'name', reason: '"name" is missing' },
        { name: 'crew', reason: crew },
      ],
    ],
    [
      'pointers in an object',
      list({ source: object({ pointer: text }), detail: text }),
      [
        { source: { pointer: '/name' }, detail: '"name" is missing' },
        { source: { pointer: '/crew' }, detail: crew },
      ],
    ],
    [
      'paths as lists, and a code of each',
      list({ path: texts, code: text, message: text }),
      [
        { path: ['name'], code: 'required', message: '"name" is missing' },
        { path: ['crew'], code: 'type', message: crew },
      ],
    ],
    ['something else', list({ href: { enum: ['/'] } }), [{ href: '/' }]],
  ])('are as many as there are: %s', (_, errors, told) => {
    const mock = boats(object({ errors }, { required: ['errors'] }));
    expect(mock.ask('POST /boats', body)).toEqual({ status: 422, json: { errors: told } });
  });

  it.each<[what: string, loc: JsonObject, ofName: Json, ofSize: Json, ofCode: Json]>([
    [
      'lists',
      { type: 'array', items: { anyOf: [text, { type: 'integer' }] } },
      ['body', 'name'],
      ['query', 'size'],
      ['body', 'port', 'code'],
    ],
    ['texts', text, 'body.name', 'query.size', 'body.port.code'],
  ])('name the part of the request and the steps in it: %s', (_, loc, ofName, ofSize, ofCode) => {
    const mock = boats(object({ detail: list({ loc, msg: text, type: text }) }));
    const one = (place: Json, msg: unknown): unknown => ({
      detail: [{ loc: place, msg, type: expect.any(String) }],
    });
    expect(mock.ask('POST /boats', {}).json).toEqual(one(ofName, '"name" is missing'));
    expect(mock.ask('GET /boats?size=x').json).toEqual(
      one(ofSize, expect.stringContaining('the query parameter "size" must be')),
    );
    expect(mock.ask('POST /boats', { name: 'Ann', port: { code: 4 } }).json).toEqual(
      one(ofCode, 'must be a string, is a number'),
    );
  });

  it('are none where no member is wrong, or one if nothing else tells the reason', () => {
    const entry = { field: text, message: text };
    const one = [{ field: 'request', message: MISSING }];
    const ask = (errors: JsonObject, others: JsonObject = {}): Json =>
      boats(object({ ...others, errors })).ask('GET /boats/99').json;
    expect(ask(list(entry), { message: text })).toEqual({ message: MISSING, errors: [] });
    expect(ask(map(texts), { message: text })).toEqual({ message: MISSING, errors: {} });
    expect(ask(list(entry))).toEqual({ errors: one });
    expect(ask(list(entry, { minItems: 1 }))).toEqual({ errors: one });
    expect(ask(map(texts))).toEqual({ errors: { request: [MISSING] } });
  });
});

describe('a refusal that a client asks for', () => {
  const told = (code: number): string => `requested by the client: Prefer: code=${code}`;
  const prefer = (code: number) => ({ prefer: `code=${code}` });

  it.each<[string, JsonObject, (code: number) => Json]>([
    ['a message', object({ message: text }), (code) => ({ message: told(code) })],
    [
      'a message inside, with a number',
      object({ error: object({ code: { type: 'integer' }, message: text }) }),
      (code) => ({ error: { code, message: told(code) } }),
    ],
    [
      'a list of errors',
      object({ detail: list({ loc: texts, msg: text }) }),
      (code) => ({ detail: [{ loc: ['request'], msg: told(code) }] }),
    ],
  ])('tells the reason in %s', (_, shape, expected) => {
    const mock = boats(shape);
    expect(mock.ask('GET /boats/99', undefined, prefer(404))).toEqual({
      status: 404,
      json: expected(404),
    });
    // The document names no 503 and no 405: they have the shape of its other refusals.
    expect(mock.ask('GET /boats', undefined, prefer(503)).json).toEqual(expected(503));
    expect(mock.send('DELETE /boats').type).toBe('application/json');
    expect(mock.send('GET /nowhere').type).toBe('application/json');
  });

  it('is a problem where the document has no shape that tells reasons', () => {
    // A refusal that shows the item, such as one that was taken away, is the shape of no other.
    for (const shape of [object({ failed: { type: 'boolean' } }), {}, ref('Boat')])
      expect(boats(shape).send('GET /nowhere').type).toBe('application/problem+json');
  });
});
