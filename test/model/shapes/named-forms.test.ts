// JSON:API and HAL by name: what the mock takes and answers.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { defaultProfile } from '../../../src/contract/choices.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { openApiDocument } from '../../../src/model/openapi/openapi.ts';
import { createWorld, type Project, projectFrom, type World } from '../../support/users.ts';

const text = { type: 'string', minLength: 1 };
const schemas = {
  keeper: {
    type: 'object',
    required: ['id', 'name'],
    properties: { id: { type: 'integer' }, name: text },
  },
  lighthouse: {
    type: 'object',
    required: ['id', 'name'],
    properties: {
      id: { type: 'integer', readOnly: true },
      name: text,
      height: { type: 'number' },
      keeperId: { type: ['integer', 'null'], 'x-ref': 'keepers' },
      pastIds: { type: 'array', items: { type: 'integer', 'x-ref': 'keepers' } },
    },
  },
  'lighthouse-new': {
    type: 'object',
    required: ['name'],
    properties: {
      name: text,
      height: { type: 'number' },
      keeperId: { type: ['integer', 'null'] },
      pastIds: { type: 'array' },
    },
  },
  lighthouses: { type: 'array', items: { $ref: 'lighthouse.json' } },
};
const rows = {
  keepers: [{ id: 9, name: 'Ida' }],
  lighthouses: [
    { id: 1, name: 'Bell Rock', height: 35, keeperId: 9, pastIds: [9] },
    { id: 2, name: 'Skerryvore', keeperId: null },
    { id: 3, name: 'Eddystone' },
  ],
};

function lightsProject(envelope: string): Project {
  const keepers: JsonObject = {
    resource: 'keepers',
    path: '/keepers',
    source: 'the log',
    item: 'keeper',
    operations: { list: { outcomes: {} } },
  };
  const contract: JsonObject = {
    resource: 'lighthouses',
    path: '/lighthouses',
    source: 'the log',
    envelope,
    item: 'lighthouse',
    list: { schema: 'lighthouses', pages: { page: 'page[number]', size: 'page[size]', usual: 2 } },
    operations: {
      list: { outcomes: { ok: { status: 200 } } },
      create: { body: 'lighthouse-new', outcomes: { ok: { status: 201, body: 'lighthouse' } } },
      read: { outcomes: { missing: { status: 410 } } },
      update: { body: 'lighthouse-new', outcomes: { ok: { body: 'lighthouse' } } },
      remove: { outcomes: { ok: { status: 204, body: null } } },
    },
  };
  return projectFrom([contract, keepers], schemas, rows);
}

function lights(envelope: string): World {
  return createWorld({ project: lightsProject(envelope), basePath: '/v1' });
}

const lighthouses = (envelope: string): Contract =>
  lightsProject(envelope).contracts[0] as Contract;

const host = { headers: { host: 'sea.test' } };
const at = 'http://sea.test/v1/lighthouses';

describe('a mock whose contract says json:api', () => {
  const bellRock = {
    type: 'lighthouses',
    id: '1',
    attributes: { name: 'Bell Rock', height: 35 },
    relationships: {
      keeper: { data: { type: 'keepers', id: '9' } },
      past: { data: [{ type: 'keepers', id: '9' }] },
    },
    links: { self: `${at}/1` },
  };

  it('answers with resource objects, and relationships by the references', () => {
    const { json, headers } = lights('json:api').ask('GET /v1/lighthouses/1', host);
    expect(json).toEqual({ data: bellRock });
    expect(headers['content-type']).toBe('application/vnd.api+json');
  });

  it('answers with a list that leads to the next page', () => {
    const { json } = lights('json:api').ask('GET /v1/lighthouses', host);
    const data = [
      bellRock,
      {
        type: 'lighthouses',
        id: '2',
        attributes: { name: 'Skerryvore' },
        relationships: { keeper: { data: null } },
        links: { self: `${at}/2` },
      },
    ];
    expect(json).toEqual({
      data,
      links: {
        self: at,
        first: `${at}?page%5Bnumber%5D=1`,
        prev: null,
        next: `${at}?page%5Bnumber%5D=2`,
        last: `${at}?page%5Bnumber%5D=2`,
      },
    });
  });

  const send = (data: Json): { json: Json; type: string; headers: { host: string } } => ({
    json: { data },
    type: 'application/vnd.api+json',
    ...host,
  });

  it('takes resource objects', () => {
    const world = lights('json:api');
    const relationships = { keeper: { data: { type: 'keepers', id: '9' } } };
    const created = world.ask(
      'POST /v1/lighthouses',
      send({ type: 'lighthouses', attributes: { name: 'Muckle' }, relationships }),
    );
    expect([created.status, created.json]).toEqual([
      201,
      {
        data: {
          type: 'lighthouses',
          id: '4',
          attributes: { name: 'Muckle' },
          relationships,
          links: { self: `${at}/4` },
        },
      },
    ]);
    expect(world.state.collection('lighthouses').find('4')?.value).toEqual({
      id: 4,
      name: 'Muckle',
      keeperId: 9,
    });
    const changed = world.ask(
      'PATCH /v1/lighthouses/4',
      send({ type: 'lighthouses', id: '4', attributes: { height: 7 } }),
    );
    expect(changed.json).toMatchObject({
      data: { id: '4', attributes: { name: 'Muckle', height: 7 } },
    });
  });

  it.each<[string, JsonObject, string]>([
    ['POST /v1/lighthouses', { type: 'keepers' }, '"keepers"'],
    ['POST /v1/lighthouses', {}, 'missing'],
    ['PATCH /v1/lighthouses/1', { type: 'ships', id: '1' }, '"ships"'],
  ])('refuses %s of another type: %j', (request, wrong, given) => {
    const world = lights('json:api');
    const { status, json } = world.ask(request, send({ ...wrong, attributes: { name: 'New' } }));
    const detail = `/data/type is ${given}, and the items here have "lighthouses"`;
    expect([status, json]).toEqual([
      409,
      { errors: [expect.objectContaining({ status: '409', detail })] },
    ]);
    expect(JSON.stringify(world.state.collection('lighthouses').find('1'))).not.toContain('New');
    expect(world.state.collection('lighthouses').size).toBe(3);
  });

  it('refuses as the standard shows', () => {
    const { status, json, headers } = lights('json:api').ask(
      'POST /v1/lighthouses',
      send({ type: 'lighthouses', attributes: { name: 7 } }),
    );
    expect(status).toBe(422);
    expect(headers['content-type']).toBe('application/vnd.api+json');
    const detail = 'the body is invalid: /data/attributes/name must be a string, is a number';
    expect(json).toEqual({ errors: [{ status: '422', title: 'invalid', detail }] });
  });
});

