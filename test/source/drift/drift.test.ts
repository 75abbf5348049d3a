// Each kind of change, as one edit of a small document: what it is called, and what it means for
// clients. Requests and answers differ in what breaks them.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { parsePointer, valueAt } from '../../../src/base/pointer.ts';
import { compareDocuments } from '../../../src/source/drift/drift.ts';

const USER = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string', maxLength: 40 },
    role: { type: 'string', enum: ['admin', 'guest'] },
    age: { type: 'integer', format: 'int32', minimum: 0 },
    password: { type: 'string', writeOnly: true },
    tags: { type: 'array', items: { type: 'string' } },
    contact: {
      oneOf: [{ $ref: '#/components/schemas/Mail' }, { $ref: '#/components/schemas/Phone' }],
    },
    note: { type: ['string', 'null'] },
  },
};
const user = { 'application/json': { schema: { $ref: '#/components/schemas/User' } } };
const BASE: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Users', version: '1' },
  servers: [{ url: 'https://example.com/v1' }],
  paths: {
    '/users': {
      get: {
        operationId: 'listUsers',
        summary: 'All users',
        security: [],
        parameters: [
          { name: 'page', in: 'query', schema: { type: 'integer', default: 1 } },
          { name: 'X-Trace', in: 'header', schema: { type: 'string' } },
        ],
        responses: {
          200: {
            description: 'all',
            headers: { 'X-Total': { required: true, schema: { type: 'integer' } } },
            content: {
              'application/json': {
                schema: { type: 'array', items: { $ref: '#/components/schemas/User' } },
              },
              'text/csv': { schema: { type: 'string' } },
            },
          },
          400: { description: 'wrong' },
        },
      },
      post: {
        security: [{ token: ['write'] }],
        requestBody: { content: user },
        responses: { 201: { description: 'made', content: user } },
      },
    },
    '/users/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: {
        responses: { 200: { description: 'one', content: user }, default: { description: 'any' } },
      },
      delete: { operationId: 'removeUser', responses: { 204: { description: 'gone' } } },
    },
  },
  components: {
    schemas: {
      User: USER,
      Mail: { type: 'object', required: ['mail'], properties: { mail: { type: 'string' } } },
      Phone: { type: 'object', required: ['phone'], properties: { phone: { type: 'string' } } },
      Fax: { type: 'object', required: ['fax'], properties: { fax: { type: 'string' } } },
    },
    securitySchemes: {
      token: { type: 'oauth2', flows: {} },
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    },
  },
};

/** An edit: a pointer, and the value there now; without one it is taken out. */
type Edit = readonly [pointer: string, value?: Json];

function edited(...edits: readonly Edit[]): JsonObject {
  const copy = JSON.parse(JSON.stringify(BASE)) as JsonObject;
  for (const [pointer, value] of edits) {
    const steps = parsePointer(pointer) ?? [];
    const holder = valueAt(copy, steps.slice(0, -1)) as Record<string, Json>;
    const last = steps.at(-1) ?? '';
    if (Array.isArray(holder)) {
      if (value === undefined) (holder as Json[]).splice(Number(last), 1);
      else (holder as Json[])[last === '-' ? holder.length : Number(last)] = value;
    } else if (value === undefined) delete holder[last];
    else holder[last] = value;
  }
  return copy;
}

/** What changed, as `breaking: words`. */
function told(older: JsonObject, newer: JsonObject): readonly string[] {
  return compareDocuments({ older: { document: older }, newer: { document: newer } })
    .map(({ verdict, message }) => `${verdict}: ${message}`)
    .toSorted();
}

const U = '/components/schemas/User';
const LIST = '/paths/~1users/get';
const MADE = '/paths/~1users/post';

