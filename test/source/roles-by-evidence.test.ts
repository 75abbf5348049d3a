// Roles that one thing in a document shows when others are missing: a list at another path, the words of
// a summary, a plural.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { openApiMock } from '../support/openapi-mock.ts';

const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
const answers = (status: number, schema?: Json): JsonObject => ({
  responses: { [status]: { description: '', ...(schema === undefined ? {} : json(schema)) } },
});
const taking = (schema: Json): JsonObject => ({ requestBody: json(schema) });
const inPath = (name: string): JsonObject => ({
  parameters: [{ name, in: 'path', required: true, schema: { type: 'integer' } }],
});
const object = (...names: readonly string[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(
    names.map((name) => [name, { type: /id$/i.test(name) ? 'integer' : 'string' }]),
  ),
});
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const listOf = (items: Json): JsonObject => ({ type: 'array', items });
const mockOf = (paths: JsonObject, schemas: JsonObject = {}) =>
  openApiMock({
    openapi: '3.0.3',
    info: { title: 'Harbour', version: '1' },
    paths,
    components: { schemas },
  });

describe('things that only a list at another path shows', () => {
  const Visit = object('id', 'patientId', 'reason');
  const byPatient = { '/visits/patient/{patientId}': { get: answers(200, listOf(ref('Visit'))) } };

  it('are created, and seen there', () => {
    const post = { ...answers(201, ref('Visit')), ...taking(object('patientId', 'reason')) };
    const paths = { '/visits': { post }, ...byPatient };
    const { taken, why, ask, faults } = mockOf(paths, { Visit });
    expect(faults).toEqual([]);
    expect(taken).toEqual({
      'POST /visits': 'create of visits',
      'GET /visits/patient/{patientId}': 'view of patient',
    });
    expect(why['POST /visits']).toBe('/visits/patient/{patientId} lists what it answers');
    ask('POST /visits', { patientId: 7, reason: 'zzq' });
    expect(ask('GET /visits/patient/7').json).toEqual([{ id: 1, patientId: 7, reason: 'zzq' }]);
    expect(ask('GET /visits/patient/8').json).toEqual([]);
  });

  it('are not created by what answers them at another path, or takes nothing', () => {
    const post = { ...answers(200, ref('Visit')), ...taking(object('day')) };
    const paths = {
      '/nearby': { post },
      '/visits': { post: answers(200, ref('Visit')) },
      ...byPatient,
    };
    const { taken } = mockOf(paths, { Visit });
    expect(taken['POST /nearby']).toBe('action');
    expect(taken['POST /visits']).toBe('action');
  });
});

describe('a creation that takes other members, and answers nothing', () => {
  const mock = (post: JsonObject) => {
    const paths = {
      '/orders': {
        get: answers(200, listOf(ref('Order'))),
        post: { ...post, ...taking(object('place')) },
      },
      '/orders/{id}': { ...inPath('id'), get: answers(200, ref('Order')) },
    };
    return mockOf(paths, { Order: object('id', 'address') });
  };

  it.each([
    ['201', answers(201)],
    ['its summary', { summary: 'Create an order', ...answers(200) }],
    ['its summary in another language', { summary: 'Crear pedido', ...answers(200) }],
  ])('is one by %s', (_, post) => {
    const { taken, ask } = mock(post);
    expect(taken['POST /orders']).toBe('create of orders');
    ask('POST /orders', { place: 'zzq' });
    expect(ask('GET /orders').json).toMatchObject([{ id: 1 }]);
    expect(ask('GET /orders/1').status).toBe(200);
  });

  it('is one as most are, if nothing says so, and has the members of an item', () => {
    const { ask, why } = mock(answers(200));
    expect(why['POST /orders']).toContain('most operations like it create an item');
    expect(ask('POST /orders', { place: 'zzq' }).status).toBe(200);
    for (const one of ask('GET /orders').json as readonly JsonObject[])
      expect(Object.keys(one).filter((name) => !['id', 'address'].includes(name))).toEqual([]);
  });
});

describe('an item that a document declares for 404, too', () => {
  it('is read: a refusal has no id', () => {
    const get = {
      responses: {
        200: { description: '', ...json(ref('Boat')) },
        404: { description: '', ...json(ref('Boat')) },
      },
    };
    const post = { ...answers(201, ref('Boat')), ...taking(ref('Boat')) };
    const paths = { '/boats': { post }, '/boats/{id}': { ...inPath('id'), get } };
    const { taken, ask } = mockOf(paths, { Boat: object('id', 'sail') });
    expect(taken['GET /boats/{id}']).toBe('read of boats');
    ask('POST /boats', { sail: 'zzq' });
    expect(ask('GET /boats/1').json).toMatchObject({ sail: 'zzq' });
  });
});

