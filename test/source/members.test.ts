// Members that requests and items of documents do not have in common, and the rows that a mock
// begins with below others.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const closed = (...names: readonly string[]): Json => ({
  ...(things(...names) as object),
  additionalProperties: false,
});

describe('contractsOfOpenApi, of closed items', () => {
  const mock = openApiMock({
    openapi: '3.0.0',
    paths: {
      '/kilns': {
        get: operation(200, listOf(ref('Kiln'))),
        post: operation(201, ref('Kiln'), {
          type: 'object',
          properties: {
            name: { type: 'string' },
            secret: { type: 'string' },
            place: { type: 'object', properties: { town: { type: 'string' }, note: {} } },
          },
        }),
      },
      '/kilns/{kilnId}': { get: operation(200, ref('Kiln')) },
    },
    components: {
      schemas: {
        Kiln: {
          type: 'object',
          properties: {
            id: { type: 'integer' },
            name: { type: 'string' },
            place: closed('town'),
          },
          additionalProperties: false,
        },
      },
    },
  });

  it('takes members that items may not have, and shows none of them', () => {
    const sent = { name: 'A', secret: 'b', place: { town: 'c', note: 'd' } };
    const made = mock.ask('POST /kilns', sent);
    expect(made).toEqual({ status: 201, json: { id: 1, name: 'A', place: { town: 'c' } } });
    expect(mock.ask('GET /kilns/1').json).toEqual(made.json);
  });
});

describe('contractsOfOpenApi, of requests that admit more than items', () => {
  const text: Json = { type: 'string' };
  const { ask } = openApiMock({
    openapi: '3.0.0',
    paths: {
      '/kilns': {
        post: operation(201, ref('Kiln'), {
          type: 'object',
          properties: {
            contact: text,
            maker: things('id'),
            note: { type: 'string', nullable: true },
            size: { type: 'integer', minimum: 1 },
          },
        }),
      },
      '/kilns/{kilnId}': { get: operation(200, ref('Kiln')) },
    },
    components: {
      schemas: {
        Kiln: {
          type: 'object',
          properties: {
            id: { type: 'integer' },
            contact: { type: 'string', format: 'email' },
            maker: {
              oneOf: [
                { ...(things('id', 'kind') as object), required: ['kind'] },
                { type: 'null' },
              ],
            },
            note: { type: 'string' },
            size: { type: 'integer', minimum: 1 },
            self: { type: 'string', format: 'url', readOnly: true },
          },
        },
      },
    },
  });

  it('shows values that items may have', () => {
    const made = ask('POST /kilns', { contact: 'me', maker: { id: 7 }, note: null, size: 2 });
    expect(made).toEqual({
      status: 201,
      json: {
        id: 1,
        contact: expect.stringContaining('@'),
        maker: { id: 7, kind: expect.any(String) },
        size: 2,
        self: 'http://localhost/kilns/1',
      },
    });
    expect(ask('GET /kilns/1').json).toEqual(made.json);
  });

  it('keeps an id that requests must have, unless they are whole items', () => {
    const withId = (...names: readonly string[]): Json => {
      const properties = Object.fromEntries(names.map((name) => [name, text]));
      return { type: 'object', required: ['group_id'], properties };
    };
    const whole = withId('group_id', 'role', 'since');
    const sent = withId('group_id', 'role');
    const idOf = (body: Json): Json => {
      const { ask } = openApiMock({
        openapi: '3.0.0',
        paths: {
          '/groups': { get: operation(200, listOf(whole)), post: operation(201, whole, body) },
          '/groups/{group_id}': { get: operation(200, whole) },
        },
      });
      const { json } = ask('POST /groups', { group_id: 'g', role: 'x' });
      return (json as { group_id: string }).group_id;
    };
    expect(idOf(sent)).toBe('g');
    expect(idOf(whole)).not.toBe('g');
  });

  it('keeps the id of a single item, whatever id is sent', () => {
    const badge = things('id', 'name');
    const single = openApiMock({
      openapi: '3.0.0',
      paths: { '/badge': { get: operation(200, badge), put: operation(200, badge, badge) } },
    });
    const { id } = single.ask('GET /badge').json as { id: number };
    expect(single.ask('PUT /badge', { id: id + 1, name: 'x' })).toEqual({
      status: 200,
      json: { id, name: 'x' },
    });
  });

  it('makes no null where an item has an object', () => {
    const seals = ['id', 'name'].map((name) => ({ ...(closed(name) as object), required: [name] }));
    const seal = { type: 'object', nullable: true, oneOf: seals };
    const item = {
      type: 'object',
      required: ['seal'],
      properties: { id: { type: 'integer' }, seal, name: text },
    } as unknown as Json;
    const sealed = openApiMock({
      openapi: '3.0.0',
      paths: {
        '/letters': { post: operation(201, item, things('name')) },
        '/letters/{letterId}': { get: operation(200, item) },
      },
    });
    expect(sealed.ask('POST /letters', { name: 'x' }).status).toBe(201);
  });

  it('refuses what no request may have', () => {
    expect(ask('POST /kilns', { contact: 'me', size: 0 }).status).toBe(422);
  });
});