/** By name: the edit, what it is told as, and what the edit back is told as. */
const changes: Readonly<Record<string, readonly [Edit, readonly string[], readonly string[]]>> = {
  'a new optional member': [
    [`${U}/properties/nick`, { type: 'string' }],
    [
      'compatible: in answers: the member "nick" is new',
      'compatible: in requests: the member "nick" is new',
    ],
    [
      'breaking: in answers: the member "nick" is gone',
      'breaking: in requests: the member "nick" is gone',
    ],
  ],
  'a member that becomes required': [
    [`${U}/required`, ['id', 'name', 'role']],
    [
      'compatible: in answers: the member "role" is required now',
      'breaking: in requests: the member "role" is required now',
    ],
    [
      'compatible: in requests: the member "role" is optional now',
      'breaking: in answers: the member "role" is optional now',
    ],
  ],
  'a member of answers that becomes required': [
    [`${U}/required`, ['name']],
    ['breaking: in answers: the member "id" is optional now'],
    ['compatible: in answers: the member "id" is required now'],
  ],
  'a new value': [
    [`${U}/properties/role/enum/-`, 'owner'],
    [
      'compatible: in requests: the value "owner" is new',
      'breaking: in answers: the value "owner" is new',
    ],
    [
      'compatible: in answers: the value "owner" is gone',
      'breaking: in requests: the value "owner" is gone',
    ],
  ],
  'no list of values': [
    [`${U}/properties/role/enum`],
    [
      'compatible: in requests: any value may come, not only "admin", "guest"',
      'breaking: in answers: any value may come, not only "admin", "guest"',
    ],
    [
      'compatible: in answers: only these values are left: "admin", "guest"',
      'breaking: in requests: only these values are left: "admin", "guest"',
    ],
  ],
  'a longer text': [
    [`${U}/properties/name/maxLength`, 80],
    [
      'compatible: in requests: "maxLength" was 40, is 80 now',
      'breaking: in answers: "maxLength" was 40, is 80 now',
    ],
    [
      'compatible: in answers: "maxLength" was 80, is 40 now',
      'breaking: in requests: "maxLength" was 80, is 40 now',
    ],
  ],
  'a wider type': [
    [`${U}/properties/age/type`, 'number'],
    [
      'compatible: in requests: the type was integer, is number now',
      'breaking: in answers: the type was integer, is number now',
    ],
    [
      'compatible: in answers: the type was number, is integer now',
      'breaking: in requests: the type was number, is integer now',
    ],
  ],
  'another type': [
    [`${U}/properties/tags/items/type`, 'integer'],
    [
      'breaking: in answers: the type was string, is integer now',
      'breaking: in requests: the type was string, is integer now',
    ],
    [
      'breaking: in answers: the type was integer, is string now',
      'breaking: in requests: the type was integer, is string now',
    ],
  ],
  'null besides': [
    [`${U}/properties/name/type`, ['string', 'null']],
    [
      'compatible: in requests: the type was string, is null or string now',
      'breaking: in answers: the type was string, is null or string now',
    ],
    [
      'compatible: in answers: the type was null or string, is string now',
      'breaking: in requests: the type was null or string, is string now',
    ],
  ],
  'a wider format': [
    [`${U}/properties/age/format`, 'int64'],
    [
      'compatible: in requests: "format" was "int32", is "int64" now',
      'breaking: in answers: "format" was "int32", is "int64" now',
    ],
    [
      'compatible: in answers: "format" was "int64", is "int32" now',
      'breaking: in requests: "format" was "int64", is "int32" now',
    ],
  ],
  'a pattern': [
    [`${U}/properties/name/pattern`, '^[A-Z]'],
    [
      'compatible: in answers: "pattern" is "^[A-Z]" now, and was not there',
      'breaking: in requests: "pattern" is "^[A-Z]" now, and was not there',
    ],
    [
      'compatible: in requests: "pattern" was "^[A-Z]", and is gone',
      'breaking: in answers: "pattern" was "^[A-Z]", and is gone',
    ],
  ],
  'a new alternative': [
    [`${U}/properties/contact/oneOf/-`, { $ref: '#/components/schemas/Fax' }],
    [
      'compatible: in requests: the alternative Fax is new',
      'breaking: in answers: the alternative Fax is new',
    ],
    [
      'compatible: in answers: the alternative Fax is gone',
      'breaking: in requests: the alternative Fax is gone',
    ],
  ],
  'a member inside an alternative': [
    ['/components/schemas/Phone/properties/area', { type: 'string' }],
    [
      'compatible: in answers: the member "area" is new',
      'compatible: in requests: the member "area" is new',
    ],
    [
      'breaking: in answers: the member "area" is gone',
      'breaking: in requests: the member "area" is gone',
    ],
  ],
  'no other members': [
    [`${U}/additionalProperties`, false],
    [
      'compatible: in answers: members that the schema does not name are gone',
      'breaking: in requests: members that the schema does not name are gone',
    ],
    [
      'compatible: in answers: members that the schema does not name are allowed now',
      'compatible: in requests: members that the schema does not name are allowed now',
    ],
  ],
  'a member that only the service sets': [
    [`${U}/properties/age/readOnly`, true],
    ['breaking: in requests: the member "age" is gone'],
    ['compatible: in requests: the member "age" is new'],
  ],
  'a default': [
    [`${U}/properties/role/default`, 'guest'],
    ['breaking: in requests: without a value, "guest" counts now', 'neutral: the default changed'],
    [
      'breaking: in requests: without a value, "guest" no longer counts',
      'neutral: the default changed',
    ],
  ],
  'another default of a parameter': [
    [`${LIST}/parameters/0/schema/default`, 0],
    ['breaking: in requests: without a value, 0 counts in place of 1'],
    ['breaking: in requests: without a value, 1 counts in place of 0'],
  ],
  'words of a member': [
    [`${U}/properties/name/description`, 'the whole name'],
    ['neutral: the description changed'],
    ['neutral: the description changed'],
  ],
  'words of an operation': [
    [`${LIST}/summary`, 'Some users'],
    ['neutral: the summary changed'],
    ['neutral: the summary changed'],
  ],
  deprecation: [
    [`${LIST}/deprecated`, true],
    ['neutral: it is deprecated now'],
    ['neutral: it is no longer deprecated'],
  ],
  'an operation': [
    ['/paths/~1users~1{id}/put', { responses: { 200: { description: 'changed' } } }],
    ['compatible: the operation is new'],
    ['breaking: the operation is gone'],
  ],
  'a required parameter': [
    [`${LIST}/parameters/-`, { name: 'tenant', in: 'query', required: true, schema: {} }],
    ['breaking: the parameter "query tenant" is new, and required'],
    ['breaking: the parameter "query tenant" is gone'],
  ],
  'an optional parameter': [
    [`${LIST}/parameters/-`, { name: 'sort', in: 'query', schema: {} }],
    ['compatible: the parameter "query sort" is new'],
    ['breaking: the parameter "query sort" is gone'],
  ],
  'a parameter that becomes required': [
    [`${LIST}/parameters/0/required`, true],
    ['breaking: the parameter "query page" is required now'],
    ['compatible: the parameter "query page" is optional now'],
  ],
  'a number in a query that may be any text': [
    [`${LIST}/parameters/0/schema`, { type: 'string' }],
    ['compatible: the parameter "query page" takes any text now'],
    [
      'breaking: in requests: the type was string, is integer now',
      'breaking: in requests: without a value, 1 counts now',
    ],
  ],
  'a number in a query that may be several': [
    [`${LIST}/parameters/0/schema`, { type: 'array', items: { type: 'string' } }],
    ['compatible: the parameter "query page" takes any text now'],
    [
      'breaking: in requests: the type was array, is integer now',
      'breaking: in requests: without a value, 1 counts now',
    ],
  ],
  'a number in a query that may be some texts': [
    [`${LIST}/parameters/0/schema`, { type: 'string', maxLength: 1, default: 1 }],
    [
      'breaking: in requests: "maxLength" is 1 now, and was not there',
      'breaking: in requests: the type was integer, is string now',
    ],
    [
      'breaking: in requests: the type was string, is integer now',
      'compatible: in requests: "maxLength" was 1, and is gone',
    ],
  ],
  'a header field that is any text': [
    [`${LIST}/responses/200/headers/X-Total/schema`, { type: 'string' }],
    ['breaking: in answers: the type was integer, is string now'],
    ['breaking: in answers: the type was string, is integer now'],
  ],
  'another way to write a parameter': [
    [`${LIST}/parameters/0/explode`, false],
    ['breaking: the parameter "query page" is written in another way'],
    ['breaking: the parameter "query page" is written in another way'],
  ],
  'a required body': [
    [`${MADE}/requestBody/required`, true],
    ['breaking: the body is required now'],
    ['compatible: the body is optional now'],
  ],
  'no body': [
    [`${MADE}/requestBody`],
    ['breaking: the body is gone'],
    ['compatible: the body is new'],
  ],
  'a media type of answers': [
    [`${LIST}/responses/200/content/text~1csv`],
    ['breaking: in answers: the media type text/csv is gone'],
    ['compatible: in answers: the media type text/csv is new'],
  ],
  'a media type of requests': [
    [`${MADE}/requestBody/content/application~1xml`, { schema: {} }],
    ['compatible: in requests: the media type application/xml is new'],
    ['breaking: in requests: the media type application/xml is gone'],
  ],
  'another success': [
    [`${LIST}/responses/206`, { description: 'a part' }],
    ['breaking: the answer 206 is new'],
    ['breaking: the answer 206 is gone'],
  ],
  'another refusal': [
    [`${LIST}/responses/429`, { description: 'slower' }],
    ['compatible: the answer 429 is new'],
    ['compatible: the answer 429 is gone'],
  ],
  'a refusal that "default" had': [
    ['/paths/~1users~1{id}/get/responses/404', { description: 'none' }],
    [],
    [],
  ],
  'a header field of an answer': [
    [`${LIST}/responses/200/headers/X-Total`],
    ['breaking: the header field "X-Total" is gone'],
    ['compatible: the header field "X-Total" is new'],
  ],
  'a header field that becomes optional': [
    [`${LIST}/responses/200/headers/X-Total/required`, false],
    ['breaking: the header field "X-Total" is optional now'],
    ['compatible: the header field "X-Total" is required now'],
  ],
  credentials: [
    [`${LIST}/security`, [{ key: [] }]],
    ['breaking: it needs credentials now: key in header X-Key'],
    ['compatible: it needs no credentials now'],
  ],
  'other credentials besides': [
    [`${MADE}/security/-`, { key: [] }],
    ['compatible: key in header X-Key suffices now'],
    ['breaking: key in header X-Key no longer suffices; oauth2 with write suffices'],
  ],
  'another scope': [
    [`${MADE}/security/0/token`, ['write', 'admin']],
    ['breaking: oauth2 with write no longer suffices; oauth2 with admin and write suffices'],
    ['compatible: oauth2 with write suffices now'],
  ],
  'another server': [
    ['/servers/0/url', 'https://example.com/v2'],
    ['breaking: all paths begin with /v2 now, and not with /v1'],
    ['breaking: all paths begin with /v1 now, and not with /v2'],
  ],
  'another host': [
    ['/servers/0/url', 'https://example.org/v1'],
    ['neutral: the service was at example.com, is at example.org now'],
    ['neutral: the service was at example.org, is at example.com now'],
  ],
  'another version': [
    ['/info/version', '2'],
    ['neutral: the version was 1, is 2 now'],
    ['neutral: the version was 2, is 1 now'],
  ],
};

