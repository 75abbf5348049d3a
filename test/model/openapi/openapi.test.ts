// What the document says under which choices. That it is a sound one is for a linter and a proxy to
// say: `test/openapi.test.ts`.

import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../../src/base/json.ts';
import { defaultProfile, type Profile } from '../../../src/contract/choices.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { usualStyle } from '../../../src/contract/declared.ts';
import { openApiDocument } from '../../../src/model/openapi/openapi.ts';
import { library } from '../../support/library.ts';
import {
  type Project,
  projectOf,
  projectWith,
  usersProject,
  usersWith,
} from '../../support/users.ts';

const things = projectWith({ name: { type: 'string' } });
const contract = things.contracts[0] as Contract;

function documentOf(
  profile: Partial<Profile> = {},
  { contracts, schemas }: Project = things,
): JsonObject {
  const chosen: Profile = { ...defaultProfile, ...profile };
  return openApiDocument({
    contracts,
    schemas,
    choose: (key) => chosen[key],
    server: '/',
    version: '1',
  });
}

function thingsWith(change: Partial<Contract>): Project {
  return { ...things, contracts: [{ ...contract, ...change }] };
}

/** What stands at some steps; `undefined` where nothing does. */
function at(value: Json, ...steps: readonly string[]): Json | undefined {
  let found: Json | undefined = value;
  for (const step of steps) found = isObject(found) ? found[step] : undefined;
  return found;
}

function keysAt(value: Json, ...steps: readonly string[]): readonly string[] {
  return Object.keys((at(value, ...steps) ?? {}) as JsonObject);
}

const [COLLECTION, ITEM] = ['/things', '/things/{id}'];
const JSON_SCHEMA = ['content', 'application/json', 'schema'];
const THING = { $ref: '#/components/schemas/thing' };

