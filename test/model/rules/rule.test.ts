// The answers of the users interface under the default profile, whole; and the laws that hold under
// every profile.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import type { Option } from '../../../src/contract/choice-row.ts';
import { choiceKeys, choices, isChoiceKey, type Profile } from '../../../src/contract/choices.ts';
import { apply } from '../../../src/model/ruling/apply.ts';
import { explain } from '../../../src/model/ruling/ruling.ts';
import { readDictionary } from '../../support/dictionary.ts';
import {
  createWorld,
  decidersOf,
  plainRuling,
  projectWith,
  type Sent,
  stateText,
  usersProject,
  type World,
} from '../../support/users.ts';

const ada: JsonObject = {
  id: 1,
  name: 'Ada Kowalska',
  email: 'ada.kowalska@example.com',
  isPremium: true,
  skills: ['typescript', 'sql'],
  address: { city: 'Kraków', district: 'Kazimierz' },
};
const seed = usersProject.rows['users'] as readonly JsonObject[];
const fay = { name: 'Fay', email: 'fay@example.com' };
const mergeType = 'application/merge-patch+json';
const patchType = 'application/json-patch+json';

/** Who decided stands after a slash: `404/missing.status`. */
interface Expected {
  readonly is: string;
  readonly status: string;
  readonly content: string;
  /** Name, value and decider; TAG stands for any entity tag. */
  readonly headers?: readonly (readonly [string, string, string])[];
  readonly json: Json;
  readonly effect?: 'put' | 'remove';
}

