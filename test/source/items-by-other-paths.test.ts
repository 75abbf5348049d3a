// Items that are made, changed and removed at paths where no list of theirs is: by several members in
// a body, a step below their list, by the only operation that answers a new one, all at once.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref } from '../support/openapi-mock.ts';

const text: Json = { type: 'string' };
const number: Json = { type: 'integer' };
const objectOf = (properties: JsonObject): Json => ({ type: 'object', properties });
const gone: JsonObject = { responses: { 200: { description: '' } } };
const at = (...names: readonly string[]): JsonObject => ({
  parameters: names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: /id$/i.test(name) ? number : text,
  })),
});

function mockOf(paths: JsonObject, schemas: JsonObject) {
  const mock = openApiMock({ openapi: '3.0.3', paths, components: { schemas } });
  expect(mock.faults).toEqual([]);
  return mock;
}

describe('an item that several members name', () => {
  const Shift = objectOf({ worker: text, day: text, hours: number });
  const shifts = {
    '/shifts': {
      get: operation(200, listOf(ref('Shift'))),
      post: operation(201, ref('Shift'), ref('Shift')),
      put: operation(200, ref('Shift'), ref('Shift')),
    },
    '/shifts/{worker}/{day}': {
      ...at('worker', 'day'),
      get: operation(200, ref('Shift')),
      delete: gone,
    },
  };

  it('is replaced at the collection by a body that has them', () => {
    const mock = mockOf(shifts, { Shift });
    expect(mock.why['PUT /shifts']).toBe(
      'it changes an item of /shifts: its body has "worker", "day", which name one at /shifts/{worker}/{day}',
    );
    mock.ask('POST /shifts', { worker: 'kim', day: 'mon', hours: 4 });
    mock.ask('POST /shifts', { worker: 'kim', day: 'tue', hours: 5 });
    expect(mock.ask('PUT /shifts', { worker: 'kim', day: 'tue', hours: 8 }).status).toBe(200);
    expect(mock.ask('GET /shifts/kim/tue').json).toMatchObject({ hours: 8 });
    expect(mock.ask('GET /shifts/kim/mon').json).toMatchObject({ hours: 4 });
    expect(mock.ask('PUT /shifts', { worker: 'kim', day: 'sun', hours: 8 }).status).toBe(404);
  });

  it('is none if the body has only one of them', () => {
    const put = operation(200, ref('Shift'), objectOf({ worker: text, hours: number }));
    const mock = mockOf({ ...shifts, '/shifts': { ...shifts['/shifts'], put } }, { Shift });
    expect(mock.taken['PUT /shifts']).toBe('action');
  });
});

describe('items one step below their list', () => {
  const Debt = objectOf({ id: number, amount: number });
  const debts = (sent: string): JsonObject => ({
    '/debts/{caseId}': {
      ...at('caseId'),
      get: operation(200, listOf(ref('Debt'))),
      post: operation(200, ref('Case'), ref('Debt')),
    },
    '/debts/{caseId}/period/{id}': {
      ...at('caseId', 'id'),
      put: operation(200, ref('Case'), ref(sent)),
      delete: operation(200, ref('Case')),
    },
  });
  const Case = objectOf({ caseId: number, title: text });

  it('are changed and removed there, if what is sent is an element of the list', () => {
    const mock = mockOf(debts('Debt'), { Debt, Case });
    mock.ask('POST /debts/3', { amount: 10 });
    const made = () => (mock.ask('GET /debts/3').json as { id: number }[]).at(-1);
    const { id = 0 } = made() ?? {};
    expect(mock.ask(`PUT /debts/3/period/${id}`, { id, amount: 25 }).status).toBe(200);
    expect(made()).toEqual({ id, amount: 25 });
    expect(mock.ask(`DELETE /debts/3/period/${id}`).status).toBe(200);
    expect(made()?.id).not.toBe(id);
  });

  it('are others if something else is sent', () => {
    const { ask, taken } = mockOf(debts('Case'), { Debt, Case });
    for (const method of ['PUT', 'DELETE'])
      expect(taken[`${method} /debts/{caseId}/period/{id}`]).toMatch(/ of period$/);
    ask('POST /debts/3', { amount: 10 });
    const before = ask('GET /debts/3').json as readonly { readonly id: number }[];
    const path = `/debts/3/period/${before.at(-1)?.id}`;
    expect(ask(`PUT ${path}`, { title: 'zzq' })).toMatchObject({ json: { title: 'zzq' } });
    expect(ask(`DELETE ${path}`).status).toBe(200);
    expect(ask('GET /debts/3').json).toEqual(before);
  });
});

