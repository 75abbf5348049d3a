// What a contract file can have wrong: its form, then the names in it. Each fault with file, place,
// words and remedy.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { choices } from '../../src/contract/choices.ts';
import { findContractFaults } from '../../src/contract/file/contract-faults.ts';
import { contractSchema } from '../../src/contract/file/contract-schema.ts';
import { createChecker } from '../../src/schema/check.ts';
import { findSchemaFaults } from '../../src/schema/faults/schema-faults.ts';
import { type Schema, Schemas } from '../../src/schema/schema.ts';
import { readContract } from '../support/read-contract.ts';

const FILE = 'contracts/users.json';
const OPERATIONS =
  'Use list and create (POST) of the collection; read, replace (PUT), update (PATCH) and remove (DELETE) of an item.';
const FORM =
  'docs/contract.md shows the form of a contract; "standin init <folder>" writes an example.';

const schemas = new Schemas(
  new Map<string, Schema>([
    [
      'user',
      {
        type: 'object',
        properties: {
          id: { type: 'number' },
          name: { type: 'string' },
          tag: { type: ['string', 'null'] },
          any: {},
          on: { type: 'boolean' },
        },
      },
    ],
    ['users', { type: 'array' }],
  ]),
);
const form = createChecker(new Schemas(new Map([['contract', contractSchema]])));

const list = { summary: 'List', source: 'section 4', outcomes: { ok: { source: 'section 4' } } };
const sound: JsonObject = {
  resource: 'users',
  path: '/users',
  item: 'user',
  list: 'users',
  operations: { list },
};

function faultsOf(
  document: Json,
  known: Schemas = schemas,
): readonly (readonly [string, string, string])[] {
  const check = (value: Json) => form.check('contract', value);
  const faults = findContractFaults(document, FILE, known, check, findSchemaFaults);
  for (const fault of faults) expect(fault.file).toBe(FILE);
  return faults.map(({ at, message, remedy }) => [at, message, remedy]);
}

function withOperation(kind: string, operation: Json): JsonObject {
  return { ...sound, operations: { list, [kind]: operation } };
}

function withOutcome(outcome: Json): JsonObject {
  return withOperation('list', { ...list, outcomes: { ok: outcome } });
}

