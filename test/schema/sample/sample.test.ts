// Samples fit their schemas and differ from each other; what cannot be made is left out.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { createChecker } from '../../../src/schema/check.ts';
import { type Draft, markPattern } from '../../../src/schema/sample/draft.ts';
import { sampleOf } from '../../../src/schema/sample/sample.ts';
import { type Schema, Schemas } from '../../../src/schema/schema.ts';
import { anySchema } from '../../support/any-schema.ts';
import { usersProject } from '../../support/users.ts';

const TOKEN = 'sqsample';

function draftOf(serial: number, wishes: Partial<Draft> = {}): Draft {
  return { serial, token: TOKEN, marked: [], ...wishes };
}

function schemasOf(byName: Readonly<Record<string, Schema>>): Schemas {
  return new Schemas(new Map(Object.entries(byName)));
}

/** The schemas of an object with one member. */
function schemasWith(member: Json): Schemas {
  return schemasOf({ one: { type: 'object', properties: { m: member } } });
}

function memberOf(member: Json, draft: Draft): Json | undefined {
  return sampleOf(schemasWith(member), 'one', [], draft)['m'];
}

const anySerial = fc.integer({ min: 0, max: 200_000 });

const address = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    zip: { type: 'integer', minimum: 1_000, maximum: 9_999 },
  },
};

const products = schemasOf({
  product: {
    type: 'object',
    required: ['sku', 'title', 'price'],
    properties: {
      sku: { type: 'string' },
      title: { type: 'string', minLength: 1, maxLength: 40 },
      price: { type: 'number', minimum: 0 },
      code: { type: 'string', pattern: '^[A-Z]{3}$', 'x-unique': true },
      tags: { type: 'array', items: { type: 'string' }, default: [] },
      size: {
        type: 'object',
        properties: { width: { type: 'number' }, height: { type: 'number' } },
      },
      madeIn: { $ref: 'place.json#/$defs/country' },
      soldAt: { type: 'array', items: { $ref: 'place.json' }, minItems: 1 },
    },
  },
  place: { ...address, $defs: { country: { enum: ['FI', 'SE', 'NO'] } } },
  'product-new': { allOf: [{ $ref: 'product.json' }], required: ['title', 'price'] },
});

