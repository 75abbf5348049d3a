// Collections that can be made, in all the forms in which documents have them: an item is created,
// read, listed, changed and removed, and each read shows it.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const parameter = (name: string, schema: Json = { type: 'string' }): Json => ({
  name,
  in: 'path',
  required: true,
  schema,
});

const at = (name: string, operations: JsonObject, schema?: Json): Json => ({
  parameters: [parameter(name, schema)],
  ...operations,
});

const gone = { responses: { 204: { description: 'gone' } } };
const nothingSaid = { responses: { default: { description: 'done' } } };

const mockOf = (paths: JsonObject, schemas: JsonObject = {}, version = '3.0.3') => {
  const mock = openApiMock({ openapi: version, paths, components: { schemas } });
  expect(mock.faults).toEqual([]);
  return mock;
};

describe('contractsOfOpenApi, of creations at the path of the item', () => {
  const Bucket = things('name', 'region');

  it('creates by POST without a body, answers no body, and refuses a second one', () => {
    const mock = mockOf(
      {
        '/buckets/{name}': at('name', {
          get: operation(200, ref('Bucket')),
          post: nothingSaid,
          delete: gone,
        }),
      },
      { Bucket },
    );
    expect(mock.taken).toEqual({
      'GET /buckets/{name}': 'read of buckets',
      'POST /buckets/{name}': 'create of buckets',
      'DELETE /buckets/{name}': 'remove of buckets',
    });
    expect(mock.why['POST /buckets/{name}']).toBe(
      'POST at an item creates it, if nothing else does: nothing else creates what is at /buckets/{name}',
    );
    expect(mock.ask('GET /buckets/red').status).toBe(404);
    expect(mock.ask('POST /buckets/red').status).toBeLessThan(300);
    expect(mock.ask('POST /buckets/red').status).toBe(409);
    expect(mock.ask('GET /buckets/red')).toMatchObject({ status: 200, json: { name: 'red' } });
    expect(mock.ask('DELETE /buckets/red').status).toBe(204);
    expect(mock.ask('GET /buckets/red').status).toBe(404);
  });

  it('creates by POST with a body that has no id, checks it, and lists the item', () => {
    const mock = mockOf(
      {
        '/buckets': { get: operation(200, listOf(ref('Bucket'))) },
        '/buckets/{name}': at('name', {
          get: operation(200, ref('Bucket')),
          post: operation(201, ref('Bucket'), {
            type: 'object',
            required: ['region'],
            properties: { region: { type: 'string' } },
          }),
          delete: gone,
        }),
      },
      { Bucket },
    );
    expect(mock.taken['POST /buckets/{name}']).toBe('create of buckets');
    expect(mock.ask('POST /buckets/blue', {}).status).toBe(422);
    expect(mock.ask('POST /buckets/blue', { region: 'north' })).toEqual({
      status: 201,
      json: { name: 'blue', region: 'north' },
    });
    expect(mock.ask('GET /buckets').json).toEqual([{ name: 'blue', region: 'north' }]);
  });

  it('creates and replaces by PUT, with numbers as ids, too', () => {
    const item = things('id', 'label');
    const mock = mockOf({
      '/slots/{id}': at(
        'id',
        { get: operation(200, item), put: operation(200, item, item), delete: gone },
        { type: 'integer' },
      ),
    });
    expect(mock.taken['PUT /slots/{id}']).toBe('replace of slots');
    expect(mock.why['PUT /slots/{id}']).toContain('nothing else creates what is at /slots/{id}');
    expect(mock.ask('PUT /slots/5', { label: 'a' })).toEqual({
      status: 200,
      json: { id: 5, label: 'a' },
    });
    expect(mock.ask('PUT /slots/5', { label: 'b' }).json).toEqual({ id: 5, label: 'b' });
    expect(mock.ask('GET /slots/5').json).toEqual({ id: 5, label: 'b' });
    expect(mock.ask('DELETE /slots/5').status).toBe(204);
    expect(mock.ask('GET /slots/5').status).toBe(404);
  });

  it('creates by PUT what a list has by its names, and lists them', () => {
    const names: Json = { type: 'array', items: { type: 'string' } };
    const sent: Json = { type: 'object', properties: { region: { type: 'string' } } };
    const mock = mockOf(
      {
        '/buckets': { get: operation(200, names) },
        '/buckets/{name}': at('name', {
          get: operation(200, ref('Bucket')),
          put: operation(200, ref('Bucket'), sent),
          delete: gone,
        }),
        '/queues': {
          get: operation(200, { type: 'object', properties: { queues: names } }),
          post: operation(201, ref('Bucket'), ref('Bucket')),
        },
        '/queues/{name}': at('name', { get: operation(200, ref('Bucket')), delete: gone }),
      },
      { Bucket },
    );
    expect(mock.taken['GET /buckets']).toBe('list of buckets');
    expect(mock.taken['GET /queues']).toBe('list of queues');
    expect(mock.ask('PUT /buckets/red', { region: 'north' }).status).toBe(200);
    expect(mock.ask('PUT /buckets/blue', { region: 'south' }).status).toBe(200);
    expect(mock.ask('GET /buckets').json).toEqual(['red', 'blue']);
    expect(mock.ask('GET /buckets/red').json).toEqual({ name: 'red', region: 'north' });
    expect(mock.ask('DELETE /buckets/red').status).toBe(204);
    expect(mock.ask('GET /buckets').json).toEqual(['blue']);
    expect(mock.ask('POST /queues', { name: 'in', region: 'north' }).status).toBe(201);
    expect(mock.ask('GET /queues').json).toEqual({ queues: ['in'] });
  });

  it('creates by PUT what only PUT describes, and a list of names shows', () => {
    const sent: Json = { type: 'object', properties: { region: { type: 'string' } } };
    const mock = mockOf({
      '/hosts': { get: operation(200, { type: 'array', items: { type: 'string' } }) },
      '/hosts/{id}': at('id', {
        put: Object.assign(
          { description: 'Adds a host or changes it.' },
          operation(204, null, sent),
        ),
        delete: gone,
      }),
    });
    expect(mock.why['PUT /hosts/{id}']).toContain('its words say so');
    expect(mock.ask('PUT /hosts/a', { region: 'north' }).status).toBe(204);
    expect(mock.ask('GET /hosts').json).toEqual(['a']);
  });

  it.each<[string, JsonObject]>([
    ['speaks of parts', { summary: 'Update the region of a host, or add labels' }],
    ['declares 404', { summary: 'Create or update a host', missing: true }],
  ])('replaces by PUT alone where it %s', (_case, { summary = '', missing }) => {
    const item = things('id', 'region');
    const put = operation(200, item, item) as JsonObject;
    const responses = put['responses'] as JsonObject;
    const refused = missing === true ? { 404: { description: 'none' } } : {};
    const mock = mockOf({
      '/hosts': { get: operation(200, listOf(item)) },
      '/hosts/{id}': at('id', {
        put: { ...put, summary, responses: { ...responses, ...refused } },
      }),
    });
    expect(mock.ask('PUT /hosts/a', { region: 'north' }).status).toBe(404);
  });

  it.each<[string, Json, JsonObject]>([
    ['its ids are numbers, and a list shows items', { type: 'integer' }, { delete: gone }],
    ['nothing is removed there', { type: 'string' }, {}],
  ])('replaces by PUT alone where %s', (_case, id, others) => {
    const item = things('id', 'label');
    const mock = mockOf({
      '/slots': { get: operation(200, listOf(item)) },
      '/slots/{id}': at(
        'id',
        { get: operation(200, item), put: operation(200, item, item), ...others },
        id,
      ),
    });
    expect(mock.ask('PUT /slots/5', { label: 'a' }).status).toBe(404);
  });

  it('takes POST at an item for a change where something else creates', () => {
    const mock = mockOf(
      {
        '/buckets': { post: operation(201, ref('Bucket'), ref('Bucket')) },
        '/buckets/{name}': at('name', {
          get: operation(200, ref('Bucket')),
          post: operation(200, ref('Bucket'), ref('Bucket')),
        }),
      },
      { Bucket },
    );
    expect(mock.taken['POST /buckets/{name}']).toBe('update of buckets');
  });

  it('takes no action for a creation', () => {
    const mock = mockOf(
      {
        '/buckets/{name}': at('name', {
          get: operation(200, ref('Bucket')),
          post: operation(200, things('started')),
          delete: gone,
        }),
      },
      { Bucket },
    );
    expect(mock.taken['POST /buckets/{name}']).toBe('action');
  });
});

