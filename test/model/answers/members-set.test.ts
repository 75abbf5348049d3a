// Writes below an item set the members that they send and that the item has.

import { beforeEach, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { type OpenApiMock, openApiMock, ref } from '../../support/openapi-mock.ts';

const text = { type: 'string' };
const whole = { type: 'integer' };
const object = (properties: JsonObject, ...required: readonly string[]): JsonObject => ({
  type: 'object',
  properties,
  required: [...required],
});
const body = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
const below = (
  method: string,
  sent: JsonObject,
  answer: Json | null,
  status = 200,
): Record<string, Json> => ({
  parameters: [{ name: 'id', in: 'path', required: true, schema: whole }],
  [method]: {
    requestBody: body(object(sent)),
    responses: {
      [status]: answer === null ? { description: 'done' } : body(answer),
      404: body(object({ error: text }, 'error')),
    },
  },
});

function crew(): OpenApiMock {
  return openApiMock({
    openapi: '3.0.3',
    info: { title: 'Crew', version: '1' },
    paths: {
      '/sailors': {
        get: { responses: { 200: body({ type: 'array', items: ref('Sailor') }) } },
        post: { requestBody: body(ref('NewSailor')), responses: { 201: body(ref('Sailor')) } },
      },
      '/sailors/{id}/rank': below('patch', { rank: ref('Rank') }, ref('Sailor')),
      '/sailors/{id}/status': below('put', { status: text, nick: text }, null, 204),
      '/sailors/{id}/move': below(
        'post',
        { cabin: whole, id: whole, why: text },
        ref('Sailor'),
        201,
      ),
      '/sailors/{id}/rename': below('post', { nick: text }, object({ done: text }, 'done')),
      '/sailors/{id}/promote': below(
        'post',
        { rank: text },
        object({ ok: { type: 'boolean' }, sailor: ref('Sailor') }, 'ok', 'sailor'),
      ),
      '/sailors/{id}/duplicate': below('post', { nick: text }, ref('Sailor'), 201),
      '/sailors/{id}/friends': below('put', { nick: text }, ref('Sailor')),
    },
    components: {
      schemas: {
        Rank: { enum: ['mate', 'cook'] },
        NewSailor: object({ nick: text, rank: ref('Rank'), cabin: whole }, 'nick'),
        Sailor: object(
          { id: whole, nick: text, rank: ref('Rank'), cabin: whole, status: text },
          'id',
          'nick',
        ),
      },
    },
  });
}

describe('a write below an item', () => {
  let mock: OpenApiMock;
  beforeEach(() => {
    mock = crew();
    mock.ask('POST /sailors', { nick: 'Bo', rank: 'mate', cabin: 1 });
  });
  const row = (): Json => mock.ask('GET /sailors').json;

  it.each<[what: string, request: string, sent: JsonObject, shown: JsonObject]>([
    ['the member that its path names', 'PATCH /sailors/1/rank', { rank: 'cook' }, { rank: 'cook' }],
    [
      'no id, and nothing else',
      'POST /sailors/1/move',
      { cabin: 7, id: 9, why: 'x' },
      { cabin: 7 },
    ],
  ])('sets %s', (_, request, sent, shown) => {
    const after = { id: 1, nick: 'Bo', rank: 'mate', cabin: 1, ...shown };
    expect(mock.ask(request, sent).json).toEqual(after);
    expect(row()).toEqual([after]);
  });

  it('sets what its path names if it answers no item', () => {
    expect(mock.ask('PUT /sailors/1/status', { status: 'ashore', nick: 'No' }).status).toBe(204);
    expect(row()).toMatchObject([{ status: 'ashore', nick: 'Bo' }]);
  });

  it('shows the item as it is afterwards inside an envelope', () => {
    expect(mock.ask('POST /sailors/1/promote', { rank: 'cook' }).json).toEqual({
      ok: true,
      sailor: { id: 1, nick: 'Bo', rank: 'cook', cabin: 1 },
    });
  });

  it.each([
    ['POST /sailors/1/rename', { nick: 'Al' }],
    ['POST /sailors/1/duplicate', { nick: 'Al' }],
    ['PUT /sailors/1/friends', { nick: 'Al' }],
    ['POST /sailors/1/promote', { rank: 'none' }],
  ])('leaves the item alone: %s', (request, sent) => {
    mock.ask(request, sent);
    const [first] = row() as readonly Json[];
    expect(first).toEqual({ id: 1, nick: 'Bo', rank: 'mate', cabin: 1 });
  });

  it('is refused below an item that is not there', () => {
    expect(mock.ask('PATCH /sailors/8/rank', { rank: 'cook' })).toEqual({
      status: 404,
      json: { error: expect.stringMatching(/8/) },
    });
  });
});
