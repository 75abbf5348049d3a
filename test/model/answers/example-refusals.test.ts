// Refusals whose declared body has an example: its shape, with what is wrong with this request.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { listOf, openApiMock, operation, ref } from '../../support/openapi-mock.ts';

const text = { type: 'string' };
const object = (properties: JsonObject): JsonObject => ({ type: 'object', properties });

/** A mock whose refusals are an example, with a schema or without. */
function looms(example: Json, schema?: Json): ReturnType<typeof openApiMock> {
  const body = { 'application/json': { example, ...(schema === undefined ? {} : { schema }) } };
  const refused = { description: 'no', content: body };
  const withRefusals = (one: Json): JsonObject => {
    const { responses, ...rest } = one as JsonObject;
    const all = { ...(responses as JsonObject), 400: refused, 404: refused };
    return { ...rest, responses: all };
  };
  const width = { name: 'width', in: 'query', schema: { type: 'integer', maximum: 9 } };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  return openApiMock({
    openapi: '3.0.3',
    paths: {
      '/looms': {
        get: { parameters: [width], ...withRefusals(operation(200, listOf(ref('Loom')))) },
        post: withRefusals(operation(201, ref('Loom'), ref('Loom'))),
      },
      '/looms/{id}': { parameters: [id], get: withRefusals(operation(200, ref('Loom'))) },
    },
    components: {
      schemas: {
        Loom: {
          type: 'object',
          required: ['shafts'],
          properties: { id: { type: 'integer', readOnly: true }, shafts: { type: 'integer' } },
        },
      },
    },
  });
}

const fields = { title: 'too long' };
const shapes: readonly [string, Json, Json | undefined][] = [
  ['a map of texts', { message: 'Wrong', errors: fields }, object({ message: text, errors: {} })],
  ['a map without a schema', { message: 'Wrong', errors: fields }, undefined],
  [
    'a list of objects',
    { code: 'E1', errors: [{ field: 'title', message: 'too long' }] },
    object({ code: text, errors: listOf(object({ field: text, message: text })) }),
  ],
  ['a list of texts', { errors: ['title is too long'] }, undefined],
  ['one text', { error: { reason: 'title is too long' } }, undefined],
];

describe('a refusal with an example', () => {
  it.each(shapes)('says what is wrong: %s', (_, example, schema) => {
    const mock = looms(example, schema);
    for (const [request, sent, named] of [
      ['GET /looms?width=99', undefined, 'width'],
      ['POST /looms', { shafts: 'many' }, 'shafts'],
      ['POST /looms', {}, 'shafts'],
    ] as const) {
      const { status, json } = mock.ask(request, sent);
      expect([request, status]).toEqual([request, 400]);
      expect(JSON.stringify(json)).toContain(named);
      expect(JSON.stringify(json)).not.toContain('title');
      expect(Object.keys(json as JsonObject)).toEqual(Object.keys(example as JsonObject));
    }
  });

  it.each([
    ['code', 'validation_error', 'validation_error'],
    ['type', 'ValidationError', 'ValidationError'],
    ['code', 'not_found', '400'],
    ['code', 'a text', '400'],
  ])('keeps its %s %s if that means the refusal', (name, word, shown) => {
    const example = { [name]: word, message: 'Wrong' };
    const { json } = looms(example, object({ [name]: text, message: text })).ask('POST /looms', {});
    expect(json).toEqual({ [name]: shown, message: expect.stringContaining('shafts') });
  });

  it('has its texts by the places in the form that the example has', () => {
    const mock = looms({ message: 'Wrong', errors: fields });
    expect(mock.ask('POST /looms', { shafts: 'many' }).json).toMatchObject({
      errors: { shafts: expect.any(String) },
    });
    const lists = looms({ message: 'Wrong', errors: { title: ['too long'] } });
    expect(lists.ask('POST /looms', {}).json).toMatchObject({
      errors: { shafts: [expect.any(String)] },
    });
  });

  it('names the item that is not there', () => {
    const mock = looms({ message: 'Loom lost', docs: 'see the manual' });
    const { status, json } = mock.ask('GET /looms/77');
    expect(status).toBe(404);
    expect(json).toMatchObject({ message: expect.stringContaining('77'), docs: 'see the manual' });
  });

  it.each<Json>([{ flag: 7 }, [], 12])(
    'stays as it is where nothing can say why: %j',
    (example) => {
      expect(looms(example).ask('GET /looms?width=99').json).toEqual(example);
    },
  );
});
