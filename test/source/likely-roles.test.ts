// Operations that no rule gives a role: they have the one that operations like them most likely have, by
// their summary, their path and what they take and answer together, and the mock keeps rows.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { contractsOfOpenApi } from '../../src/source/source.ts';
import { listOf, openApiMock, operation, things } from '../support/openapi-mock.ts';

const silent: JsonObject = { responses: { 200: { description: 'OK' } } };
const answers = (...given: Parameters<typeof operation>): JsonObject =>
  operation(...given) as JsonObject;
const taking = (...names: string[]): JsonObject => ({
  requestBody: { content: { 'application/json': { schema: things(...names) } } },
});
const at = (operations: JsonObject): Json => ({
  parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
  ...operations,
});
const called = (summary: string, more: JsonObject = {}): JsonObject => ({
  ...silent,
  ...more,
  summary,
});
const documentOf = (paths: JsonObject): JsonObject => ({ openapi: '3.0.3', paths });
const mockOf = (paths: JsonObject) => {
  const mock = openApiMock(documentOf(paths));
  expect(mock.faults).toEqual([]);
  return mock;
};
const ship = things('id', 'name');
const fleet = things('id', 'name', 'status', 'berth', 'captain');
const ships = {
  '/ships': { get: answers(200, listOf(ship)), post: answers(201, ship, things('name')) },
  '/ships/{id}': at({ get: answers(200, ship) }),
};

describe('an item', () => {
  it('is replaced by a PUT of which no body is described', () => {
    const { ask, taken } = mockOf({
      ...ships,
      '/ships/{id}': at({ get: answers(200, ship), put: silent }),
    });
    expect(taken['PUT /ships/{id}']).toBe('replace of ships');
    const { id } = ask('POST /ships', { name: 'a' }).json as { readonly id: string };
    ask(`PUT /ships/${id}`, { name: 'zzq' });
    expect(ask(`GET /ships/${id}`).json).toMatchObject({ name: 'zzq' });
  });

  it('is changed at the path of one of its members, with or without a body that is described', () => {
    const { ask, taken } = mockOf({
      '/ships': { get: answers(200, listOf(fleet)), post: answers(201, fleet, things('name')) },
      '/ships/{id}': at({ get: answers(200, fleet) }),
      '/ships/{id}/status': at({ patch: called('Update the status of a ship') }),
      '/ships/{id}/harbour': at({ patch: called('Update the harbour', taking('berth')) }),
      '/ships/{id}/assign-captain': at({
        post: { ...answers(200, fleet, things('captain')), summary: 'Assign a captain' },
      }),
    });
    const { id } = ask('POST /ships', { name: 'a' }).json as { readonly id: string };
    for (const [request, sent] of [
      ['PATCH /ships/{id}/status', { status: 'zzq' }],
      ['PATCH /ships/{id}/harbour', { berth: 'zzr' }],
      ['POST /ships/{id}/assign-captain', { captain: 'zzs' }],
    ] as const) {
      expect(taken[request]).toBe('update of ships');
      ask(request.replace('{id}', id), sent);
      expect(ask(`GET /ships/${id}`).json).toMatchObject(sent);
    }
    expect(ask(`PATCH /ships/${id}/status`).status).toBe(200);
    expect(ask(`GET /ships/${id}`).json).toMatchObject({ status: 'zzq', captain: 'zzs' });
  });

  it('keeps what PUT below it is not sent', () => {
    const { ask, taken, why } = mockOf({
      '/ships': { get: answers(200, listOf(fleet)), post: answers(201, fleet, things('name')) },
      '/ships/{id}': at({ get: answers(200, fleet) }),
      '/ships/{id}/harbour': at({ put: called('Update the harbour of a ship', taking('berth')) }),
    });
    expect(taken['PUT /ships/{id}/harbour']).toBe('update of ships');
    expect(why['PUT /ships/{id}/harbour']).toMatch(
      /^most operations like it replace an item \(.*\): it updates a row of \/ships$/,
    );
    const { id } = ask('POST /ships', { name: 'zzq' }).json as { readonly id: string };
    expect(ask(`PUT /ships/${id}/harbour`, { berth: 'zzr' }).status).toBe(200);
    expect(ask(`GET /ships/${id}`).json).toMatchObject({ name: 'zzq', berth: 'zzr' });
  });

  it.each([
    ['/ships/{id}/members', 'post', { ...silent, ...taking('userId') }],
    ['/ships/{id}/cancel', 'patch', silent],
    ['/ships/{id}/approve', 'patch', called('Approve the ship')],
    ['/ships/{id}/guests', 'put', called('Update the guests of a ship', taking('name'))],
    ['/ships/{id}/guests', 'delete', called('Delete the guests of a ship')],
    ['/ships/{id}/avatar', 'put', { ...silent, ...taking('file') }],
    ['/ships/report', 'post', called('Generate a report of ships', taking('from', 'to'))],
    ['/ships/upload', 'post', called('Upload a picture of a ship', taking('file'))],
    ['/auth/login', 'post', called('Log in', taking('email', 'password'))],
    ['/ships/stats', 'get', called('Get statistics')],
  ])('is not what %s is about', (path, method, one) => {
    const { taken } = mockOf({
      ...ships,
      [path]: path.includes('{id}') ? at({ [method]: one }) : { [method]: one },
    });
    expect(taken[`${method.toUpperCase()} ${path}`]).toBe('action');
  });
});