describe('sampleOf', () => {
  it('has the members of one of several schemas, if there are no others', () => {
    const text = { type: 'string' };
    const branch = (name: string): Schema => ({ type: 'object', properties: { [name]: text } });
    const schemas = schemasOf({ one: { oneOf: [branch('a'), branch('b')] } });
    const membersOf = (wishes: Partial<Draft>) =>
      Object.keys(sampleOf(schemas, 'one', [], draftOf(1, wishes)));
    expect([membersOf({}), membersOf({ branch: 1 }), membersOf({ branch: 2 })]).toEqual([
      ['a'],
      ['b'],
      ['a'],
    ]);
  });

  it('has the members of one of several schemas, and those beside them', () => {
    const text = { type: 'string' };
    const branch = (name: string): Schema => ({ type: 'object', properties: { [name]: text } });
    const schemas = schemasOf({
      one: { ...(branch('n') as object), anyOf: [branch('a'), branch('b')] },
    });
    const membersOf = (branch: number) =>
      Object.keys(sampleOf(schemas, 'one', [], draftOf(1, { branch })));
    expect([membersOf(0), membersOf(1)]).toEqual([
      ['n', 'a'],
      ['n', 'b'],
    ]);
  });

  it.each<[string, Json]>([
    ['a text', { type: 'string' }],
    ['a long text', { type: 'string', minLength: 90 }],
    ['a short text', { type: 'string', maxLength: 3 }],
    ['a text of one length', { type: 'string', minLength: 7, maxLength: 7 }],
    ['an address', { type: 'string', format: 'email' }],
    ['a date', { type: 'string', format: 'date' }],
    ['a moment', { type: 'string', format: 'date-time' }],
    ['a time', { type: 'string', format: 'time' }],
    ['a URI', { type: 'string', format: 'uri' }],
    ['a UUID', { type: 'string', format: 'uuid' }],
    ['a host', { type: 'string', format: 'hostname' }],
    ['an IPv4 address', { type: 'string', format: 'ipv4' }],
    [
      'a text with a pattern and examples',
      { type: 'string', pattern: '^[A-Z]{3}$', examples: ['ABC', 'XYZ'] },
    ],
    ['a flag', { type: 'boolean' }],
    ['a number', { type: 'number' }],
    ['a whole number', { type: 'integer' }],
    ['a number from a bound on', { type: 'integer', minimum: 1_000 }],
    ['a number above a bound', { type: 'integer', exclusiveMinimum: 7 }],
    ['a number between bounds', { type: 'integer', minimum: -20, maximum: -5 }],
    [
      'numbers just above a bound',
      {
        type: 'array',
        minItems: 3,
        items: { type: 'number', exclusiveMinimum: 38.44, exclusiveMaximum: 38.441 },
      },
    ],
    ['a number below a bound', { type: 'integer', minimum: 0, exclusiveMaximum: 10 }],
    ['the one number that there is', { type: 'integer', minimum: 5, maximum: 5 }],
    ['a multiple', { type: 'integer', multipleOf: 7, minimum: 1, maximum: 100 }],
    ['a price', { type: 'number', multipleOf: 0.01, minimum: 0, maximum: 10 }],
    ['an enum', { enum: ['a', 'b', 3, null] }],
    ['an enum of a type', { type: 'string', enum: ['on', 'off'] }],
    ['a constant', { const: { a: [1] } }],
    [
      'one of the constants that an enum beside them admits',
      { enum: [7, 8], oneOf: [{ const: 1 }, { const: 3 }, { const: 7 }, { const: 8 }] },
    ],
    ['a constant that is false', { const: false }],
    ['a constant that is null', { const: null }],
    ['one type of several', { type: ['null', 'string'] }],
    ['a list', { type: 'array', items: { type: 'string' } }],
    ['a list of some length', { type: 'array', items: { type: 'string' }, minItems: 5 }],
    ['a list of one', { type: 'array', items: { type: 'string' }, maxItems: 1 }],
    ['an empty list', { type: 'array', items: { type: 'string' }, maxItems: 0 }],
    [
      'a list of different texts',
      { type: 'array', items: { type: 'string' }, uniqueItems: true, minItems: 12 },
    ],
    [
      'a list of different numbers',
      { type: 'array', items: { type: 'integer' }, uniqueItems: true, minItems: 5 },
    ],
    [
      'a list of lists',
      { type: 'array', items: { type: 'array', items: { type: 'number' }, minItems: 2 } },
    ],
    ['an object', address],
    [
      'objects in lists in objects',
      { type: 'object', properties: { at: { type: 'array', items: address, minItems: 3 } } },
    ],
    ['an object with members that it requires and does not name', { required: ['x', 'y'] }],
    [
      'an object that admits numbers alone, and requires one',
      { type: 'object', additionalProperties: { type: 'integer' }, required: ['x'] },
    ],
    ['a part of a member that all have', { allOf: [{ type: 'string' }, { minLength: 50 }] }],
  ])('makes %s that fits', (_, member) => {
    const schemas = schemasWith(member);
    const checker = createChecker(schemas);
    fc.assert(
      fc.property(anySerial, (serial) => {
        const sample = sampleOf(schemas, 'one', [], draftOf(serial));
        expect(sample).toHaveProperty('m');
        expect(checker.check('one', sample), JSON.stringify(sample)).toEqual([]);
      }),
    );
  });

  it.each<[string, Json]>([
    ['a pattern that looks around', { type: 'string', pattern: '^(?=A)[A-Z]{3}$' }],
    ['a pattern that its length forbids', { type: 'string', pattern: '^[A-Z]{3}$', maxLength: 2 }],
    ['a format that is not known', { type: 'string', format: 'signature' }],
    ['a format that its length forbids', { type: 'string', format: 'uuid', maxLength: 20 }],
    ['nothing but null', { type: 'null' }],
    ['an enum of nothing of its type', { type: 'string', enum: [1, 2] }],
    ['numbers with no room', { type: 'integer', minimum: 0.2, maximum: 0.8 }],
    [
      'more different items than there are',
      { type: 'array', items: { enum: ['a'] }, uniqueItems: true, minItems: 2 },
    ],
    [
      'elements that cannot be made',
      { type: 'array', items: { type: 'string', format: 'signature' } },
    ],
    [
      'a member that cannot be made and must be there',
      { required: ['a'], properties: { a: { type: 'null' } } },
    ],
    ['what only the service writes', { type: 'string', readOnly: true }],
  ])('leaves a member out that has %s', (_, member) => {
    expect(sampleOf(schemasWith(member), 'one', [], draftOf(3))).toEqual({});
  });

  it('leaves out nested members that cannot be made or are read-only, and keeps the others', () => {
    const [b, c] = [
      { type: 'string', format: 'signature' },
      { type: 'string', readOnly: true },
    ];
    const member = { type: 'object', properties: { a: { type: 'boolean' }, b, c } };
    expect(memberOf(member, draftOf(2))).toEqual({ a: true });
  });

  it('ends if a schema contains itself', () => {
    const schemas = schemasOf({
      one: {
        type: 'object',
        properties: {
          m: { $ref: 'one.json' },
          list: { type: 'array', items: { $ref: 'one.json' } },
        },
      },
      two: { type: 'object', properties: { m: { $ref: 'two.json' } }, required: ['m'] },
    });
    expect(createChecker(schemas).check('one', sampleOf(schemas, 'one', [], draftOf(1)))).toEqual(
      [],
    );
    expect(sampleOf(schemas, 'two', [], draftOf(1))).toEqual({});
  });

  it('makes a fitting value for any supported schema', () => {
    fc.assert(
      fc.property(anySchema, anySerial, fc.constantFrom(0, 1, 2), (member, serial, branch) => {
        const schemas = schemasWith(member as Json);
        const sample = sampleOf(schemas, 'one', [], draftOf(serial, { branch }));
        expect(sample).toHaveProperty('m');
        expect(
          createChecker(schemas).check('one', sample),
          JSON.stringify([member, sample]),
        ).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, Json, number]>([
    ['flags', { enum: [true, false] }, 2],
    ['the numbers between bounds', { type: 'integer', minimum: 1, maximum: 3 }, 3],
    ['fractions', { type: 'number', minimum: 0.5, maximum: 0.7 }, 20],
    ['days', { type: 'string', format: 'date' }, 400],
    ['moments', { type: 'string', format: 'date-time' }, 400],
    ['addresses of a net', { type: 'string', format: 'ipv4' }, 400],
    ['codes', { type: 'string', pattern: '^[A-Z]{2}-\\d{3}$' }, 400],
    ['short texts', { type: 'string', maxLength: 6 }, 1],
  ])('uses all %s before it repeats one', (_, member, count) => {
    const made = Array.from({ length: count }, (_value, serial) =>
      JSON.stringify(memberOf(member, draftOf(serial))),
    );
    expect(new Set(made).size).toBe(count);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('ends no text of %i characters with a blank', (maxLength) => {
    const schema = { type: 'string', minLength: maxLength, maxLength };
    const made = Array.from({ length: 30 }, (_, serial) => memberOf(schema, draftOf(serial)));
    for (const text of made) expect(text).toMatch(/^\S(.*\S)?$/);
    expect(new Set(made.map((text) => String(text).length))).toEqual(new Set([maxLength]));
  });

  it('makes short marked texts distinct', () => {
    const made = Array.from({ length: 200 }, (_, serial) =>
      memberOf({ type: 'string', maxLength: 5 }, draftOf(serial, { marked: ['m'] })),
    );
    expect(new Set(made).size).toBe(200);
  });

  it('makes addresses as long as they may be', () => {
    expect(memberOf({ type: 'string', format: 'email', maxLength: 20 }, draftOf(1))).toBe(
      'sqsampleaaab@a.io',
    );
    expect(memberOf({ type: 'string', format: 'email', maxLength: 12 }, draftOf(1))).toBe(
      'aaab@a.io',
    );
    expect(
      String(memberOf({ type: 'string', format: 'email', minLength: 60 }, draftOf(1))).length,
    ).toBeGreaterThanOrEqual(60);
  });

  it('leaves out the given members', () => {
    const sample = sampleOf(
      usersProject.schemas,
      'user-create',
      ['id', 'skills', 'nobody'],
      draftOf(1),
    );
    expect(Object.keys(sample)).toEqual(['name', 'email', 'isPremium', 'address']);
  });

  it('makes fitting users', () => {
    fc.assert(
      fc.property(
        anySerial,
        fc.boolean(),
        fc.integer({ min: 0, max: 20 }),
        (serial, flag, count) => {
          const sample = sampleOf(
            usersProject.schemas,
            'user-create',
            ['id'],
            draftOf(serial, { flag, count, marked: ['name'] }),
          );
          expect(usersProject.checker.check('user-create', sample)).toEqual([]);
          expect(sample).toMatchObject({
            isPremium: flag,
            address: { city: expect.any(String), district: expect.any(String) },
          });
          expect(sample['skills']).toHaveLength(count);
        },
      ),
    );
  });

  it('makes another resource, through references', () => {
    const checker = createChecker(products);
    fc.assert(
      fc.property(anySerial, (serial) => {
        const sample = sampleOf(
          products,
          'product-new',
          ['sku'],
          draftOf(serial, { marked: ['title'] }),
        );
        expect(checker.check('product-new', { sku: 'x', ...sample })).toEqual([]);
        expect(Object.keys(sample)).toEqual([
          'title',
          'price',
          'code',
          'tags',
          'size',
          'madeIn',
          'soldAt',
        ]);
        expect(sample['title']).toContain(TOKEN);
      }),
    );
  });

  it('returns samples of different serials that differ in every free member', () => {
    const different = (one: JsonObject, other: JsonObject, members: readonly string[]): void => {
      for (const member of members) expect(one[member], member).not.toEqual(other[member]);
    };
    fc.assert(
      fc.property(anySerial, fc.integer({ min: 1, max: 200_000 }), (serial, gap) => {
        const [one, other] = [serial, serial + gap].map((each) =>
          draftOf(each, { marked: ['name'] }),
        ) as [Draft, Draft];
        const users = [one, other].map((draft) =>
          sampleOf(usersProject.schemas, 'user-create', ['id'], draft),
        );
        different(users[0] as JsonObject, users[1] as JsonObject, [
          'name',
          'email',
          'skills',
          'address',
        ]);
        const made = [one, other].map((draft) => sampleOf(products, 'product-new', ['sku'], draft));
        different(made[0] as JsonObject, made[1] as JsonObject, [
          'title',
          'price',
          'tags',
          'size',
          'soldAt',
        ]);
      }),
    );
  });

  it('returns the same sample for the same draft', () => {
    for (const serial of [0, 1, 999])
      expect(sampleOf(products, 'product', [], draftOf(serial))).toEqual(
        sampleOf(products, 'product', [], draftOf(serial)),
      );
  });

  it('puts the mark in the members named, in addresses, and nowhere else', () => {
    const sample = sampleOf(
      usersProject.schemas,
      'user-create',
      ['id'],
      draftOf(27, { marked: ['name'] }),
    );
    const mark = `${TOKEN}aabb`;
    expect(sample['name']).toMatch(new RegExp(` ${mark}$`));
    expect(sample['email']).toBe(`${mark}@example.com`);
    expect(JSON.stringify([sample['skills'], sample['address']])).not.toContain(TOKEN);
    expect(
      JSON.stringify(sampleOf(usersProject.schemas, 'user', ['id', 'email'], draftOf(27))),
    ).not.toContain(TOKEN);
  });

  it('passes the mark, or an empty one, to the functions that make texts and addresses', () => {
    const wishes = {
      marked: ['name'],
      text: (mark: string) => `<${mark}>`,
      email: (mark: string) => `${mark}+x@Example.org`,
    };
    const sample = sampleOf(
      usersProject.schemas,
      'user-create',
      ['id'],
      draftOf(0, { ...wishes, count: 2 }),
    );
    expect(sample).toMatchObject({ name: `<${TOKEN}aaaa>`, email: `${TOKEN}aaaa+x@Example.org` });
    expect(sample).toMatchObject({ skills: ['<>', '<>'], address: { city: '<>', district: '<>' } });
  });

  it('passes distinct places of one sample to the functions that make texts', () => {
    const places: number[] = [];
    const text = (_: string, place: number): string => String(places.push(place));
    sampleOf(usersProject.schemas, 'user-create', ['id'], draftOf(5, { text, count: 5 }));
    expect(places).toHaveLength(8);
    expect(new Set(places).size).toBe(places.length);
  });

  it('cuts texts between characters, and pads them', () => {
    expect(memberOf({ type: 'string', maxLength: 2 }, draftOf(1, { text: () => '😀😀😀' }))).toBe(
      '😀😀',
    );
    expect(memberOf({ type: 'string', minLength: 4 }, draftOf(1, { text: () => 'ab' }))).toBe(
      'abxx',
    );
  });

  it('sets flags and counts as requested, within bounds', () => {
    expect(
      [true, false].map((flag) => memberOf({ type: 'boolean' }, draftOf(1, { flag }))),
    ).toEqual([true, false]);
    expect([1, 2].map((serial) => memberOf({ type: 'boolean' }, draftOf(serial)))).toEqual([
      false,
      true,
    ]);
    const list = { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 4 };
    expect([0, 3, 9].map((count) => memberOf(list, draftOf(1, { count })))).toMatchObject([
      { length: 2 },
      { length: 3 },
      { length: 4 },
    ]);
  });

  it('takes examples and enums in turn', () => {
    const made = [1, 2, 3, 4].map((serial) =>
      memberOf({ type: 'string', examples: ['a', 'b', 'c'] }, draftOf(serial)),
    );
    expect(new Set(made)).toEqual(new Set(['a', 'b', 'c']));
  });

  it.each<[string, Json, Json]>([
    ['whole numbers', { type: 'integer', enum: [1.5, 2, 'a', null] }, 2],
    ['lists', { type: 'array', enum: [{ a: 1 }, [1], 'x'] }, [1]],
    ['objects', { type: 'object', enum: [[1], { a: 1 }, null] }, { a: 1 }],
    ['flags', { type: ['null', 'boolean'], enum: [null, 'true', true] }, true],
  ])('uses only enum values that the type admits: %s', (_, member, value) => {
    for (const serial of [0, 1, 2]) expect(memberOf(member, draftOf(serial))).toEqual(value);
  });

  it('ignores examples if texts must differ, unless a form is requested', () => {
    const [free, formed, count] = [
      { type: 'string', examples: ['Ada'] },
      { type: 'string', pattern: '^A', examples: ['Ada'] },
      { type: 'integer', examples: [7] },
    ];
    const [plain, marked, odd] = [
      draftOf(1),
      draftOf(1, { marked: ['m'] }),
      draftOf(1, { text: () => 'ö' }),
    ];
    expect([plain, marked, odd].map((draft) => memberOf(formed, draft))).toEqual([
      'Ada',
      'Ada',
      'Ada',
    ]);
    expect([plain, marked, odd].map((draft) => memberOf(count, draft))).toEqual([7, 7, 7]);
    expect([plain, marked, odd].map((draft) => memberOf(free, draft))).toEqual([
      'Ada',
      expect.stringContaining(TOKEN),
      'ö',
    ]);
    expect(memberOf({ type: 'string', examples: [] }, plain)).toEqual(expect.any(String));
  });

  it('is null if that is the only example of a member without a type', () => {
    const drafts = [draftOf(1), draftOf(1, { text: () => 'ö' })];
    for (const draft of drafts) expect(memberOf({ examples: [null] }, draft)).toBeNull();
    expect(memberOf({ const: null }, draftOf(1))).toBeNull();
  });

  it('makes the first elements as the schema has them one by one', () => {
    const pair = {
      type: 'array',
      prefixItems: [{ const: 1 }, { enum: ['a'] }],
      items: { type: 'boolean' },
    };
    expect(memberOf(pair, draftOf(0, { count: 3, flag: true }))).toEqual([1, 'a', true]);
    expect(memberOf({ ...pair, maxItems: 1 }, draftOf(0, { count: 3 }))).toEqual([1]);
    const open = { type: 'array', prefixItems: [{ const: 1 }] };
    expect(memberOf(open, draftOf(0, { count: 2 }))).toEqual([1, expect.any(String)]);
  });

  it('makes as many different elements as exist, if that is enough', () => {
    const list = { type: 'array', items: { enum: ['a', 'b'] }, uniqueItems: true };
    const made = memberOf(list, draftOf(0, { count: 5 })) as string[];
    expect(made.toSorted()).toEqual(['a', 'b']);
    expect(memberOf({ ...list, minItems: 3 }, draftOf(0, { count: 5 }))).toBeUndefined();
  });

  it.each<[string, Json, number | undefined]>([
    ['any where the schema does not say which', { type: 'object', minProperties: 2 }, 2],
    [
      'those that it admits',
      {
        properties: { a: { const: 1 } },
        minProperties: 3,
        additionalProperties: { type: 'integer' },
      },
      3,
    ],
    [
      'none where it admits no others',
      { type: 'object', minProperties: 1, additionalProperties: false },
      undefined,
    ],
    [
      'none that cannot be made',
      { type: 'object', minProperties: 1, additionalProperties: { type: 'null' } },
      undefined,
    ],
  ])('adds members until there are enough: %s', (_, member, count) => {
    const made = memberOf(member, draftOf(4));
    expect(made === undefined ? undefined : Object.keys(made as object).length).toBe(count);
    if (made !== undefined)
      expect(createChecker(schemasWith(member)).check('one', { m: made })).toEqual([]);
  });

  it.each<[string, Json, string | undefined]>([
    ['a list', { maxItems: 2, items: { const: 1 } }, 'array'],
    ['an object', { minProperties: 1, additionalProperties: { const: 1 } }, 'object'],
    ['a number', { multipleOf: 5 }, 'number'],
    ['a text', { minLength: 2 }, 'string'],
    ['a text without keywords of a type', { description: 'x' }, 'string'],
  ])('takes the type from the keywords that are about one: %s', (_, member, type) => {
    const made = memberOf(member as JsonObject, draftOf(4));
    expect(Array.isArray(made) ? 'array' : typeof made).toBe(type);
  });

  it('writes what is in a text as JSON', () => {
    const contentSchema = { type: 'object', required: ['n'], properties: { n: { const: 4 } } };
    const made = (more: JsonObject): Json | undefined =>
      memberOf({ type: 'string', contentSchema, ...more }, draftOf(4));
    expect(made({})).toBe('{"n":4}');
    expect(made({ contentMediaType: 'application/json' })).toBe('{"n":4}');
    expect(made({ contentMediaType: 'text/html' })).not.toContain('{');
    expect(made({ contentSchema: false })).not.toContain('{');
  });

  it.each<[string, Json, RegExp | undefined]>([
    [
      'an address that its pattern admits',
      { format: 'email', pattern: '@example\\.com$' },
      /@example\.com$/,
    ],
    [
      'the shorter address where its pattern admits only that',
      { format: 'email', pattern: '@a\\.io$' },
      /@a\.io$/,
    ],
    [
      'no address where its pattern admits none',
      { format: 'email', pattern: '@example\\.org$' },
      undefined,
    ],
    ['a link that its pattern admits', { format: 'uri', pattern: '^https:' }, /^https:/],
    ['no link where its pattern admits none', { format: 'uri', pattern: '^ftp:' }, undefined],
    ['any text for a password', { format: 'password', minLength: 30 }, /^.{30,}$/],
    [
      'a text by its pattern for a password',
      { format: 'password', pattern: '^[A-Z]{9}$' },
      /^[A-Z]{9}$/,
    ],
  ])('makes %s', (_, member, expected) => {
    const made = memberOf({ type: 'string', ...(member as JsonObject) }, draftOf(3));
    if (expected === undefined) expect(made).toBeUndefined();
    else expect(made).toMatch(expected);
  });

  it.each<[string, Json, Json | undefined]>([
    ['the first', { anyOf: [{ const: 'a' }, { const: 'b' }] }, 'a'],
    [
      'the first that is not null',
      { oneOf: [{ type: 'null' }, { const: null }, { const: 'b' }] },
      'b',
    ],
    ['none where all are null', { anyOf: [{ type: 'null' }, { const: null }] }, undefined],
    [
      'one with what stands beside them',
      { type: 'integer', anyOf: [{ minimum: 5, maximum: 5 }] },
      5,
    ],
    [
      'the first list, with items',
      {
        oneOf: [
          { type: 'array', items: { const: 'a' } },
          { type: 'array', items: { const: 2 } },
        ],
      },
      ['a'],
    ],
  ])('chooses from several schemas %s', (_, member, value) => {
    expect(memberOf(member, draftOf(3))).toEqual(value);
    expect(memberOf(member, draftOf(3, { optional: 'left-out' }))).toEqual(value);
  });

  it('starts with the requested schema, and continues with the others', () => {
    const member = { anyOf: [{ const: 'a' }, { const: 'b' }, { type: 'null' }] };
    expect([0, 1, 2, 3].map((branch) => memberOf(member, draftOf(1, { branch })))).toEqual([
      'a',
      'b',
      'a',
      'a',
    ]);
  });

  it('accepts members named like inherited ones', () => {
    const schemas = schemasOf({
      one: JSON.parse('{"type":"object","properties":{"__proto__":{"type":"boolean"}}}') as Schema,
    });
    const sample = sampleOf(schemas, 'one', [], draftOf(2));
    expect(Object.keys(sample)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(sample)).not.toBe(true);
  });
});

describe('markPattern', () => {
  it('finds the mark of a sample in any case', () => {
    fc.assert(
      fc.property(anySerial, fc.boolean(), (serial, isUpper) => {
        const sample = sampleOf(
          usersProject.schemas,
          'user-create',
          ['id'],
          draftOf(serial, { marked: ['name'] }),
        );
        const email = String(sample['email']);
        const found = markPattern(TOKEN)
          .exec(isUpper ? email.toUpperCase() : email)?.[0]
          .toLowerCase();
        expect(`${found}@example.com`).toBe(email);
        expect(String(sample['name'])).toContain(found);
      }),
    );
  });

  it('finds no mark in values of others', () => {
    for (const text of [TOKEN, `${TOKEN}abc`, `${TOKEN}1234`, 'someone@example.com'])
      expect(markPattern(TOKEN).test(text)).toBe(false);
  });
});