describe('findContractFaults', () => {
  it('finds none in a sound contract', () => {
    expect(faultsOf(sound)).toEqual([]);
    expect(
      faultsOf({
        ...sound,
        $schema: 'x',
        title: 'Users',
        id: 'name',
        path: '/api/v1.0/the_users~',
        shown: { 'create.status': 201, 'create.body': 'id' },
        open: [{ clause: 'section 1', what: 'Much', choices: ['create.status'] }],
        operations: {
          list: {
            ...list,
            outcomes: {
              ok: { status: 200, body: 'users', headers: { 'X-Total': 'a\tb' }, source: 's' },
            },
          },
          create: { ...list, body: 'user', outcomes: { taken: { body: null, source: 's' } } },
          remove: { ...list, outcomes: {} },
        },
      }),
    ).toEqual([]);
  });

  it('names the operations that there are beside one of another name', () => {
    expect(faultsOf(withOperation('delete', list))).toEqual([
      ['/operations/delete', 'is not a known field', OPERATIONS],
    ]);
    expect(faultsOf(withOperation('lst', list))).toEqual([
      ['/operations/lst', 'is not a known field; did you mean "list"?', OPERATIONS],
    ]);
  });

  it('finds none in the contract of users', () => {
    const root = join(import.meta.dirname, '..', '..');
    const read = (path: string): JsonObject =>
      JSON.parse(readFileSync(join(root, path), 'utf8')) as JsonObject;
    const names = ['user', 'users', 'user-create', 'user-created', 'user-update'];
    const known = new Schemas(new Map(names.map((name) => [name, read(`schemas/${name}.json`)])));
    expect(faultsOf(read('contracts/users.json'), known)).toEqual([]);
  });

  it.each<[string, Json, string, string]>([
    ['a document that is null', null, '', 'must be an object, is null'],
    ['a document that is an array', [], '', 'must be an object, is an array'],
    [
      'a member that is missing',
      { ...sound, resource: undefined as unknown as Json },
      '',
      '"resource" is missing',
    ],
    [
      'an unknown member',
      { ...sound, itme: 'user' },
      '/itme',
      'is not a known field; did you mean "item"?',
    ],
    [
      'an empty resource',
      { ...sound, resource: '' },
      '/resource',
      'must have at least 1 character, is ""',
    ],
    ['a title that is a number', { ...sound, title: 7 }, '/title', 'must be a string, is a number'],
    ['a title that is null', { ...sound, title: null }, '/title', 'must be a string, is null'],
    [
      'no operation',
      { ...sound, operations: {} },
      '/operations',
      'must have at least 1 property, is an object',
    ],
    [
      'an operation with an unknown member',
      withOperation('read', { ...list, sumary: 'x' }),
      '/operations/read/sumary',
      'is not a known field; did you mean "summary"?',
    ],
    [
      'a refusal with a status of its own',
      withOperation('read', { ...list, refusals: { 409: { status: 422 } } }),
      '/operations/read/refusals/409/status',
      'is not a known field',
    ],
    [
      'a refusal that is a success',
      withOperation('read', { ...list, refusals: { 200: {} } }),
      '/operations/read/refusals/200',
      'is not a known field',
    ],
    [
      'an unknown situation',
      withOperation('read', { ...list, outcomes: { mising: { source: 's' } } }),
      '/operations/read/outcomes/mising',
      'is not a known field; did you mean "missing"?',
    ],
    [
      'a status that is too low',
      withOutcome({ status: 100, source: 's' }),
      '/operations/list/outcomes/ok/status',
      'must be at least 200, is 100',
    ],
    [
      'a status that is too high',
      withOutcome({ status: 600, source: 's' }),
      '/operations/list/outcomes/ok/status',
      'must be at most 599, is 600',
    ],
    [
      'a status that is a text',
      withOutcome({ status: '200', source: 's' }),
      '/operations/list/outcomes/ok/status',
      'must be an integer or an array, is a string',
    ],
    [
      'a body that is a schema itself',
      withOutcome({ body: {}, source: 's' }),
      '/operations/list/outcomes/ok/body',
      'must be a string or null, is an object',
    ],
    [
      'a header that is a number',
      withOutcome({ headers: { 'X-A': 1 }, source: 's' }),
      '/operations/list/outcomes/ok/headers/X-A',
      'must be a string or an object, is a number',
    ],
    [
      'a header without its schema',
      withOutcome({ headers: { 'X-A': {} }, source: 's' }),
      '/operations/list/outcomes/ok/headers/X-A',
      '"schema" is missing',
    ],
    [
      'a header with a line break',
      withOutcome({ headers: { 'X-A': 'a\r\nSet-Cookie: b' }, source: 's' }),
      '/operations/list/outcomes/ok/headers/X-A',
      String.raw`must match pattern "^[\t\x20-\x7e]*$", is "a\r\nSet-Cookie: b"`,
    ],
    [
      'an open entry without a clause',
      { ...sound, open: [{ what: 'x', choices: ['create.id'] }] },
      '/open/0',
      '"clause" is missing',
    ],
    [
      'an open entry without a choice',
      { ...sound, open: [{ clause: 'c', what: 'x', choices: [] }] },
      '/open/0/choices',
      'must have at least 1 item, is an array',
    ],
    ['shown that is an array', { ...sound, shown: [] }, '/shown', 'must be an object, is an array'],
  ])('reports %s', (_, document, at, message) => {
    expect(faultsOf(JSON.parse(JSON.stringify(document)))).toEqual([[at, message, FORM]]);
  });

  it.each(['/{tenant}', '/repos/{owner}', '/a:b/@c', '/{tenant}/items'])(
    'takes the path %j',
    (path) => {
      expect(faultsOf({ ...sound, path })).toEqual([]);
    },
  );

  it.each(['/', '/files/{name}.json', '/diff/{from}...{to}', '/{any}'])(
    'takes the path %j of another operation',
    (path) => {
      const others = [{ method: 'GET', path, source: 's', outcomes: {} }];
      expect(faultsOf({ ...sound, others })).toEqual([]);
    },
  );

  it('takes an item that does not show its id', () => {
    expect(faultsOf({ ...sound, id: null })).toEqual([]);
  });

  it.each([
    'users',
    '/users/',
    '/',
    '',
    '/a//b',
    '/users?x',
    '/{id',
    '/{id}.json',
    '/a b',
    '/é',
    '/users\n',
  ])('refuses the path %j', (path) => {
    expect(faultsOf({ ...sound, path })).toEqual([
      [
        '/path',
        `${JSON.stringify(path)} is no path`,
        'A path begins with a slash and has none at its end: "/users", or "/owners/{ownerId}/pets".',
      ],
    ]);
  });

  it.each<[string, JsonObject, string]>([
    [
      '204 with a body',
      { ok: { status: 204, body: 'users', source: 's' } },
      'a response with the status 204 has no body',
    ],
    [
      'a refusal for ok',
      { ok: { status: 404, source: 's' } },
      '404 is not a status for the situation ok',
    ],
    [
      'several statuses for a refusal',
      { missing: { status: [200, 204], source: 's' } },
      'only a success has several statuses',
    ],
    [
      'a success for a refusal',
      { missing: { status: 200, source: 's' } },
      '200 is not a status for the situation missing',
    ],
  ])('refuses %s', (_, outcomes, message) => {
    const list = { summary: 'List', source: 's', outcomes };
    expect(faultsOf({ ...sound, operations: { list } }).map((fault) => fault[1])).toEqual([
      message,
    ]);
  });

  it.each<[string, JsonObject, string]>([
    ['an operation', withOperation('read', { summary: 'Read', outcomes: {} }), '/operations/read'],
    ['an outcome', withOutcome({ status: 200 }), '/operations/list/outcomes/ok'],
  ])('asks %s for its source, unless the contract has one', (_, document, at) => {
    const remedy =
      'Name the clause of the specification here, or one "source" for the whole contract.';
    expect(faultsOf(document)).toEqual([[at, '"source" is missing', remedy]]);
    expect(faultsOf({ ...document, source: 'the handbook' })).toEqual([]);
  });

  // Node throws on such a header when the answer is written, so every answer of the operation would
  // be a 500.
  it.each(['X Total', 'Größe', '', 'a:b', 'a\r\nb'])('refuses the name of a header %j', (name) => {
    expect(faultsOf(withOutcome({ headers: { [name]: '1' }, source: 's' }))).toEqual([
      [
        '/operations/list/outcomes/ok/headers',
        `the name ${JSON.stringify(name)} is not allowed`,
        FORM,
      ],
    ]);
  });

  it('looks at the schemas of headers', () => {
    const faults = (schema: Json): readonly unknown[] =>
      faultsOf(withOutcome({ headers: { 'X-A': { schema } }, source: 's' }));
    const at = '/operations/list/outcomes/ok/headers/X-A/schema';
    expect(faults('users')).toEqual([]);
    expect(faults({ type: 'integer' })).toEqual([]);
    expect(faults('usr')).toEqual([[at, 'there is no schema "usr"', 'Did you mean "user"?']]);
    expect(faults({ type: 'whole' })).toContainEqual([
      `${at}/type`,
      'must be one of "array", "boolean", "integer", "null", "number", "object", "string", is "whole"',
      'Correct it to match JSON Schema 2020-12.',
    ]);
  });

  it.each(['/__standin', '/__standin/users'])(
    'refuses the path %s, which Standin itself uses',
    (path) => {
      expect(faultsOf({ ...sound, path })).toEqual([
        ['/path', 'paths below /__standin are reserved for Standin', 'Choose another path.'],
      ]);
      expect(faultsOf({ ...sound, path: `/api${path}` })).toEqual([]);
    },
  );

  it.each(['Content-Length', 'transfer-encoding', 'Connection', 'date'])(
    'refuses the header %s, which frames the answer',
    (name) => {
      expect(
        faultsOf(
          withOutcome({ headers: { [name]: '1', 'X-Total': '1', ETag: '"a"' }, source: 's' }),
        ),
      ).toEqual([
        [
          `/operations/list/outcomes/ok/headers/${name}`,
          `${name} is set by the server`,
          'Leave it out.',
        ],
      ]);
    },
  );

  it.each(['path.root', 'unrouted.status', 'limit.body', 'limit.time'] as const)(
    'refuses a value for %s, which takes effect before the contract of a call is known',
    (key) => {
      expect(faultsOf({ ...sound, shown: { [key]: choices[key].options[0] as Json } })).toEqual([
        [
          `/shown/${key}`,
          `${key} applies to the whole server and cannot be set in a single contract`,
          'Set it in the profile.',
        ],
      ]);
    },
  );

  it('reports all faults of form at once, and faults of names only once the form is right', () => {
    expect(
      faultsOf({ ...sound, title: 7, item: 'usr', more: 1 })
        .map(([at]) => at)
        .toSorted(),
    ).toEqual(['/more', '/title']);
  });

  it.each<[string, JsonObject, string, string, string]>([
    [
      'item',
      { ...sound, item: 'usr' },
      '/item',
      'there is no schema "usr"',
      'Did you mean "user"?',
    ],
    [
      'the body of a refusal',
      withOperation('read', { ...list, refusals: { 409: { body: 'nothing' } } }),
      '/operations/read/refusals/409/body',
      'there is no schema "nothing"',
      'The schemas are user, users.',
    ],
    [
      'list',
      { ...sound, list: 'nothing' },
      '/list',
      'there is no schema "nothing"',
      'The schemas are user, users.',
    ],
    [
      'a file name in the place of a name',
      { ...sound, list: 'users.json' },
      '/list',
      'there is no schema "users.json"',
      'The schemas are user, users.',
    ],
    [
      'a request',
      withOperation('create', { ...list, body: 'usre' }),
      '/operations/create/body',
      'there is no schema "usre"',
      'Did you mean "user"?',
    ],
    [
      'an answer',
      withOutcome({ body: 'Users', source: 's' }),
      '/operations/list/outcomes/ok/body',
      'there is no schema "Users"',
      'Did you mean "users"?',
    ],
  ])('reports a missing schema: %s', (_, document, at, message, remedy) => {
    expect(faultsOf(document)).toEqual([[at, message, remedy]]);
  });

  it('reports that there are no schemas', () => {
    expect(faultsOf(sound, new Schemas(new Map()))).toEqual([
      ['/item', 'there is no schema "user"', 'The schemas are none.'],
      ['/list', 'there is no schema "users"', 'The schemas are none.'],
    ]);
  });

  it.each(['create', 'replace', 'update'])('reports %s without the schema of its body', (kind) => {
    expect(faultsOf(withOperation(kind, list))).toEqual([
      [
        `/operations/${kind}`,
        `${kind} takes a body, but names no schema for it`,
        'Add "body": "<name of a schema>".',
      ],
    ]);
  });

  it.each<[string, string, string]>([
    ['idd', 'the schema user.json has no member "idd"', 'Did you mean "id"?'],
    [
      'uuid',
      'the schema user.json has no member "uuid"',
      'Name the member that identifies an item.',
    ],
    [
      'toString',
      'the schema user.json has no member "toString"',
      'Name the member that identifies an item.',
    ],
    [
      'on',
      'the type of "on" in user.json must be number, integer or string',
      'Give it one of these types.',
    ],
    [
      'tag',
      'the type of "tag" in user.json must be number, integer or string',
      'Give it one of these types.',
    ],
    [
      'any',
      'the type of "any" in user.json must be number, integer or string',
      'Give it one of these types.',
    ],
  ])('reports that %s cannot be the id', (id, message, remedy) => {
    expect(faultsOf({ ...sound, id })).toEqual([['/id', message, remedy]]);
  });

  it('uses "id" as the id if the contract names none', () => {
    const known = new Schemas(
      new Map<string, Schema>([
        ['user', { properties: { name: { type: 'string' } } }],
        ['users', true],
      ]),
    );
    expect(faultsOf(sound, known)).toEqual([
      [
        '/id',
        'the schema user.json has no member "id"',
        'Name the member that identifies an item.',
      ],
    ]);
  });

  it.each<[string, Json, string, string]>([
    ['create.statsu', 200, 'there is no choice "create.statsu"', 'Did you mean "create.status"?'],
    [
      'colour',
      'red',
      'there is no choice "colour"',
      '"standin contract --choices" lists them all.',
    ],
    [
      'create.status',
      299,
      '299 is not an option of create.status',
      'The options are 201, 200, 202.',
    ],
    [
      'create.status',
      '201',
      '"201" is not an option of create.status',
      'The options are 201, 200, 202.',
    ],
    [
      'create.id',
      null,
      'null is not an option of create.id',
      'The options are "ignore", "keep", "refuse".',
    ],
  ])('reports that %s cannot be %j', (key, option, message, remedy) => {
    expect(faultsOf({ ...sound, shown: { [key]: option } })).toEqual([
      [`/shown/${key}`, message, remedy],
    ]);
  });

  it('reports unknown choices in the list of open points', () => {
    const open = [
      { clause: 'a', what: 'b', choices: ['create.id'] },
      { clause: 'c', what: 'd', choices: ['create.status', 'creat.id', 'colour'] },
    ];
    expect(faultsOf({ ...sound, open })).toEqual([
      ['/open/1/choices/1', 'there is no choice "creat.id"', 'Did you mean "create.id"?'],
      [
        '/open/1/choices/2',
        'there is no choice "colour"',
        '"standin contract --choices" lists them all.',
      ],
    ]);
  });

  it('reports all wrong names at once', () => {
    const document = { ...sound, list: 'none-such', id: 'idd', shown: { 'x.y': 1 } };
    expect(faultsOf(document).map(([at]) => at)).toEqual(['/list', '/id', '/shown/x.y']);
  });
});

describe('defineContract', () => {
  it('fills in optional members', () => {
    expect(readContract(sound)).toEqual({
      ...sound,
      title: 'users',
      id: 'id',
      shown: {},
      open: [],
      clauses: {},
    });
  });

  it('keeps given members', () => {
    const open = [{ clause: 'a', what: 'b', choices: ['create.id'] }];
    const given = {
      ...sound,
      title: 'Users',
      id: 'name',
      shown: { 'create.status': 200 },
      open,
      clauses: { item: 'section 2' },
    };
    expect(readContract(given)).toEqual(given);
  });
});