describe('contractsOfOpenApi, of items two steps below an answer', () => {
  const inside = (name: string, schema: Json): Json => ({
    type: 'object',
    properties: {
      data: { type: 'object', properties: { [name]: schema, as_of: { type: 'string' } } },
    },
  });
  const inData = (name: string, schema: Json): Json => ({
    type: 'object',
    properties: {
      data: { type: 'object', properties: { [name]: schema, version: { type: 'integer' } } },
    },
  });

  it('finds the item under its own name in what holds anything', () => {
    const { ask, contracts, taken } = openApiMock({
      openapi: '3.0.0',
      paths: {
        '/kilns': {
          get: operation(200, inData('kilns', listOf(ref('Kiln')))),
          post: operation(201, inData('kiln', ref('Kiln')), ref('Kiln')),
        },
        '/kilns/{kilnId}': { get: operation(200, inData('kiln', ref('Kiln'))) },
        '/days/{day}': { get: operation(200, inside('glaze', ref('Kiln'))) },
      },
      components: { schemas: { Kiln: things('id', 'name') } },
    });
    expect(taken).toMatchObject({
      'GET /kilns': 'list of kilns',
      'POST /kilns': 'create of kilns',
      'GET /kilns/{kilnId}': 'read of kilns',
    });
    expect(contracts[0]).toMatchObject({ item: { at: '/data/kiln' }, id: 'id' });
    const made = ask('POST /kilns', { name: 'A' });
    expect(made.json).toMatchObject({ data: { kiln: { id: 1, name: 'A' } } });
    expect(ask('GET /kilns/1').json).toMatchObject({ data: { kiln: { name: 'A' } } });
  });
});