describe('compareDocuments', () => {
  it.each(Object.entries(changes))('tells %s', (_, [edit, there, back]) => {
    expect(told(BASE, edited(edit))).toEqual(there.toSorted());
    expect(told(edited(edit), BASE)).toEqual(back.toSorted());
  });

  it('names the operations, and the places in both versions', () => {
    const newer = edited([`${U}/properties/role/enum/-`, 'owner']);
    expect(compareDocuments({ older: { document: BASE }, newer: { document: newer } })[0]).toEqual({
      verdict: 'breaking',
      message: 'in answers: the value "owner" is new',
      from: `${U}/properties/role`,
      to: `${U}/properties/role`,
      operations: ['GET /users', 'POST /users', 'GET /users/{id}'],
    });
  });

  it('names the operation that has the name of one that is gone', () => {
    const moved = { operationId: 'removeUser', responses: {} };
    const newer = edited(
      ['/paths/~1users~1{id}/delete'],
      ['/paths/~1people~1{id}', { delete: moved }],
    );
    expect(told(BASE, newer)).toEqual([
      'breaking: the operation is gone; DELETE /people/{id} has its name',
      'compatible: the operation is new',
    ]);
  });

  it('takes paths with other names of parameters for the same ones', () => {
    const { '/users/{id}': one, ...rest } = BASE['paths'] as Record<string, JsonObject>;
    const parameters = [{ name: 'key', in: 'path', required: true, schema: { type: 'integer' } }];
    const paths = { ...rest, '/users/{key}': { ...one, parameters } };
    expect(told(BASE, { ...BASE, paths } as JsonObject)).toEqual([]);
  });

  it('takes the one parameter that a path does not name for the one that it names', () => {
    const { '/users/{id}': one, ...rest } = BASE['paths'] as Record<string, JsonObject>;
    const newer = { ...BASE, paths: { ...rest, '/users/{key}': one } } as JsonObject;
    expect(told(BASE, newer)).toEqual([]);
  });

  it('takes a pattern that any text fits for none', () => {
    const name = `${U}/properties/name/pattern`;
    for (const pattern of ['', '^', '.*', '^.*$'])
      expect(told(BASE, edited([name, pattern]))).toEqual([]);
    expect(told(BASE, edited([name, '^.']))).toContain(
      'breaking: in requests: "pattern" is "^." now, and was not there',
    );
  });

  it('takes a discriminator for a hint, and tells that it changed', () => {
    const contact = `${U}/properties/contact/discriminator`;
    const hint = (mail: string) => ({ propertyName: 'kind', mapping: { mail } });
    const one = edited([contact, hint('#/components/schemas/Mail')]);
    const other = edited([contact, hint('#/components/schemas/Phone')]);
    expect(told(one, other)).toEqual(['neutral: the discriminator changed']);
    expect(told(BASE, one)).toEqual(['neutral: the discriminator changed']);
  });

  it('tells values of x-extensible-enum, to which others may come in answers', () => {
    const of = (...values: readonly string[]) =>
      edited([`${U}/properties/name/x-extensible-enum`, values]);
    expect(told(of('a', 'b'), of('a', 'c'))).toEqual([
      'breaking: in requests: the value "b" is gone',
      'compatible: in answers: the value "b" is gone',
      'compatible: in answers: the value "c" is new',
      'compatible: in requests: the value "c" is new',
    ]);
    expect(told(BASE, of('a'))).toEqual([]);
  });

  it('tells that what fitted one schema fits several of which one may fit', () => {
    const plain = (required: readonly string[]) => ({
      type: 'object',
      required,
      properties: { mail: { type: 'string' }, phone: { type: 'string' } },
    });
    const body = `${MADE}/requestBody/content`;
    const of = (schema: Json) => edited([body, { 'application/json': { schema } }]);
    const older = of(plain(['mail', 'phone']));
    const wrapped = [plain(['mail']), plain(['phone'])];
    expect(told(older, of({ oneOf: wrapped }))).toContain(
      'breaking: in requests: what fitted before fits at oneOf/0 and at oneOf/1 now, and may fit one alone',
    );
    for (const schema of [{ anyOf: wrapped }, { oneOf: [plain(['mail']), plain(['other'])] }])
      expect(told(older, of(schema)).join()).not.toContain('may fit one alone');
  });

  it.each([
    ['webhooks', (item: Json) => edited(['/webhooks', { paid: item }]), 'webhook paid'],
    [
      'callbacks',
      (item: Json) => edited([`${MADE}/callbacks`, { done: { '{$request.body#/url}': item } }]),
      'callback done of POST /users to {$request.body#/url}',
    ],
  ])('compares what the service sends by %s', (_, of, name) => {
    const event = (properties: Json, answers: Json = { 200: { description: 'taken' } }) =>
      of({
        post: {
          requestBody: {
            content: { 'application/json': { schema: { type: 'object', properties } } },
          },
          responses: answers,
        },
      });
    const both = event({ sum: { type: 'integer' }, note: { type: 'string' } });
    const one = event({ sum: { type: 'number' } });
    expect(told(both, one)).toEqual([
      'breaking: in what the service sends: the member "note" is gone',
      'breaking: in what the service sends: the type was integer, is number now',
    ]);
    expect(told(one, both)).toEqual([
      'compatible: in what the service sends: the member "note" is new',
      'compatible: in what the service sends: the type was number, is integer now',
    ]);
    const [gone] = compareDocuments({ older: { document: both }, newer: { document: BASE } });
    expect(gone).toMatchObject({
      verdict: 'breaking',
      message: 'the operation is gone',
      operations: [`POST ${name}`],
    });
    const answer = { 200: { content: { 'application/json': { schema: { type: 'integer' } } } } };
    const text = { 200: { content: { 'application/json': { schema: { type: 'number' } } } } };
    expect(told(event({}, text), event({}, answer))).toEqual([
      'breaking: in what clients answer: the type was number, is integer now',
    ]);
  });

  it('takes null in the forms of all versions for the same', () => {
    const older = edited([`${U}/properties/note`, { type: 'string', nullable: true }]);
    const union = { anyOf: [{ type: 'string' }, { type: 'null' }] };
    expect(told(older, BASE)).toEqual([]);
    expect(told(BASE, edited([`${U}/properties/note`, union]))).toEqual([]);
  });

  it('takes bounds in the forms of all versions for the same', () => {
    const old = { type: 'integer', format: 'int32', minimum: 0, exclusiveMinimum: true };
    const newer = { type: 'integer', format: 'int32', exclusiveMinimum: 0 };
    expect(
      told(edited([`${U}/properties/age`, old]), edited([`${U}/properties/age`, newer])),
    ).toEqual([]);
  });

  it('compares a Swagger document with an OpenAPI document', () => {
    const parameters = [
      { name: 'id', in: 'path', required: true, type: 'integer' },
      { name: 'user', in: 'body', schema: { $ref: '#/definitions/User' } },
    ];
    const schema = { type: 'object', properties: { name: { type: 'string' } } };
    const swagger = {
      swagger: '2.0',
      basePath: '/v1',
      paths: {
        '/users/{id}': {
          put: { parameters, responses: { 200: { schema: { $ref: '#/definitions/User' } } } },
        },
      },
      definitions: { User: schema },
    };
    const content = { 'application/json': { schema } };
    const put = {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      requestBody: { content },
      responses: { 200: { content } },
    };
    const openapi = {
      openapi: '3.0.3',
      servers: [{ url: '/v1' }],
      paths: { '/users/{id}': { put } },
    };
    expect(told(swagger, openapi)).toEqual([]);
  });

  it('ends for schemas that include themselves', () => {
    const tree = { type: 'object', properties: { below: { $ref: `#${U}` } } };
    const circle = { anyOf: [{ $ref: `#${U}` }, { type: 'null' }] };
    const union = { oneOf: [{ $ref: `#${U}` }, { $ref: '#/components/schemas/Mail' }] };
    for (const schema of [tree, circle, union])
      expect(told(edited([U, schema]), edited([U, schema]))).toEqual([]);
  });

  it.each([
    null,
    [],
    {},
    { paths: 1 },
    { paths: { '/a': { get: 1, post: { parameters: 1, responses: [] } } } },
  ])('reads any document: %j', (document) => {
    expect(compareDocuments({ older: { document }, newer: { document } })).toEqual([]);
  });
});