describe('contractsOfOpenApi, of one name in the singular and the plural', () => {
  const Note = things('id', 'text');
  const item = { get: operation(200, ref('Note')), delete: gone };
  const list = operation(200, listOf(ref('Note')));
  const make = operation(201, ref('Note'), things('text'));
  it.each<[string, JsonObject, string, string]>([
    [
      '/note/{noteId} beside /notes',
      { '/notes': { get: list, post: make }, '/note/{noteId}': at('noteId', item) },
      '/notes',
      '/note',
    ],
    [
      '/notes beside /note',
      { '/note': { post: make }, '/notes': { get: list }, '/note/{id}': at('id', item) },
      '/notes',
      '/note',
    ],
    [
      'POST /note beside /notes',
      { '/note': { post: make }, '/notes': { get: list }, '/notes/{id}': at('id', item) },
      '/notes',
      '/notes',
    ],
    [
      '/person beside /people',
      { '/person': { post: make }, '/people': { get: list }, '/person/{id}': at('id', item) },
      '/people',
      '/person',
    ],
  ])('takes %s for one collection', (_, paths, all, one) => {
    const mock = mockOf(paths, { Note });
    expect(new Set(Object.values(mock.taken).map((as) => as.split(' of ')[1]))).toHaveProperty(
      'size',
      1,
    );
    const posted = Object.keys(mock.taken).find((name) => name.startsWith('POST')) ?? '';
    const { id } = mock.ask(posted, { text: 'a' }).json as { id: number };
    expect(mock.ask(`GET ${one}/${id}`).json).toEqual({ id, text: 'a' });
    expect(mock.ask(`GET ${all}`).json).toEqual([{ id, text: 'a' }]);
    expect(mock.ask(`DELETE ${one}/${id}`).status).toBe(204);
    expect(mock.ask(`GET ${all}`).json).toEqual([]);
  });
});