describe('openApiDocument', () => {
  it('shows references as an extension', () => {
    const { components } = documentOf({}, library) as Record<string, Json>;
    expect(at(components ?? null, 'schemas', 'book', 'properties', 'authorId')).toEqual({
      type: 'integer',
      'x-ref': 'authors',
    });
  });

  it('has a path for the collection and one for an item, with their operations', () => {
    const document = documentOf();
    expect(keysAt(document, 'paths')).toEqual([COLLECTION, ITEM]);
    expect(keysAt(document, 'paths', COLLECTION)).toEqual(['get', 'head', 'post', 'options']);
    expect(keysAt(document, 'paths', ITEM).toSorted()).toEqual(
      ['parameters', 'get', 'head', 'put', 'patch', 'delete', 'options'].toSorted(),
    );
    expect(at(document, 'paths', COLLECTION, 'get')).toMatchObject({
      operationId: 'listThings',
      summary: 'list',
      description: 'Specification: test.',
      tags: ['things'],
      security: [],
    });
  });

  it('has no path of an item if no operation acts on one', () => {
    const { list, create } = contract.operations;
    const document = documentOf(
      {},
      thingsWith({ operations: { ...(list && { list }), ...(create && { create }) } }),
    );
    expect(keysAt(document, 'paths')).toEqual([COLLECTION]);
  });

  it('omits operations that the profile always refuses', () => {
    const document = documentOf({ 'access.writes': 'refuse' });
    expect(keysAt(document, 'paths', COLLECTION)).toEqual(['get', 'head', 'options']);
    expect(keysAt(document, 'paths', ITEM)).toEqual(['parameters', 'get', 'head', 'options']);
  });

  it.each<[string, JsonObject, string]>([
    ['the type that its schema has', { type: 'integer' }, 'integer'],
    ['text where its schema does not say', {}, 'string'],
  ])('describes the id as %s', (_, id, type) => {
    const document = documentOf({}, projectWith({ id }));
    expect(at(document, 'paths', ITEM, 'parameters')).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type } },
    ]);
  });

  it('lists for HEAD no body, and the statuses of GET', () => {
    const document = documentOf();
    const responses = (method: string): JsonObject =>
      at(document, 'paths', ITEM, method, 'responses') as JsonObject;
    expect(Object.keys(responses('head'))).toEqual(Object.keys(responses('get')));
    for (const response of Object.values(responses('head')))
      expect(Object.keys(response as JsonObject)).toEqual(['description']);
  });

  it('lists 304 only for reads, and only with entity tags', () => {
    const statuses = (profile: Partial<Profile>, method: string): readonly string[] =>
      keysAt(documentOf(profile), 'paths', ITEM, method, 'responses');
    expect(statuses({ 'cache.validator': 'etag' }, 'get')).toContain('304');
    expect(statuses({ 'cache.validator': 'etag' }, 'put')).not.toContain('304');
    expect(statuses({ 'cache.validator': 'none' }, 'get')).not.toContain('304');
  });

  it('lists each status for a missing id: unknown, malformed, removed', () => {
    const profile = { 'missing.status': 404, 'id.malformed': 400, 'removed.status': 410 } as const;
    const statuses = keysAt(documentOf(profile), 'paths', ITEM, 'get', 'responses');
    expect(statuses).toEqual(expect.arrayContaining(['400', '404', '410']));
    expect(statuses).toEqual(statuses.toSorted((a, b) => Number(a) - Number(b)));
  });

  it.each<[Profile['create.body'], Json]>([
    ['record', THING],
    ['id', { type: 'object', required: ['id'], properties: { id: true } }],
    ['wrapped', { type: 'object', required: ['data'], properties: { data: THING } }],
  ])('describes the body of a creation: %s', (body, schema) => {
    const created = at(
      documentOf({ 'create.body': body }),
      'paths',
      COLLECTION,
      'post',
      'responses',
      '201',
    ) as JsonObject;
    expect(at(created, ...JSON_SCHEMA)).toEqual(schema);
    expect(at(created, 'headers', 'Location')).toBeDefined();
  });

  it.each<[Profile['error.shape'], string, Json | undefined]>([
    ['problem', 'application/problem+json', { $ref: '#/components/schemas/Problem' }],
    ['message', 'application/json', { $ref: '#/components/schemas/ErrorMessage' }],
    ['empty-object', 'application/json', { type: 'object', maxProperties: 0 }],
    ['none', 'application/json', undefined],
  ])('describes the body of a refusal: %s', (shape, type, schema) => {
    const document = documentOf({ 'error.shape': shape });
    expect(
      at(document, 'paths', ITEM, 'get', 'responses', '404', 'content', type, 'schema'),
    ).toEqual(schema);
    expect(keysAt(document, 'components', 'schemas').includes('Problem')).toBe(shape === 'problem');
  });

  it('requires the body of the contract in addition to that of the profile', () => {
    const ok = { ok: { status: 201, body: 'user-created', source: 's' } };
    const create = {
      ...usersProject.contracts[0]?.operations.create,
      summary: 'c',
      source: 's',
      outcomes: ok,
    };
    const document = documentOf({ 'create.body': 'record' }, usersWith({ operations: { create } }));
    expect(at(document, 'paths', '/users', 'post', 'responses', '201', ...JSON_SCHEMA)).toEqual({
      allOf: [{ $ref: '#/components/schemas/user-created' }, { $ref: '#/components/schemas/user' }],
    });
  });

  it('lists both bodies of a status that can have two', () => {
    const profile = {
      'replace.missing': 'create',
      'create.status': 200,
      'create.body': 'id',
      'replace.body': 'record',
    } as const;
    const schema = at(
      documentOf(profile),
      'paths',
      ITEM,
      'put',
      'responses',
      '200',
      ...JSON_SCHEMA,
    );
    expect(schema).toEqual({
      anyOf: [THING, { type: 'object', required: ['id'], properties: { id: true } }],
    });
  });

  it('says that PUT creates if the profile says so, with the outcome of PUT in the contract', () => {
    const statuses = (profile: Partial<Profile>, project: Project = things): readonly string[] =>
      keysAt(documentOf(profile, project), 'paths', ITEM, 'put', 'responses').filter((status) =>
        status.startsWith('2'),
      );
    expect(statuses({ 'replace.missing': 'refuse' })).toEqual(['200']);
    expect(statuses({ 'replace.missing': 'create' })).toEqual(['200', '201']);
    const replace = {
      summary: 'r',
      source: 's',
      body: 'thing',
      outcomes: { ok: { status: 202, source: 's' } },
    };
    const create = { ...replace, outcomes: { ok: { status: 200, source: 's' } } };
    expect(
      statuses({ 'replace.missing': 'create' }, thingsWith({ operations: { create, replace } })),
    ).toEqual(['202']);
    const open = thingsWith({ operations: { replace: { ...replace, outcomes: {} } } });
    expect(statuses({ 'replace.missing': 'create' }, open)).toEqual(['200', '201']);
  });

  it.each<[Profile['update.media'], string[]]>([
    ['both', ['application/merge-patch+json', 'application/json', 'application/json-patch+json']],
    ['merge-patch', ['application/merge-patch+json', 'application/json']],
    ['json-patch', ['application/json-patch+json']],
  ])('lists the accepted patch types: %s', (media, types) => {
    const document = documentOf({ 'update.media': media });
    expect(keysAt(document, 'paths', ITEM, 'patch', 'requestBody', 'content')).toEqual(types);
    expect(keysAt(document, 'components', 'schemas').includes('JsonPatch')).toBe(
      media !== 'merge-patch',
    );
  });

  it.each<[Partial<Profile>, string, Json]>([
    [{ 'auth.scheme': 'bearer' }, 'bearer', { type: 'http', scheme: 'bearer' }],
    [{ 'auth.scheme': 'basic' }, 'basic', { type: 'http', scheme: 'basic' }],
    [
      { 'auth.scheme': 'api-key', 'auth.header': 'API-Key' },
      'api-key-API-Key',
      { type: 'apiKey', in: 'header', name: 'API-Key' },
    ],
  ])('lists the required credentials: %j', (profile, name, scheme) => {
    const document = documentOf(profile);
    expect(at(document, 'components', 'securitySchemes')).toEqual({ [name]: scheme });
    expect(at(document, 'paths', ITEM, 'get', 'security')).toEqual([{ [name]: [] }]);
    expect(at(document, 'paths', ITEM, 'options', 'security')).toEqual([]);
    expect(keysAt(documentOf(), 'components')).not.toContain('securitySchemes');
  });

  it('puts the contract above the profile', () => {
    const document = documentOf(
      { 'create.status': 200 },
      thingsWith({ shown: { 'create.status': 202 } }),
    );
    const statuses = keysAt(document, 'paths', COLLECTION, 'post', 'responses');
    expect(statuses).toContain('202');
    expect(statuses).not.toContain('200');
  });

  it('turns references between files into references within the document, and omits unused schemas', () => {
    const project = projectOf(things.contracts, {
      thing: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        properties: {
          part: { $ref: 'part.json' },
          local: { $ref: '#/$defs/a' },
          size: { $ref: 'part.json#/$defs/size' },
        },
        $defs: { a: { type: 'object', properties: { $ref: { const: 'x.json' } } } },
      },
      things: {
        type: 'array',
        items: [true, { $ref: 'thing.json' }][1] as Json,
        enum: [[], { $ref: 1 }],
      },
      'thing-create': { $ref: 'thing.json' },
      part: { $defs: { size: { type: 'number' } } },
      stranger: { type: 'string' },
    });
    const schemas = at(documentOf({}, project), 'components', 'schemas') as JsonObject;
    expect(Object.keys(schemas).toSorted()).toEqual(
      ['Problem', 'JsonPatch', 'part', 'thing', 'thing-create', 'things'].toSorted(),
    );
    expect(schemas['thing']).toEqual({
      properties: {
        part: { $ref: '#/components/schemas/part' },
        local: { $ref: '#/components/schemas/thing/$defs/a' },
        size: { $ref: '#/components/schemas/part/$defs/size' },
      },
      $defs: { a: { type: 'object', properties: { $ref: { const: 'x.json' } } } },
    });
    expect(schemas['things']).toMatchObject({ items: THING, enum: [[], { $ref: 1 }] });
  });
});