describe('a list whose path ends with what it is asked for', () => {
  const Fine = objectOf({ id: number, reason: text, active: { type: 'boolean' } });
  const Case = objectOf({ caseId: number, title: text });
  const fines = {
    '/fines/of/{caseId}': {
      ...at('caseId'),
      get: operation(200, listOf(ref('Fine'))),
      post: operation(200, ref('Case'), objectOf({ reason: text })),
      patch: operation(200, ref('Case')),
      delete: gone,
    },
    '/fines/of/{caseId}/all': { ...at('caseId'), delete: gone },
  };

  it('takes new items there, beside a change without a body, and loses them all there or below', () => {
    const mock = mockOf(fines, { Fine, Case });
    const reasons = () =>
      (mock.ask('GET /fines/of/3').json as { reason: string }[]).map((one) => one.reason);
    for (const path of ['/fines/of/3', '/fines/of/3/all']) {
      mock.ask('POST /fines/of/3', { reason: 'zzq' });
      expect(reasons()).toContain('zzq');
      expect(mock.ask('PATCH /fines/of/3').status).toBe(200);
      expect(mock.ask(`DELETE ${path}`).status).toBe(200);
      expect(reasons()).toEqual([]);
    }
    expect(mock.why['DELETE /fines/of/{caseId}/all']).toBe(
      'it is DELETE, and "all" below /fines/of/{caseId} are all items',
    );
  });
});