describe('contractsOfOpenApi, of lists whose elements are other things', () => {
  it('shows no items in a list of references to them', () => {
    const typed = (type: string): Json => ({
      type: 'object',
      properties: {
        ...(things('id', 'name') as { properties: object }).properties,
        type: { enum: [type] },
      },
    });
    const { ask, taken, why } = openApiMock({
      openapi: '3.0.0',
      paths: {
        '/kilns': {
          get: operation(200, listOf(typed('kiln_reference'))),
          post: operation(201, typed('kiln'), typed('kiln')),
        },
        '/kilns/{kilnId}': { get: operation(200, typed('kiln')) },
      },
    });
    expect(taken['GET /kilns']).toBe('list of kilns');
    expect(why['GET /kilns']).toContain('its declared answer has no such items');
    expect(ask('POST /kilns', { name: 'zzq', type: 'kiln' }).status).toBe(201);
    const { status, json } = ask('GET /kilns');
    expect(status).toBe(200);
    expect((json as readonly JsonObject[]).map(({ type }) => type)).toContain('kiln_reference');
    expect(JSON.stringify(json)).not.toMatch(/zzq|"kiln"/);
  });

  // Where an element may lack the member, rows without it fit the list and the item.
  it.each([
    { required: ['id', 'owners'], shown: 0 },
    { required: ['id'], shown: 1 },
  ])(
    'shows $shown items in a list whose elements have another type in $required',
    ({ required, shown }) => {
      const kiln = (owners: object): Json => ({
        type: 'object',
        required,
        properties: { id: { type: 'integer' }, name: { type: 'string' }, owners } as JsonObject,
      });
      const { ask, taken } = openApiMock({
        openapi: '3.0.0',
        paths: {
          '/kilns': {
            get: operation(200, listOf(kiln({ type: 'object' }))),
            post: operation(201, kiln({ type: ['array', 'null'] }), things('name')),
          },
          '/kilns/{kilnId}': { get: operation(200, kiln({ type: ['array', 'null'] })) },
        },
      });
      expect(taken['GET /kilns']).toBe('list of kilns');
      expect(ask('POST /kilns', { name: 'zzq' }).status).toBe(201);
      const { status, json } = ask('GET /kilns');
      expect(status).toBe(200);
      const kilns = json as readonly JsonObject[];
      expect(kilns.filter(({ name }) => name === 'zzq')).toHaveLength(shown);
      for (const { owners = {} } of kilns) expect(owners).toBeTypeOf('object');
      for (const { owners = {} } of kilns) expect(Array.isArray(owners)).toBe(false);
    },
  );
});

describe('contractsOfOpenApi, of rows below others', () => {
  it('has no values of paths in members that are objects', () => {
    const { ask, rows } = openApiMock({
      openapi: '3.0.0',
      paths: {
        '/kilns/{owner}/{name}': {
          get: operation(200, ref('Kiln')),
          delete: { responses: { 204: {} } },
        },
      },
      components: {
        schemas: {
          Kiln: {
            type: 'object',
            properties: { name: { type: 'string' }, owner: things('id', 'login') },
            required: ['owner', 'name'],
          },
        },
      },
    });
    const [{ name }] = (rows as { kilns: [{ name: string }] }).kilns;
    expect(ask(`GET /kilns/owner-1/${encodeURIComponent(name)}`)).toMatchObject({
      status: 200,
      json: { name, owner: { id: expect.any(Number) } },
    });
  });

  it('has the values of paths that only show what rows are below', () => {
    const things200 = { get: operation(200, listOf(ref('Thing'))) };
    const thing200 = { get: operation(200, ref('Thing')) };
    const { ask, rows } = openApiMock({
      openapi: '3.0.0',
      paths: {
        '/towns': things200,
        '/towns/{townId}': thing200,
        '/kilns': things200,
        '/kilns/{kilnId}': thing200,
        '/towns/{townId}/kilns': things200,
        '/towns/{townId}/kilns/{kilnId}': thing200,
        '/towns/{townId}/kilns/{kilnId}/shelves': { get: operation(200, listOf(ref('Shelf'))) },
        '/towns/{townId}/kilns/{kilnId}/shelves/{shelfId}': { get: operation(200, ref('Shelf')) },
      },
      components: { schemas: { Thing: things('id', 'name'), Shelf: things('id', 'label') } },
    });
    const all = rows as Record<string, [{ id: number }]>;
    const path = `/towns/${all['towns']?.[0].id}/kilns/${all['kilns']?.[0].id}/shelves`;
    expect(ask(`GET ${path}`).json).toMatchObject([{ label: expect.any(String) }, {}]);
  });

  it('makes items above rows that examples show', () => {
    const example = [{ id: 7, name: 'x' }];
    const { ask, rows } = openApiMock({
      openapi: '3.0.0',
      paths: {
        '/kilns': { post: operation(201, ref('Thing'), ref('Thing')) },
        '/kilns/{kilnId}': { get: operation(200, ref('Thing')) },
        '/kilns/{kilnId}/shelves': {
          get: {
            responses: {
              200: { content: { 'application/json': { schema: listOf(ref('Thing')), example } } },
            },
          },
          post: operation(201, ref('Thing'), ref('Thing')),
        },
        '/kilns/{kilnId}/shelves/{shelfId}': { get: operation(200, ref('Thing')) },
      },
      components: { schemas: { Thing: things('id', 'name') } },
    });
    const [{ id }] = (rows as { kilns: [{ id: number }] }).kilns;
    expect(ask(`GET /kilns/${id}/shelves`).json).toEqual(example);
  });
});

