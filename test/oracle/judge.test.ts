// The judgement of one reply: asserts what the contract specifies, and never what it leaves open.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import type { Kind } from '../../src/contract/operation-kinds.ts';
import { type Body, type Headers, noBody, readBody } from '../../src/model/message/call.ts';
import type { Finding } from '../../src/oracle/finding.ts';
import { type Judgement, judge } from '../../src/oracle/judge.ts';
import { type Admissible, admissibleRulings } from '../../src/oracle/rulings.ts';
import {
  callOf,
  createWorld,
  type Project,
  projectOf,
  type Sent,
  usersContract,
  usersProject,
} from '../support/users.ts';

const WHOLE: JsonObject = {
  name: 'Ada',
  email: 'ada@example.com',
  isPremium: true,
  skills: ['sql'],
  address: { city: 'Rome', district: 'Monti' },
};
const SOME = readBody('{}');
const JSON_TYPE: Headers = { 'content-type': 'application/json' };

/** The rulings on a call to the users of this repository. */
function rulingsOn(request: string, sent: Sent = {}): readonly Admissible[] {
  const { router, schemas, checker, state, draw } = createWorld().book;
  return admissibleRulings({ router, schemas, checker, state, draw }, callOf(request, sent), {});
}

/** Valid calls of each operation. */
const GRANTED: Readonly<Record<Exclude<Kind, 'update'>, readonly Admissible[]>> = {
  list: rulingsOn('GET /users'),
  create: rulingsOn('POST /users', { json: WHOLE }),
  read: rulingsOn('GET /users/1'),
  replace: rulingsOn('PUT /users/1', { json: { id: 1, ...WHOLE } }),
  remove: rulingsOn('DELETE /users/1'),
};

type Tried = keyof typeof GRANTED;

/** By situation: a valid call, a call that must be refused, and one that may be. */
const BY_SITUATION = {
  fine: GRANTED.create,
  wrong: rulingsOn('POST /users', { text: '{"name":' }),
  open: rulingsOn('POST /users', { json: { name: 'Ada' } }),
};

function judged(
  kind: Kind,
  received: { readonly status?: number; readonly headers?: Headers; readonly body?: Body },
  options: {
    readonly rulings?: readonly Admissible[];
    readonly values?: 'plain' | 'unusual';
    readonly project?: Project;
  } = {},
): Judgement {
  const { project = usersProject, values = 'plain' } = options;
  const { status = 200, headers = JSON_TYPE, body = kind === 'create' ? SOME : noBody } = received;
  const rulings = options.rulings ?? (kind === 'update' ? [] : GRANTED[kind]);
  const [contract = usersContract] = project.contracts;
  return judge({
    contract,
    checker: project.checker,
    kind,
    received: { status, headers, body },
    rulings,
    values,
  });
}

function findingsIn(kind: Kind, value: Json): readonly Finding[] {
  return judged(kind, { body: readBody(JSON.stringify(value)) }).findings;
}