describe('a list of things without an id', () => {
  const list = (...names: readonly string[]) => ({ get: answers(200, listOf(object(...names))) });

  it('keeps its rows if its path is a plural', () => {
    const { taken, why, ask } = mockOf({ '/harbours': list('town', 'depth') });
    expect(taken['GET /harbours']).toBe('list of harbours');
    expect(why['GET /harbours']).toBe('it answers a list of "harbours"');
    expect(ask('GET /harbours').json).toHaveLength(2);
    expect(ask('GET /harbours').json).toEqual(ask('GET /harbours').json);
  });

  it.each(['/topTenHarbours', '/tide'])('is numbers about things at %s', (path) => {
    const { taken, ask } = mockOf({ [path]: list('town', 'depth') });
    expect(taken[`GET ${path}`]).toBe('action');
    const shown = { town: expect.any(String), depth: expect.any(String) };
    expect(ask(`GET ${path}`).json).toContainEqual(shown);
  });

  it('has rows of its own if another path lists the same', () => {
    const get = answers(200, listOf(ref('Row')));
    const { taken } = mockOf(
      { '/harbours': { get }, '/tides': { get } },
      { Row: object('a', 'b') },
    );
    expect(taken).toEqual({ 'GET /harbours': 'list of harbours', 'GET /tides': 'list of tides' });
  });
});

describe('a list of some items of which nothing is said', () => {
  const part = (path: string, get: JsonObject) =>
    mockOf({
      '/notes': { get: answers(200), post: { ...answers(201), ...taking(object('text')) } },
      '/notes/{id}': { ...inPath('id'), get: answers(200), delete: answers(200) },
      [path]: { get },
    });

  it.each([
    ['/notes/search', answers(200)],
    ['/notes/tag', { summary: 'Get notes by tag', ...answers(200) }],
  ])('shows them at %s', (path, get) => {
    const { taken, ask } = part(path, get);
    expect(taken[`GET ${path}`]).toMatch(/^view of /);
    ask('POST /notes', { text: 'zzq' });
    expect(ask(`GET ${path}`).json).toMatchObject([{ text: 'zzq' }]);
  });

  it.each([
    ['/notes/usage', { summary: 'Get the number of notes', ...answers(200) }],
    ['/notes/stats', { summary: 'Get notes', ...answers(200) }],
    ['/notes/weather', { summary: 'Get the weather', ...answers(200) }],
  ])('shows none of them at %s', (path, get) => {
    const { taken, ask } = part(path, get);
    expect(taken[`GET ${path}`]).not.toMatch(/^view/);
    ask('POST /notes', { text: 'zzq' });
    expect(ask(`GET ${path}`).status).toBe(200);
    expect(JSON.stringify(ask(`GET ${path}`).json)).not.toContain('zzq');
  });
});

describe('a map of anything', () => {
  const map = (additionalProperties: Json) => ({ type: 'object', additionalProperties });

  it.each([true, {}])('says nothing of an answer (%j): its collection is alive', (any) => {
    const { taken, ask } = mockOf({
      '/agents': {
        get: answers(200, map(any)),
        post: { ...answers(201, map(any)), ...taking(object('code')) },
      },
      '/agents/{id}': { ...inPath('id'), delete: answers(200, map(any)) },
    });
    expect(taken).toMatchObject({
      'GET /agents': 'list of agents',
      'POST /agents': 'create of agents',
      'DELETE /agents/{id}': 'remove of agents',
    });
    ask('POST /agents', { code: 'zzq' });
    expect(JSON.stringify(ask('GET /agents').json)).toContain('zzq');
    ask('DELETE /agents/1');
    expect(JSON.stringify(ask('GET /agents').json)).not.toContain('zzq');
  });

  it('says what it holds if it names a type', () => {
    const { taken } = mockOf({ '/rates': { get: answers(200, map({ type: 'number' })) } });
    expect(taken['GET /rates']).toBe('action');
  });
});

describe('a call that creates or changes', () => {
  it('creates at the path of the list', () => {
    const { taken, ask } = mockOf(
      {
        '/rooms/GetAllBerths': { get: answers(200, listOf(ref('Berth'))) },
        '/rooms/AddUpdateBerths': {
          post: { ...answers(200, ref('Berth')), ...taking(ref('Berth')) },
        },
      },
      { Berth: object('id', 'length') },
    );
    expect(taken['POST /rooms/AddUpdateBerths']).toBe('create of berth');
    ask('POST /rooms/AddUpdateBerths', { length: 'zzq' });
    expect(ask('GET /rooms/GetAllBerths').json).toMatchObject([{ length: 'zzq' }]);
  });
});