describe('an item that nothing lists or makes', () => {
  it('is replaced and removed, and any id is answered', () => {
    const { ask, taken } = mockOf({ '/buoys/{id}': at({ put: silent, delete: silent }) });
    expect(taken).toEqual({
      'PUT /buoys/{id}': 'replace of buoys',
      'DELETE /buoys/{id}': 'remove of buoys',
    });
    expect(ask('PUT /buoys/none', { name: 'zzq' }).status).toBe(200);
    expect(ask('PUT /buoys/none').status).toBe(200);
    expect(ask('DELETE /buoys/none').status).toBe(200);
  });

  it('is removed alone', () => {
    const { ask, taken } = mockOf({ '/plan/{plan_id}': { delete: silent } });
    expect(taken['DELETE /plan/{plan_id}']).toBe('remove of plan');
    expect(ask('DELETE /plan/7').status).toBe(200);
  });

  it('needs no body where its answer alone is described', () => {
    const { ask, why } = mockOf({
      '/buoys/{id}': at({ put: answers(200, ship), delete: answers(200, ship) }),
    });
    expect(why['PUT /buoys/{id}']).toContain('most operations like it replace an item (');
    expect(ask('PUT /buoys/7')).toMatchObject({ status: 200, json: { id: 7 } });
    expect(ask('PUT /buoys/7', { name: 'zzq' })).toMatchObject({ json: { name: 'zzq' } });
  });

  it('is not what patch /reset-password/{id} is about', () => {
    const { taken } = mockOf({ '/reset-password/{id}': at({ patch: silent }) });
    expect(taken['PATCH /reset-password/{id}']).toBe('action');
  });

  it('is at a parameter in angle brackets, too', () => {
    const { taken } = mockOf({
      '/ships': ships['/ships'],
      '/ships/<int:id>': { get: answers(200, ship) },
    });
    expect(Object.values(taken)).toContain('read of ships');
  });

  it('is nothing that a service is tested for', () => {
    const { taken } = contractsOfOpenApi(documentOf({ '/plan/{id}': at({ delete: silent }) }), {
      name: 'api.json',
      undescribed: 'left-open',
    });
    expect(taken.map(({ as }) => as)).toEqual(['action']);
  });
});

