// The plainest value that fits.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { emptyValue } from '../../../src/schema/sample/empty-value.ts';
import { Schemas } from '../../../src/schema/schema.ts';

const schemas = new Schemas(new Map());

describe('emptyValue', () => {
  it.each<[JsonObject, unknown]>([
    [{ type: ['string', 'null'] }, null],
    [{ type: 'boolean' }, false],
    [{ type: 'array' }, []],
    [{ type: 'integer' }, 0],
    [{ type: 'number', minimum: -1, maximum: 1 }, 0],
    [{ type: 'integer', minimum: 0, exclusiveMaximum: 2 }, 0],
    [{ const: 'v1' }, 'v1'],
    [{ type: 'string', default: 'x' }, 'x'],
    [{ type: 'boolean', enum: [true] }, true],
  ])('is for %j %j', (schema, expected) => {
    expect(emptyValue(schemas, 'member', schema)).toEqual(expected);
  });

  it.each<[JsonObject]>([
    [{ type: 'integer', minimum: 3 }],
    [{ type: 'integer', maximum: -3 }],
    [{ type: 'integer', exclusiveMinimum: 0 }],
    [{ type: 'integer', exclusiveMaximum: 0 }],
    [{ type: 'string', minLength: 2 }],
    [{ type: 'array', minItems: 1, items: { type: 'string' } }],
  ])('fits %j', (schema) => {
    const value = emptyValue(schemas, 'member', schema);
    expect(value).not.toBe(undefined);
    expect([0, '', null, false]).not.toContain(value);
    expect(value).not.toEqual([]);
  });
});
