// What the reader of documents makes of schemas: what stands beside references, names inside schemas,
// older forms, and what cannot be read, which fails no value.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { ref } from '../support/openapi-mock.ts';
import { readSchema } from '../support/read-schema.ts';

const whole = { type: 'integer' };
const named = { Name: { type: 'string', minLength: 2 }, Crate: { properties: { size: whole } } };
const beside = { ...(ref('Name') as JsonObject), maxLength: 3, description: 'Short.' };

describe('what stands beside $ref', () => {
  it.each(['3.1.0', '3.1.1', '3.2.0'])('counts in OpenAPI %s', (version) => {
    const read = readSchema(beside, named, { version });
    expect([read.notes, read.flaws('long name'), read.flaws('x')]).toEqual([
      [],
      [' maxLength'],
      [' minLength'],
    ]);
  });

  it.each([
    ['3.0.3', 'OpenAPI 3.0', '#/components/schemas/Name'],
    ['2.0', 'Swagger 2.0', '#/definitions/Name'],
  ])('is ignored in %s, with a note', (version, words, $ref) => {
    const read = readSchema({ ...beside, $ref }, named, { version });
    expect(read.notes).toEqual([
      `/x-here/maxLength: "maxLength" beside "$ref" is not read: ${words} ignores it`,
    ]);
    expect([read.flaws('long name'), read.flaws('x')]).toEqual([[], [' minLength']]);
  });

  it('counts in 3.0, too, if it is a mark: null is admitted, and the client sends no such member', () => {
    const members = {
      type: 'object',
      required: ['code', 'name'],
      properties: {
        code: { ...(ref('Name') as JsonObject), readOnly: true },
        name: { ...(ref('Name') as JsonObject), nullable: true },
      },
    };
    const read = readSchema(members, named, { version: '3.0.3' });
    expect([read.notes, read.flaws({ name: null })]).toEqual([[], []]);
  });
});

describe('names inside schemas', () => {
  const CASES: Readonly<Record<string, readonly [Json, JsonObject, fits: Json, misfit: Json]>> = {
    'an anchor of a component': [
      { type: 'array', items: { $ref: '#depth' } },
      { Depth: { $anchor: 'depth', ...whole } },
      [3],
      ['x'],
    ],
    'an anchor below a schema with an address': [
      {
        $id: 'https://ex.test/n',
        properties: { l: { $ref: '#loc' } },
        $defs: { l: { $anchor: 'loc', ...whole } },
      },
      { Other: { $anchor: 'loc', type: 'string' } },
      { l: 3 },
      { l: 'x' },
    ],
    'an address': [
      { items: { $ref: 'https://ex.test/schemas/depth' } },
      { Depth: { $id: 'https://ex.test/schemas/depth', ...whole } },
      [3],
      ['x'],
    ],
    'an address relative to another one': [
      { $id: 'https://ex.test/schemas/list', items: { $ref: 'depth#/$defs/metres' } },
      { Depth: { $id: 'https://ex.test/schemas/depth', $defs: { metres: whole } } },
      [3],
      ['x'],
    ],
    'a pointer below a schema with an address': [
      { $id: 'https://ex.test/n', items: { $ref: '#/$defs/metres' }, $defs: { metres: whole } },
      {},
      [3],
      ['x'],
    ],
    'the schema with an address itself': [
      { $id: 'https://ex.test/tree', properties: { size: whole, kid: { $ref: '#' } } },
      {},
      { size: 1, kid: { size: 2 } },
      { kid: { kid: { size: 'x' } } },
    ],
    'a dynamic reference to the only one of its name': [
      {
        $id: 'https://ex.test/t',
        $dynamicAnchor: 'n',
        properties: { v: whole, kid: { $dynamicRef: '#n' } },
      },
      {},
      { v: 1, kid: { v: 2 } },
      { kid: { v: 'x' } },
    ],
    'a dynamic reference that the schema around gives another meaning': [
      ref('Crates'),
      {
        Page: {
          $id: 'https://ex.test/page',
          properties: { of: { type: 'array', items: { $dynamicRef: '#item' } } },
          $defs: { any: { $dynamicAnchor: 'item', not: {} } },
        },
        Crate: { properties: { size: whole } },
        Crates: {
          $id: 'https://ex.test/crates',
          $ref: 'https://ex.test/page',
          $defs: { item: { $dynamicAnchor: 'item', $ref: '#/components/schemas/Crate' } },
        },
      },
      { of: [{ size: 3 }] },
      { of: [{ size: 'x' }] },
    ],
  };

  it.each(Object.entries(CASES))(
    '%s leads to its schema',
    (_, [schema, components, fit, misfit]) => {
      const read = readSchema(schema, components);
      expect([read.notes, read.faults, read.flaws(fit)]).toEqual([[], [], []]);
      expect(read.flaws(misfit)).not.toEqual([]);
      const made = read.sample() ?? null;
      expect([made, read.flaws(made)]).toEqual([made, []]);
    },
  );

  it('that nothing has are noted, and admit anything', () => {
    const read = readSchema({ items: { $ref: '#gone' }, contains: { $dynamicRef: '#lost' } });
    expect(read.notes).toEqual([
      '/x-here/items/$ref: the reference #gone leads nowhere; it is left out',
      '/x-here/contains/$dynamicRef: the reference #lost leads nowhere; it is left out',
    ]);
    expect(read.leftOut).toHaveLength(2);
    expect(read.flaws(['x', 3])).toEqual([]);
  });
});

describe('what is not read', () => {
  it.each<[string, JsonObject, Json]>([
    ['a question', { not: { format: 'tide-table' } }, 'x'],
    [
      'a condition',
      { if: { type: 'wave' }, else: false, ...Object.fromEntries([['then', false]]) },
      1,
    ],
    [
      'patterns of names',
      { patternProperties: { '(': whole }, additionalProperties: false },
      { x: 1 },
    ],
    [
      'what a lost reference evaluates',
      { allOf: [{ $ref: '#/components/schemas/Gone' }], unevaluatedProperties: false },
      { x: 1 },
    ],
    ['a count of lost things', { contains: { $ref: '#/gone' }, maxContains: 1 }, [1, 2]],
    ['bounds of no form', { minLength: 'x', enum: [], required: 'all' }, ''],
  ])('fails no value beside it: %s', (_, schema, value) => {
    const read = readSchema(schema);
    expect(read.faults).toEqual([]);
    expect(read.notes).not.toEqual([]);
    expect(read.flaws(value)).toEqual([]);
  });

  it('is named as not verified, if it is a keyword that limits', () => {
    const read = readSchema({ not: { format: 'tide-table' } });
    expect(read.leftOut).toEqual(['/x-here/not']);
  });
});

describe('older forms', () => {
  it.each<[string, JsonObject, Json, Json]>([
    ['lists of items', { items: [whole], additionalItems: false }, [1], [1, 2]],
    [
      'items of a list and others',
      { items: [whole], additionalItems: { type: 'string' } },
      [1, 'x'],
      [1, 2],
    ],
    ['dependencies', { dependencies: { a: ['b'] } }, { a: 1, b: 2 }, { a: 1 }],
    ['schemas as dependencies', { dependencies: { a: { required: ['b'] } } }, { b: 2 }, { a: 1 }],
  ])('%s are read', (_, schema, fit, misfit) => {
    const read = readSchema(schema);
    expect([read.notes, read.faults, read.flaws(fit)]).toEqual([[], [], []]);
    expect(read.flaws(misfit)).not.toEqual([]);
  });
});
