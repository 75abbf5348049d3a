// Laws of the redaction: what is planted never comes out, what fits its schema fits it afterwards,
// what was equal stays equal.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import type { RecordedBody } from '../../../src/journal/interaction/recorded.ts';
import { createRedactor } from '../../../src/journal/redact/redactor.ts';
import { anyText } from '../../support/any-text.ts';
import { projectWith, usersProject } from '../../support/users.ts';
import { recordedOf, replyOf, textOf, type Written } from '../../support/written.ts';

const key = new Uint8Array(32).fill(3);
const redact = createRedactor({ ...usersProject, key, redact: [], keep: [] });

/** A secret of any characters; what it begins with is in nothing else. */
const secrets = fc
  .string({ unit: 'grapheme', minLength: 6, maxLength: 30 })
  .map((text) => `x7~${text.toWellFormed()}`);
/** Of characters that may stand in a header field, and behind a name in a text. */
const tokens = fc.stringMatching(/^[A-Za-z0-9._~+-]{6,30}$/).map((text) => `x7~${text}`);
const addresses = fc
  .stringMatching(/^[a-z0-9]{1,5}[._+-]?[a-z0-9]{1,5}@[a-z0-9]{1,8}\.[a-z]{2,4}$/)
  .map((text) => `x7.${text}`);
const secretNames = fc.constantFrom(
  'password',
  'token',
  'access_token',
  'apiKey',
  'client-secret',
  'Session_ID',
  'newPassword2',
);
/** Everything around a secret. */
const anyJson = fc
  .jsonValue({ maxDepth: 3, stringUnit: 'grapheme' })
  .map((value) => JSON.parse(JSON.stringify(value)) as Json);

const form: Written = { headers: [['content-type', 'application/x-www-form-urlencoded']] };

const plantings: readonly fc.Arbitrary<readonly [string, Written]>[] = [
  fc
    .tuple(secrets, secretNames, anyJson)
    .map(([s, name, more]) => [s, { sent: { more, [name]: s } }] as const),
  fc
    .tuple(secrets, secretNames, anyJson)
    .map(([s, name, more]) => [s, { answered: [more, { [name]: [s, { more: s }] }] }] as const),
  fc.tuple(secrets, secretNames, fc.nat(200)).map(([s, name, at]) => {
    const text = JSON.stringify({ name: 'Ada', [name]: s, tags: [1, 2, 3] });
    return [s, { sent: textOf(text.slice(0, text.length - (at % 12)), 'cut') }] as const;
  }),
  fc
    .tuple(secrets, secretNames)
    .map(([s, name]) => [s, { sent: { text: JSON.stringify({ [name]: s }) } }] as const),
  fc
    .tuple(secrets, secretNames)
    .map(
      ([s, name]) => [s, { request: `GET /users?${name}=${encodeURIComponent(s)}&b=2` }] as const,
    ),
  fc
    .tuple(secrets, secretNames)
    .map(
      ([s, name]) =>
        [s, { ...form, sent: textOf(`a=b&${name}=${encodeURIComponent(s)}`) }] as const,
    ),
  fc.tuple(secrets, secretNames).map(([s, name]) => {
    const location = `http://a.test/users/1?${name.replaceAll('-', '')}=${encodeURIComponent(s)}`;
    return [s, { replyHeaders: [['location', location]] }] as const;
  }),
  tokens.map(
    (s) =>
      [
        s,
        { headers: [['authorization', `Bearer ${s}`]], answered: { echo: `got ${s}.` } },
      ] as const,
  ),
  tokens.map(
    (s) =>
      [
        s,
        {
          headers: [['cookie', `a=${s}; b=${s}`]],
          replyHeaders: [['set-cookie', `a=${s}; Path=/`]],
        },
      ] as const,
  ),
  fc
    .tuple(tokens, secretNames)
    .map(([s, name]) => [s, { answered: { note: `${name}=${s}, see there` } }] as const),
  fc
    .tuple(tokens, secretNames)
    .map(([s, name]) => [s, { sent: textOf(`{ ${name}: ${s}, a: 'b' }`) }] as const),
  tokens.map(
    (s) =>
      [
        s,
        { sent: { password: s }, more: { history: [`it was ${s} before`], trouble: `no ${s}` } },
      ] as const,
  ),
  tokens.map(
    (s) =>
      [
        s,
        { more: { mock: replyOf(200, { token: s }), original: replyOf(200, { token: s }) } },
      ] as const,
  ),
  fc
    .tuple(addresses, anyJson)
    .map(
      ([s, more]) =>
        [s, { answered: { more, text: `Write to <${s}>, or not`, email: s } }] as const,
    ),
  addresses.map(
    (s) =>
      [
        s,
        { request: `GET /users/${encodeURIComponent(s)}?q=${encodeURIComponent(`a ${s}`)}` },
      ] as const,
  ),
  addresses.map(
    (s) =>
      [s, { sent: textOf(`{"email": "${s}", `), more: { history: [`${s} was there`] } }] as const,
  ),
];