describe('a creation that only its answer shows', () => {
  const Order = objectOf({ id: number, total: number });
  const orders = {
    '/orders': { get: operation(200, listOf(ref('Order'))) },
    '/orders/{id}': { ...at('id'), get: operation(200, ref('Order')) },
  };
  const post = operation(201, ref('Order'), objectOf({ card: text }));

  it('makes one of a list that nothing else fills', () => {
    const mock = mockOf({ ...orders, '/cart/pay': { post } }, { Order });
    expect(mock.why['POST /cart/pay']).toBe(
      'it answers 201 with an item of /orders, and nothing else creates one',
    );
    const { id } = mock.ask('POST /cart/pay', { card: '4' }).json as { id: number };
    expect(mock.ask(`GET /orders/${id}`).json).toMatchObject({ id });
    expect(mock.ask('GET /orders').json).toContainEqual(expect.objectContaining({ id }));
  });

  it.each([
    ['two operations answer one', { '/cart/pay': { post }, '/cart/check': { post } }],
    [
      'it takes the id of one',
      { '/refund': { post: operation(201, ref('Order'), objectOf({ orderId: number })) } },
    ],
    [
      'it answers 200',
      { '/cart/pay': { post: operation(200, ref('Order'), objectOf({ card: text })) } },
    ],
  ])('makes none if %s', (_, paths) => {
    const { taken } = mockOf({ ...orders, ...paths }, { Order });
    for (const path of Object.keys(paths)) expect(taken[`POST ${path}`]).toBe('action');
  });

  it.each([201, 200])('makes one of nothing at the list, with %s', (status) => {
    const State = { type: 'string', enum: ['open', 'over'] };
    const Game = {
      type: 'object',
      required: ['id', 'state'],
      properties: { id: number, state: State },
    };
    const mock = mockOf(
      {
        '/games': {
          get: operation(200, listOf(ref('Game'))),
          post: operation(status, ref('Game')),
        },
        '/games/{id}': { ...at('id'), get: operation(200, ref('Game')), delete: gone },
      },
      { Game },
    );
    expect(mock.why['POST /games']).toBe(
      'it answers an item of /games, and nothing else creates one',
    );
    const made = mock.ask('POST /games');
    expect(made).toMatchObject({ status, json: { state: expect.stringMatching(/open|over/) } });
    const { id } = made.json as { id: number };
    expect(mock.ask('POST /games', { state: 'over' }).json).toMatchObject({ state: 'over' });
    expect(mock.ask(`GET /games/${id}`).json).toEqual(made.json);
    expect(mock.ask('GET /games').json).toContainEqual(made.json);
    expect(mock.ask(`DELETE /games/${id}`).status).toBe(200);
    expect(mock.ask(`GET /games/${id}`).status).toBe(404);
  });

  it('makes one of a text that it takes, if it answers one', () => {
    const Session = objectOf({ id: text, source: text });
    const body = { content: { 'application/json': { schema: text } } };
    const mock = mockOf(
      {
        '/sessions': {
          get: operation(200, { type: 'object' }),
          post: { ...(operation(200, ref('Session')) as JsonObject), requestBody: body },
        },
        '/sessions/{id}': { ...at('id'), get: operation(200, ref('Session')), delete: gone },
      },
      { Session },
    );
    const made = mock.ask('POST /sessions', 'zzq').json as { readonly id: string };
    expect(mock.ask(`GET /sessions/${made.id}`).json).toEqual(made);
    expect(JSON.stringify(mock.ask('GET /sessions').json)).toContain(made.id);
    expect(mock.ask(`DELETE /sessions/${made.id}`).status).toBe(200);
    expect(mock.ask('POST /sessions', 7).status).toBe(422);
  });

  it('makes what it takes and answers', () => {
    const Wish = objectOf({ id: number, title: text });
    const mock = mockOf(
      {
        '/wishes/open': { get: operation(200, listOf(ref('Wish'))) },
        '/wish/register': { post: operation(200, ref('Wish'), ref('Wish')) },
        '/wish/validate': { post: operation(200, text, ref('Wish')) },
      },
      { Wish },
    );
    mock.ask('POST /wish/register', { title: 'zzq' });
    expect(JSON.stringify(mock.ask('GET /wishes/open').json)).toContain('zzq');
    expect(mock.taken['POST /wish/validate']).toBe('action');
  });
});

it('takes writes that answer what they are below for no creations', () => {
  const Case = objectOf({ caseId: number, title: text });
  const mock = mockOf(
    {
      '/terms/{caseId}': {
        ...at('caseId'),
        post: operation(200, ref('Case'), objectOf({ kind: text })),
      },
      '/terms/{caseId}/{termId}': {
        ...at('caseId', 'termId'),
        put: operation(200, ref('Case'), objectOf({ results: listOf(text) })),
        delete: operation(200, ref('Case')),
      },
    },
    { Case },
  );
  expect(mock.why['POST /terms/{caseId}']).toContain('what the path is below');
  expect(mock.ask('POST /terms/3', { kind: 'zzq' })).toMatchObject({ json: { caseId: 3 } });
  for (const [request, sent] of [
    ['DELETE /terms/3/4', undefined],
    ['PUT /terms/3/4', { results: ['zzq'] }],
    ['DELETE /terms/3/4', undefined],
  ] as const)
    expect(mock.ask(request, sent)).toMatchObject({ status: 200, json: { caseId: 3 } });
});

it('takes a text, where a creation is called so and has no members to keep', () => {
  const Session = objectOf({ id: text, checksum: text });
  const mock = mockOf(
    {
      '/sessions/{source}': {
        ...at('source'),
        get: operation(200, { type: 'object' }),
        post: {
          ...(operation(200, ref('Session'), text) as JsonObject),
          operationId: 'addSession',
        },
      },
      '/sessions/{source}/{id}': { ...at('source', 'id'), get: operation(200, ref('Session')) },
    },
    { Session },
  );
  expect(mock.ask('POST /sessions/north', 'a text').status).toBe(200);
});