describe('openApiDocument, of a list that is cut into pages', () => {
  const { list, ...others } = contract.operations;
  const pages = { first: 0, usual: 5, most: 9 } as const;
  const documentWith = (more: JsonObject): JsonObject => {
    const operations = { ...others, list: { ...list, ...more } };
    return documentOf({}, thingsWith({ operations: operations as Contract['operations'] }));
  };
  const named = (document: JsonObject): readonly unknown[] =>
    (at(document, 'paths', COLLECTION, 'get', 'parameters') as readonly JsonObject[]).map(
      ({ name, schema }) => [name, schema],
    );

  it('has the parameters that ask for a page, those that filter, and their schemas', () => {
    const paging = { ...pages, by: 'page', parameter: 'p', size: 'n' };
    const size = { in: 'query', name: 'n', required: false, schema: 'thing-create' } as const;
    const parameters = [{ ...size, ...usualStyle('query'), examples: [] }];
    const filters = { named: { member: 'name', finds: 'equal' } };
    expect(named(documentWith({ paging, parameters, filters }))).toEqual([
      ['named', { type: 'string' }],
      ['n', { $ref: '#/components/schemas/thing-create' }],
      ['p', { type: 'integer', minimum: 0 }],
    ]);
  });

  it('has the size of a page, the cursor, and Link where they are', () => {
    const paging = { ...pages, by: 'cursor', parameter: 'after', size: 'n' };
    const document = documentWith({ paging: { ...paging, next: { in: 'header' } } });
    expect(named(document)).toEqual([
      ['after', { type: 'string' }],
      ['n', { type: 'integer', minimum: 1, maximum: 9, default: 5 }],
    ]);
    const ok = ['paths', COLLECTION, 'get', 'responses', '200'];
    expect(keysAt(document, ...ok, 'headers')).toEqual(['Link']);
    const offset = documentWith({ paging: { ...pages, by: 'offset', parameter: 'skip' } });
    expect(named(offset)).toEqual([['skip', { type: 'integer', minimum: 0 }]]);
    expect(keysAt(offset, ...ok, 'headers')).toEqual([]);
  });
});
