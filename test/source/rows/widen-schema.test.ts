// Schemas that were inferred from rows, widened by what a client sends.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { findOtherType } from '../../../src/source/rows/other-type.ts';
import { widened } from '../../../src/source/rows/widen-schema.ts';
import { schemaOf, shapeOf } from '../../../src/source/shape-of-values.ts';

const rows: readonly Json[] = [
  { n: 1, at: '2026-01-02', ok: true, tags: ['a'], by: { no: 1 }, kind: 'x' },
  { n: 2, at: '2026-01-03', ok: true, tags: ['b'], by: { no: 2 }, kind: 'x' },
];
const schema = schemaOf(shapeOf(rows), 'usual');

describe('widened', () => {
  it.each<[string, JsonObject]>([
    ['a text for a number', { n: 'many' }],
    ['a fraction', { n: 2.5 }],
    ['null', { at: null }],
    ['an object for a text', { at: { day: 1, of: ['x'] } }],
    ['a list for an object', { by: [{ no: 'x' }] }],
    ['another element', { tags: [1, null] }],
    ['another member below', { by: { no: [1] } }],
    ['a long number for a flag', { ok: 12345678901234567890n }],
    ['all at once', { n: {}, at: 1, ok: 'no', tags: {}, by: null }],
  ])('admits %s, and all that fitted', (_, row) => {
    expect(findOtherType(schema, row)).not.toBeNull();
    const wider = widened(schema, row);
    for (const one of [row, ...rows]) expect(findOtherType(wider, one)).toBeNull();
    expect(widened(wider, row)).toBe(wider);
  });

  it('returns the same schema if nothing is new', () => {
    expect(widened(schema, { n: 7, more: [1], tags: [] })).toBe(schema);
  });
});
