// What a value does not fit, in words; and what is wrong with schemas themselves.

import assert from 'node:assert';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import { createChecker } from '../../src/schema/check.ts';
import { findSchemaFaults } from '../../src/schema/faults/schema-faults.ts';
import { foreignFormats } from '../../src/schema/keywords/formats.ts';
import { type Schema, Schemas } from '../../src/schema/schema.ts';
import { type Facet, VIOLATIONS_MAX } from '../../src/schema/violation.ts';

function schemasOf(byName: Readonly<Record<string, Schema>>): Schemas {
  return new Schemas(new Map(Object.entries(byName)));
}

function flawsOf(schema: Schema, value: Json): readonly (readonly [string, Facet, string])[] {
  return createChecker(schemasOf({ one: schema }))
    .check('one', value)
    .map(({ at, facet, message }) => [at, facet, message]);
}

describe('createChecker', () => {
  it('finds no flaw in a value that fits', () => {
    const checker = createChecker(
      schemasOf({ user: { type: 'object', properties: { name: { type: 'string' } } } }),
    );
    expect(checker.check('user', { name: 'Ada', more: 1 })).toEqual([]);
    expect(checker.check('user', { name: '' })).toEqual([]);
  });

  it.each<[string, Schema, Json, [string, Facet, string][]]>([
    ['a type', { type: 'string' }, 7, [['', 'shape', 'must be a string, is a number']]],
    ['a type at null', { type: 'string' }, null, [['', 'shape', 'must be a string, is null']]],
    [
      'types',
      { type: ['string', 'null'] },
      [],
      [['', 'shape', 'must be a string or null, is an array']],
    ],
    [
      'a whole number',
      { type: 'integer' },
      1.5,
      [['', 'shape', 'must be an integer, is a number']],
    ],
    [
      'a type further down',
      { properties: { 'a/b': { items: { type: 'boolean' } } } },
      { 'a/b': [true, 'x'] },
      [['/a~1b/1', 'shape', 'must be a boolean, is a string']],
    ],
    [
      'a type at null further down',
      { properties: { name: { type: 'string' } } },
      { name: null },
      [['/name', 'shape', 'must be a string, is null']],
    ],
    [
      'an enum at null further down',
      { properties: { colour: { enum: ['red', 'green'] } } },
      { colour: null },
      [['/colour', 'shape', 'must be one of "red", "green", is null']],
    ],
    [
      'a format',
      { type: 'string', format: 'email' },
      'ada at home',
      [['', 'format', 'must be of the format email, is "ada at home"']],
    ],
    [
      'a pattern',
      { type: 'string', pattern: '^a' },
      'b',
      [['', 'format', 'must match pattern "^a", is "b"']],
    ],
    [
      'an enum',
      { enum: ['red', 'green', 3] },
      'blue',
      [['', 'shape', 'must be one of "red", "green", 3, is "blue"']],
    ],
    [
      'an enum with a slip',
      { enum: ['red', 'green', 3] },
      'gren',
      [['', 'shape', 'must be one of "red", "green", 3, is "gren"; did you mean "green"?']],
    ],
    [
      'an enum with an object',
      { enum: ['red'] },
      {},
      [['', 'shape', 'must be one of "red", is an object']],
    ],
    ['a constant', { const: { a: 1 } }, 'y', [['', 'shape', 'must be {"a":1}, is "y"']]],
    [
      'a length',
      { type: 'string', minLength: 2 },
      '😀',
      [['', 'bounds', 'must have at least 2 characters, is "😀"']],
    ],
    [
      'a length, of a long text',
      { type: 'string', maxLength: 3 },
      'x'.repeat(100),
      [['', 'bounds', `must have at most 3 characters, is "${'x'.repeat(59)}…`]],
    ],
    [
      'a minimum',
      { type: 'number', minimum: 0 },
      -1,
      [['', 'bounds', 'must be at least 0, is -1']],
    ],
    [
      'an exclusive maximum',
      { type: 'number', exclusiveMaximum: 3 },
      3,
      [['', 'bounds', 'must be below 3, is 3']],
    ],
    [
      'a multiple',
      { type: 'number', multipleOf: 5 },
      3,
      [['', 'bounds', 'must be a multiple of 5, is 3']],
    ],
    [
      'a count',
      { type: 'array', maxItems: 1 },
      [1, 2],
      [['', 'bounds', 'must have at most 1 item, is an array']],
    ],
    [
      'repeated elements',
      { type: 'array', uniqueItems: true },
      [1, 1],
      [['', 'bounds', 'must not have equal items: 0 and 1 are equal, is an array']],
    ],
    [
      'a count of members',
      { type: 'object', minProperties: 1 },
      {},
      [['', 'bounds', 'must have at least 1 property, is an object']],
    ],
    [
      'a member that is missing',
      { type: 'object', required: ['name'] },
      {},
      [['', 'required', '"name" is missing']],
    ],
    [
      'a member that is missing further down',
      { properties: { address: { type: 'object', required: ['city'] } } },
      { address: { ctiy: 'x' } },
      [['/address', 'required', '"city" is missing; did you mean it by "ctiy"?']],
    ],
    [
      'a member that another asks for',
      { type: 'object', dependentRequired: { a: ['b'] } },
      { a: 1 },
      [['', 'required', 'must have property b when property a is present, is an object']],
    ],
    [
      'a member too many',
      { type: 'object', properties: { name: {} }, additionalProperties: false },
      { nmae: 1 },
      [['/nmae', 'shape', 'is not a known field; did you mean "name"?']],
    ],
    [
      'a member too many, where none is known',
      { type: 'object', additionalProperties: false },
      { 'a/b': 1 },
      [['/a~1b', 'shape', 'is not a known field']],
    ],
    [
      'a member not evaluated',
      { type: 'object', allOf: [{ properties: { name: {} } }], unevaluatedProperties: false },
      { zzz: 1 },
      [['/zzz', 'shape', 'is not a known field']],
    ],
    [
      'the name of a member',
      { propertyNames: { pattern: '^a', minLength: 2 } },
      { b: 1 },
      [['', 'shape', 'the name "b" is not allowed']],
    ],
    [
      'what may not be',
      { not: { type: 'string' } },
      'x',
      [['', 'shape', 'must not fit the schema of "not", is "x"']],
    ],
    ['nothing at all', false, 1, [['', 'shape', 'boolean schema is false, is 1']]],
    [
      'a condition, by what it asks for alone',
      JSON.parse('{"type":"object","if":{"required":["a"]},"then":{"required":["b"]},"else":true}'),
      { a: 1 },
      [['', 'required', '"b" is missing']],
    ],
  ])('reports %s', (_, schema, value, flaws) => {
    expect(flawsOf(schema, value)).toEqual(flaws);
  });

  it('names the keyword and the member that is missing', () => {
    const checker = createChecker(schemasOf({ user: { type: 'object', required: ['name'] } }));
    expect(checker.check('user', { name1: 0 })).toEqual([
      {
        at: '',
        keyword: 'required',
        facet: 'required',
        message: '"name" is missing; did you mean it by "name1"?',
        plain: "must have required property 'name'",
        missing: 'name',
      },
    ]);
  });

  it('reports all flaws of a value at once', () => {
    const schema: Schema = {
      type: 'object',
      required: ['a', 'b'],
      properties: { c: { type: 'string', minLength: 2 } },
    };
    expect(flawsOf(schema, { c: '' }).map(([, , message]) => message)).toEqual([
      '"a" is missing',
      '"b" is missing',
      'must have at least 2 characters, is ""',
    ]);
  });

  it('reports no more than its limit', () => {
    const value = new Array<number>(VIOLATIONS_MAX * 3).fill(0);
    expect(flawsOf({ items: { type: 'string' } }, value)).toHaveLength(VIOLATIONS_MAX);
  });

  it('follows references between schemas, also in circles', () => {
    const checker = createChecker(
      schemasOf({
        user: {
          type: 'object',
          properties: { name: { type: 'string' }, manager: { $ref: 'user.json' } },
        },
        users: { type: 'array', items: { $ref: 'user.json' } },
      }),
    );
    expect(checker.check('users', [{ name: 'a', manager: { manager: { name: 'b' } } }])).toEqual(
      [],
    );
    expect(checker.check('users', [{ manager: { manager: { name: 3 } } }])).toMatchObject([
      { at: '/0/manager/manager/name' },
    ]);
  });

  it('reports a schema that refers to itself without end, where other checkers fail', () => {
    expect(flawsOf({ $ref: '#' }, { a: 1 })).toEqual([
      ['', 'shape', 'cannot be checked: the schema refers to itself without end'],
    ]);
  });

  it('passes on errors thrown while it checks a value', () => {
    const trap = Object.defineProperty({}, 'name', {
      enumerable: true,
      get: () => assert.fail('read'),
    }) as Json;
    expect(() => flawsOf({ properties: { name: { type: 'string' } } }, trap)).toThrow('read');
  });

  it('ignores marks of any name', () => {
    expect(
      flawsOf({ type: 'string', 'x-unique': true, 'x-note': { 'x-inner': 1 } }, 1),
    ).toHaveLength(1);
  });

  it.each([0.29, 19.99, 0.07, 1.1, 4.35])('accepts %d as a multiple of 0.01', (price) => {
    expect(flawsOf({ type: 'number', multipleOf: 0.01 }, price)).toEqual([]);
  });

  it('does not accept 0.015 as a multiple of 0.01', () => {
    expect(flawsOf({ type: 'number', multipleOf: 0.01 }, 0.015)).toHaveLength(1);
  });

  it.each([
    ['date-time', '2024-02-30T10:00:00Z', '2024-02-29T10:00:00Z'],
    ['date', '2023-02-29', '2024-02-29'],
    ['uuid', 'x', '123e4567-e89b-12d3-a456-426614174000'],
    ['uri', 'example', 'https://example.com/a'],
    ['ipv4', '256.0.0.1', '10.0.0.1'],
  ])('checks the format %s', (format, wrong, right) => {
    expect(flawsOf({ type: 'string', format }, wrong)).toHaveLength(1);
    expect(flawsOf({ type: 'string', format }, right)).toEqual([]);
  });
});