describe('a list', () => {
  it('is what GET shows at a plural, and has rows', () => {
    const { ask, taken } = mockOf({ '/crews': { get: silent }, '/crews/anchors': { get: silent } });
    expect(taken['GET /crews/anchors']).toBe('list of anchors');
    expect(ask('GET /crews/anchors').json).toMatchObject([{ id: expect.anything() }, {}]);
  });

  it.each([
    ['a text', { type: 'string' }],
    ['several lists', { type: 'object', properties: { a: listOf(ship), b: listOf(ship) } }],
    ['texts', { type: 'array', items: { type: 'string' } }],
  ])('is none where %s is described', (_, schema) => {
    const { taken } = mockOf({ '/moles': { get: answers(200, schema as Json) } });
    expect(taken['GET /moles']).not.toMatch('list');
  });

  it('shows none of its rows where a map of texts is described', () => {
    const schema = { type: 'object', additionalProperties: { type: 'string' } };
    const { ask, taken, why } = mockOf({ '/moles': { get: answers(200, schema) } });
    expect(taken['GET /moles']).toBe('list of moles');
    expect(why['GET /moles']).toContain('it shows none of them');
    expect(ask('GET /moles')).toEqual({ status: 200, json: {} });
  });

  it('is asked for by POST that answers it and takes something else', () => {
    const many = { ...answers(200, listOf(ship), things('berths', 'days', 'from')) };
    const { ask, taken } = mockOf({ ...ships, '/ships': { ...ships['/ships'], post: many } });
    expect(taken['POST /ships']).toBe('action');
    const before = ask('GET /ships').json;
    expect(ask('POST /ships', { days: 'x' }).status).toBe(200);
    expect(ask('GET /ships').json).toEqual(before);
  });

  it('of one item is changed by nobody who does not say which', () => {
    const { ask, taken } = mockOf({
      '/crews/of/{id}': at({ get: answers(200, listOf(ship)), patch: answers(200, fleet) }),
      '/crews/{id}': at({ get: answers(200, ship), delete: silent }),
    });
    expect(taken['PATCH /crews/of/{id}']).toBe('action');
    expect(ask('PATCH /crews/of/7').status).toBe(200);
  });
});

describe('a creation', () => {
  it('is POST at a plural that takes members', () => {
    const { ask, taken } = mockOf({
      '/ships/{id}/replies': at({
        post: { ...answers(200, things('message')), ...taking('text'), summary: 'Add a reply' },
      }),
    });
    expect(taken['POST /ships/{id}/replies']).toBe('create of replies');
    expect(ask('POST /ships/1/replies', { text: 'a' }).status).toBe(200);
  });

  it.each([
    ['answers what it does not take', '/routes', answers(200, things('ticket'), things('name'))],
    ['takes a number', '/labels', answers(200, null, { type: 'integer' })],
    ['takes nothing', '/mails', silent],
    ['is below a verb', '/send/emails', { ...silent, ...taking('to', 'text') }],
    ['gives access', '/sessions', called('Log in', taking('email', 'password'))],
  ])('is none where it %s', (_, path, post) => {
    expect(mockOf({ [path]: { post } }).taken[`POST ${path}`]).toBe('action');
  });
});

describe('what the caller has one of', () => {
  it('is kept at a path that is read, changed and removed, whatever is sent', () => {
    const { ask, taken } = mockOf({
      '/team': {
        get: answers(200, things('title', 'points')),
        put: answers(200, { type: 'string' }, things('name')),
        delete: silent,
      },
    });
    expect(new Set(Object.values(taken))).toEqual(new Set(['singleton of team']));
    ask('PUT /team', { name: 'zzq' });
    expect(ask('GET /team').json).toMatchObject({ name: 'zzq' });
    ask('DELETE /team');
    expect(ask('GET /team').status).toBe(404);
  });

  it.each([
    ['get', '/wallet', { ...answers(200, things('id', 'balance')), summary: 'Get the wallet' }],
    ['delete', '/user/delete_account', silent],
    ['post', '/user/update-profile', called('Update the profile', taking('name'))],
    ['put', '/user/privacy', { ...silent, ...taking('level') }],
  ])('is %s %s', (method, path, one) => {
    const { taken } = mockOf({ [path]: { [method]: one } });
    expect(taken[`${method.toUpperCase()} ${path}`]).toMatch('singleton');
  });

  it.each(['/health', '/health.json', '/persons'])('is nothing at %s', (path) => {
    const post = { ...silent, ...taking('name') };
    const { taken } = mockOf({ [path]: { get: silent, put: silent, post, delete: silent } });
    expect(taken[`PUT ${path}`]).not.toMatch('singleton');
  });

  it('is nothing at a step that is a parameter in part', () => {
    const step = '/kegs/{id}{suffix}';
    const parameters = ['id', 'suffix'].map((name) => ({ name, in: 'path', required: true }));
    const { taken } = mockOf({ [step]: { parameters, get: silent, delete: silent } });
    expect(Object.values(taken)).toEqual(['action', 'action']);
  });

  it('is at the path of each operation, where accounts are read and changed apart', () => {
    const user = things('id', 'email', 'name');
    const { taken } = mockOf({
      '/login': { post: answers(200, things('token'), things('email', 'password')) },
      '/users/{id}': at({ get: answers(200, user) }),
      '/users': { post: answers(201, user, things('email', 'password')) },
      '/user/profile': { get: answers(200, user) },
      '/user/profile/update': { put: answers(200, user, things('name')) },
    });
    expect(taken['GET /user/profile']).toMatch('singleton');
    expect(taken['PUT /user/profile/update']).toMatch('singleton');
  });
});