describe('judge', () => {
  it('judges calls in every situation', () => {
    const situationsOf = (rulings: readonly Admissible[]): readonly string[] =>
      rulings.map(({ ruling }) => ruling.situation.value).toSorted();
    for (const rulings of Object.values(GRANTED))
      expect(new Set(situationsOf(rulings))).toEqual(new Set(['ok']));
    expect(situationsOf(BY_SITUATION.wrong)).toEqual(['malformed']);
    expect(new Set(situationsOf(BY_SITUATION.open))).toEqual(new Set(['invalid', 'ok']));
  });

  it.each<[string, number, keyof typeof BY_SITUATION, 'plain' | 'unusual', string, string]>([
    ...[200, 201, 202, 204, 299].flatMap(
      (
        status,
      ): [string, number, keyof typeof BY_SITUATION, 'plain' | 'unusual', string, string][] => [
        ['conforms', status, 'fine', 'plain', 'granted', ''],
        ['conforms', status, 'fine', 'unusual', 'granted', ''],
        ['not-shown', status, 'wrong', 'plain', 'granted', ''],
        ['conforms', status, 'open', 'plain', 'granted', ''],
      ],
    ),
    ...[400, 401, 403, 404, 409, 410, 413, 415, 422, 429, 499, 507].flatMap(
      (
        status,
      ): [string, number, keyof typeof BY_SITUATION, 'plain' | 'unusual', string, string][] => [
        ['violates', status, 'fine', 'plain', 'refused', 'refused'],
        ['not-shown', status, 'fine', 'unusual', 'refused', ''],
        ['not-shown', status, 'wrong', 'plain', 'refused', ''],
        ['not-shown', status, 'open', 'plain', 'refused', ''],
      ],
    ),
    ...[100, 301, 304, 500, 501, 502, 503, 599].flatMap(
      (
        status,
      ): [string, number, keyof typeof BY_SITUATION, 'plain' | 'unusual', string, string][] => [
        ['violates', status, 'fine', 'plain', 'refused', 'failed'],
        ['violates', status, 'fine', 'unusual', 'refused', 'failed'],
        ['not-shown', status, 'wrong', 'plain', 'refused', ''],
        ['violates', status, 'open', 'plain', 'refused', 'failed'],
        ['violates', status, 'open', 'unusual', 'refused', 'failed'],
      ],
    ),
  ])(
    'returns %s for %i to a call that is %s, with %s values',
    (verdict, status, situation, values, answer, code) => {
      const judgement = judged('create', { status }, { rulings: BY_SITUATION[situation], values });
      expect(judgement).toMatchObject({ verdict, answer });
      expect(judgement.findings.map((finding) => finding.code)).toEqual(code === '' ? [] : [code]);
    },
  );

  it('accepts 303 for a successful write, with any body, but not for a read', () => {
    const page = {
      kind: 'broken',
      flaw: 'syntax',
      message: 'unexpected <',
      text: '<p>See there</p>',
    } as const;
    const rulings = BY_SITUATION.fine;
    expect(judged('create', { status: 303, body: page }, { rulings })).toMatchObject({
      verdict: 'conforms',
      answer: 'granted',
    });
    expect(judged('list', { status: 303 }, { rulings })).toMatchObject({
      verdict: 'violates',
      answer: 'refused',
    });
  });

  it.each<[keyof typeof BY_SITUATION, number, readonly string[]]>([
    ['open', 200, ['ok']],
    ['open', 422, ['invalid']],
    ['wrong', 200, ['malformed']],
    ['wrong', 400, ['malformed']],
    ['open', 500, []],
  ])('returns the rulings that the reply fits: %s, %i', (situation, status, situations) => {
    const { fitting } = judged('create', { status }, { rulings: BY_SITUATION[situation] });
    expect([...new Set(fitting.map(({ ruling }) => ruling.situation.value))]).toEqual(situations);
  });

  it('reports a refusal with the clause, the status and the text of the service', () => {
    const body = readBody('{"error":"no"}');
    expect(judged('replace', { status: 409, body }).findings).toEqual([
      {
        code: 'refused',
        breach: 'violates',
        operation: 'replace',
        clause: 'section 4, PUT /users/{user_id}',
        at: null,
        message: 'replace was refused with status 409, although the request is valid',
        expected: 'a success, 2xx',
        actual: 'status 409: {"error":"no"}',
        by: 'contract',
        remedy: 'Answer requests that the contract specifies with a success.',
      },
    ]);
  });

  it('never cuts a character in half', () => {
    const refused = judged('replace', {
      status: 409,
      body: readBody(`${'x'.repeat(199)}😀 and more`),
    });
    expect(refused.findings[0]?.actual).toBe(`status 409: ${'x'.repeat(199)}…`);
    const wrong = judged('read', {
      status: 200,
      body: readBody(JSON.stringify(`${'x'.repeat(198)}😀 and more`)),
    });
    expect(wrong.findings[0]?.actual).toBe(`"${'x'.repeat(198)}… (a string)`);
  });

  it('reports a failure in the same way, with an excerpt of the text', () => {
    expect(judged('list', { status: 500, body: readBody('x'.repeat(500)) }).findings).toEqual([
      {
        code: 'failed',
        breach: 'violates',
        operation: 'list',
        clause: 'section 4, GET /users',
        at: null,
        message: 'list failed with status 500',
        expected: 'a success, 2xx',
        actual: `status 500: ${'x'.repeat(200)}…`,
        by: 'contract',
        remedy: 'Look at this request in the log of the service.',
      },
    ]);
  });
});