describe('contractsOfOpenApi, of answers that say nothing', () => {
  const sent = things('title', 'size');
  it.each<[string, Json, (json: Json) => unknown]>([
    ['no body', { responses: { default: { description: 'd' } } }, (json) => json],
    ['any object', operation(200, { type: 'object' }), (json) => (json as JsonObject)['items']],
  ])('shows items as they were sent where %s is declared', (_, answer, listIn) => {
    const taking = { ...(operation(200, null, sent) as object), ...(answer as object) };
    const mock = mockOf({
      '/maps': { get: answer, post: taking },
      '/maps/{id}': at('id', { get: answer, put: taking, delete: answer }, { type: 'integer' }),
    });
    expect(mock.ask('POST /maps', { title: 'a', size: 'x' }).status).toBeLessThan(300);
    expect(mock.ask('GET /maps/1').json).toEqual({ id: 1, title: 'a', size: 'x' });
    expect(listIn(mock.ask('GET /maps').json)).toEqual([{ id: 1, title: 'a', size: 'x' }]);
    mock.ask('PUT /maps/1', { title: 'b', size: 'x' });
    expect(mock.ask('GET /maps/1').json).toMatchObject({ title: 'b' });
    mock.ask('DELETE /maps/1');
    expect(mock.ask('GET /maps/1').status).toBe(404);
  });

  it('shows the item of a creation where only reads say nothing, and needs no list', () => {
    const mock = mockOf(
      {
        '/plans': { post: operation(200, ref('Plan'), sent) },
        '/plans/{code}': at('code', { get: nothingSaid, delete: nothingSaid }),
      },
      { Plan: things('code', 'title', 'size') },
    );
    const { code } = mock.ask('POST /plans', { title: 'a', size: 'x' }).json as { code: string };
    expect(mock.ask(`GET /plans/${code}`).json).toMatchObject({ code, title: 'a' });
    mock.ask(`DELETE /plans/${code}`);
    expect(mock.ask(`GET /plans/${code}`).status).toBe(404);
  });
});

