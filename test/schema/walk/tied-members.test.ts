// Members whose presence says something of others.

import { describe, expect, it } from 'vitest';
import { type Schema, Schemas } from '../../../src/schema/schema.ts';
import { isTied } from '../../../src/schema/walk/tied-members.ts';

function tiedIn(schema: Schema): readonly string[] {
  const schemas = new Schemas(new Map([['crate', schema]]));
  return ['a', 'b', 'c'].filter((member) => isTied(schemas, 'crate', member));
}

describe('isTied', () => {
  it.each<readonly [string, Schema, readonly string[]]>([
    ['plain members', { properties: { a: {}, b: {} } }, []],
    ['a number of members', { minProperties: 1 }, ['a', 'b', 'c']],
    ['names of members', { propertyNames: { maxLength: 1 } }, ['a', 'b', 'c']],
    ['members that others depend on', { dependentRequired: { a: ['b'] } }, ['a']],
    ['members that schemas depend on', { dependentSchemas: { c: {} } }, ['c']],
    ['a schema that must not fit', { not: { required: ['a', 'b'] } }, ['a', 'b']],
    ['a question', { if: { properties: { b: { const: 1 } } }, else: {} }, ['b']],
    ['what a question denies', { if: { not: { required: ['c'] } } }, ['c']],
    ['a part of the schema', { allOf: [{ not: { required: ['b'] } }] }, ['b']],
    ['a question of no members', { if: true, not: false }, []],
  ])('knows %s', (_what, schema, tied) => {
    expect(tiedIn(schema)).toEqual(tied);
  });
});