function isIn(secret: string, result: unknown): boolean {
  const text = JSON.stringify(result);
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [secret, inJson, JSON.stringify(inJson).slice(1, -1), encodeURIComponent(secret)].some(
    (form) => text.includes(form),
  );
}

describe('createRedactor', () => {
  it('hides all planted secrets, and changes nothing the second time', () => {
    const planted = fc.oneof(...plantings);
    fc.assert(
      fc.property(planted, ([secret, written]) => {
        const result = redact(recordedOf(written));
        expect(isIn(secret, result)).toBe(false);
        expect(redact(result)).toEqual(result);
      }),
      { numRuns: 2_000 },
    );
  });

  it('accepts any JSON and any text', () => {
    fc.assert(
      fc.property(anyJson, anyText(), (value, text) => {
        for (const sent of [
          textOf(JSON.stringify(value)),
          textOf(text),
          textOf(`{${text}`),
          textOf(`{"password":${text}`),
        ]) {
          const once = redact(recordedOf({ sent }));
          expect(redact(once)).toEqual(once);
        }
      }),
    );
  });

  it('keeps JSON that holds nothing secret unchanged', () => {
    const plain = fc.jsonValue({
      stringUnit: fc.constantFrom('a', 'ż', ' ', '1', '"', '\\', '\n', ','),
    });
    fc.assert(
      fc.property(plain, fc.nat(4), (value, indent) => {
        const sent = textOf(JSON.stringify(value, null, indent));
        expect(redact(recordedOf({ sent })).request.body).toEqual(sent);
      }),
    );
  });
});

const project = projectWith({
  name: { type: 'string', maxLength: 8 },
  ssn: { type: 'string', pattern: '^\\d{3}-\\d{2}-\\d{4}$', writeOnly: true },
  plate: { type: ['string', 'null'], pattern: '^[A-F]{2} [0-9]{5,6}$', 'x-standin-redact': true },
  pass: { type: 'string', minLength: 4, maxLength: 12, format: 'password' },
  salary: { type: 'integer', minimum: 1_000, multipleOf: 5, 'x-standin-redact': true },
  rate: { type: 'number', exclusiveMinimum: 0, maximum: 5, 'x-standin-redact': true },
  mail: { type: 'string', format: 'email', maxLength: 40 },
  mails: { type: 'array', items: { type: 'string', format: 'email' }, minItems: 1 },
  tel: { type: 'string', minLength: 5, maxLength: 20, 'x-standin-redact': 'phone' },
  on: { type: 'boolean', writeOnly: true },
});
const hide = createRedactor({ ...project, key, redact: [], keep: [] });

const things = fc.record(
  {
    id: fc.nat(),
    name: fc.string({ maxLength: 8 }),
    ssn: fc.stringMatching(/^\d{3}-\d{2}-\d{4}$/),
    plate: fc.option(fc.stringMatching(/^[A-F]{2} [0-9]{5,6}$/)),
    pass: fc.string({ minLength: 4, maxLength: 12 }),
    salary: fc.integer({ min: 200, max: 1e9 }).map((n) => n * 5),
    rate: fc.double({ min: 0.1, max: 5, noNaN: true }),
    mail: addresses,
    mails: fc.array(addresses, { minLength: 1, maxLength: 3 }),
    tel: fc.stringMatching(/^\+48 \d{9}$/),
    on: fc.boolean(),
  },
  { noNullPrototype: true, requiredKeys: ['id'] },
);

function textIn(body: RecordedBody | undefined): string {
  return body?.kind === 'text' ? body.text : '';
}

function hideThings(list: readonly JsonObject[]): readonly JsonObject[] {
  const result = hide(
    recordedOf({
      request: 'GET /things',
      answered: list,
      more: { resource: 'things', operation: 'list' },
    }),
  );
  expect(hide(result)).toEqual(result);
  return JSON.parse(textIn(result.reply?.body)) as readonly JsonObject[];
}

describe('redaction of members that a schema marks', () => {
  it('still fits the schema', () => {
    fc.assert(
      fc.property(things, (thing) => {
        expect(project.checker.check('thing', thing)).toEqual([]);
        const [hidden = null] = hideThings([thing]);
        expect(project.checker.check('thing', hidden)).toEqual([]);
        for (const marked of ['ssn', 'plate', 'salary', 'mail', 'tel'] as const) {
          if (thing[marked] != null)
            expect((hidden as JsonObject)[marked]).not.toEqual(thing[marked]);
        }
      }),
    );
  });

  it('keeps equal values equal, and different values different if possible', () => {
    fc.assert(
      fc.property(fc.array(things, { minLength: 2, maxLength: 4 }), (list) => {
        const hidden = hideThings([...list, ...list]);
        for (const [index, one] of hidden.entries()) {
          expect(one).toEqual(hidden[(index + list.length) % hidden.length]);
          for (const [other, two] of hidden.entries()) {
            for (const member of ['mail', 'tel', 'salary'] as const) {
              const before = [
                list[index % list.length]?.[member],
                list[other % list.length]?.[member],
              ];
              expect(one[member] === two[member]).toBe(before[0] === before[1]);
            }
          }
        }
      }),
    );
  });
});