describe('contractsOfOpenApi, of items that nothing lists or creates', () => {
  it('answers a sample at any id', () => {
    const mock = mockOf({ '/stars/{id}': at('id', { get: operation(200, things('id', 'name')) }) });
    expect(mock.taken).toEqual({ 'GET /stars/{id}': 'read of stars' });
    for (const id of [1, 77]) expect(mock.ask(`GET /stars/${id}`).status).toBe(200);
  });

  it('takes parameters of a few values, and answers without an id, for functions', () => {
    const answer = { type: 'object', properties: { v: { type: 'number' } } };
    const x = { type: 'object', properties: { x: { type: 'number' } } };
    const calculated = { get: operation(200, answer), post: operation(200, answer, x) };
    const mock = mockOf({
      '/calc/{op}': at('op', calculated, { type: 'string', enum: ['sum', 'mean'] }),
      '/convert/{amount}': at('amount', calculated, { type: 'number' }),
    });
    expect(mock.taken).toMatchObject({
      'POST /calc/{op}': 'action',
      'POST /convert/{amount}': 'action',
    });
    for (const path of ['/calc/sum', '/calc/mean', '/convert/5', '/convert/7']) {
      const shown = { status: 200, json: { v: expect.any(Number) } };
      expect(mock.ask(`GET ${path}`)).toEqual(shown);
      expect(mock.ask(`POST ${path}`, { x: 1 })).toEqual(shown);
    }
  });
});

describe('contractsOfOpenApi, of creations below the collection', () => {
  it('takes POST of an item at a path with a verb for the creation, if nothing else creates', () => {
    const mock = mockOf(
      {
        '/guests': { get: operation(200, listOf(ref('Guest'))) },
        '/guests/checkin': { post: operation(200, ref('Guest'), ref('Guest')) },
        '/guests/{id}': at('id', { get: operation(200, ref('Guest')) }),
      },
      { Guest: things('id', 'name') },
    );
    expect(mock.taken['POST /guests/checkin']).toBe('create of guests');
    const { id } = mock.ask('POST /guests/checkin', { name: 'Ada' }).json as { id: number };
    expect(mock.ask('GET /guests').json).toEqual([{ id, name: 'Ada' }]);
  });
});

describe('contractsOfOpenApi, of collections whose path ends with a parameter', () => {
  it('keeps what was posted below each value', () => {
    const mock = mockOf(
      {
        '/faults/{code}': at('code', {
          get: operation(200, listOf(ref('Fault'))),
          post: operation(201, ref('Fault'), things('text')),
        }),
        '/faults/{code}/{id}': {
          parameters: [parameter('code'), parameter('id')],
          get: operation(200, ref('Fault')),
          delete: gone,
        },
      },
      { Fault: things('id', 'text') },
    );
    const { id } = mock.ask('POST /faults/a', { text: 'x' }).json as { id: number };
    expect(mock.ask('GET /faults/a').json).toEqual([{ id, text: 'x' }]);
    expect(mock.ask('GET /faults/b').json).toEqual([]);
    expect(mock.ask(`DELETE /faults/a/${id}`).status).toBe(204);
    expect(mock.ask('GET /faults/a').json).toEqual([]);
  });
});

describe('contractsOfOpenApi, of lists that say more than reads', () => {
  it('accepts what the schema of the request accepts', () => {
    const row = { ...(things('id', 'name', 'note') as object), required: ['id', 'name', 'note'] };
    const mock = mockOf({
      '/rafts': {
        get: operation(200, listOf(row)),
        post: operation(201, things('id', 'name', 'note'), {
          ...(things('name', 'note') as object),
          required: ['name'],
        }),
      },
      '/rafts/{id}': at('id', { get: operation(200, things('id', 'name', 'note')) }),
    });
    expect(mock.ask('POST /rafts', { name: 'a' }).status).toBe(201);
    expect(mock.ask('GET /rafts').json).toMatchObject([{ name: 'a', note: expect.any(String) }]);
    expect(mock.ask('POST /rafts', {}).status).toBe(422);
  });
});

