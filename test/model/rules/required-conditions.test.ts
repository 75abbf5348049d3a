// Writes that need a condition: 428 where it is declared, else the refusal of a parameter.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import type { Profile } from '../../../src/contract/choices.ts';
import { listOf, openApiMock, operation, ref, things } from '../../support/openapi-mock.ts';

const text = { type: 'string' };
const condition = (name: string, required = true): Json => ({
  name,
  in: 'header',
  required,
  schema: text,
});
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const refusal = { description: '', content: { 'application/json': { schema: ref('Refusal') } } };

function sails(
  parameter: Json,
  declared: JsonObject,
  pins: Partial<Profile> = {},
): ReturnType<typeof openApiMock> {
  const write = (one: Json): JsonObject => {
    const { responses, ...rest } = one as JsonObject;
    return {
      ...rest,
      parameters: [parameter],
      responses: { ...(responses as JsonObject), 404: {}, 412: {}, ...declared },
    };
  };
  const document = {
    openapi: '3.0.3',
    paths: {
      '/sails': {
        get: operation(200, listOf(ref('Sail'))),
        post: operation(201, ref('Sail'), ref('NewSail')),
      },
      '/sails/{id}': {
        parameters: [id],
        get: operation(200, ref('Sail')),
        put: write(operation(200, ref('Sail'), ref('NewSail'))),
        patch: write(operation(200, ref('Sail'), ref('NewSail'))),
        delete: write({ responses: { 204: {} } }),
      },
    },
    components: {
      schemas: {
        Sail: things('id', 'name'),
        NewSail: things('name'),
        Refusal: { type: 'object', required: ['message'], properties: { message: text } },
      },
    },
  };
  const mock = openApiMock(document, {}, {}, pins);
  mock.ask('POST /sails', { name: 'jib' });
  return mock;
}

const WRITES = ['PUT /sails/1', 'PATCH /sails/1', 'DELETE /sails/1'];

describe('a write without the condition that it needs', () => {
  it.each(['If-Match', 'if-unmodified-since'])(
    'is refused with 428 where that is declared: %s',
    (name) => {
      const mock = sails(condition(name), { 428: refusal });
      for (const write of WRITES) {
        const { status, json } = mock.ask(write, write.startsWith('D') ? undefined : { name: 'x' });
        expect([write, status]).toEqual([write, 428]);
        expect((json as JsonObject)['message']).toContain(name);
      }
      expect(mock.ask('GET /sails/1').json).toEqual({ id: 1, name: 'jib' });
    },
  );

  it('is refused as without a parameter where it is not', () => {
    const mock = sails(condition('If-Match'), { 400: refusal });
    for (const write of WRITES)
      expect(mock.ask(write, write.startsWith('D') ? undefined : { name: 'x' }).status).toBe(400);
  });

  it('is about no item if none is there', () => {
    const mock = sails(condition('If-Match'), { 428: refusal });
    expect(mock.send('PUT /sails/9', { name: 'x' }).status).toBe(404);
    expect(mock.send('DELETE /sails/9').status).toBe(404);
  });

  it('passes with the validator of the item, and fails with another one', () => {
    const mock = sails(condition('If-Match'), { 428: refusal });
    const { etag = '' } = mock.send('GET /sails/1').headers;
    const write = (tag: string): number =>
      mock.send('PUT /sails/1', { name: 'genoa' }, { 'if-match': tag }).status;
    expect([write('"other"'), write(etag), write(etag)]).toEqual([412, 200, 412]);
  });

  it('passes if the condition is not required, or parameters are not looked at', () => {
    const open = sails(condition('If-Match', false), { 428: refusal });
    expect(open.ask('PUT /sails/1', { name: 'x' }).status).toBe(200);
    const ignored = sails(
      condition('If-Match'),
      { 428: refusal },
      { 'parameters.unfit': 'ignore' },
    );
    expect(ignored.ask('PUT /sails/1', { name: 'x' }).status).toBe(200);
  });

  it('may be met by the version of the item, in place of its time', () => {
    const mock = sails(condition('If-Unmodified-Since'), { 428: refusal });
    const { etag = '' } = mock.send('GET /sails/1').headers;
    expect(mock.ask('PUT /sails/1', { name: 'b' }).status).toBe(428);
    expect(mock.ask('PUT /sails/1', { name: 'b' }, { 'if-match': etag }).status).toBe(200);
  });
});
