// What real documents hold: none of it costs more than the operation that it is in.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const pet = things('id', 'name');
const pets = {
  '/pets': {
    get: operation(200, listOf(ref('Pet'))),
    post: operation(201, ref('Pet'), ref('Pet')),
  },
  '/pets/{petId}': { get: operation(200, ref('Pet')), delete: { responses: { 204: {} } } },
};
const document = (paths: object, schemas: object = {}): Json =>
  ({
    openapi: '3.1.0',
    paths,
    components: { schemas: { Pet: pet, ...schemas } },
  }) as unknown as Json;

describe('contractsOfOpenApi', () => {
  it('leaves out a body of GET', () => {
    const read = operation(200, things('id'), { ...(pet as object), required: ['name'] });
    const { ask, notes } = openApiMock(document({ '/status': { get: read } }));
    expect(ask('GET /status')).toMatchObject({ status: 200, json: { id: expect.any(Number) } });
    expect(notes).toEqual([
      '/paths/~1status/get/requestBody: a body of GET has no meaning; it is left out',
    ]);
  });

  it('leaves data alone: a reference inside an example is none', () => {
    const example = { id: 7, name: 'x', $ref: '#/nowhere' };
    const answer = { content: { 'application/json': { schema: ref('Pet'), example } } };
    const { rows, notes, ask } = openApiMock(
      document({ ...pets, '/pets/{petId}': { get: { responses: { 200: answer } } } }),
    );
    expect(notes).toEqual([]);
    expect(rows).toEqual({ pets: [example] });
    expect(ask('GET /pets/7').json).toEqual(example);
  });

  it('follows references in place of contents and media types', () => {
    const read = { get: { responses: { 200: { content: { $ref: '#/x-contents' } } } } };
    const { ask, notes } = openApiMock({
      ...(document({ ...pets, '/pets/{petId}': read }) as JsonObject),
      'x-contents': { 'application/json': { $ref: '#/x-media' } },
      'x-media': { schema: ref('Pet') as JsonObject },
    });
    expect(notes).toEqual([]);
    const made = ask('POST /pets', { name: 'x' }).json as { readonly id: number };
    expect(ask(`GET /pets/${made.id}`).json).toEqual(made);
  });

  it('takes no POST of a list for a creation, such as one that links items', () => {
    const links = { type: 'object', properties: { data: listOf(ref('Link')), meta: things('at') } };
    const path = '/pets/{petId}/relationships/friends';
    const { taken, why, ask } = openApiMock(
      document(
        {
          ...pets,
          [path]: {
            get: operation(200, links as unknown as Json),
            post: operation(204, null, links as unknown as Json),
          },
        },
        { Link: { ...(things('type', 'id', 'meta') as object), required: ['type', 'id'] } },
      ),
    );
    expect(taken[`POST ${path}`]).toBe('action');
    expect(why[`POST ${path}`]).toBe('its body is a list of items, not one');
    const { id } = ask('POST /pets', { name: 'x' }).json as { readonly id: number };
    const linked = { data: [{ type: 'pets', id: 2 }] };
    expect(ask(`POST /pets/${id}/relationships/friends`, linked).status).toBe(204);
  });

  it('takes no POST that answers the item above for a creation', () => {
    const path = '/pets/{petId}/toys';
    const link = operation(200, ref('Pet'), things('toyIds', 'by'));
    const children = { post: operation(201, ref('Pet'), ref('Pet')) };
    const { ask, taken } = openApiMock(
      document({
        ...pets,
        [path]: { post: link },
        [`${path}/{toyId}`]: { delete: { responses: { 204: {} } } },
        '/pets/{petId}/kittens': children,
        '/pets/{petId}/kittens/{kittenId}': { delete: { responses: { 204: {} } } },
      }),
    );
    expect(taken[`POST ${path}`]).toBe('action');
    const { id } = ask('POST /pets', { name: 'zzq' }).json as { readonly id: number };
    const linked = ask(`POST /pets/${id}/toys`, { toyIds: 'a', by: 'b' });
    expect(linked).toEqual({
      status: 200,
      json: { id: expect.any(Number), name: expect.any(String) },
    });
    for (const toy of [1, 77]) expect(ask(`DELETE /pets/${id}/toys/${toy}`).status).toBe(204);
    expect(taken['POST /pets/{petId}/kittens']).toBe('create of kittens');
  });

  it('checks parameters whatever characters their names have', () => {
    const limits = ['made_at:max', 'made_at:min', 'page[size]'].map((name, maximum) => ({
      name,
      in: 'query',
      schema: { type: 'integer', maximum },
    }));
    const list = { ...(pets['/pets'].get as object), parameters: limits };
    const { ask } = openApiMock(document({ ...pets, '/pets': { ...pets['/pets'], get: list } }));
    expect(ask('GET /pets?made_at:max=1').status).toBe(400);
    expect(ask('GET /pets?made_at:min=1').status).toBe(200);
  });

  it.each<[string, object, string]>([
    [
      'parameters that are no list',
      { parameters: 7 },
      '/paths/~1status/get/parameters: this is no list; it is left out',
    ],
    [
      'answers that are no object',
      { responses: 'none' },
      '/paths/~1status/get/responses: this is no object; the operation counts as one without answers',
    ],
    [
      'a parameter that leads nowhere',
      { parameters: [{ $ref: '#/components/parameters/gone' }] },
      '/paths/~1status/get/parameters/0: this parameter leads nowhere; it is left out',
    ],
    [
      'an answer that leads nowhere',
      { responses: { 200: { $ref: 'https://example.com/answers.json' } } },
      '/paths/~1status/get/responses/200: this answer leads nowhere; it counts as one without a body',
    ],
    [
      'a pattern that is prose',
      operation(200, { type: 'string', pattern: 'between (1 and 3' }) as object,
      '/paths/~1status/get/responses/200/content/application~1json/schema/pattern: "between (1 and 3" is no pattern',
    ],
    [
      'an unknown format',
      operation(200, { type: 'string', format: 'iso-country-code' }) as object,
      '/paths/~1status/get/responses/200/content/application~1json/schema/format: the format "iso-country-code" is not checked',
    ],
    [
      'a schema that leads nowhere',
      operation(200, { $ref: '#/components/schemas/Gone' }) as object,
      '/paths/~1status/get/responses/200/content/application~1json/schema/$ref: the reference #/components/schemas/Gone leads nowhere; it is left out',
    ],
    [
      'an unknown type',
      operation(200, { type: 'money' }) as object,
      '/paths/~1status/get/responses/200/content/application~1json/schema/type: the type "money" is not read',
    ],
    [
      'a keyword of the wrong type',
      operation(200, { minLength: 'long', properties: 3 }) as object,
      '/paths/~1status/get/responses/200/content/application~1json/schema/minLength: this is no value for "minLength", which is not read',
    ],
    [
      'a schema that refers to itself without end',
      operation(200, {
        allOf: [{ $ref: '#/paths/~1status/get/responses/200/content/application~1json/schema' }],
      }) as object,
      '/paths/~1status/get/responses/200/content/application~1json/schema: this schema refers to itself without end; it is read as if it admitted anything',
    ],
  ])('notes %s, and answers everything else', (_, get, note) => {
    const mock = openApiMock(document({ ...pets, '/status': { get } }));
    expect(mock.faults).toEqual([]);
    expect(mock.notes).toContain(note);
    expect(mock.ask('GET /status').status).toBe(200);
    expect(mock.ask('POST /pets', { name: 'Rex' }).status).toBe(201);
  });

  it('reads what can be checked of a query parameter, and no more', () => {
    const schema = { type: 'string', enum: [], minimum: true, exclusiveMinimum: true };
    const page = { type: 'integer', minimum: 1, multipleOf: 0 };
    const list = { ...(operation(200, listOf(ref('Pet'))) as object) };
    const parameters = Object.entries({ colour: schema, page }).map(([name, one]) => ({
      name,
      in: 'query',
      schema: one,
    }));
    const mock = openApiMock(
      document({ ...pets, '/pets': { ...pets['/pets'], get: { ...list, parameters } } }),
    );
    expect(mock.faults).toEqual([]);
    expect(mock.ask('GET /pets?colour=red&page=2').status).toBe(200);
    expect(mock.ask('GET /pets?page=0').status).toBe(400);
    expect(mock.ask('GET /pets?page=two').status).toBe(400);
  });

  it('keeps circles as references', () => {
    const node = {
      type: 'object',
      properties: { id: { type: 'integer' }, next: ref('Node'), all: listOf(ref('Node')) },
    };
    const mock = openApiMock(
      document(
        {
          '/nodes': {
            get: operation(200, listOf(ref('Node'))),
            post: operation(201, ref('Node'), ref('Node')),
          },
          '/loop': { get: operation(200, ref('Loop')) },
        },
        { Node: node, Loop: ref('Loop') },
      ),
    );
    expect(mock.ask('POST /nodes', { next: { id: 3, next: {} } }).status).toBe(201);
    expect(mock.ask('POST /nodes', { next: { id: 'x' } }).status).toBe(422);
    expect(mock.ask('GET /loop').status).toBe(200);
  });

  it('leaves out examples that do not fit', () => {
    const odd = {
      type: 'object',
      required: ['at'],
      properties: { at: { type: 'string', format: 'date', example: 'soon' } },
    };
    const mock = openApiMock(document({ '/odd': { get: operation(200, odd) } }));
    expect(mock.notes).toEqual([
      '/paths/~1odd/get/responses/200/content/application~1json/schema: an example in this schema does not fit it, and is not used',
    ]);
    expect(mock.ask('GET /odd').json).toEqual({ at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
  });

  it('prefers a literal path to an item, and reads other ways to write parameters', () => {
    const mock = openApiMock(
      document({
        ...pets,
        '/pets/count': { get: operation(200, { type: 'integer' }) },
        '/owners/:id/': { get: operation(200, things('id', 'name')) },
        '/files/{name}.json': { get: operation(200, things('text')) },
        '/pets/{petId}:feed': { post: operation(200, things('state')) },
      }),
    );
    expect(mock.faults).toEqual([]);
    expect(typeof mock.ask('GET /pets/count').json).toBe('number');
    expect(mock.taken).toMatchObject({ 'GET /owners/{id}/': 'read of owners' });
    expect(mock.ask('GET /files/a.json').json).toHaveProperty('text');
    mock.ask('POST /pets', { name: 'Rex' });
    expect(mock.ask('POST /pets/1:feed').status).toBe(200);
    expect(mock.ask('POST /pets/2:feed').status).toBe(404);
  });

  it('does not take a list below a parameter for an item', () => {
    const mock = openApiMock(
      document({ ...pets, '/search/{text}': { get: operation(200, listOf(ref('Pet'))) } }),
    );
    expect(mock.taken).toMatchObject({ 'GET /search/{text}': 'action' });
    expect(mock.ask('GET /search/x').json).toBeInstanceOf(Array);
  });

  it('says which operations it does not answer', () => {
    const mock = openApiMock(
      document({
        '/pets': { trace: {}, head: {}, get: 3 },
        '/gone': { $ref: '#/nowhere' },
        'x-note': {},
      }),
    );
    expect(mock.taken).toEqual({
      'TRACE /pets': 'unanswered',
      'HEAD /pets': 'unanswered',
      'GET /pets': 'unanswered',
    });
    expect(mock.notes).toEqual([
      '/paths/~1gone: this path leads nowhere; its operations are left out',
    ]);
  });

  it('answers what declares no success without a body, and other media types in their form', () => {
    const csv = { responses: { 200: { content: { 'text/csv': { schema: { type: 'string' } } } } } };
    const hal = {
      responses: { 200: { content: { 'application/hal+json': { schema: things('a') } } } },
    };
    const mock = openApiMock(
      document({ '/none': { post: {} }, '/csv': { get: csv }, '/hal': { get: hal } }),
    );
    expect(mock.ask('POST /none')).toEqual({ status: 200, json: null });
    expect(mock.send('GET /csv')).toMatchObject({ status: 200, type: 'text/csv' });
    expect(mock.ask('GET /hal').json).toHaveProperty('a');
    expect(mock.contracts).toMatchObject([
      {
        actions: [
          {},
          {},
          { outcomes: { ok: { headers: { 'content-type': 'application/hal+json' } } } },
        ],
      },
    ]);
  });

  it('takes the answer of `default` for a success where there is no other, and the usual of several', () => {
    const answer = (schema: Json) => ({ content: { 'application/json': { schema } } });
    const mock = openApiMock(
      document({
        ...pets,
        '/default': { get: { responses: { default: answer(things('a')) } } },
        '/several': { post: { responses: { 202: answer(things('a')), 201: answer(things('b')) } } },
        '/range': { get: { responses: { 200: answer(things('a')), '2XX': {} } } },
        '/none': { get: { responses: { 302: {}, default: answer(things('a')) } } },
      }),
    );
    expect(mock.ask('GET /default')).toMatchObject({ status: 200, json: { a: expect.anything() } });
    expect(mock.ask('POST /several')).toMatchObject({
      status: 201,
      json: { b: expect.anything() },
    });
    expect(mock.ask('POST /several', undefined, { prefer: 'code=202' }).status).toBe(202);
    expect(mock.ask('GET /range').status).toBe(200);
    expect(JSON.stringify(mock.contracts)).toContain('"status":[201,202]');
    expect(mock.ask('GET /none').json).toBe(null);
  });

  it('demands no member that only answers have, and shows none that only requests have', () => {
    const user = {
      type: 'object',
      required: ['id', 'name', 'password', 'home'],
      properties: {
        id: { type: 'integer', readOnly: true },
        name: { type: 'string' },
        password: { type: 'string', writeOnly: true },
        home: ref('Home'),
      },
    };
    const home = {
      type: 'object',
      required: ['street', 'verified'],
      properties: { street: { type: 'string' }, verified: { type: 'boolean', readOnly: true } },
    };
    const mock = openApiMock(
      document(
        {
          '/users': { post: operation(201, ref('User'), ref('User')) },
          '/users/{id}': { get: operation(200, ref('User')) },
        },
        { User: user, Home: home },
      ),
    );
    const sent = { name: 'Mara', password: 'x', home: { street: 'y' } };
    expect(mock.ask('POST /users', sent)).toEqual({
      status: 201,
      json: { id: 1, name: 'Mara', home: { street: 'y', verified: false } },
    });
    expect(mock.ask('POST /users', { name: 'Mara', home: {} }).status).toBe(422);
  });

  it('reads other files below the folder, and no others', () => {
    const main = {
      openapi: '3.1.0',
      paths: {
        '/pets': { $ref: 'paths/pets.yaml' },
        '/far': { get: operation(200, { $ref: '../far.yaml' }) },
      },
    };
    const files = {
      'paths/pets.yaml': {
        get: operation(200, listOf({ $ref: '../schemas.yaml#/Pet' })),
        post: operation(201, { $ref: '../schemas.yaml#/Pet' }, { $ref: '../schemas.yaml#/Pet' }),
      },
      'schemas.yaml': {
        Pet: {
          ...(pet as object),
          properties: { id: { type: 'integer' }, tag: { $ref: '#/Tag' } },
        },
        Tag: { type: 'string' },
      },
    } as unknown as Record<string, Json>;
    const mock = openApiMock(main, files);
    expect(mock.ask('POST /pets', { tag: 'a' })).toEqual({
      status: 201,
      json: { id: 1, tag: 'a' },
    });
    expect(mock.ask('POST /pets', { tag: 1 }).status).toBe(422);
    expect(mock.notes).toEqual([
      '/paths/~1far/get/responses/200/content/application~1json/schema/$ref: the reference ../far.yaml leads nowhere; it is left out',
    ]);
  });

  it('follows operations that are in files, and encodes what a path cannot hold', () => {
    const main = {
      openapi: '3.1.0',
      paths: { '/pets\u200e': { get: { $ref: 'list.yaml' }, put: { $ref: 'gone.yaml' } } },
    };
    const mock = openApiMock(main, { 'list.yaml': operation(200, listOf(pet)) });
    expect(mock.faults).toEqual([]);
    expect(mock.taken).toEqual({
      'GET /pets%E2%80%8E': 'list of pets%E2%80%8E',
      'PUT /pets\u200e': 'unanswered',
    });
    expect(mock.ask('GET /pets%E2%80%8E').json).toBeInstanceOf(Array);
  });

  it('notes an answer that has something else than the item', () => {
    const receipt = { type: 'object', properties: { name: { type: 'integer' } } } as const;
    const post = operation(201, receipt, ref('Pet'));
    const { notes } = openApiMock(document({ ...pets, '/pets': { ...pets['/pets'], post } }));
    expect(notes).toEqual([
      '/paths/~1pets/post: POST /pets declares an answer in which "name" has another type than in the items of pets: it is answered with a sample, and not compared with the item',
    ]);
  });

  it('requires no member that the schema forbids', () => {
    const room = {
      type: 'object',
      required: ['id', 'floor'],
      properties: { id: { type: 'string' } },
      additionalProperties: false,
    };
    const mock = openApiMock({
      openapi: '3.1.0',
      paths: {
        '/rooms': { get: operation(200, listOf(room)) },
        '/rooms/{id}': { get: operation(200, room) },
      },
    } as unknown as JsonObject);
    const [first] = mock.ask('GET /rooms').json as readonly JsonObject[];
    expect(first).toEqual({ id: 'rooms-1' });
    expect(mock.ask(`GET /rooms/${String(first?.['id'])}`)).toEqual({ status: 200, json: first });
    expect(mock.notes).toEqual([
      '/paths/~1rooms/get/responses/200/content/application~1json/schema/items/required: "floor" is required, and "additionalProperties" forbids it; it is not required (and at 1 other place)',
    ]);
  });

  it('takes anything for a document', () => {
    expect(openApiMock([]).contracts).toEqual([]);
    expect(openApiMock({ paths: { '/a': null } }).notes).toHaveLength(1);
  });
});

describe('contractsOfOpenApi, of braces in paths', () => {
  it('reads two for one, and leaves out the operations of others alone', () => {
    const get = operation(200, things('id', 'name'));
    const { taken, faults } = openApiMock({
      openapi: '3.0.0',
      paths: {
        '/kilns': { get: operation(200, listOf(things('id', 'name'))) },
        '/kilns/{{id}}': { get },
        '/kilns/{id/parts': { get },
        '/kilns/a}/parts': { get },
      },
    });
    expect(faults).toEqual([]);
    expect(taken).toEqual({
      'GET /kilns': 'list of kilns',
      'GET /kilns/{id}': 'read of kilns',
      'GET /kilns/{id/parts': 'unanswered',
      'GET /kilns/a}/parts': 'unanswered',
    });
  });
});

describe('contractsOfOpenApi, of a list in place of a schema', () => {
  it('reads it as tuples where that is what older versions meant, and else leaves it out', () => {
    const kiln: Json = {
      type: 'object',
      properties: {
        id: { type: 'integer' },
        sizes: { type: 'array', items: [{ type: 'number' }] },
      },
      additionalProperties: [null],
    };
    const { faults, notes } = openApiMock({
      openapi: '3.0.0',
      paths: { '/kilns/{id}': { get: operation(200, ref('Kiln')) } },
      components: { schemas: { Kiln: kiln } },
    });
    expect(faults).toEqual([]);
    expect(notes).toContain(
      '/components/schemas/Kiln/additionalProperties: this is no value for "additionalProperties", which is not read',
    );
  });
});