describe('contractsOfOpenApi, of operations on all items of a collection', () => {
  const Crate = { ...(things('id', 'label') as object), required: ['label'] };
  const mock = mockOf(
    {
      '/crates': {
        get: operation(200, listOf(ref('Crate'))),
        post: operation(201, ref('Crate'), things('label')),
        delete: operation(200, { type: 'integer' }),
      },
      '/crates/batch': { post: operation(201, listOf(ref('Crate')), listOf(ref('Crate'))) },
      '/crates/{id}': at('id', { get: operation(200, ref('Crate')), delete: gone }),
      '/crates/{id}/lids': {
        parameters: [parameter('id')],
        get: operation(200, listOf(things('number', 'colour'))),
        post: operation(201, things('number', 'colour'), things('colour')),
      },
    },
    { Crate },
  );

  it('are named, with the rows that they are about', () => {
    expect(mock.why['DELETE /crates']).toBe(
      'it is DELETE at the path of /crates: it removes all items',
    );
    expect(mock.why['POST /crates/batch']).toBe(
      'its body is a list of items of /crates: it creates them',
    );
  });

  it('create all items of a list, each with an id of its own, or none', () => {
    const made = mock.ask('POST /crates/batch', [{ label: 'a' }, { label: 'b' }]);
    expect(made).toMatchObject({ status: 201, json: [{ label: 'a' }, { label: 'b' }] });
    expect(mock.ask('GET /crates').json).toEqual(made.json);
    expect(new Set((made.json as { id: number }[]).map(({ id }) => id)).size).toBe(2);
    const refused = mock.ask('POST /crates/batch', [{ label: 'c' }, { label: 7 }]);
    expect(refused).toMatchObject({ status: 422, json: { errors: [{ pointer: '/1/label' }] } });
    expect(mock.ask('POST /crates/batch', { label: 'c' }).status).toBe(422);
    expect(mock.ask('GET /crates').json).toEqual(made.json);
    expect(mock.ask('POST /crates/batch', [])).toMatchObject({ status: 201, json: [] });
  });

  it('remove all items, with what is below them, and tell how many', () => {
    const [{ id }] = mock.ask('GET /crates').json as [{ id: number }];
    expect(mock.ask(`POST /crates/${id}/lids`, { colour: 'red' }).status).toBe(201);
    expect(mock.ask('DELETE /crates')).toEqual({ status: 200, json: 2 });
    expect(mock.ask('GET /crates').json).toEqual([]);
    expect(mock.ask(`GET /crates/${id}`).status).toBe(404);
    expect(mock.ask('DELETE /crates')).toEqual({ status: 200, json: 0 });
  });
});

describe('contractsOfOpenApi, of ids that are texts in paths and numbers in items', () => {
  it.each([
    ['id', 'moorId'],
    ['moor_id', 'moorId'],
    ['Id', 'moor_id'],
  ])('takes {%s} for "%s"', (name, member) => {
    const item = {
      type: 'object',
      properties: { [member]: { type: 'integer' }, label: { type: 'string' } },
    };
    const mock = mockOf({
      '/moors': { get: operation(200, listOf(item)), post: operation(201, item, item) },
      [`/moors/{${name}}`]: at(name, { get: operation(200, item), delete: gone }),
    });
    const { json: made } = mock.ask('POST /moors', { label: 'a' });
    const { [member]: id } = made as JsonObject;
    expect(id).toEqual(expect.any(Number));
    expect(mock.ask(`GET /moors/${String(id)}`).json).toEqual(made);
    expect(mock.send(`DELETE /moors/${String(id)}`).status).toBeLessThan(300);
  });
});

describe('contractsOfOpenApi, of ids that bodies have', () => {
  it.each([
    ['kind', 'mark_kind'],
    ['code', 'code'],
    ['username', 'username'],
    ['permission', 'permissionKey'],
  ])('keeps "%s" of a creation if the path names it {%s}', (member, name) => {
    const item = {
      type: 'object',
      properties: { [member]: { type: 'string' }, n: { type: 'integer' } },
    };
    const mock = mockOf({
      '/marks': { get: operation(200, listOf(item)), post: operation(201, item, item) },
      [`/marks/{${name}}`]: at(name, { get: operation(200, item), delete: gone }),
    });
    expect(mock.ask('POST /marks', { [member]: 'blue', n: 1 }).json).toEqual({
      [member]: 'blue',
      n: 1,
    });
    expect(mock.ask('GET /marks/blue').json).toEqual({ [member]: 'blue', n: 1 });
    expect(mock.ask('POST /marks', { [member]: 'blue', n: 1 }).status).toBe(409);
  });

  it.each([['slug'], ['id']])('lets the service make "%s"', (member) => {
    const item = {
      type: 'object',
      properties: { [member]: { type: 'string' }, title: { type: 'string' } },
    };
    const mock = mockOf({
      '/marks': { get: operation(200, listOf(item)), post: operation(201, item, item) },
      [`/marks/{${member}}`]: at(member, { get: operation(200, item) }),
    });
    expect(mock.ask('POST /marks', { [member]: 'blue', title: 'a b' }).json).not.toMatchObject({
      [member]: 'blue',
    });
  });
});