describe('contractsOfOpenApi, of ids that are texts here and numbers there', () => {
  const text: Json = { type: 'string' };
  const number: Json = { type: 'integer' };
  const object = (properties: Json): Json => ({ type: 'object', properties });
  const sent = object({ name: text });
  const { ask } = openApiMock({
    openapi: '3.0.0',
    paths: {
      '/kilns': {
        get: operation(200, listOf(ref('Kiln'))),
        post: operation(201, object({ id: number, url: text }), sent),
      },
      '/kilns/{kilnId}': { get: operation(200, ref('Kiln')) },
      '/ovens': { post: operation(201, ref('Kiln'), sent) },
      '/ovens/{ovenId}': { get: operation(200, ref('Kiln')) },
      '/ovens/{ovenId}/trays': {
        get: operation(200, listOf(ref('Tray'))),
        post: operation(201, ref('Tray'), sent),
      },
      '/ovens/{ovenId}/trays/{id}': { put: operation(200, ref('Tray'), sent) },
      '/plates': { post: operation(201, ref('Kiln'), sent) },
      '/plates/{plateId}': { get: operation(200, ref('Kiln')) },
    },
    components: {
      schemas: {
        Kiln: object({ id: text, name: text }),
        Tray: {
          type: 'object',
          required: ['oven_id'],
          properties: { id: text, name: text, oven_id: number },
        },
      },
    },
  });

  it('gives texts of digits where the answer to the creation has a number', () => {
    expect(ask('POST /kilns', { name: 'A' }).json).toMatchObject({ id: 1 });
    expect(ask('GET /kilns/1').json).toEqual({ id: '1', name: 'A' });
  });

  it('gives texts of digits where what is below has a number, which belongs to it', () => {
    expect(ask('POST /ovens', { name: 'A' }).json).toMatchObject({ id: '1' });
    const tray = ask('POST /ovens/1/trays', { name: 'B' }).json as { readonly id: string };
    expect(tray).toMatchObject({ oven_id: 1 });
    expect(ask(`PUT /ovens/1/trays/${tray.id}`, { name: 'C' }).status).toBe(200);
  });

  it('gives other texts where nothing has a number', () => {
    expect(ask('POST /plates', { name: 'A' }).json).not.toMatchObject({ id: '1' });
  });
});

describe('contractsOfOpenApi, of forms', () => {
  it('takes names in brackets for members of members', () => {
    const text: Json = { type: 'string' };
    const number: Json = { type: 'integer' };
    const parts: Json = { type: 'object', properties: { name: text, size: number } };
    const kiln = { kiln: parts, tags: { type: 'array', items: text } };
    const { ask } = openApiMock({
      openapi: '3.0.0',
      paths: {
        '/kilns': {
          post: {
            requestBody: {
              content: {
                'application/x-www-form-urlencoded': {
                  schema: {
                    type: 'object',
                    required: ['kiln[name]', 'kiln[parts][][sku]'],
                    properties: {
                      'kiln[name]': text,
                      'kiln[size]': number,
                      'kiln[parts][][sku]': text,
                      'tags[]': text,
                    },
                  },
                },
              },
            },
            ...(operation(201, { type: 'object', properties: { id: text, ...kiln } }) as object),
          },
        },
        '/kilns/{kilnId}': {
          get: operation(200, { type: 'object', properties: { id: text, ...kiln } }),
        },
      },
    });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const send = (body: string) => ask('POST /kilns', body, form);
    expect(send('kiln[name]=A&kiln[size]=3&kiln[parts][0][sku]=B&tags[]=c')).toMatchObject({
      status: 201,
      json: { kiln: { name: 'A', size: 3 }, tags: ['c'] },
    });
    expect(send('kiln[size]=3').status).toBe(422);
  });
});