describe('findSchemaFaults', () => {
  const faultsOf = (byName: Readonly<Record<string, Schema>>): readonly unknown[] =>
    findSchemaFaults(schemasOf(byName), (name) => `schemas/${name}.json`);

  it.each<[string, Record<string, Schema>]>([
    [
      'sound schemas',
      { user: { type: 'object' }, users: { type: 'array', items: { $ref: 'user.json' } } },
    ],
    ['booleans', { yes: true, no: false, list: { type: 'array', items: { $ref: 'yes.json' } } }],
    [
      'references that go in circles',
      {
        a: { properties: { b: { $ref: 'b.json' } } },
        b: { properties: { a: { $ref: 'a.json' } } },
      },
    ],
    [
      'references within a schema',
      { a: { $defs: { b: { type: 'string' } }, properties: { c: { $ref: '#/$defs/b' } } } },
    ],
    [
      'references to a part of another',
      { a: { $defs: { b: { type: 'string' } } }, c: { $ref: 'a.json#/$defs/b' } },
    ],
    [
      'marks, types left out and unions of types',
      {
        a: {
          'x-unique': true,
          minLength: 3,
          properties: { b: { type: ['string', 'number'] } },
          required: ['c'],
        },
      },
    ],
    ['the dialect of 2020-12', { a: { $schema: 'https://json-schema.org/draft/2020-12/schema' } }],
    ['an anchor', { a: { $anchor: 'here', type: 'string' } }],
    [
      'a member whose name begins like a mark',
      { a: { type: 'object', properties: { 'x-größe': { type: 'number' } } } },
    ],
  ])('finds none in %s', (_, byName) => {
    expect(faultsOf(byName)).toEqual([]);
  });

  it('reports an unknown keyword, with a suggestion', () => {
    expect(faultsOf({ user: { typ: 'object' } })).toEqual([
      {
        file: 'schemas/user.json',
        at: '/typ',
        message: 'unknown keyword: "typ"',
        remedy: 'Did you mean "type"?',
      },
    ]);
    expect(faultsOf({ user: { properties: { name: { searchable: true } } } })).toEqual([
      {
        file: 'schemas/user.json',
        at: '/properties/name/searchable',
        message: 'unknown keyword: "searchable"',
        remedy: 'Remove it, or begin its name with "x-".',
      },
    ]);
  });

  it('reports a fault in the file that has it, not in those that refer to it', () => {
    const faults = faultsOf({
      user: { typ: 'object' },
      users: { type: 'array', items: { $ref: 'user.json' } },
    });
    expect(faults).toMatchObject([{ file: 'schemas/user.json', at: '/typ' }]);
  });

  it('does not mistake a member of that name for the unknown keyword', () => {
    expect(
      faultsOf({ user: { properties: { typ: { type: 'string' } }, typ: 'object' } }),
    ).toMatchObject([{ at: '/typ' }]);
    const users: Schema = {
      type: 'array',
      items: { $ref: 'user.json' },
      $defs: { other: { properties: { typ: {} } } },
    };
    expect(faultsOf({ user: { typ: 'object' }, users })).toMatchObject([
      { file: 'schemas/user.json', at: '/typ' },
    ]);
  });

  it('reports an unknown format, with a suggestion', () => {
    expect(faultsOf({ user: { properties: { mail: { format: 'emial' } } } })).toEqual([
      {
        file: 'schemas/user.json',
        at: '/properties/mail/format',
        message: 'unknown format "emial"',
        remedy: 'Did you mean "email"?',
      },
    ]);
  });

  it('takes a format that is like none, and does not check it', () => {
    const user = {
      format: 'telephone-number',
      properties: { format: { format: 'iban' }, a: { enum: [{ format: 'x' }] } },
    };
    expect(faultsOf({ user })).toEqual([]);
    expect(foreignFormats(user)).toEqual([
      { at: '/format', format: 'telephone-number' },
      { at: '/properties/format/format', format: 'iban' },
    ]);
    expect(createChecker(schemasOf({ user })).check('user', 'anything')).toEqual([]);
  });

  it('reports a reference that leads nowhere', () => {
    expect(faultsOf({ user: { allOf: [{}, { $ref: 'usr.json' }] }, address: {} })).toEqual([
      {
        file: 'schemas/user.json',
        at: '/allOf/1/$ref',
        message: "can't resolve reference usr.json from id user.json",
        remedy: 'A $ref must name a file in the same folder. Files: user.json, address.json.',
      },
    ]);
  });

  it('reports a schema that refers to itself without end, directly or through another', () => {
    const told = {
      at: '',
      message: 'cannot be checked: the schema refers to itself without end',
      remedy: 'A schema may refer to itself only below "properties" or "items".',
    };
    expect(faultsOf({ a: { $ref: '#' } })).toEqual([{ file: 'schemas/a.json', ...told }]);
    expect(
      faultsOf({ b: { allOf: [{ $ref: 'c.json' }] }, c: { anyOf: [{ $ref: 'b.json' }] } }),
    ).toEqual([
      { file: 'schemas/b.json', ...told },
      { file: 'schemas/c.json', ...told },
    ]);
  });

  it('reports an invalid pattern', () => {
    expect(faultsOf({ user: { pattern: '(' } })).toEqual([
      {
        file: 'schemas/user.json',
        at: '/pattern',
        message: 'Invalid regular expression: /(/u: Unterminated group',
        remedy: 'Correct the schema; it could not be compiled.',
      },
    ]);
  });

  it('reports a fault without a place for each file', () => {
    const told = {
      at: '',
      message: 'schema with key or id "a" already exists',
      remedy: 'Correct the schema; it could not be compiled.',
    };
    expect(faultsOf({ user: { $id: 'a' }, users: { $id: 'a' } })).toEqual([
      { file: 'schemas/user.json', ...told },
      { file: 'schemas/users.json', ...told },
    ]);
  });

  const remedy = 'Correct it to match JSON Schema 2020-12.';

  it('reports what the meta-schema does not admit, with the value', () => {
    expect(faultsOf({ user: { minLength: '3' }, users: { required: 'name' } })).toEqual([
      {
        file: 'schemas/user.json',
        at: '/minLength',
        message: 'must be an integer, is a string',
        remedy,
      },
      {
        file: 'schemas/users.json',
        at: '/required',
        message: 'must be an array, is a string',
        remedy,
      },
    ]);
  });

  it('reports an unknown type, with a suggestion', () => {
    const faults = faultsOf({ user: { properties: { name: { type: 'strng' } } } });
    expect(faults[0]).toEqual({
      file: 'schemas/user.json',
      at: '/properties/name/type',
      message:
        'must be one of "array", "boolean", "integer", "null", "number", "object", "string", is "strng"; did you mean "string"?',
      remedy,
    });
  });

  it.each<[string, Json, string]>([
    [
      'another dialect',
      'http://json-schema.org/draft-07/schema#',
      '"http://json-schema.org/draft-07/schema#"',
    ],
    ['a dialect that nobody knows', 'https://example.com/mine', '"https://example.com/mine"'],
    ['a dialect that is no text', 5, '5'],
  ])('reports %s as a fault of its file', (_, $schema, written) => {
    expect(faultsOf({ user: { $schema, type: 'object' } })).toEqual([
      {
        file: 'schemas/user.json',
        at: '/$schema',
        message: `the dialect ${written} is not supported`,
        remedy: 'Write it for https://json-schema.org/draft/2020-12/schema, or leave $schema out.',
      },
    ]);
  });
});