describe('a refusal that a contract with json:api names', () => {
  it('has the form of the standard', () => {
    const { status, json } = lights('json:api').ask('GET /v1/lighthouses/99');
    expect(status).toBe(410);
    expect(json).toMatchObject({ errors: [{ status: '410', title: 'missing' }] });
  });
});

describe('openApiDocument, of json:api', () => {
  it('has the bodies and the media type of the form', () => {
    const { paths } = openApiDocument({
      contracts: [lighthouses('json:api')],
      schemas: lightsProject('json:api').schemas,
      choose: (key) => defaultProfile[key],
      server: '/',
      version: '1',
    }) as { paths: Record<string, Record<string, { responses: JsonObject; requestBody: Json }>> };
    const form = (place: string): JsonObject => ({
      content: {
        'application/vnd.api+json': {
          schema: { $ref: `#/components/schemas/lighthouses.${place}` },
        },
      },
    });
    const { get, post } = paths['/lighthouses'] ?? {};
    expect(get?.responses['200']).toMatchObject(form('list-on-the-wire'));
    expect(post?.requestBody).toEqual({ required: true, ...form('body-on-the-wire') });
    expect(post?.responses['422']).toMatchObject(form('errors'));
    expect(post?.responses['201']).toMatchObject(form('item-on-the-wire'));
  });
});

describe('openApiDocument, of the members of items in a named form', () => {
  const schemasOf = (envelope: string): Record<string, JsonObject> => {
    const { components } = openApiDocument({
      contracts: [lighthouses(envelope)],
      schemas: lightsProject(envelope).schemas,
      choose: (key) => defaultProfile[key],
      server: '/',
      version: '1',
    }) as { components: { schemas: Record<string, JsonObject> } };
    return components.schemas;
  };
  const shown = {
    type: 'object',
    required: ['name'],
    properties: { name: text, height: { type: 'number' } },
  };

  it('has the attributes of JSON:API, without the id and the relationships', () => {
    const all = schemasOf('json:api');
    const item = { properties: { attributes: shown, relationships: expect.anything() } };
    expect(all['lighthouses.item-on-the-wire']).toMatchObject({ properties: { data: item } });
    expect(all['lighthouses.body-on-the-wire']).toMatchObject({ properties: { data: item } });
    expect(all['lighthouses.list-on-the-wire']).toMatchObject({
      properties: { data: { items: item } },
    });
  });

  it('has the members beside the links of HAL', () => {
    const all = schemasOf('hal');
    const item = { allOf: [{ $ref: '#/components/schemas/lighthouse' }, { required: ['_links'] }] };
    expect(all['lighthouses.item-on-the-wire']).toMatchObject(item);
    expect(all['lighthouses.list-on-the-wire']).toMatchObject({
      properties: { _embedded: { properties: { lighthouses: { items: item } } } },
    });
    expect(Object.keys(all)).toContain('lighthouse');
  });
});

describe('a mock whose contract says hal', () => {
  it('answers with links to each item and to pages', () => {
    const { json, headers } = lights('hal').ask('GET /v1/lighthouses?page[number]=2', host);
    expect(headers['content-type']).toBe('application/hal+json');
    expect(json).toEqual({
      _embedded: {
        lighthouses: [{ _links: { self: { href: `${at}/3` } }, id: 3, name: 'Eddystone' }],
      },
      _links: {
        self: { href: `${at}?page[number]=2` },
        first: { href: `${at}?page%5Bnumber%5D=1` },
        prev: { href: `${at}?page%5Bnumber%5D=1` },
        last: { href: `${at}?page%5Bnumber%5D=2` },
      },
    });
  });

  it('takes plain items, and answers with their address', () => {
    const world = lights('hal');
    const { status, json } = world.ask('POST /v1/lighthouses', {
      json: { name: 'Muckle' },
      ...host,
    });
    expect([status, json]).toEqual([
      201,
      { _links: { self: { href: `${at}/4` } }, id: 4, name: 'Muckle' },
    ]);
  });
});

describe('a single item in a named form', () => {
  it('has the address of its path', () => {
    const contract: JsonObject = {
      resource: 'office',
      path: '/office',
      source: 'the log',
      envelope: 'hal',
      one: true,
      item: 'office',
      operations: { read: { outcomes: {} } },
    };
    const office = { type: 'object', properties: { name: text } };
    const project = projectFrom(
      [contract],
      { office },
      { office: [{ id: 'office', name: 'Main' }] },
    );
    const { json } = createWorld({ project }).ask('GET /office', host);
    expect(json).toEqual({ _links: { self: { href: 'http://sea.test/office' } }, name: 'Main' });
  });
});