const tag = ['etag', 'TAG', 'cache.validator'] as const;
const allowsOnUsers = ['allow', 'GET, HEAD, POST, OPTIONS', 'http'] as const;
const allowsOnUser = ['allow', 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS', 'http'] as const;
const takesPatches = 'application/merge-patch+json, application/json-patch+json, application/json';

function problem(
  code: string,
  status: number,
  title: string,
  detail: string,
  remedy: string,
  errors?: readonly Json[],
): JsonObject {
  const type = `/__standin/problems/${code}`;
  return { type, title, status, detail, remedy, ...(errors === undefined ? {} : { errors }), code };
}

const missing = (key: string): Expected => ({
  is: 'missing/contract',
  status: '404/missing.status',
  content: 'problem/error.shape',
  json: problem(
    'missing',
    404,
    'There is no such record',
    `there is no users/${key}`,
    'GET /users lists all records.',
  ),
});
const noId: Expected = {
  is: 'missing/contract',
  status: '404/id.malformed',
  content: 'problem/error.shape',
  json: problem(
    'missing',
    404,
    'There is no such record',
    '"abc" cannot be the id of users: its type is number',
    'GET /users lists all records.',
  ),
};
const disallowed = (method: string, allow: readonly [string, string, string]): Expected => ({
  is: 'disallowed/contract',
  status: '405/disallowed.status',
  content: 'problem/error.shape',
  headers: [allow],
  json: problem(
    'disallowed',
    405,
    'This method is not supported here',
    `${method} is not supported at this path`,
    `Use one of ${allow[1]}.`,
  ),
});
const unacceptable: Expected = {
  is: 'unacceptable/accept.unmet',
  status: '406/unacceptable.status',
  content: 'problem/error.shape',
  json: problem(
    'unacceptable',
    406,
    'No acceptable representation',
    'responses are JSON, and the Accept header does not allow it',
    'Send Accept: application/json, or no Accept header.',
  ),
};
const unrouted: Expected = {
  is: 'unrouted/contract',
  status: '404/unrouted.status',
  content: 'problem/error.shape',
  json: problem(
    'unrouted',
    404,
    'There is no resource at this path',
    'there is no resource at this path',
    'The paths are /users, /users/<id>.',
  ),
};
const misspelt: Expected = {
  ...unrouted,
  json: {
    ...(unrouted.json as JsonObject),
    detail: 'there is no resource at this path; did you mean /users?',
  },
};
const oversized: Expected = {
  is: 'oversized/limit.body',
  status: '413/oversized.status',
  content: 'problem/error.shape',
  json: problem(
    'oversized',
    413,
    'The body is too large',
    'the body has more than 9 bytes',
    'Send less.',
  ),
};
const malformed = (
  detail: string,
  remedy = 'Send well-formed JSON (RFC 8259) in UTF-8.',
  by = 'contract',
): Expected => ({
  is: `malformed/${by}`,
  status: '400/malformed.status',
  content: 'problem/error.shape',
  json: problem('malformed', 400, 'The body is not well-formed', detail, remedy),
});
const unsupported = (
  detail: string,
  remedy: string,
  header: readonly [string, string, string],
  by = 'content.type',
): Expected => ({
  is: `unsupported/${by}`,
  status: '415/unsupported.status',
  content: 'problem/error.shape',
  headers: [header],
  json: problem('unsupported', 415, 'The media type of the body is not supported', detail, remedy),
});
const invalid = (
  errors: readonly Json[],
  more: { detail?: string; remedy?: string; by?: string } = {},
): Expected => ({
  is: `invalid/${more.by ?? 'contract'}`,
  status: '422/invalid.status',
  content: 'problem/error.shape',
  json: problem(
    'invalid',
    422,
    'The body is invalid',
    more.detail ?? firstOf(errors),
    more.remedy ?? 'Correct what "errors" lists; each pointer names a place in the body.',
    errors,
  ),
});
const firstOf = (errors: readonly Json[]): string => {
  const [first, ...others] = errors as readonly { pointer: string; detail: string }[];
  const more = others.length === 0 ? '' : `, and ${others.length} more`;
  return `the body is invalid: ${`${first?.pointer} ${first?.detail}`.trim()}${more}`;
};
const stale = (name: string): Expected => ({
  is: 'stale/cache.validator',
  status: '412/stale.status',
  content: 'problem/error.shape',
  json: problem(
    'stale',
    412,
    'The record has changed',
    `${name} does not match the current record`,
    name === 'If-Match'
      ? 'Read it again and send its ETag.'
      : 'Leave out If-None-Match to change the record.',
  ),
});
const replaceRemedy = {
  remedy: 'PUT replaces the whole record; send every field, or use PATCH to change some.',
};
const huge = { body: { kind: 'oversized', bytesMax: 9 }, type: 'application/json' } as const;
const html = { headers: { accept: 'text/html' } };

const table: readonly [request: string, sent: Sent, expected: Expected][] = [
  [
    'GET /users',
    {},
    {
      is: 'ok/contract',
      status: '200/list.status',
      content: 'list/contract',
      headers: [tag],
      json: seed,
    },
  ],
  [
    'HEAD /users',
    {},
    {
      is: 'ok/contract',
      status: '200/list.status',
      content: 'list/contract',
      headers: [tag],
      json: seed,
    },
  ],
  [
    'GET /users?page=2&sort=name',
    {},
    {
      is: 'ok/contract',
      status: '200/list.status',
      content: 'list/contract',
      headers: [tag],
      json: seed,
    },
  ],
  [
    'GET /users',
    { headers: { 'if-none-match': '"other"' } },
    {
      is: 'ok/contract',
      status: '200/list.status',
      content: 'list/contract',
      headers: [tag],
      json: seed,
    },
  ],
  [
    'GET /users',
    { headers: { 'if-none-match': '*' } },
    {
      is: 'ok/cache.validator',
      status: '304/cache.validator',
      content: 'none/http',
      headers: [tag],
      json: null,
    },
  ],
  ['GET /users', html, unacceptable],
  ['DELETE /users', {}, disallowed('DELETE', allowsOnUsers)],
  ['PUT /users', { json: fay }, disallowed('PUT', allowsOnUsers)],
  ['BREW /users', {}, disallowed('BREW', allowsOnUsers)],
  ['get /users', {}, disallowed('get', allowsOnUsers)],
  [
    'OPTIONS /users',
    {},
    {
      is: 'ok/http',
      status: '204/http',
      content: 'none/http',
      headers: [allowsOnUsers],
      json: null,
    },
  ],

  [
    'POST /users',
    { json: fay },
    {
      is: 'ok/contract',
      status: '201/create.status',
      content: 'record/create.body',
      headers: [['location', '/users/6', 'create.location'], tag],
      json: { id: 6, ...fay },
      effect: 'put',
    },
  ],
  ['POST /users', { json: fay, ...html }, unacceptable],
  ['POST /users', huge, oversized],
  [
    'POST /users',
    { json: fay, type: null },
    unsupported('the body has no Content-Type', 'Send Content-Type: application/json.', [
      'accept',
      'application/json',
      'http',
    ]),
  ],
  [
    'POST /users',
    { json: fay, type: 'text/plain' },
    unsupported(
      'bodies of the type "text/plain" are not supported here',
      'Send Content-Type: application/json, in UTF-8.',
      ['accept', 'application/json', 'http'],
    ),
  ],
  [
    'POST /users',
    { json: fay, type: mergeType },
    unsupported(
      'bodies of the type "application/merge-patch+json" are not supported here',
      'Send Content-Type: application/json.',
      ['accept', 'application/json', 'http'],
    ),
  ],
  [
    'POST /users',
    { json: fay, headers: { 'content-encoding': 'gzip' } },
    unsupported(
      'compressed bodies are not supported',
      'Send it uncompressed, without Content-Encoding.',
      ['accept-encoding', 'identity', 'http'],
      'content.coding',
    ),
  ],
  [
    'POST /users',
    { type: 'application/json' },
    malformed('the body is empty', 'Send a JSON object.', 'content.empty'),
  ],
  [
    'POST /users',
    { text: '{"name":' },
    malformed('expected a JSON value at /name, found the end of the text (line 1, column 9)'),
  ],
  [
    'POST /users',
    {
      body: { kind: 'broken', flaw: 'utf-8', message: 'the body is not valid UTF-8', text: '' },
      type: 'application/json',
    },
    malformed('the body is not valid UTF-8'),
  ],
  [
    'POST /users',
    { text: `${'['.repeat(65)}${']'.repeat(65)}` },
    malformed('nested deeper than 64 levels (line 1, column 65)'),
  ],
  [
    'POST /users',
    { text: '{"name":"A","name":"B"}' },
    malformed(
      'the key /name is given twice (line 1, column 13)',
      'Use each key once.',
      'content.duplicates',
    ),
  ],
  [
    'POST /users',
    { json: [fay] },
    invalid([{ pointer: '', detail: 'must be an object, is an array' }], {
      detail: 'the body must be a JSON object, is an array',
      remedy: 'Send {...} with the fields.',
    }),
  ],
  [
    'POST /users',
    { json: null },
    invalid([{ pointer: '', detail: 'must be an object, is null' }], {
      detail: 'the body must be a JSON object, is null',
      remedy: 'Send {...} with the fields.',
    }),
  ],
  [
    'POST /users',
    { json: { name: 'Fay' } },
    invalid([{ pointer: '', detail: '"email" is missing' }], { by: 'fields.required' }),
  ],
  [
    'POST /users',
    { json: { ...fay, email: 'no address' } },
    invalid([{ pointer: '/email', detail: 'must be of the format email, is "no address"' }], {
      by: 'fields.format',
    }),
  ],
  [
    'POST /users',
    { json: { ...fay, isPremum: true } },
    invalid([{ pointer: '/isPremum', detail: 'is not a known field; did you mean "isPremium"?' }], {
      by: 'fields.unknown',
    }),
  ],
  [
    'POST /users',
    { json: { name: 5, email: null, skills: ['a', 1], address: { city: [] } } },
    invalid([
      { pointer: '/name', detail: 'must be a string, is a number' },
      { pointer: '/email', detail: 'must be a string, is null' },
      { pointer: '/skills/1', detail: 'must be a string, is a number' },
      { pointer: '/address/city', detail: 'must be a string, is an array' },
    ]),
  ],

  [
    'GET /users/1',
    {},
    {
      is: 'ok/contract',
      status: '200/read.status',
      content: 'record/contract',
      headers: [tag],
      json: ada,
    },
  ],
  [
    'GET /users/1/',
    {},
    {
      is: 'ok/contract',
      status: '200/read.status',
      content: 'record/contract',
      headers: [tag],
      json: ada,
    },
  ],
  [
    'HEAD /users/1',
    {},
    {
      is: 'ok/contract',
      status: '200/read.status',
      content: 'record/contract',
      headers: [tag],
      json: ada,
    },
  ],
  [
    'GET /users/1',
    { headers: { 'if-none-match': 'W/"x", *' } },
    {
      is: 'ok/contract',
      status: '200/read.status',
      content: 'record/contract',
      headers: [tag],
      json: ada,
    },
  ],
  [
    'GET /users/1',
    { headers: { 'if-none-match': '*' } },
    {
      is: 'ok/cache.validator',
      status: '304/cache.validator',
      content: 'none/http',
      headers: [tag],
      json: null,
    },
  ],
  ['GET /users/9', {}, missing('9')],
  ['GET /users/abc', {}, noId],
  ['GET /users/1', html, unacceptable],
  ['POST /users/1', { json: fay }, disallowed('POST', allowsOnUser)],
  [
    'OPTIONS /users/9',
    {},
    {
      is: 'ok/http',
      status: '204/http',
      content: 'none/http',
      headers: [allowsOnUser, ['accept-patch', takesPatches, 'update.media']],
      json: null,
    },
  ],

  [
    'PUT /users/1',
    { json: fay },
    {
      is: 'ok/contract',
      status: '200/replace.status',
      content: 'record/replace.body',
      json: { id: 1, ...fay },
      effect: 'put',
    },
  ],
  [
    'PUT /users/1',
    { json: { ...fay, id: 1 } },
    {
      is: 'ok/contract',
      status: '200/replace.status',
      content: 'record/replace.body',
      json: { id: 1, ...fay },
      effect: 'put',
    },
  ],
  [
    'PUT /users/1',
    { json: { ...fay, id: 2 } },
    invalid([{ pointer: '/id', detail: 'differs from the id in the path' }], {
      by: 'replace.id',
      remedy: 'Send the "id" of the path, or leave it out.',
    }),
  ],
  [
    'PUT /users/1',
    { json: { email: 'a@b.cd' } },
    invalid([{ pointer: '', detail: '"name" is missing' }], replaceRemedy),
  ],
  ['PUT /users/9', { json: fay }, { ...missing('9'), is: 'missing/replace.missing' }],
  ['PUT /users/abc', { json: fay }, noId],
  ['PUT /users/9', { text: '{' }, { ...missing('9'), is: 'missing/replace.missing' }],
  [
    'PUT /users/1',
    { text: '{' },
    malformed('expected a key in double quotes, found the end of the text (line 1, column 2)'),
  ],
  ['PUT /users/1', huge, oversized],
  ['PUT /users/1', { json: fay, headers: { 'if-match': '"old"' } }, stale('If-Match')],
  ['PUT /users/1', { json: fay, headers: { 'if-match': 'W/"old", "older"' } }, stale('If-Match')],
  ['PUT /users/1', { json: fay, headers: { 'if-none-match': '*' } }, stale('If-None-Match')],
  [
    'PUT /users/1',
    { json: fay, headers: { 'if-match': '*' } },
    {
      is: 'ok/contract',
      status: '200/replace.status',
      content: 'record/replace.body',
      json: { id: 1, ...fay },
      effect: 'put',
    },
  ],

  [
    'PATCH /users/1',
    { json: { isPremium: null, address: { city: 'Lyon' } }, type: mergeType },
    {
      is: 'ok/contract',
      status: '200/update.status',
      content: 'record/update.body',
      headers: [tag],
      json: {
        id: 1,
        name: ada['name'] as Json,
        email: ada['email'] as Json,
        skills: ada['skills'] as Json,
        address: { city: 'Lyon', district: 'Kazimierz' },
      },
      effect: 'put',
    },
  ],
  [
    'PATCH /users/1',
    { json: [{ op: 'add', path: '/skills/-', value: 'c' }], type: patchType },
    {
      is: 'ok/contract',
      status: '200/update.status',
      content: 'record/update.body',
      headers: [tag],
      json: { ...ada, skills: ['typescript', 'sql', 'c'] },
      effect: 'put',
    },
  ],
  [
    'PATCH /users/1',
    { json: {} },
    {
      is: 'ok/contract',
      status: '200/update.status',
      content: 'record/update.body',
      headers: [tag],
      json: ada,
      effect: 'put',
    },
  ],
  [
    'PATCH /users/1',
    { json: { name: null } },
    invalid([{ pointer: '', detail: '"name" is missing' }]),
  ],
  [
    'PATCH /users/1',
    { json: { id: 2 } },
    invalid([{ pointer: '/id', detail: 'differs from the id in the path' }], {
      by: 'replace.id',
      remedy: 'Send the "id" of the path, or leave it out.',
    }),
  ],
  [
    'PATCH /users/1',
    { json: { id: null } },
    invalid([{ pointer: '/id', detail: 'differs from the id in the path' }], {
      by: 'replace.id',
      remedy: 'Send the "id" of the path, or leave it out.',
    }),
  ],
  [
    'PATCH /users/1',
    { json: [] },
    invalid([{ pointer: '', detail: 'must be an object: a JSON Merge Patch (RFC 7396)' }]),
  ],
  [
    'PATCH /users/1',
    { json: [{ op: 'test', path: '/name', value: 'Bea' }], type: patchType },
    invalid([{ pointer: '/0', detail: 'the test failed: /name has another value' }], {
      remedy: 'Nothing was changed; correct the patch (RFC 6902).',
    }),
  ],
  [
    'PATCH /users/1',
    { json: { op: 'add' }, type: patchType },
    invalid([{ pointer: '', detail: 'a JSON Patch must be an array of operations' }], {
      remedy: 'Nothing was changed; correct the patch (RFC 6902).',
    }),
  ],
  [
    'PATCH /users/1',
    { json: [{ op: 'replace', path: '', value: [] }], type: patchType },
    invalid([{ pointer: '', detail: 'would leave something other than an object' }]),
  ],
  [
    'PATCH /users/1',
    { text: '[{"op":"add","path":"/name","value":"x","op":"remove"}]', type: patchType },
    malformed(
      'the key /0/op is given twice (line 1, column 41)',
      'Use each key once.',
      'content.duplicates',
    ),
  ],
  [
    'PATCH /users/1',
    { json: { name: 'A' }, type: 'text/plain' },
    unsupported(
      'bodies of the type "text/plain" are not supported here',
      'Send Content-Type: application/merge-patch+json or application/json-patch+json or application/json, in UTF-8.',
      ['accept-patch', takesPatches, 'http'],
    ),
  ],
  ['PATCH /users/9', { json: {} }, missing('9')],
  ['PATCH /users/abc', { json: {} }, noId],
  ['PATCH /users/1', huge, oversized],
  ['PATCH /users/1', { json: {}, headers: { 'if-match': '"old"' } }, stale('If-Match')],

  [
    'DELETE /users/1',
    {},
    {
      is: 'ok/contract',
      status: '204/remove.status',
      content: 'none/remove.status',
      json: null,
      effect: 'remove',
    },
  ],
  ['DELETE /users/9', {}, { ...missing('9'), is: 'missing/remove.missing' }],
  ['DELETE /users/1', { headers: { 'if-match': '"old"' } }, stale('If-Match')],
  ['DELETE /users/1', html, unacceptable],

  [
    'GET /',
    {},
    {
      is: 'ok/http',
      status: '200/http',
      content: 'json/path.root',
      json: { resources: { users: '/users' } },
    },
  ],
  [
    'OPTIONS /',
    {},
    {
      is: 'ok/http',
      status: '204/http',
      content: 'none/http',
      headers: [['allow', 'GET, HEAD, OPTIONS', 'http']],
      json: null,
    },
  ],
  ['POST /', {}, disallowed('POST', ['allow', 'GET, HEAD, OPTIONS', 'http'])],
  ['GET /nothing', {}, unrouted],
  ['POST /nothing', { text: '{' }, unrouted],
  ['GET /users/1/skills', {}, unrouted],
  ['GET /USERS', {}, misspelt],
  ['GET //users', {}, misspelt],
  ['GET /users//', {}, misspelt],
];

describe('rule, under the default profile', () => {
  it.each(table)('answers %s with %j', (request, sent, expected) => {
    const world = createWorld();
    const before = stateText(world.state);
    const { ruling, names, headers, json } = world.ask(request, sent);
    const { situation, status, content } = ruling;
    expect({
      is: `${situation.value}/${situation.by}`,
      status: `${status.value}/${status.by}`,
      content: `${content.value.kind}/${content.by}`,
      headers: ruling.headers.map(({ name, value, by }) => [
        name,
        name === 'etag' ? 'TAG' : value,
        by,
      ]),
      json,
      effect: ruling.effect.kind,
    }).toEqual({ headers: [], effect: 'none', ...expected });
    const type = { none: [], problem: ['application/problem+json'] } as const;
    const kind = content.value.kind;
    expect(names.includes('content-type') ? [headers['content-type']] : []).toEqual(
      kind === 'none' || kind === 'problem' ? type[kind] : ['application/json'],
    );
    expect(stateText(world.state) === before).toBe(expected.effect === undefined);
    expect(ruling.detail).toBe((json as JsonObject | null)?.['detail'] ?? null);
  });

  it('reports a missing body for a call without body and type', () => {
    const { json } = createWorld().ask('POST /users');
    expect((json as JsonObject)['detail']).toBe('the body is empty');
  });

  it('answers below the base path, and nowhere else', () => {
    const world = createWorld({ basePath: '/api/v1' });
    expect(world.ask('GET /api/v1/users/1').json).toEqual(ada);
    expect(world.ask('POST /api/v1/users', { json: fay }).headers['location']).toBe(
      '/api/v1/users/6',
    );
    expect(world.ask('GET /api/v1').json).toEqual({ resources: { users: '/api/v1/users' } });
    expect(world.ask('GET /api/v1/').json).toEqual({ resources: { users: '/api/v1/users' } });
    expect(world.ask('GET /api/v1/users/9').json).toMatchObject({
      remedy: 'GET /api/v1/users lists all records.',
    });
    const { status, json } = world.ask('GET /users/1');
    expect([status, json]).toEqual([
      404,
      expect.objectContaining({ remedy: 'The paths are /api/v1/users, /api/v1/users/<id>.' }),
    ]);
    expect(world.ask('GET /').status).toBe(404);
  });
});

const things = projectWith(
  {
    name: { type: 'string', maxLength: 3, default: 'new' },
    mail: { type: 'string', 'x-unique': true },
    part: { type: 'object', properties: { size: { type: 'number' } } },
  },
  {
    required: ['name'],
    rows: [
      { id: 1, name: 'a', mail: 'm' },
      { id: 2, mail: 'n' },
    ],
  },
);

const anyProfile = fc.record(
  Object.fromEntries(
    choiceKeys.map((key) => [key, fc.constantFrom(...(choices[key].options as readonly Option[]))]),
  ),
) as fc.Arbitrary<unknown> as fc.Arbitrary<Profile>;

const anyBody: fc.Arbitrary<Sent> = fc.oneof(
  fc.record({
    json: fc.oneof(
      fc.record(
        {
          id: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.string()),
          name: fc.oneof(fc.string({ maxLength: 5 }), fc.constant(null)),
          email: fc.constantFrom('a@b.cd', 'no'),
          mail: fc.constantFrom('m', 'n', 'o'),
          nam: fc.string(),
          address: fc.constantFrom<Json>({ city: 'L' }, { citty: 'L' }, null, 1),
          part: fc.constantFrom<Json>({ size: 1 }, { sise: 1 }),
        },
        { requiredKeys: [] },
      ),
      fc.array(
        fc.record({
          op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'),
          path: fc.constantFrom('/name', '/mail', '/address/city', '/skills/-', '/id', ''),
          from: fc.constantFrom('/name', '/id'),
          value: fc.constantFrom<Json>('x', 1, null, {}, []),
        }),
        { maxLength: 3 },
      ),
    ),
    type: fc.constantFrom('application/json', mergeType, patchType, 'text/plain', null),
  }) as fc.Arbitrary<Sent>,
  fc.constantFrom<Sent>({}, { text: '{' }, { text: '{"name":"a","name":"b"}' }, huge, {
    text: '"\u{1f642}"',
  }),
);