describe('contractsOfOpenApi, of options that lists and items do not share', () => {
  it('makes values that both may have', () => {
    const kiln = (...options: readonly string[]): Json => ({
      type: 'object',
      required: ['id', 'object'],
      properties: {
        id: { type: 'integer' },
        object: { type: 'string', enum: options },
        name: { type: 'string' },
      },
    });
    const { ask } = openApiMock({
      openapi: '3.0.0',
      paths: {
        '/kilns': {
          get: operation(200, listOf(kiln('org.kiln'))),
          post: operation(201, kiln('kiln', 'shared', 'org.kiln'), things('name')),
        },
        '/kilns/{id}': { get: operation(200, kiln('kiln', 'shared', 'org.kiln')) },
      },
    });
    for (const name of ['a', 'b', 'c', 'd'])
      expect(ask('POST /kilns', { name })).toMatchObject({
        status: 201,
        json: { name, object: 'org.kiln' },
      });
  });
});

describe('contractsOfOpenApi, of members that only requests have', () => {
  const text: Json = { type: 'string' };
  const kiln = (...kinds: readonly string[]): Json => ({
    type: 'object',
    required: ['id', 'object'],
    properties: {
      id: text,
      name: text,
      object: { type: 'string', enum: [...kinds] },
      secret: { type: 'string', writeOnly: true },
      parts: {
        type: 'array',
        items: {
          type: 'object',
          properties: { sku: text, pin: { type: 'string', writeOnly: true } },
        },
      },
    },
  });
  const { ask } = openApiMock({
    openapi: '3.0.0',
    paths: {
      '/report': { get: operation(200, listOf(kiln('kiln'))) },
    },
  });

  it('shows no members of requests in samples, also in parts', () => {
    const { json } = ask('GET /report');
    expect(JSON.stringify(json)).toContain('"sku"');
    expect(JSON.stringify(json)).not.toMatch(/"secret"|"pin"/);
  });
});

describe('contractsOfOpenApi, of schemas that no value fits as they stand', () => {
  const hook = {
    type: 'object',
    required: ['id', 'events', 'rate'],
    properties: {
      id: { type: 'integer' },
      events: { type: 'array', items: { type: 'string' }, enum: ['made', 'sold'] },
      rate: { $ref: '#/components/schemas/Rate', type: 'number' },
    },
  };
  const { required: _, ...open } = hook;
  const mockOf = (version: string) =>
    openApiMock({
      openapi: version,
      paths: {
        '/hooks': { get: operation(200, listOf(hook)), post: operation(201, hook, open) },
        '/hooks/{id}': { get: operation(200, hook) },
      },
      components: { schemas: { Rate: { type: 'object', properties: { per: { enum: ['day'] } } } } },
    });

  it('takes values beside the type of a list for those of its elements', () => {
    const { ask } = mockOf('3.0.3');
    const rate = { per: 'day' };
    expect(ask('POST /hooks', { events: ['sold', 'made'], rate }).status).toBe(201);
    expect(ask('POST /hooks', { events: ['bought'], rate }).status).toBe(422);
  });

  it.each(['3.0.3', '3.1.0'])('reads no type that contradicts a reference, in %s', (version) => {
    const rate = { per: 'day' };
    expect(mockOf(version).ask('POST /hooks', { events: [], rate }).status).toBe(201);
  });
});