describe('what the caller has beside its account', () => {
  const user = {
    ...(things('id', 'email', 'name', 'town') as JsonObject),
    required: ['id', 'email', 'name'],
  };
  const accounts = {
    '/login': { post: answers(200, things('token'), things('email', 'password')) },
    '/users': {
      get: answers(200, listOf(user)),
      post: answers(201, user, things('email', 'password', 'name', 'town')),
    },
    '/users/{id}': at({ get: answers(200, user) }),
    '/user/profile': { get: answers(200, user) },
  };

  it('is no account: it is changed and removed alone', () => {
    const plan = things('plan');
    const { ask, taken } = mockOf({
      ...accounts,
      '/subscription': {
        put: { ...answers(200, plan, plan), summary: 'Update the subscription' },
        delete: called('Delete the subscription'),
      },
    });
    expect(taken['DELETE /subscription']).toBe('singleton of subscription');
    const before = ask('GET /users').json;
    expect(ask('PUT /subscription', { plan: 'zzq' }).json).toEqual({ plan: 'zzq' });
    expect(ask('DELETE /subscription').status).toBe(200);
    expect(ask('GET /users').json).toEqual(before);
  });

  it('is kept with the members of its account, which keeps the others', () => {
    const { ask } = mockOf({
      ...accounts,
      '/user/privacy': { put: called('Update privacy', taking('level')) },
    });
    const before = ask('GET /user/profile').json as JsonObject;
    expect(before['town']).toBeTypeOf('string');
    expect(ask('PUT /user/privacy', { level: 'zzq' }).status).toBe(200);
    expect(ask('GET /user/profile').json).toMatchObject(before);
  });

  it('is changed without a body where none is declared', () => {
    const own = things('id', 'name');
    const { ask, taken } = mockOf({
      '/account': { put: { ...answers(200, own), summary: 'Update account' } },
    });
    expect(taken['PUT /account']).toBe('singleton of account');
    expect(ask('PUT /account')).toMatchObject({ status: 200 });
    expect(ask('PUT /account', { name: 'zzq' }).json).toMatchObject({ name: 'zzq' });
  });
});

describe('what paths alone say', () => {
  const paths = {
    ...ships,
    '/crews/anchors': { get: silent },
    '/user/update-profile': { post: { ...silent, ...taking('name') } },
    '/ships/{id}/harbour': at({ patch: { ...silent, ...taking('berth') } }),
    '/replies': { post: { ...answers(200, things('message')), ...taking('text') } },
  };

  it('is nothing that a service is tested for', () => {
    const { taken } = contractsOfOpenApi(documentOf(paths), {
      name: 'api.json',
      undescribed: 'left-open',
    });
    const roles = new Map(taken.map(({ method, path, as }) => [`${method} ${path}`, as]));
    for (const one of [
      'GET /crews/anchors',
      'POST /user/update-profile',
      'PATCH /ships/{id}/harbour',
      'POST /replies',
    ])
      expect(roles.get(one)).toBe('action');
  });
});
