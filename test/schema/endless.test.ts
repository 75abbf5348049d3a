// Schemas whose check would not end, and those that only look like it.

import { describe, expect, it } from 'vitest';
import { findEndless } from '../../src/schema/endless.ts';
import type { Schema } from '../../src/schema/schema.ts';

const found = (schemas: Readonly<Record<string, Schema>>): readonly string[] => [
  ...findEndless(new Map(Object.entries(schemas))),
];
const toA = { $ref: 'a.json' };

describe('findEndless', () => {
  it.each<[string, Schema]>([
    ['itself', toA],
    ['itself in allOf', { type: 'object', allOf: [{ title: 'base' }, toA] }],
    ['itself in anyOf inside not', { not: { anyOf: [true, toA] } }],
    ['itself in oneOf', { oneOf: [toA, { type: 'null' }] }],
    ['itself under a condition', { if: toA }],
    ['itself where a member is there', { dependentSchemas: { kind: toA } }],
    ['another that leads back', { allOf: [{ $ref: 'b.json' }] }],
  ])('finds a schema that refers to %s', (_, a) => {
    expect(found({ a, b: { anyOf: [toA] } })).toContain('a');
  });

  it.each<[string, Schema]>([
    ['in a member', { type: 'object', properties: { next: toA } }],
    ['in elements', { type: 'array', items: toA }],
    ['in other members', { additionalProperties: toA }],
    ['nowhere', { allOf: [{ $ref: 'b.json' }] }],
    ['in no schema', true],
  ])('leaves one that refers to itself %s', (_, a) => {
    expect(found({ a, b: { type: 'object' } })).toEqual([]);
  });

  it('leaves one that refers to such a schema', () => {
    expect(found({ a: toA, b: { allOf: [toA] } })).toEqual(['a']);
  });
});