describe('judge, of bodies', () => {
  const page = '<!DOCTYPE html><p>hello</p>';
  it.each<[string, Tried, Body, Headers, string, string | null]>([
    ['no body', 'list', noBody, {}, 'body-missing', 'section 4, GET /users'],
    ['no body', 'read', noBody, {}, 'body-missing', 'section 4, GET /users/{user_id}'],
    ['no body', 'create', noBody, {}, 'body-missing', 'section 4, POST /users'],
    ['no body', 'replace', noBody, {}, '', null],
    ['no body', 'remove', noBody, {}, '', null],
    ['a text', 'list', readBody('none'), JSON_TYPE, 'body-not-json', 'section 4, rule 2'],
    [
      'a text',
      'create',
      readBody('OK'),
      { 'content-type': 'text/plain' },
      'body-not-json',
      'section 4, rule 2',
    ],
    ['a text', 'remove', readBody('deleted'), JSON_TYPE, 'body-not-json', 'section 4, rule 2'],
    ['half of it', 'read', readBody('{"id":1,'), JSON_TYPE, 'body-not-json', 'section 4, rule 2'],
    ['other bytes', 'read', readBody(null), JSON_TYPE, 'body-not-json', 'section 4, rule 2'],
    [
      'a page',
      'list',
      readBody(page),
      { 'content-type': 'text/html' },
      'body-not-json',
      'section 4, rule 2',
    ],
    ['a page', 'replace', readBody(`\n ${page}`), JSON_TYPE, 'body-not-json', 'section 4, rule 2'],
    [
      'a body without end',
      'list',
      { kind: 'oversized', bytesMax: 9 },
      JSON_TYPE,
      'body-too-large',
      'section 4, GET /users',
    ],
    [
      'a body without end',
      'create',
      { kind: 'oversized', bytesMax: 9 },
      JSON_TYPE,
      'body-too-large',
      'section 4, POST /users',
    ],
    [
      'JSON as text',
      'list',
      readBody('[]'),
      { 'content-type': 'text/plain' },
      'media-type',
      'section 4, rule 2',
    ],
    [
      'JSON as a page',
      'create',
      readBody('{}'),
      { 'content-type': 'text/html' },
      'media-type',
      'section 4, rule 2',
    ],
    [
      'JSON as text',
      'replace',
      readBody('{}'),
      { 'content-type': 'text/plain' },
      'media-type',
      'section 4, rule 2',
    ],
    ['JSON of no type', 'list', readBody('[]'), {}, '', null],
    ['null', 'create', readBody('null'), JSON_TYPE, '', null],
    ['true', 'replace', readBody('true'), JSON_TYPE, '', null],
    ['a list', 'remove', readBody('[]'), JSON_TYPE, '', null],
  ])('reports %s in an answer to %s correctly', (_, kind, body, headers, code, clause) => {
    const { verdict, answer, findings } = judged(kind, { body, headers });
    expect(findings.map((finding) => [finding.code, finding.clause])).toEqual(
      code === '' ? [] : [[code, clause]],
    );
    expect(verdict).toBe(code === '' ? 'conforms' : 'violates');
    expect(answer).toBe('granted');
  });

  it.each<[string, Body, string, string]>([
    ['a page', readBody(page), 'the answer to list is a page, not JSON', 'HTML or XML'],
    [
      'XML',
      readBody('<?xml version="1.0"?><users/>'),
      'the answer to list is a page, not JSON',
      'HTML or XML',
    ],
    [
      'a body that is not UTF-8',
      readBody(null),
      'the answer to list is not JSON',
      'the body is not valid UTF-8',
    ],
  ])('names the kind of body: %s', (_, body, message, actual) => {
    expect(judged('list', { body }).findings).toMatchObject([{ message, actual }]);
  });

  it('admits a creation without a body if its status has none', () => {
    expect(judged('create', { status: 204, headers: {}, body: noBody }).verdict).toBe('conforms');
    expect(judged('create', { status: 201, headers: {}, body: noBody }).verdict).toBe('violates');
  });

  it('judges no body of a refusal', () => {
    const received = {
      status: 422,
      headers: { 'content-type': 'text/html' },
      body: readBody(page),
    };
    expect(judged('create', received, { rulings: BY_SITUATION.open }).findings).toEqual([]);
  });
});

