// What the operations of a document are taken for, form by form.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { defineContracts } from '../../src/contract/define/define-contracts.ts';
import { readProfile } from '../../src/contract/profile.ts';
import { createMock } from '../../src/mock/mock.ts';
import { noBody } from '../../src/model/message/call.ts';
import { seedState } from '../../src/project/save/seed-state.ts';
import { createChecker } from '../../src/schema/check.ts';
import { Schemas } from '../../src/schema/schema.ts';
import { listOf, openApiMock, operation, ref, things } from '../support/openapi-mock.ts';

const RANK = { type: 'integer' };
const TEXT = { type: 'string' };
const bodyOf = (schema: Json) => ({
  requestBody: { required: true, content: { 'application/json': { schema } } },
});
const wrapped = (name: string, inner: ReturnType<typeof ref>) => ({
  type: 'object',
  required: [name],
  properties: { [name]: inner },
});

const blog = {
  openapi: '3.0.3',
  servers: [{ url: 'https://{host}.example.com/api', variables: { host: { default: 'blog' } } }],
  paths: {
    '/articles': {
      get: {
        parameters: [
          { name: 'offset', in: 'query', schema: { type: 'integer' } },
          { name: 'limit', in: 'query', schema: { type: 'integer', default: 2 } },
        ],
        ...(operation(200, ref('Articles')) as object),
      },
      post: operation(
        201,
        wrapped('article', ref('Article')),
        wrapped('article', ref('NewArticle')),
      ),
    },
    '/articles/feed': { get: operation(200, ref('Articles')) },
    '/articles/{slug}': {
      get: operation(200, wrapped('article', ref('Article'))),
      put: operation(
        200,
        wrapped('article', ref('Article')),
        wrapped('article', ref('NewArticle')),
      ),
      delete: { responses: { 204: {} } },
    },
    '/articles/{slug}/favorite': { post: operation(200, wrapped('article', ref('Article'))) },
    '/articles/{slug}/comments': {
      get: operation(200, wrapped('comments', listOf(ref('Comment')))),
      post: operation(200, wrapped('comment', ref('Comment')), wrapped('comment', things('body'))),
    },
    '/articles/{slug}/comments/{id}': { delete: { responses: { 200: {} } } },
    '/user': {
      get: operation(200, wrapped('user', ref('User'))),
      put: operation(200, wrapped('user', ref('User')), wrapped('user', ref('User'))),
    },
    '/tags': { get: operation(200, wrapped('tags', listOf({ type: 'string' }))) },
  },
  components: {
    schemas: {
      Article: {
        type: 'object',
        required: ['slug', 'title', 'createdAt'],
        properties: {
          slug: { type: 'string' },
          title: { type: 'string' },
          createdAt: { type: 'string', format: 'date-time' },
        },
      },
      NewArticle: { ...(things('title', 'text') as object), required: ['title'] },
      Articles: {
        type: 'object',
        required: ['articles', 'articlesCount'],
        properties: { articles: listOf(ref('Article')), articlesCount: { type: 'integer' } },
      },
      Comment: { ...(things('id', 'body') as object), required: ['id', 'body'] },
      User: things('username', 'bio'),
    },
  },
};

describe('contractsOfOpenApi, of wrapped items', () => {
  const mock = openApiMock(blog);

  it('recognises items, lists, views, items below others, single items and other operations', () => {
    expect(mock.faults).toEqual([]);
    expect(mock.taken).toEqual({
      'GET /api/articles': 'list of articles',
      'POST /api/articles': 'create of articles',
      'GET /api/articles/feed': 'view of feed',
      'GET /api/articles/{slug}': 'read of articles',
      'PUT /api/articles/{slug}': 'replace of articles',
      'DELETE /api/articles/{slug}': 'remove of articles',
      'POST /api/articles/{slug}/favorite': 'action',
      'GET /api/articles/{slug}/comments': 'list of comments',
      'POST /api/articles/{slug}/comments': 'create of comments',
      'DELETE /api/articles/{slug}/comments/{id}': 'remove of comments',
      'GET /api/user': 'singleton of user',
      'PUT /api/user': 'singleton of user',
      'GET /api/tags': 'action',
    });
  });

  it('names operations as people do, in clauses', () => {
    expect(mock.contracts).toContainEqual(
      expect.objectContaining({
        resource: 'articles',
        operations: expect.objectContaining({
          read: expect.objectContaining({
            source: 'GET /api/articles/{slug}, api.json#/paths/~1articles~1{slug}/get',
          }),
        }),
      }),
    );
  });

  it('keeps their state', () => {
    const made = mock.ask('POST /api/articles', { article: { title: 'Two words' } });
    expect(made).toMatchObject({ status: 201, json: { article: { slug: 'two-words' } } });
    expect(mock.ask('GET /api/articles/feed').json).toMatchObject({ articlesCount: 1 });
    const comment = mock.ask('POST /api/articles/two-words/comments', { comment: { body: 'Ah' } });
    expect(comment).toMatchObject({ status: 200, json: { comment: { id: 1, body: 'Ah' } } });
    expect(mock.ask('GET /api/articles/other/comments').status).toBe(404);
    expect(mock.ask('POST /api/articles/two-words/favorite').json).toMatchObject({
      article: { title: 'Two words' },
    });
    expect(mock.ask('DELETE /api/articles/two-words').status).toBe(204);
    expect(mock.ask('GET /api/articles/two-words').status).toBe(404);
    mock.ask('PUT /api/user', { user: { username: 'mara', bio: 'x' } });
    expect(mock.ask('GET /api/user').json).toEqual({ user: { username: 'mara', bio: 'x' } });
  });

  it('reads the pages of a list from its parameters', () => {
    for (const title of ['a', 'b', 'c']) mock.ask('POST /api/articles', { article: { title } });
    expect((mock.ask('GET /api/articles').json as { articles: [] }).articles).toHaveLength(2);
    expect(mock.ask('GET /api/articles?offset=2').json).toMatchObject({ articlesCount: 3 });
  });
});