const anyCall = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'BREW'),
  path: fc.constantFrom(
    '',
    '/',
    '/1',
    '/1',
    '/2',
    '/3',
    '/6',
    '/abc',
    '/007',
    '/1/x',
    '?a=b',
    '/1?a=b',
    '/%zz',
  ),
  sent: anyBody,
  headers: fc.record(
    {
      accept: fc.constantFrom('text/html', 'application/json'),
      authorization: fc.constantFrom('Bearer x', 'Basic eDp5'),
      'x-api-key': fc.constant('k'),
      'if-match': fc.constantFrom('*', '"x"'),
      'if-none-match': fc.constantFrom('*', '"x"'),
      origin: fc.constant('http://a.test'),
      'access-control-request-method': fc.constant('PUT'),
      host: fc.constant('h.test'),
    },
    { requiredKeys: [] },
  ),
});

interface Script {
  readonly resource: 'users' | 'things' | 'nothing';
  readonly profile: Profile;
  readonly calls: readonly { readonly request: string; readonly sent: Sent }[];
}

const anyScript: fc.Arbitrary<Script> = fc
  .record({
    resource: fc.constantFrom('users' as const, 'things' as const, 'nothing' as const),
    profile: anyProfile,
    calls: fc.array(anyCall, { minLength: 1, maxLength: 12 }),
  })
  .map(({ resource, profile, calls }) => ({
    resource,
    profile,
    calls: calls.map(({ method, path, sent, headers }) => ({
      request: `${method} /${resource}${path}`,
      sent: { ...sent, headers: { ...sent.headers, ...headers } } as Sent,
    })),
  }));

