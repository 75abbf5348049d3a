// Answers of success say that the request succeeded; refusals say the opposite.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { type AnswerKind, outcomeValue } from '../../../src/schema/sample/outcome-members.ts';
import { openApiMock, ref } from '../../support/openapi-mock.ts';

const flag = { type: 'boolean' };
const text = { type: 'string' };
const whole = { type: 'integer' };

function says(name: string, schema: JsonObject, kind: AnswerKind): unknown {
  return outcomeValue(name, schema, { kind, others: [name, 'message'] });
}

describe('outcomeValue', () => {
  it.each<[name: string, schema: JsonObject, success: unknown, refusal: unknown]>([
    ['success', flag, true, false],
    ['isOk', flag, true, false],
    ['succeeded', { type: ['boolean', 'null'] }, true, false],
    ['success', { ...flag, default: false }, true, false],
    ['hasErrors', flag, false, true],
    ['error', flag, false, true],
    ['error', text, 'absent', undefined],
    ['error', { type: ['string', 'null'] }, null, undefined],
    ['error', { anyOf: [text, { type: 'null' }] }, null, undefined],
    ['errors', { type: 'array' }, [], undefined],
    ['errors', { type: 'array', minItems: 1 }, 'absent', undefined],
    ['status', { enum: ['error', 'success'] }, 'success', 'error'],
    ['result', { enum: ['OK', 'LATE'] }, 'OK', 'LATE'],
    ['status', { enum: ['open', 'shut'] }, undefined, undefined],
    ['code', { enum: [1, 0] }, 0, 1],
    ['code', whole, 0, undefined],
    ['code', { ...whole, minimum: 100 }, 200, undefined],
    ['code', { ...whole, default: 20_000 }, 20_000, undefined],
    ['code', { ...whole, minimum: 300, maximum: 400 }, undefined, undefined],
    ['statusCode', whole, 200, undefined],
    ['success', { const: false }, undefined, undefined],
    ['open', flag, undefined, undefined],
    ['code', text, undefined, undefined],
    ['kind', { enum: ['ok'] }, undefined, undefined],
  ])('says of %s: %j', (name, schema, success, refusal) => {
    expect(says(name, schema, 'success')).toEqual(success);
    expect(says(name, schema, 'refusal')).toEqual(refusal);
  });

  it('leaves examples of a success, and no number is a code by itself', () => {
    expect(says('ok', { ...flag, examples: [false] }, 'success')).toBeUndefined();
    expect(says('ok', { ...flag, examples: [true] }, 'refusal')).toBe(false);
    expect(outcomeValue('code', whole, { kind: 'success', others: ['code'] })).toBeUndefined();
  });
});

describe('the answers of a mock', () => {
  const object = (properties: JsonObject, ...required: readonly string[]): JsonObject => ({
    type: 'object',
    properties,
    required: [...required],
  });
  const body = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
  const mock = openApiMock({
    openapi: '3.0.3',
    info: { title: 'Kites', version: '1' },
    paths: {
      '/kites': {
        post: {
          requestBody: body(object({ name: text }, 'name')),
          responses: { 201: body(object({ success: flag, kite: ref('Kite') }, 'success', 'kite')) },
        },
        get: {
          responses: {
            200: body(
              object(
                {
                  ok: { ...flag, example: true },
                  error: text,
                  kites: { type: 'array', items: ref('Kite') },
                },
                'kites',
              ),
            ),
          },
        },
      },
      '/kites/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: whole }],
          responses: {
            200: body(object({ success: flag, kite: ref('Kite') }, 'success', 'kite')),
            404: body(object({ success: flag, failed: flag, message: text }, 'success', 'failed')),
          },
        },
      },
      '/wind': {
        get: {
          responses: {
            200: body(object({ status: { enum: ['error', 'success'] }, knots: whole }, 'status')),
          },
        },
      },
      '/weather/call': {
        post: {
          responses: { 503: body(object({ success: flag, error: flag }, 'success', 'error')) },
        },
      },
    },
    components: { schemas: { Kite: object({ id: whole, name: text }, 'id', 'name') } },
  });

  it('succeed around items and lists, and in samples', () => {
    expect(mock.ask('POST /kites', { name: 'Roo' }).json).toMatchObject({ success: true });
    expect(mock.ask('GET /kites').json).toEqual({ ok: true, kites: [{ id: 1, name: 'Roo' }] });
    expect(mock.ask('GET /wind').json).toMatchObject({ status: 'success' });
  });

  it('fail where they refuse', () => {
    expect(mock.ask('GET /kites/9')).toMatchObject({
      status: 404,
      json: { success: false, failed: true, message: expect.stringMatching(/9/) },
    });
    expect(mock.ask('POST /weather/call').json).toEqual({ success: false, error: true });
    expect(mock.ask('GET /wind', undefined, { prefer: 'dynamic=true' }).json).toMatchObject({
      status: 'success',
    });
  });
});