describe('contractsOfOpenApi, of Swagger 2.0', () => {
  const schema = { $ref: '#/definitions/Pet' };
  const pets = openApiMock({
    swagger: '2.0',
    basePath: '/v2',
    consumes: ['application/json', 'application/xml'],
    produces: ['application/xml', 'application/json'],
    paths: {
      '/pet': {
        post: {
          parameters: [{ in: 'body', name: 'body', schema }],
          responses: { 200: { description: 'made', schema } },
        },
        put: {
          parameters: [{ in: 'body', name: 'body', schema }],
          responses: { 200: { schema } },
        },
      },
      '/pet/findByStatus': {
        get: { responses: { 200: { schema: { type: 'array', items: schema } } } },
      },
      '/pet/{petId}': {
        parameters: [{ in: 'path', name: 'petId', type: 'integer', required: true }],
        get: { responses: { 200: { schema }, 404: { description: 'no pet' } } },
        post: {
          consumes: ['application/x-www-form-urlencoded'],
          parameters: [{ in: 'formData', name: 'name', type: 'string' }],
          responses: { 405: { description: 'invalid' } },
        },
        delete: { responses: { 400: { description: 'invalid' } } },
      },
      '/pet/{petId}/uploadImage': {
        post: {
          parameters: [{ in: 'formData', name: 'file', type: 'file' }],
          responses: {
            200: { schema: { type: 'object', properties: { code: { type: 'integer' } } } },
          },
        },
      },
    },
    definitions: {
      Pet: {
        type: 'object',
        required: ['name'],
        properties: {
          id: { type: 'integer', format: 'int64' },
          name: { type: 'string', example: 'doggie' },
          weight: { type: 'number', minimum: 0, exclusiveMinimum: true },
          chip: { type: 'string', 'x-nullable': true },
        },
      },
    },
  });

  it('recognises what it is about', () => {
    expect(pets.faults).toEqual([]);
    expect(pets.taken).toEqual({
      'POST /v2/pet': 'create of pet',
      'PUT /v2/pet': 'replace of pet',
      'GET /v2/pet/findByStatus': 'view of findByStatus',
      'GET /v2/pet/{petId}': 'read of pet',
      'POST /v2/pet/{petId}': 'action',
      'DELETE /v2/pet/{petId}': 'remove of pet',
      'POST /v2/pet/{petId}/uploadImage': 'action',
    });
  });

  it('keeps its state, and the bounds of its schemas', () => {
    expect(pets.ask('POST /v2/pet', { name: 'Rex', chip: null })).toEqual({
      status: 200,
      json: { id: 1, name: 'Rex', chip: null },
    });
    expect(pets.ask('POST /v2/pet', { name: 'Rex', weight: 0 }).status).toBe(400);
    expect(pets.ask('PUT /v2/pet', { id: 1, name: 'Max' }).json).toMatchObject({ name: 'Max' });
    expect(pets.ask('GET /v2/pet/findByStatus').json).toMatchObject([{ id: 1, name: 'Max' }]);
    expect(pets.ask('POST /v2/pet/1/uploadImage').status).toBe(200);
    expect(pets.ask('GET /v2/pet/9').status).toBe(404);
  });
});

describe('contractsOfOpenApi, of nested paths', () => {
  const text = { in: 'path', schema: { type: 'string' }, required: true };
  const repository = things('id', 'name', 'description');
  const mock = openApiMock({
    openapi: '3.1.0',
    paths: {
      '/repos/{owner}/{repo}': {
        parameters: [
          { ...text, name: 'owner' },
          { ...text, name: 'repo' },
        ],
        get: operation(200, ref('Repository')),
        patch: operation(200, ref('Repository'), things('description')),
      },
      '/repos/{owner}/{repo}/issues': {
        get: operation(200, listOf(ref('Issue'))),
        post: operation(201, ref('Issue'), things('title')),
      },
      '/repos/{user}/{name}/issues/{issue_number}': {
        get: operation(200, ref('Issue')),
        patch: operation(200, ref('Issue'), things('title')),
      },
      '/orgs/{org}/teams': { get: operation(200, listOf(ref('Team'))) },
      '/teams': {
        get: operation(200, listOf(ref('Team'))),
        post: operation(201, ref('Team'), ref('Team')),
      },
      '/teams/{team_id}': { get: operation(200, ref('Team')) },
    },
    components: {
      schemas: {
        Repository: repository,
        Issue: things('issueNumber', 'title'),
        Team: things('id', 'title', 'lead'),
      },
    },
  });

  it('finds items of two parameters, and names parameters at one place alike', () => {
    expect(mock.faults).toEqual([]);
    expect(mock.taken).toMatchObject({
      'GET /repos/{owner}/{repo}': 'read of repos',
      'POST /repos/{owner}/{repo}/issues': 'create of issues',
      'PATCH /repos/{owner}/{repo}/issues/{issue_number}': 'update of issues',
      'GET /orgs/{org}/teams': 'view of orgs-teams',
    });
    expect(mock.contracts).toMatchObject([
      { resource: 'repos', id: 'name', path: '/repos/{owner}' },
      { resource: 'issues', id: 'issueNumber' },
      { resource: 'teams' },
      { resource: 'orgs-teams', rows: 'teams' },
    ]);
  });

  it('begins with samples where no request creates items', () => {
    const [row] = (mock.rows as unknown as { repos: { owner: string; name: string }[] }).repos;
    const path = `/repos/${row?.owner}/${encodeURIComponent(row?.name ?? '')}`;
    expect(mock.ask(`GET ${path}`).status).toBe(200);
    expect(mock.ask(`POST ${path}/issues`, { title: 'x' }).json).toEqual({
      issueNumber: 1,
      title: 'x',
    });
    expect(mock.ask(`PATCH ${path}/issues/1`, { title: 'y' }).json).toMatchObject({ title: 'y' });
    expect(mock.ask('GET /repos/nobody/nothing/issues').status).toBe(404);
  });
});

describe('contractsOfOpenApi, of lists in objects and changes by POST', () => {
  const customers = (schema: string) => ({
    type: 'object',
    required: ['data', 'has_more', 'object'],
    properties: {
      object: { type: 'string', enum: ['list'] },
      data: listOf(ref(schema)),
      has_more: { type: 'boolean' },
    },
  });
  const mock = openApiMock({
    openapi: '3.0.0',
    paths: {
      '/v1/customers': {
        get: operation(200, customers('customer')),
        post: operation(200, ref('customer'), things('email', 'name')),
      },
      '/v1/customers/{customer}': {
        get: operation(200, ref('customer')),
        post: operation(200, ref('customer'), things('email', 'name')),
        delete: operation(200, {
          ...(things('object') as object),
          properties: { deleted: { type: 'boolean' } },
          required: ['deleted'],
        }),
      },
      '/v1/charges/{charge}/capture': { post: operation(200, things('amount')) },
    },
    components: {
      schemas: {
        customer: {
          type: 'object',
          required: ['id', 'object'],
          properties: {
            id: { type: 'string' },
            object: { type: 'string', enum: ['customer'] },
            email: { type: 'string', nullable: true },
            name: { type: 'string' },
          },
        },
      },
    },
  });

  it('lets an item live its whole life', () => {
    expect(mock.faults).toEqual([]);
    expect(mock.taken).toMatchObject({
      'POST /v1/customers/{customer}': 'update of customers',
      'POST /v1/charges/{charge}/capture': 'action',
    });
    const made = mock.ask('POST /v1/customers', { name: 'Mara' });
    const { id } = made.json as { id: string };
    expect(made.json).toMatchObject({ object: 'customer', name: 'Mara' });
    mock.ask(`POST /v1/customers/${id}`, { email: 'mara@example.com' });
    expect(mock.ask('GET /v1/customers').json).toMatchObject({
      object: 'list',
      data: [{ id, name: 'Mara', email: 'mara@example.com' }],
    });
    expect(mock.ask(`DELETE /v1/customers/${id}`).json).toHaveProperty('deleted');
    expect(mock.ask(`GET /v1/customers/${id}`).status).toBe(404);
  });
});