describe('contractsOfOpenApi, of ids that paths and creations tell of', () => {
  const mock = mockOf({
    '/flags': {
      get: operation(200, listOf(things('id_', 'text'))),
      post: operation(
        200,
        { type: 'object', properties: { flagID: { type: 'string' } } },
        things('text'),
      ),
    },
    '/flag/{flagID}': at(
      'flagID',
      {
        get: operation(200, {
          type: 'object',
          properties: { id: { type: 'string' }, text: { type: 'string' } },
        }),
        delete: gone,
      },
      { type: 'string', format: 'uuid' },
    ),
  });

  it('makes ids of the form that the path declares, and tells them under each name', () => {
    const made = mock.ask('POST /flags', { text: 'a' }).json as { flagID: string };
    expect(made.flagID).toMatch(/^[0-9a-f]{8}-/);
    expect(mock.ask(`GET /flag/${made.flagID}`).json).toMatchObject({ id: made.flagID, text: 'a' });
  });
});

describe('contractsOfOpenApi, of creations below an owner of items that a flat collection has', () => {
  it('creates rows of the flat collection, with the id of the owner', () => {
    const mock = mockOf(
      {
        '/yards': {
          get: operation(200, listOf(ref('Yard'))),
          post: operation(201, ref('Yard'), things('name')),
        },
        '/yards/{id}': at('id', { get: operation(200, ref('Yard')) }, { type: 'integer' }),
        '/yards/{id}/cranes': at(
          'id',
          { post: operation(201, ref('Crane'), things('name')) },
          { type: 'integer' },
        ),
        '/cranes': { get: operation(200, listOf(ref('Crane'))) },
        '/cranes/{id}': at(
          'id',
          { get: operation(200, ref('Crane')), delete: gone },
          { type: 'integer' },
        ),
      },
      { Yard: things('id', 'name'), Crane: things('id', 'name', 'yardId') },
    );
    expect(mock.taken['POST /yards/{id}/cranes']).toMatch(/^create of /);
    const yard = mock.ask('POST /yards', { name: 'a' }).json as { id: number };
    const made = mock.ask(`POST /yards/${yard.id}/cranes`, { name: 'b' });
    expect(made).toMatchObject({ status: 201, json: { name: 'b', yardId: yard.id } });
    const { id } = made.json as { id: number };
    expect(mock.ask(`GET /cranes/${id}`).json).toEqual(made.json);
    expect(mock.ask('GET /cranes').json).toContainEqual(made.json);
    expect(mock.ask('POST /yards/9999/cranes', { name: 'b' }).status).toBe(404);
  });
});

describe('contractsOfOpenApi, of lists of names', () => {
  it('lists the ids of what is created at the path of the item', () => {
    const mock = mockOf({
      '/topics': { get: operation(200, listOf({ type: 'string' })) },
      '/topics/{name}': at('name', {
        get: operation(200, things('name', 'size')),
        put: operation(201, things('name', 'size'), things('size')),
        delete: gone,
      }),
    });
    expect(mock.why['GET /topics']).toBe(
      'it answers a list of values like "name": the ids of the items',
    );
    expect(mock.ask('GET /topics').json).toEqual([]);
    for (const name of ['red', 'blue']) mock.ask(`PUT /topics/${name}`, { size: 'x' });
    expect(mock.ask('GET /topics').json).toEqual(['red', 'blue']);
    mock.ask('DELETE /topics/red');
    expect(mock.ask('GET /topics').json).toEqual(['blue']);
  });

  it('takes no list of other values for one', () => {
    const mock = mockOf({
      '/topics': { get: operation(200, listOf({ type: 'boolean' })) },
      '/topics/{name}': at('name', {
        get: operation(200, things('name')),
        put: operation(201, things('name'), things('name')),
      }),
    });
    expect(mock.why['GET /topics']).not.toContain('the ids of the items');
    expect(mock.ask('PUT /topics/red', { name: 'red' }).status).toBe(201);
    expect(mock.ask('GET /topics').json).toContainEqual(expect.any(Boolean));
    expect(JSON.stringify(mock.ask('GET /topics').json)).not.toContain('red');
  });

  it('keeps a name that no path has, as it was sent', () => {
    const item = things('username', 'role');
    const mock = mockOf({
      '/staff': { get: operation(200, listOf(item)), post: operation(201, item, item) },
    });
    mock.ask('POST /staff', { username: 'ada', role: 'x' });
    expect(mock.ask('GET /staff').json).toEqual([{ username: 'ada', role: 'x' }]);
  });
});