describe('judge, by schemas', () => {
  const item = 'section 2, User';
  const elements = 'section 2, a list of users';
  it.each<[string, Tried, Json, string, string, string, string]>([
    [
      'no list',
      'list',
      { users: [] },
      'body-type',
      '',
      'section 4, GET /users',
      '{"users":[]} (an object)',
    ],
    ['null for a list', 'list', null, 'body-type', '', 'section 4, GET /users', 'null (null)'],
    [
      'an element that is a text',
      'list',
      ['Ada'],
      'member-type',
      '/0',
      elements,
      '"Ada" (a string)',
    ],
    [
      'an element without a name',
      'list',
      [{ id: 1, name: 'a' }, { id: 2 }],
      'member-missing',
      '/1',
      elements,
      'it is missing',
    ],
    [
      'an element without an id',
      'list',
      [{ name: 'a' }],
      'member-missing',
      '/0',
      elements,
      'it is missing',
    ],
    [
      'an element with a number for a name',
      'list',
      [{ id: 1, name: 7 }],
      'member-type',
      '/0/name',
      item,
      '7 (a number)',
    ],
    [
      'an element with a text for an id',
      'list',
      [{ id: '1', name: 'a' }],
      'member-type',
      '/0/id',
      item,
      '"1" (a string)',
    ],
    [
      'an element with a number for a skill',
      'list',
      [{ id: 1, name: 'a', skills: ['x', 2] }],
      'member-type',
      '/0/skills/1',
      item,
      '2 (a number)',
    ],
    ['no item', 'read', [], 'body-type', '', 'section 4, GET /users/{user_id}', '[] (an array)'],
    ['null for a name', 'read', { id: 1, name: null }, 'member-type', '/name', item, 'null (null)'],
    [
      'a text for a flag',
      'read',
      { isPremium: 'true' },
      'member-type',
      '/isPremium',
      item,
      '"true" (a string)',
    ],
    [
      'a text for a list',
      'read',
      { skills: 'a,b' },
      'member-type',
      '/skills',
      item,
      '"a,b" (a string)',
    ],
    [
      'a list for an object',
      'read',
      { address: [] },
      'member-type',
      '/address',
      item,
      '[] (an array)',
    ],
    [
      'a number for a city',
      'read',
      { address: { city: 1 } },
      'member-type',
      '/address/city',
      item,
      '1 (a number)',
    ],
  ])('finds %s in an answer to %s', (_, kind, value, code, at, clause, actual) => {
    expect(findingsIn(kind, value)).toMatchObject([
      { code, at, clause, actual, breach: 'violates', by: 'contract' },
    ]);
  });

  it.each<[string, Kind, Json | string, string]>([
    ['a member of an element', 'list', [{ id: 1, name: 7 }], 'section 4, GET /users'],
    [
      'a member within an element',
      'list',
      [{ id: 1, name: 'Ada', address: { city: 7 } }],
      'section 4, GET /users',
    ],
    ['a member of an item', 'read', { id: 1, name: 7 }, 'section 4, GET /users/{user_id}'],
    ['what is no JSON', 'list', '<p>', 'section 4, GET /users'],
  ])(
    'reports %s with the clause of the operation that showed it if the contract has none',
    (_, kind, value, clause) => {
      const [contract = usersContract] = usersProject.contracts;
      const project = { ...usersProject, contracts: [{ ...contract, clauses: {} }] };
      const body = readBody(typeof value === 'string' ? value : JSON.stringify(value));
      expect(judged(kind, { body }, { project }).findings.map((finding) => finding.clause)).toEqual(
        [clause],
      );
    },
  );

  it('describes the expected type in words', () => {
    expect(findingsIn('read', { name: 7 })).toEqual([
      {
        code: 'member-type',
        breach: 'violates',
        operation: 'read',
        clause: 'section 2, User',
        at: '/name',
        message:
          '/name must be a string, but is a number (the answer to read does not match user.json)',
        expected: 'a string',
        actual: '7 (a number)',
        by: 'contract',
        remedy: 'Answer with data that matches user.json.',
      },
    ]);
    expect(findingsIn('list', [{ id: 1 }])).toMatchObject([{ expected: 'a member "name"' }]);
  });

  it('reports at most three violations of one body, and shortens their values', () => {
    const long = Array.from({ length: 9 }, () => ({ id: 'x'.repeat(300), name: 'a' }));
    const findings = findingsIn('list', long);
    expect(findings.map(({ at }) => at)).toEqual(['/0/id', '/1/id', '/2/id']);
    expect(findings[0]?.actual).toBe(`"${'x'.repeat(199)}… (a string)`);
  });

  it('points at a member whose name contains characters of pointers', () => {
    const { contracts } = usersProject;
    const odd = {
      type: 'object',
      properties: { 'a/b~c': { type: 'array', items: { type: 'string' } } },
    };
    const project = projectOf(contracts, {
      user: odd,
      users: { type: 'array' },
      'user-created': true,
    });
    const body = readBody('{"a/b~c":["x",1]}');
    expect(judged('read', { body }, { project }).findings).toMatchObject([
      { at: '/a~1b~0c/1', actual: '1 (a number)' },
    ]);
  });

  it.each<[string, Tried, Json]>([
    ['a format', 'read', { id: 1, email: 'nowhere' }],
    ['a format', 'list', [{ id: 1, name: 'a', email: '' }]],
    ['members that one item may lack', 'read', {}],
    ['members that elements may lack', 'list', [{ id: 1, name: 'a' }]],
    ['members of its own', 'read', { id: 1, createdAt: 'today', __proto__: 1 }],
    ['an empty list', 'list', []],
    ['an empty text', 'list', [{ id: 0, name: '' }]],
    ['the body of a creation', 'create', [1, 'x', null]],
    ['the body of a replacement', 'replace', { name: 7 }],
    ['the body of a removal', 'remove', { id: 'x', name: null }],
  ])('asserts nothing unspecified: %s in an answer to %s', (_, kind, value) => {
    expect(findingsIn(kind, value)).toEqual([]);
  });

  it('asserts no bound, pattern or format, even if the schema has them, but required members', () => {
    const bounded = {
      type: 'object',
      required: ['id', 'name', 'size'],
      minProperties: 3,
      properties: {
        id: { type: 'number', minimum: 1, multipleOf: 2 },
        name: { type: 'string', minLength: 3, maxLength: 5, pattern: '^[A-Z]+$' },
        size: { type: 'number', exclusiveMaximum: 10 },
        tags: {
          type: 'array',
          items: { type: 'string', format: 'date' },
          minItems: 1,
          maxItems: 2,
          uniqueItems: true,
        },
      },
    };
    const schemas = {
      user: bounded,
      users: { type: 'array', items: { $ref: 'user.json' }, minItems: 1 },
      'user-created': true,
    };
    const project = projectOf(usersProject.contracts, schemas);
    const flawsOf = (kind: Kind, value: Json): readonly Finding[] =>
      judged(kind, { body: readBody(JSON.stringify(value)) }, { project }).findings;
    const anyItem = fc.record(
      {
        id: fc.integer(),
        name: fc.string(),
        size: fc.integer(),
        tags: fc.constantFrom<Json>([], ['x'], ['a', 'a', 'b'], ['2024-01-01']),
        more: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(anyItem, (value) => {
        const one = JSON.parse(JSON.stringify(value)) as JsonObject;
        const lacking = ['id', 'name', 'size'].filter((member) => !Object.hasOwn(one, member));
        const codes = lacking.map(() => 'member-missing');
        expect(flawsOf('read', one).map(({ code }) => code)).toEqual(codes);
        expect(flawsOf('list', [one]).map(({ code }) => code)).toEqual(codes);
      }),
    );
  });
});