describe('contractsOfOpenApi, of creations by PUT', () => {
  const label = things('id', 'title') as object;
  const on = (status: number, item: object = {}): object =>
    operation(status, ref('Label'), { ...label, ...item } as Json) as object;
  const mockWith = (paths: object) =>
    openApiMock({
      openapi: '3.1.0',
      paths: { '/labels': { get: operation(200, listOf(ref('Label'))) }, ...paths },
      components: { schemas: { Label: label } },
    } as unknown as Json);
  const list = { get: operation(200, listOf(ref('Label'))) };
  const one = { get: operation(200, ref('Label')) };

  it.each<[string, object, object, string]>([
    ['items are changed by POST', on(200), { ...one, post: on(200) }, 'create of labels'],
    ['items are changed by PUT', on(200), { ...one, put: on(200) }, 'create of labels'],
    ['it answers 201', on(201), one, 'create of labels'],
    ['nothing else changes items', on(200), one, 'replace of labels'],
    [
      'the body must have the id',
      on(200, { required: ['id'] }),
      { ...one, patch: on(200) },
      'replace of labels',
    ],
  ])('takes PUT at a collection without POST for one, if %s', (_, put, ofItem, taken) => {
    const mock = mockWith({ '/labels': { ...list, put }, '/labels/{id}': ofItem });
    expect(mock.faults).toEqual([]);
    expect(mock.taken['PUT /labels']).toBe(taken);
    if (taken === 'create of labels') {
      expect(mock.ask('PUT /labels', { title: 'a' }).json).toEqual({ id: 1, title: 'a' });
      expect(mock.ask('GET /labels/1').json).toEqual({ id: 1, title: 'a' });
    }
  });
});

describe('contractsOfOpenApi, of bodies that are forms, patches and unlike the items', () => {
  const taking = (schema: Json, ...types: readonly string[]): Json => ({
    requestBody: { content: Object.fromEntries(types.map((type) => [type, { schema }])) },
  });
  const FORM = 'application/x-www-form-urlencoded';
  const device = { ...(things('id', 'name') as object), properties: { tenant: ref('Tenant') } };
  const mock = openApiMock({
    openapi: '3.0.0',
    paths: {
      '/services': {
        post: {
          ...object(operation(201, ref('Service'))),
          ...object(taking(things('name'), FORM)),
        },
      },
      '/services/{id}': {
        get: operation(200, ref('Service')),
        post: {
          ...object(operation(200, ref('Service'))),
          ...object(taking(things('name'), 'multipart/form-data', FORM)),
        },
        patch: {
          ...object(operation(200, ref('Service'))),
          ...object(taking(ref('Patch'), 'application/json-patch+json')),
        },
      },
      '/logins': { post: { ...object(taking(things('user'), FORM)), responses: { 200: {} } } },
      '/devices': {
        get: operation(200, { type: 'object', properties: { data: listOf(ref('Device')) } }),
        post: operation(201, ref('Device'), {
          type: 'object',
          properties: { tenant: { oneOf: [{ type: 'integer' }, ref('Tenant')] } },
        }),
      },
      '/devices/{id}': {
        get: operation(200, { type: 'object', properties: { data: ref('Known') } }),
      },
      '/timesheets': {
        post: operation(200, ref('TimesheetAnswer'), ref('Timesheet')),
      },
      '/timesheets/{timesheetId}': {
        get: operation(200, ref('TimesheetAnswer')),
      },
      '/hooks/{id}': {
        delete: { responses: { 204: {} } },
        get: operation(200, { type: 'object', properties: { webhook: ref('Service') } }),
      },
    },
    components: {
      schemas: {
        Service: things('id', 'name'),
        Timesheet: things('timesheetId', 'start'),
        TimesheetAnswer: {
          type: 'object',
          properties: { problem: things('type', 'detail'), timesheet: ref('Timesheet') },
        },
        Patch: { type: 'object', properties: { name: { type: 'string' } } },
        Tenant: { ...object(things('id', 'name')), required: ['id', 'name'] },
        Device: { allOf: [things('id'), device] },
        Known: { allOf: [ref('Device'), { type: 'object', nullable: true }] },
      },
    },
  });

  it('takes forms', () => {
    expect(mock.faults).toEqual([]);
    expect(mock.taken).toMatchObject({
      'POST /services': 'create of services',
      'POST /logins': 'action',
      'GET /devices/{id}': 'read of devices',
    });
    expect(mock.contracts).toMatchObject([
      {
        operations: { create: { media: [FORM] } },
        shown: { 'update.media': 'json-patch' },
        actions: [{ media: [FORM, 'multipart/form-data'] }],
      },
      { item: { at: '/data' } },
      { item: { at: '/timesheet' }, id: 'timesheetId' },
      { item: { at: '/webhook' } },
      { actions: [{ media: [FORM] }] },
    ]);
    expect(mock.ask('POST /services', { name: 'A' }).status).toBe(415);
  });

  it('shows what the service makes of members that requests have in another type', () => {
    const made = mock.ask('POST /devices', { tenant: 7 });
    expect(made).toMatchObject({ status: 201, json: { tenant: { id: 7 } } });
    expect(mock.ask('GET /devices/1').json).toMatchObject({ data: made.json as JsonObject });
  });
});