describe('contractsOfOpenApi, of lists that nothing else reads or changes', () => {
  const listing = (schema: Json): JsonObject => ({ get: operation(200, listOf(schema)) });

  it('keeps rows of things with an id, and of what is named by a path in the plural', () => {
    const mock = mockOf(
      {
        '/doctors': listing(things('id', 'town')),
        '/languages': listing(things('name', 'family')),
        '/halls/{hallId}/seats': at('hallId', listing(ref('Seat'))),
      },
      { Seat: things('id', 'row') },
    );
    expect(mock.taken).toEqual({
      'GET /doctors': 'list of doctors',
      'GET /languages': 'list of languages',
      'GET /halls/{hallId}/seats': 'list of seats',
    });
    expect(mock.why['GET /doctors']).toContain('it answers a list of things with the id "id"');
    expect(mock.why['GET /languages']).toContain('"name" names each');
    const [first] = mock.ask('GET /doctors').json as readonly Json[];
    expect(mock.rows).toMatchObject({ doctors: [first, {}] });
  });

  it('takes what is computed as no list of things, and what is asked for if it has an id', () => {
    const mock = mockOf({
      '/events/search': listing(things('id', 'title')),
      '/balances': listing(things('from', 'to', 'amount')),
    });
    expect(Object.values(mock.taken)).toEqual(['list of events', 'action']);
  });

  it('shows the rows of one resource in all lists of its schema', () => {
    const mock = mockOf(
      {
        '/bookings': {
          get: operation(200, listOf(ref('Booking'))),
          post: operation(201, ref('Booking'), things('day')),
        },
        '/admin/everything': listing(ref('Booking')),
        '/bookings/mine': listing(things('id', 'day', 'note')),
      },
      { Booking: things('id', 'day', 'room') },
    );
    expect(mock.taken['GET /admin/everything']).toBe('view of everything');
    expect(mock.taken['GET /bookings/mine']).toBe('view of mine');
    mock.ask('POST /bookings', { day: 'monday' });
    expect(mock.ask('GET /admin/everything').json).toEqual([{ id: 1, day: 'monday' }]);
    expect(mock.ask('GET /bookings/mine').json).toEqual([{ id: 1, day: 'monday' }]);
  });
});

describe('contractsOfOpenApi, of lists of which little is said', () => {
  it.each<[string, Json]>([
    ['no items', { type: 'array' }],
    ['items of any kind', { type: 'array', items: {} }],
  ])('lists the items of the collection in an array with %s', (_, list) => {
    const mock = mockOf({
      '/crates': {
        get: operation(200, list),
        post: operation(201, things('id', 'colour'), things('colour')),
      },
      '/crates/{id}': at(
        'id',
        { get: operation(200, things('id', 'colour')) },
        { type: 'integer' },
      ),
    });
    expect(mock.taken['GET /crates']).toBe('list of crates');
    mock.ask('POST /crates', { colour: 'red' });
    expect(mock.ask('GET /crates').json).toEqual([{ id: 1, colour: 'red' }]);
  });

  it('finds it beside the number of pages, and in a schema that a refusal has by mistake', () => {
    const page = {
      type: 'object',
      properties: { notes: listOf(things('id', 'text')), pages: { type: 'integer' } },
    };
    const mock = mockOf(
      {
        '/notes': {
          get: {
            responses: {
              200: { content: { 'application/json': { schema: ref('Page') } } },
              400: { content: { 'application/json': { schema: ref('Page') } } },
            },
          },
          post: operation(201, things('id', 'text'), things('text')),
        },
      },
      { Page: page },
    );
    expect(mock.taken['GET /notes']).toBe('list of notes');
    mock.ask('POST /notes', { text: 'x' });
    expect(mock.ask('GET /notes').json).toMatchObject({ notes: [{ id: 1, text: 'x' }] });
  });

  it('assumes what GET and POST answer at a path in the plural', () => {
    const mock = mockOf({
      '/users/{user_id}/visits': at('user_id', {
        get: { responses: { 200: { description: 'visits' } } },
        post: {
          requestBody: { content: { 'application/json': { schema: things('town', 'day') } } },
          responses: { 201: { description: 'made' } },
        },
      }),
      '/visits/{id}': at('id', { delete: { responses: { 200: { description: 'gone' } } } }),
    });
    expect(mock.taken).toEqual({
      'GET /users/{user_id}/visits': 'list of visits',
      'POST /users/{user_id}/visits': 'create of visits',
      'DELETE /visits/{id}': 'remove of visits-2',
    });
  });
});