function worldFor({ resource, profile }: Script): World {
  return createWorld({ project: resource === 'things' ? things : usersProject, profile });
}

/** Plays a script; `see` is told of each ruling before it is applied. */
function play(
  script: Script,
  see: (world: World, ruling: ReturnType<World['rule']>) => void,
): World {
  const world = worldFor(script);
  for (const { request, sent } of script.calls) {
    const ruling = world.rule(request, sent);
    see(world, ruling);
    apply(world.state, ruling.effect);
  }
  return world;
}

const runs = { numRuns: 400 };

describe('rule, under any profile', () => {
  it('never gives a refusal or a read an effect', () => {
    fc.assert(
      fc.property(anyScript, (script) => {
        play(script, (_world, ruling) => {
          const isWrite = ['create', 'replace', 'update', 'remove'].includes(
            ruling.operation ?? '',
          );
          if (ruling.situation.value !== 'ok' || !isWrite)
            expect(ruling.effect).toEqual({ kind: 'none' });
          if (ruling.situation.value !== 'ok') expect(ruling.detail).not.toBeNull();
          else if (ruling.detail !== null) expect(ruling.detail).toMatch(/^nothing fits /);
        });
      }),
      runs,
    );
  });

  it('never changes the state', () => {
    fc.assert(
      fc.property(anyScript, (script) => {
        const world = worldFor(script);
        for (const { request, sent } of script.calls) {
          const before = stateText(world.state);
          const { effect } = world.rule(request, sent);
          expect(stateText(world.state)).toBe(before);
          apply(world.state, effect);
          expect(stateText(world.state) === before).toBe(effect.kind === 'none');
        }
      }),
      runs,
    );
  });

  it('rules the same on the same state, with the same choices and the same draw', () => {
    fc.assert(
      fc.property(anyScript, (script) => {
        const rulings = [1, 2].map(() => {
          const plain: Json[] = [];
          play(script, (_world, ruling) => plain.push(plainRuling(ruling)));
          return plain;
        });
        expect(rulings[0]).toEqual(rulings[1]);
      }),
      runs,
    );
  });

  it('names who decided each facet of each answer', () => {
    fc.assert(
      fc.property(anyScript, (script) => {
        play(script, (_world, ruling) => {
          for (const by of decidersOf(ruling))
            expect(by === 'contract' || by === 'http' || isChoiceKey(by)).toBe(true);
          const read = readDictionary(explain(ruling));
          expect([...read.keys()]).toEqual([
            'situation',
            'status',
            'content',
            ...(ruling.layout === undefined ? [] : ['layout']),
            ...ruling.headers.map((header) => header.name),
          ]);
        });
      }),
      runs,
    );
  });

  it('returns a status that is an option of the choice it names', () => {
    fc.assert(
      fc.property(anyScript, (script) => {
        play(script, (_world, { status }) => {
          if (status.by === 'http') expect([200, 204]).toContain(status.value);
          else if (status.by === 'cache.validator') expect(status.value).toBe(304);
          else expect(script.profile[status.by as keyof Profile]).toBe(status.value);
        });
      }),
      runs,
    );
  });

  it('stores only records that the list admits, under their id', () => {
    fc.assert(
      fc.property(anyScript, (script) => {
        const { book, state } = play(script, () => {});
        for (const { resource, list } of book.router.contracts) {
          const records = state.collection(resource).records();
          const bent = ['fields.format', 'fields.bounds', 'fields.required'] as const;
          const flaws = book.checker.check(
            list,
            records.map((record) => record.value),
          );
          const excused = bent
            .filter((key) => script.profile[key] === 'accept')
            .map((key) => key.slice('fields.'.length));
          expect(
            flaws.filter((flaw) => flaw.facet === 'required' || !excused.includes(flaw.facet)),
          ).toEqual([]);
          expect(records.map((record) => record.key)).toEqual(
            records.map((record) => String(record.value['id'])),
          );
        }
      }),
      runs,
    );
  });
});