describe('contractsOfOpenApi, of owners in paths, errors as defaults and lists with more', () => {
  const failing = (schema: Json): Json => ({
    responses: { default: { content: { 'application/json': { schema } } } },
  });
  const mock = openApiMock({
    openapi: '3.0.0',
    paths: {
      '/repositories': { get: operation(200, listOf(ref('Repository'))) },
      '/repositories/{owner}': { get: operation(200, listOf(ref('Repository'))) },
      '/repositories/{owner}/{repo}/hooks': {
        get: operation(200, listOf(things('id', 'address'))),
        post: operation(201, things('id', 'address'), things('address')),
      },
      '/repositories/{owner}/{repo}/hooks/{id}': { get: operation(200, things('id', 'address')) },
      '/branches/{name}': { get: failing(ref('Error')) },
      '/clips/{id}': { get: operation(200, things('id', 'title')) },
      '/clips/{id}/scenes': {
        get: operation(200, listOf(things('id', 'text'))),
        post: operation(201, things('id', 'text'), things('text')),
      },
      '/roles': {
        get: operation(200, {
          type: 'array',
          items: { allOf: [ref('Role'), { required: ['rank'], properties: { rank: RANK } }] },
        }),
      },
      '/roles/{id}': { get: operation(200, ref('Role')) },
    },
    components: {
      schemas: {
        Repository: things('name', 'text'),
        Error: things('code', 'message'),
        Role: {
          type: 'object',
          properties: {
            id: { type: 'string', format: 'uuid' },
            name: { type: 'string' },
            parent: { type: 'string', nullable: true, oneOf: [ref('Role')] },
          },
        },
      },
    },
  });

  it('does not take owners for items, or errors for answers', () => {
    expect(mock.faults).toEqual([]);
    expect(mock.taken).toMatchObject({
      'GET /repositories/{owner}': 'view of repositories-2',
      'GET /branches/{name}': 'action',
    });
  });

  it.each<[string, JsonObject, JsonObject, Json]>([
    [
      'that may be null, as FastAPI writes it',
      { anyOf: [{ $ref: '#/components/schemas/State' }, { type: 'null' }], title: 'State' },
      { $ref: '#/components/schemas/State' },
      'state',
    ],
    [
      'with a default, as Pydantic writes it',
      { allOf: [{ $ref: '#/components/schemas/State' }], default: 'open' },
      { anyOf: [{ enum: ['open', 'shut'] }, { type: 'null' }] },
      'state',
    ],
    [
      'of two types',
      { type: ['string', 'null'], enum: ['open', null] },
      { enum: ['open'] },
      'state',
    ],
    ['of values without a type', { enum: ['open', 'shut'] }, { enum: ['open', 'shut'] }, 'state'],
    [
      'that is a text or null',
      { oneOf: [{ type: 'string' }, { type: 'null' }] },
      { type: 'string' },
      { member: 'state', finds: 'similar' },
    ],
  ])('filters by a parameter %s', (_what, schema, shown, filter) => {
    const ticket = { type: 'object', properties: { id: { type: 'integer' }, state: shown } };
    const { contracts } = openApiMock({
      openapi: '3.1.0',
      paths: {
        '/tickets': {
          get: {
            parameters: [{ name: 'state', in: 'query', schema }],
            ...object(operation(200, listOf(ticket))),
          },
          post: operation(201, ticket, ticket),
        },
        '/tickets/{id}': { get: operation(200, ticket) },
      },
      components: { schemas: { State: { type: 'string', enum: ['open', 'shut'] } } },
    });
    expect(contracts).toMatchObject([{ list: { filters: { state: filter } } }]);
  });

  it.each([
    ['', 'open'],
    ['Whether the ticket is open', 'open'],
    ['Include only open tickets', 'open'],
    ['Whether to include the "open" field in the tickets', undefined],
    ['Include open tickets', undefined],
    ['true (default) or false, whether tickets\nare shown including what is open', undefined],
  ])('filters by a flag if its words do not say that it adds something: %j', (words, filter) => {
    const members = { id: { type: 'integer' }, open: { type: 'boolean' } };
    const ticket = { type: 'object', properties: members };
    const flag = { name: 'open', in: 'query', description: words, schema: { type: 'boolean' } };
    const { contracts } = openApiMock({
      openapi: '3.1.0',
      paths: {
        '/tickets': {
          get: { parameters: [flag], ...object(operation(200, listOf(ticket))) },
          post: operation(201, ticket, ticket),
        },
        '/tickets/{id}': { get: operation(200, ticket) },
      },
    });
    const [{ list } = {}] = contracts as readonly { readonly list?: JsonObject }[];
    expect(list?.['filters']).toEqual(filter === undefined ? undefined : { open: filter });
  });

  it.each<[string, JsonObject | undefined]>([
    ['minStars', { member: 'stars', finds: 'least' }],
    ['max_stars', { member: 'stars', finds: 'most' }],
    ['starsMin', { member: 'stars', finds: 'least' }],
    ['stars[lte]', { member: 'stars', finds: 'most' }],
    ['starsFrom', { member: 'stars', finds: 'least' }],
    ['stars_to', { member: 'stars', finds: 'most' }],
    ['fromStars', { member: 'stars', finds: 'least' }],
    ['fromState', undefined],
    ['stars_gt', undefined],
    ['minState', undefined],
    ['min', undefined],
  ])('reads a border in the name of a parameter: %s', (name, filter) => {
    const members = {
      id: { type: 'integer' },
      stars: { type: 'integer' },
      state: { type: 'string' },
    };
    const ticket = { type: 'object', properties: members };
    const tickets = openApiMock({
      openapi: '3.1.0',
      paths: {
        '/tickets': {
          get: {
            parameters: [{ name, in: 'query', schema: { type: 'integer' } }],
            ...object(operation(200, listOf(ticket))),
          },
          post: operation(201, ticket, ticket),
        },
        '/tickets/{id}': { get: operation(200, ticket) },
      },
    });
    expect(tickets.faults).toEqual([]);
    const [contract] = tickets.contracts as readonly { readonly list?: Json }[];
    if (filter === undefined) return expect(JSON.stringify(contract)).not.toContain('filters');
    expect(contract).toMatchObject({ list: { filters: { [name]: filter } } });
    for (const stars of [1, 2, 3]) tickets.ask('POST /tickets', { stars, state: 'open' });
    const isLeast = filter['finds'] === 'least';
    const found = tickets.ask(`GET /tickets?${encodeURIComponent(name)}=2`).json;
    expect(found).toMatchObject((isLeast ? [2, 3] : [1, 2]).map((stars) => ({ stars })));
  });

  it.each<[string, JsonObject]>([
    ['a text or a number', { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    ['an object', { type: 'object' }],
    ['values of two types', { enum: ['open', 1] }],
  ])('does not filter by %s', (_what, schema) => {
    const ticket = { type: 'object', properties: { id: { type: 'integer' }, state: schema } };
    const { why } = openApiMock({
      openapi: '3.1.0',
      paths: {
        '/tickets': {
          get: {
            parameters: [{ name: 'state', in: 'query', schema }],
            ...object(operation(200, listOf(ticket))),
          },
          post: operation(201, ticket, ticket),
        },
        '/tickets/{id}': { get: operation(200, ticket) },
      },
    });
    expect(why['GET /tickets']).toContain('these change nothing: ?state');
  });

  it('filters and checks lists by the parameters that it declares', () => {
    const state = { state: { type: 'string' }, rank: { type: ['integer', 'null'] } };
    const ticket = { type: 'object', properties: { id: { type: 'integer' }, ...state } };
    const parameter = (name: string, schema: JsonObject): Json => ({ name, in: 'query', schema });
    const tickets = openApiMock({
      openapi: '3.1.0',
      paths: {
        '/tickets': {
          get: {
            parameters: [
              parameter('State', { type: 'string' }),
              parameter('rank', { type: 'integer' }),
              parameter('id', { type: 'array' }),
              parameter('q', { type: 'string' }),
              parameter('page', { type: 'integer' }),
              parameter('limit', { type: 'integer', minimum: 1 }),
              parameter('sort', {}),
            ],
            ...object(operation(200, listOf(ticket))),
          },
          post: operation(201, ticket, ticket),
        },
        '/tickets/{id}': { get: operation(200, ticket) },
      },
    });
    expect(tickets.faults).toEqual([]);
    expect(tickets.contracts).toMatchObject([
      {
        list: {
          filters: { State: { member: 'state', finds: 'similar' }, rank: 'rank' },
          pages: { size: 'limit' },
        },
      },
    ]);
    expect(tickets.why['GET /tickets']).toBe(
      'it answers a list of items; these change nothing: ?id',
    );
    for (const rank of [1, 2]) tickets.ask('POST /tickets', { state: 'open', rank });
    expect(tickets.ask('GET /tickets?State=open&rank=2').json).toMatchObject([{ id: 2 }]);
    expect(tickets.ask('GET /tickets?limit=0').status).toBe(400);
    expect(tickets.ask('GET /tickets?rank=high').status).toBe(400);
  });

  it('shows rows below their owners', () => {
    const [row] = mock.ask('GET /repositories').json as { name: string }[];
    const { owner } = (mock.rows as unknown as { repositories: [{ owner: string }] })
      .repositories[0];
    const ofOwner = mock.ask(`GET /repositories/${owner}`);
    expect(ofOwner.json).toEqual(mock.ask('GET /repositories').json);
    expect(mock.ask('GET /repositories/nobody').json).toEqual([]);
    const path = `/repositories/${owner}/${encodeURIComponent(row?.name ?? '')}/hooks`;
    expect(mock.ask(`POST ${path}`, { address: 'x' }).json).toMatchObject({ id: 1, address: 'x' });
  });

  it('keeps the id of an item apart from that of what it is below', () => {
    const made = mock.ask('POST /clips/7/scenes', { text: 'a' }).json as { id: number };
    mock.ask('POST /clips/7/scenes', { text: 'b' });
    expect(mock.ask('GET /clips/7/scenes').json).toMatchObject([
      { id: made.id, text: 'a' },
      { id: made.id + 1, text: 'b' },
    ]);
    // Nothing makes a clip: each is there.
    expect(mock.ask('GET /clips/8/scenes').json).toEqual([]);
  });

  it('admits the media type of answers for all operations of a resource', () => {
    const { contracts } = openApiMock({
      openapi: '3.0.0',
      paths: {
        '/users/{id}': {
          get: {
            responses: {
              200: { content: { 'application/scim+json': { schema: things('id', 'name') } } },
            },
          },
          delete: { responses: { 204: {} } },
        },
      },
    });
    const { contracts: defined, schemas } = defineContracts(
      contracts,
      new Schemas(new Map([['get-users-id.200', things('id', 'name') as JsonObject]])),
    );
    const checker = createChecker(schemas);
    const { profile } = readProfile({ choices: {} }, '');
    const mock = createMock({
      rules: { contracts: defined, schemas, profile, checker },
      state: seedState({ contracts: defined, rows: new Map([['users', [{ id: 1 }]]]) }),
    });
    const ask = (method: string, accept: string): number =>
      mock.answer({ method, path: '/users/1', query: '', headers: { accept }, body: noBody })
        .status;
    expect(ask('GET', 'application/scim+json')).toBe(200);
    expect(ask('GET', 'text/html')).toBe(406);
    expect(ask('DELETE', 'application/scim+json')).toBe(204);
  });

  it('joins schemas of which each is closed', () => {
    const closed = { type: 'object', additionalProperties: false };
    const animals = openApiMock({
      openapi: '3.0.0',
      paths: {
        '/cats': { post: operation(201, ref('Cat'), ref('Cat')) },
        '/cats/{id}': { get: operation(200, ref('Cat')) },
        '/tags': { post: operation(201, ref('Tag'), ref('Tag')) },
        '/tags/{id}': { get: operation(200, ref('Tag')) },
      },
      components: {
        schemas: {
          Animal: { ...closed, properties: { id: { type: 'integer' } } },
          Tag: { ...closed, properties: { id: { type: 'integer' } } },
          Cat: {
            allOf: [ref('Animal'), { ...closed, properties: { name: { type: 'string' } } }],
            additionalProperties: false,
          },
        },
      },
    });
    expect(animals.ask('POST /cats', { name: 'Tom' })).toEqual({
      status: 201,
      json: { id: 1, name: 'Tom' },
    });
    expect(animals.ask('POST /tags', { nam: 'x' }).status).toBe(422);
  });

  it('begins with rows that are elements of lists, too', () => {
    const [first] = mock.ask('GET /roles').json as { id: string; rank: number }[];
    expect(first?.rank).toBe(0);
    expect(mock.ask(`GET /roles/${first?.id}`)).toMatchObject({ status: 200, json: { rank: 0 } });
  });
});

function object(value: Json): JsonObject {
  return value as JsonObject;
}

describe('contractsOfOpenApi, of paths that differ in capitals', () => {
  it('gives their resources names that no disk takes for one', () => {
    const { taken } = openApiMock({
      openapi: '3.0.0',
      paths: Object.fromEntries(
        ['/groups', '/old/Groups'].flatMap((path) => [
          [path, { get: operation(200, listOf(things('id', 'name'))) }],
          [`${path}/{id}`, { get: operation(200, things('id', 'name')) }],
        ]),
      ),
    });
    expect(taken).toMatchObject({
      'GET /groups': 'list of groups',
      'GET /old/Groups': 'list of old-Groups',
    });
  });
});

describe('contractsOfOpenApi, of a list without items', () => {
  it('says why it keeps no state', () => {
    const paths = { '/thread': { get: operation(200, listOf(things('length', 'colour'))) } };
    const { why } = openApiMock({ openapi: '3.0.0', paths });
    expect(why).toEqual({
      'GET /thread':
        'no read, creation or change was found for the items of /thread, and none of their members is sure to be an id: it answers a sample',
    });
  });

  it('lists samples, and nothing below its path is an item of it', () => {
    const trips = things('id', 'distance');
    const csv = { 200: { content: { 'text/csv': { schema: { type: 'string' } } } } };
    const { taken, ask, send } = openApiMock({
      openapi: '3.0.0',
      paths: {
        '/reports/trips': { get: operation(200, listOf(trips)) },
        '/reports/trips/{form}': { get: { responses: csv } },
      },
    });
    expect(taken['GET /reports/trips/{form}']).toBe('action');
    expect(send('GET /reports/trips/month')).toMatchObject({ status: 200, type: 'text/csv' });
    const { status, json } = ask('GET /reports/trips');
    expect(status).toBe(200);
    expect(json).toContainEqual({ id: expect.any(Number), distance: expect.any(String) });
    expect(ask('GET /reports/trips').json).toEqual(json);
  });
});

describe('contractsOfOpenApi, of items in envelopes with names of their own', () => {
  const problem = things('title', 'detail');
  const around = { pagination: things('page', 'pages'), problem };
  const one = { type: 'object', properties: { ...around, benefit: ref('Benefit') } };
  const many = { type: 'object', properties: { ...around, benefits: listOf(ref('Benefit')) } };
  const { taken, ask, contracts } = openApiMock({
    openapi: '3.0.0',
    paths: {
      '/pensions': { get: operation(200, many), post: operation(200, one, ref('Benefit')) },
      '/pensions/{pensionId}': { get: operation(200, one) },
      '/shelves': {
        get: operation(200, {
          type: 'object',
          properties: { shelves: wrapped('items', listOf(things('id', 'name'))) },
        }),
      },
      '/shelves/{id}': { get: operation(200, things('id', 'name')) },
      // Without anything that only envelopes have, the object is a member of the item.
      '/parcels': { get: operation(200, listOf(ref('Parcel'))) },
      '/parcels/{parcelId}': { get: operation(200, ref('Parcel')) },
    },
    components: {
      schemas: {
        Benefit: things('id', 'name', 'category'),
        Parcel: {
          type: 'object',
          properties: {
            ...(things('code', 'status', 'size') as { properties: object }).properties,
            sender: things('name', 'town'),
          },
        },
      },
    },
  });

  it('finds the item beside pages and problems, and lists below their own name', () => {
    expect(taken).toEqual({
      'GET /pensions': 'list of pensions',
      'POST /pensions': 'create of pensions',
      'GET /pensions/{pensionId}': 'read of pensions',
      'GET /shelves': 'list of shelves',
      'GET /shelves/{id}': 'read of shelves',
      'GET /parcels': 'list of parcels',
      'GET /parcels/{parcelId}': 'read of parcels',
    });
    expect(contracts).toMatchObject([
      { id: 'id', item: { at: '/benefit' }, list: { at: '/benefits' } },
      { id: 'id', list: { at: '/shelves/items' } },
      { id: 'code', item: 'Parcel' },
    ]);
  });

  it('keeps their state', () => {
    const { json } = ask('POST /pensions', { name: 'Old age', category: 'basic' });
    const { benefit } = json as { benefit: { id: string } };
    expect(ask(`GET /pensions/${benefit.id}`).json).toMatchObject({ benefit });
    expect(JSON.stringify(ask('GET /pensions').json)).toContain('Old age');
  });
});

describe('contractsOfOpenApi, of items beside what says how a request went', () => {
  const plank = { type: 'object', required: ['id'], properties: { id: RANK, wood: TEXT } };
  const around = (names: readonly string[], holder: string, inner: Json) => ({
    type: 'object',
    properties: {
      ...(things(...names) as { properties: JsonObject }).properties,
      [names[0] ?? '']: RANK,
      [holder]: inner,
    },
  });
  const forms = [
    [['code', 'msg'], 'data'],
    [['code', 'info'], 'data'],
    [['success', 'msg'], 'data'],
    [['status'], 'data'],
    [['code', 'message'], 'result'],
    [['status', 'path', 'timestamp', 'traceId'], 'payload'],
    [['errorCode', 'errorMsg', 'description'], 'body'],
  ] as const;

  it.each(forms)('finds the item beside %s in "%s"', (names, holder) => {
    const one = around(names, holder, ref('Plank'));
    const refused = { description: 'no', content: { 'application/json': { schema: ref('One') } } };
    const { contracts, ask } = openApiMock({
      openapi: '3.0.3',
      paths: {
        '/planks': {
          get: operation(200, around(names, holder, listOf(ref('Plank')))),
          post: operation(201, ref('One'), things('wood')),
        },
        // Refusals in the envelope of answers are none of another schema.
        '/planks/{id}': {
          get: {
            responses: {
              ...(operation(200, ref('One')) as { responses: JsonObject }).responses,
              404: refused,
            },
          },
          delete: { responses: { 200: { description: 'gone' } } },
        },
      },
      components: { schemas: { Plank: plank, One: one } },
    });
    expect(contracts).toMatchObject([
      { id: 'id', item: { at: `/${holder}` }, list: { at: `/${holder}` } },
    ]);
    const made = ask('POST /planks', { wood: 'elm' }).json as Record<string, { id: number }>;
    const id = made[holder]?.id ?? 0;
    expect(made).toMatchObject({ [holder]: { wood: 'elm' } });
    expect(ask(`GET /planks/${id}`).json).toMatchObject({ [holder]: { id, wood: 'elm' } });
  });

  it('lets what verbs in paths do live in it', () => {
    const inData = (inner: Json) => operation(200, around(['code', 'msg'], 'data', inner));
    const { taken } = openApiMock({
      openapi: '3.0.3',
      paths: {
        '/plank/save': {
          post: { ...(inData(ref('Plank')) as JsonObject), ...bodyOf(things('wood')) },
        },
        '/plank/list': {
          get: inData({ type: 'object', properties: { list: listOf(ref('Plank')), total: RANK } }),
        },
        '/plank/{id}': { get: inData(ref('Plank')) },
        '/plank/update': {
          put: { ...(inData(ref('Plank')) as JsonObject), ...bodyOf(ref('Plank')) },
        },
      },
      components: { schemas: { Plank: plank } },
    });
    expect(taken).toMatchObject({
      'POST /plank/save': 'create of plank',
      'GET /plank/list': 'list of plank',
      'GET /plank/{id}': 'read of plank',
      'PUT /plank/update': 'replace of plank',
    });
  });

  it('takes what has a title beside its body for the item', () => {
    const letter = {
      type: 'object',
      properties: { letterId: RANK, title: TEXT, body: things('text', 'signature') },
    };
    const { contracts } = openApiMock({
      openapi: '3.0.3',
      paths: {
        '/letters': { get: operation(200, listOf(letter)), post: operation(201, letter, letter) },
        '/letters/{letterId}': { get: operation(200, letter) },
      },
    });
    expect(contracts).toMatchObject([{ id: 'letterId' }]);
    expect(contracts).not.toMatchObject([{ item: { at: '/body' } }]);
  });
});

describe('contractsOfOpenApi, of single items and what is like them', () => {
  const tax = wrapped('tax', things('code', 'rate'));
  const { taken, ask } = openApiMock({
    openapi: '3.0.0',
    paths: {
      '/staff': { get: operation(200, listOf(things('id', 'name'))) },
      '/staff/{id}': { get: operation(200, things('id', 'name')) },
      '/staff/{id}/tax': {
        get: operation(200, tax),
        post: operation(200, tax, things('code', 'rate')),
      },
      '/search': {
        get: operation(200, things('best', 'hits')),
        post: operation(200, things('best', 'hits'), things('query', 'limit')),
      },
      '/player': {
        get: operation(200, things('volume', 'track')),
        put: operation(204, null, things('deviceIds')),
      },
    },
  });

  it('takes a POST of one for a change, and nothing unlike one', () => {
    expect(taken).toMatchObject({
      'GET /staff/{id}/tax': 'singleton of tax',
      'POST /staff/{id}/tax': 'singleton of tax',
      'GET /search': 'action',
      'POST /search': 'action',
      'GET /player': 'action',
    });
  });

  it('shows nothing of what a change unlike the read is sent', () => {
    const before = ask('GET /player').json;
    expect(before).toEqual({ volume: expect.any(String), track: expect.any(String) });
    expect(ask('PUT /player', { deviceIds: 'a' }).status).toBe(204);
    expect(ask('GET /player').json).toEqual(before);
  });

  it('keeps what was posted', () => {
    const [first] = ask('GET /staff').json as { id: number }[];
    expect(ask(`POST /staff/${first?.id}/tax`, { code: 'M', rate: 'half' }).status).toBe(200);
    expect(ask(`GET /staff/${first?.id}/tax`).json).toEqual({ tax: { code: 'M', rate: 'half' } });
  });
});

describe('contractsOfOpenApi, of creations that answer the id and a secret', () => {
  const { taken, ask } = openApiMock({
    openapi: '3.0.0',
    paths: {
      '/access-keys': {
        get: operation(200, listOf(things('id', 'name', 'usedAt'))),
        post: operation(201, things('id', 'secret'), {
          ...object(things('name', 'scope', 'tenant')),
          required: ['name'],
        }),
      },
      '/access-keys/{keyId}': { delete: { responses: { 204: {} } } },
    },
  });

  it('recognises them, and lists what they made', () => {
    expect(taken['POST /access-keys']).toBe('create of access-keys');
    const { json } = ask('POST /access-keys', { name: 'For the shop' });
    const { id } = json as { id: number };
    expect(ask('GET /access-keys').json).toContainEqual(
      expect.objectContaining({ id, name: 'For the shop' }),
    );
    expect(ask(`DELETE /access-keys/${id}`).status).toBe(204);
  });
});

describe('contractsOfOpenApi, of ids that only creations answer', () => {
  const segment = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, size: { type: 'integer' } },
  };
  const made = {
    allOf: [
      { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
      ref('Segment'),
    ],
  };
  const document = (schema: Json, answer: Json) => ({
    openapi: '3.0.3',
    paths: {
      '/segments': {
        get: operation(200, listOf(ref('Segment'))),
        post: operation(201, answer, ref('Segment')),
      },
      '/segments/{segment_id}': {
        get: operation(200, ref('Segment')),
        delete: { responses: { 204: {} } },
      },
    },
    components: { schemas: { Segment: schema } },
  });

  it('takes them for ids of the items', () => {
    const { contracts, ask } = openApiMock(document(segment, made));
    expect(contracts).toMatchObject([{ id: 'id' }]);
    const { id } = ask('POST /segments', { name: 'Big', size: 7 }).json as { id: number };
    expect(ask(`GET /segments/${id}`)).toMatchObject({ status: 200, json: { id, size: 7 } });
    expect(ask('GET /segments').json).toContainEqual({ id, name: 'Big', size: 7 });
    expect(ask(`DELETE /segments/${id}`).status).toBe(204);
    expect(ask(`GET /segments/${id}`).status).toBe(404);
  });

  it.each([
    ['closed items', { ...segment, additionalProperties: false }, things('id', 'name', 'size')],
    ['items that their path names', { ...segment, properties: { segmentId: {}, name: {} } }, made],
    ['an answer about something else', segment, things('id', 'state', 'progress')],
  ])('takes none for %s', (_, schema, answer) => {
    expect(openApiMock(document(schema, answer)).contracts).not.toMatchObject([{ id: 'id' }]);
  });
});

describe('contractsOfOpenApi, of ids under names of their own, and lists that say more', () => {
  const pattern = things('staffWorkPatternID', 'start');
  const listed = {
    type: 'object',
    required: ['plan'],
    properties: { id: { type: 'string', format: 'uuid' }, name: {}, plan: { type: 'string' } },
  };
  const whole = {
    type: 'object',
    properties: { id: { type: 'string' }, name: { type: 'string' }, owner: { type: 'string' } },
  };
  const { taken, contracts, ask } = openApiMock({
    openapi: '3.0.0',
    paths: {
      '/patterns': { get: operation(200, listOf(pattern)) },
      '/patterns/{EmployeeWorkPatternID}': { get: operation(200, pattern) },
      '/accounts': {
        get: operation(200, listOf(listed)),
        post: operation(201, whole, things('name', 'owner')),
      },
      '/accounts/{account}': { get: operation(200, whole) },
      '/accounts/{account}/limits': {
        get: operation(200, things('seats')),
        put: operation(200, things('seats'), things('seats')),
      },
    },
  });

  it('finds the id by its last words, and lists with half of the members', () => {
    expect(contracts[0]).toMatchObject({ id: 'staffWorkPatternID' });
    expect(taken['GET /accounts']).toBe('list of accounts');
  });

  it('begins with rows that fit the item and the list', () => {
    const [first] = ask('GET /accounts').json as { id: string; plan: string }[];
    expect(first).toMatchObject({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(ask(`GET /accounts/${first?.id}/limits`).status).toBe(200);
  });
});

describe('contractsOfOpenApi, of paths with verbs and endings', () => {
  const part = things('id', 'name', 'weight');
  const { taken, contracts, ask, faults } = openApiMock({
    openapi: '3.0.0',
    paths: {
      '/parts/create': { post: operation(201, things('id', 'warning'), things('name', 'weight')) },
      '/parts/json': { get: operation(200, listOf(part)) },
      '/parts/{id}/json': { get: operation(200, part) },
      '/parts/{id}/history': { get: operation(200, things('steps')) },
      '/parts/{partId}': { delete: { responses: { 204: {} } } },
      '/shops.json': {
        get: operation(200, {
          type: 'object',
          properties: { start: {}, end: {}, contents: listOf(things('shopId', 'town')) },
        }),
        post: operation(201, things('shopId', 'town'), things('town')),
      },
      '/shops/{ShopId}.json': {
        get: operation(200, things('shopId', 'town')),
        post: operation(200, things('shopId', 'town'), things('town')),
        delete: { responses: { 204: {} } },
      },
      '/shops/{Shop}/hours.json': {
        get: operation(200, things('from', 'to')),
        put: operation(200, things('from', 'to'), things('from', 'to')),
      },
      '/crews/all': { get: operation(200, listOf(things('id', 'lead'))) },
      '/crews/add': { post: operation(201, things('id', 'lead'), things('lead')) },
      '/crews/update/{id}': { put: operation(200, things('id', 'lead'), things('lead')) },
      '/crews/delete/{crewId}': { delete: { responses: { 200: {} } } },
      '/reports/{id}/update': { post: operation(202, things('state')) },
    },
  });

  it('recognises what they do', () => {
    expect(faults).toEqual([]);
    expect(taken).toEqual({
      'POST /parts/create': 'create of parts',
      'GET /parts/json': 'list of parts',
      'GET /parts/{id}/json': 'read of parts',
      'GET /parts/{id}/history': 'action',
      'DELETE /parts/{id}': 'remove of parts',
      'GET /shops.json': 'list of shops',
      'POST /shops.json': 'create of shops',
      'GET /shops/{ShopId}.json': 'read of shops',
      'POST /shops/{ShopId}.json': 'update of shops',
      'DELETE /shops/{ShopId}.json': 'remove of shops',
      'GET /shops/{Shop}/hours.json': 'singleton of hours.json',
      'PUT /shops/{Shop}/hours.json': 'singleton of hours.json',
      'GET /crews/all': 'list of crews',
      'POST /crews/add': 'create of crews',
      'PUT /crews/update/{id}': 'replace of crews',
      'DELETE /crews/delete/{crewId}': 'remove of crews',
      'POST /reports/{id}/update': 'action',
    });
    expect(contracts[0]).toMatchObject({
      path: '/parts',
      operations: { create: { path: '/parts/create' }, read: { path: '/parts/{id}/json' } },
      actions: [{ path: '/parts/{id}/history' }],
    });
  });

  it('lets their items live', () => {
    const { json: made } = ask('POST /parts/create', { name: 'Bolt', weight: 'light' });
    const { id } = made as { id: number };
    expect(ask(`GET /parts/${id}/json`).json).toMatchObject({ name: 'Bolt' });
    expect(ask(`DELETE /parts/${id}`).status).toBe(204);
    expect(ask(`GET /parts/${id}/json`).status).toBe(404);
    const { json: shop } = ask('POST /shops.json', { town: 'Ulm' });
    const { shopId } = shop as { shopId: number };
    expect(ask(`POST /shops/${shopId}.json`, { town: 'Bonn' }).status).toBe(200);
    expect(JSON.stringify(ask('GET /shops.json').json)).toContain('Bonn');
    const [known] = (ask('GET /shops.json').json as { contents: { shopId: number }[] }).contents;
    const hours = `/shops/${known?.shopId}/hours.json`;
    expect(ask(`PUT ${hours}`, { from: '8', to: '9' }).status).toBe(200);
    const { json: crew } = ask('POST /crews/add', { lead: 'Ada' });
    const { id: crewId } = crew as { id: number };
    expect(ask(`PUT /crews/update/${crewId}`, { lead: 'Zoë' }).status).toBe(200);
    expect(JSON.stringify(ask('GET /crews/all').json)).toContain('Zoë');
    expect(ask(`DELETE /crews/delete/${crewId}`).status).toBe(200);
    expect(JSON.stringify(ask('GET /crews/all').json)).not.toContain('Zoë');
  });
});

describe('contractsOfOpenApi, of rows that several paths show', () => {
  const { taken, ask } = openApiMock({
    openapi: '3.0.0',
    paths: {
      '/me/films': { get: operation(200, listOf(ref('Film'))), post: operation(201, ref('Film')) },
      '/me/films/{film}': { get: operation(200, ref('Film')) },
      '/films': {
        get: operation(200, listOf(ref('Film'))),
        post: operation(201, ref('Film'), things('title')),
      },
      '/films/{film}': { get: operation(200, ref('Film')), delete: { responses: { 204: {} } } },
      '/visits': { get: operation(200, listOf(ref('Visit'))) },
      '/visits/{id}': { get: operation(200, ref('Visit')) },
      '/guests': {
        get: operation(200, listOf(things('id', 'name'))),
        post: operation(201, things('id', 'name'), things('name')),
      },
      '/guests/{id}': { get: operation(200, things('id', 'name')) },
      '/guests/{id}/visits': { get: operation(200, listOf(ref('Visit'))) },
    },
    components: { schemas: { Film: things('id', 'title'), Visit: things('id', 'reason') } },
  });

  it('has one set of rows for flat paths with the same name and items', () => {
    expect(taken['GET /me/films']).toBe('view of me-films');
    const { json } = ask('POST /films', { title: 'Night train' });
    const { id } = json as { id: number };
    expect(ask(`GET /me/films/${id}`).json).toEqual({ id, title: 'Night train' });
    expect(ask(`DELETE /films/${id}`).status).toBe(204);
    expect(ask(`GET /me/films/${id}`).status).toBe(404);
  });

  it('begins with what is above the paths that show rows', () => {
    const [guest] = ask('GET /guests').json as { id: number }[];
    expect(ask(`GET /guests/${guest?.id}/visits`).json).not.toEqual([]);
    expect(ask('GET /visits').json).toEqual(ask(`GET /guests/${guest?.id}/visits`).json);
  });
});

describe('contractsOfOpenApi, of lists whose schemas have several parts', () => {
  const errors = listOf(things('code', 'detail'));
  const { taken, contracts } = openApiMock({
    openapi: '3.0.0',
    paths: {
      '/trips': {
        get: operation(200, {
          allOf: [
            { type: 'object', properties: { data: listOf({ type: 'object' }) } },
            { properties: { data: listOf(things('id', 'town')) } },
          ],
        }),
      },
      '/trips/{id}': { get: operation(200, things('id', 'town')) },
      '/pairing/codes': {
        get: operation(200, {
          type: 'object',
          properties: { errors, device_codes: listOf(things('id', 'code')), cursor: {} },
        }),
      },
      '/pairing/codes/{id}': {
        get: operation(200, {
          type: 'object',
          properties: { errors, device_code: things('id', 'code') },
        }),
      },
      '/rates': { get: operation(200, wrapped('data', listOf(ref('AnyRate')))) },
      '/rates/{id}': { get: operation(200, wrapped('data', ref('Rate'))) },
      // What an answer says besides is no list of its items.
      '/catalog/object/{id}': {
        get: operation(200, {
          type: 'object',
          properties: { errors, object: things('id', 'sku'), related: listOf(things('id', 'sku')) },
        }),
        delete: { responses: { 204: {} } },
      },
    },
    components: {
      schemas: {
        Rate: things('id', 'amount', 'currency'),
        Guess: things('id', 'amount'),
        AnyRate: { oneOf: [ref('Rate'), ref('Guess')] },
      },
    },
  });

  it('finds them, and the items beside errors', () => {
    expect(taken).toMatchObject({
      'GET /trips': 'list of trips',
      'GET /pairing/codes': 'list of codes',
      'GET /pairing/codes/{id}': 'read of codes',
      'GET /rates': 'list of rates',
      'GET /catalog/object/{id}': 'read of object',
    });
    expect(contracts).toMatchObject([
      { list: { at: '/data' } },
      { item: { at: '/device_code' }, list: { at: '/device_codes' } },
      { item: { at: '/data' }, list: { at: '/data' } },
      { item: { at: '/object' } },
    ]);
  });
});