describe('contractsOfOpenApi, of creations of several items alone', () => {
  const fee = things('id', 'amount');
  const many = operation(201, listOf(ref('Fee')), listOf(things('amount')));

  it('creates them, and lists or reads them', () => {
    const mock = mockOf(
      {
        '/fees': { get: operation(200, listOf(ref('Fee'))), post: many },
        '/dues': { post: operation(201, listOf(ref('Due')), listOf(things('amount', 'label'))) },
        '/dues/{id}': at('id', { get: operation(200, ref('Due')) }, { type: 'integer' }),
      },
      { Fee: fee, Due: things('id', 'amount', 'label') },
    );
    expect(mock.taken).toEqual({
      'GET /fees': 'list of fees',
      'POST /fees': 'createMany of fees',
      'POST /dues': 'createMany of dues',
      'GET /dues/{id}': 'read of dues',
    });
    const made = mock.ask('POST /fees', [{ amount: 'a' }, { amount: 'b' }]).json;
    expect(made).toMatchObject([{ amount: 'a' }, { amount: 'b' }]);
    const listed = mock.ask('GET /fees').json as readonly JsonObject[];
    expect(listed.map(({ amount }) => amount)).toEqual(expect.arrayContaining(['a', 'b']));
    expect(mock.ask('POST /fees', [{ amount: 'a' }, { amount: 7 }]).status).toBe(422);
    const [due] = mock.ask('POST /dues', [{ amount: 'a', label: 'x' }])
      .json as readonly JsonObject[];
    expect(mock.ask(`GET /dues/${due?.['id']}`).json).toEqual(due);
  });

  it('takes POST that answers the list of GET for a question, if it takes no item', () => {
    const found = listOf(things('time', 'value'));
    const mock = mockOf({
      '/points': {
        get: operation(200, found),
        post: operation(200, found, things('box', 'filter')),
      },
    });
    expect(mock.taken['POST /points']).toBe('action');
    const before = mock.ask('GET /points').json;
    expect(before).toContainEqual({ time: expect.any(String), value: expect.any(String) });
    expect(mock.ask('POST /points', { box: 'a', filter: 'b' }).status).toBe(200);
    expect(mock.ask('GET /points').json).toEqual(before);
  });
});

describe('contractsOfOpenApi, of a creation that answers the item beside other things', () => {
  it('creates it, whatever the member is called', () => {
    const answer = {
      type: 'object',
      properties: { mensagem: { type: 'string' }, novo: ref('Carta') },
    };
    const mock = mockOf(
      {
        '/cartas': {
          get: operation(200, listOf(ref('Carta'))),
          post: operation(201, answer, things('titulo')),
        },
        '/cartas/{id}': at('id', { get: operation(200, ref('Carta')) }, { type: 'integer' }),
      },
      { Carta: things('id', 'titulo') },
    );
    expect(mock.taken['POST /cartas']).toBe('create of cartas');
    mock.ask('POST /cartas', { titulo: 'zzq' });
    expect(mock.ask('GET /cartas').json).toEqual([{ id: 1, titulo: 'zzq' }]);
  });
});

describe('contractsOfOpenApi, of a Swagger document with a body parameter for each member', () => {
  it('takes them for the members of one body', () => {
    const field = (name: string, required: boolean): Json => ({
      name,
      in: 'body',
      required,
      schema: { type: 'string' },
    });
    const mock = openApiMock({
      swagger: '2.0',
      paths: {
        '/tags': {
          get: { responses: { 200: { schema: listOf({ $ref: '#/definitions/Tag' }) } } },
          post: {
            parameters: [field('name', true), field('state', false)],
            responses: { 200: {} },
          },
        },
        '/tags/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, type: 'integer' }],
          delete: { responses: { 200: {} } },
        },
      },
      definitions: { Tag: things('id', 'name', 'state') },
    });
    expect(mock.taken['POST /tags']).toBe('create of tags');
    expect(mock.ask('POST /tags', { state: 'x' }).status).toBe(422);
    mock.ask('POST /tags', { name: 'zzq' });
    expect(mock.ask('GET /tags').json).toEqual([{ id: 1, name: 'zzq' }]);
  });
});
