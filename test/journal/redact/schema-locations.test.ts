// Marks of secrets are found wherever a keyword of schemas may apply.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { createSchemaLocations } from '../../../src/journal/redact/schema-locations.ts';
import { Schemas } from '../../../src/schema/schema.ts';

const secret = { type: 'string', writeOnly: true };
const held = { properties: { pin: secret } };
const contract = { resource: 'safes', item: 'one', list: 'many', operations: {}, id: 'id' };

describe('createSchemaLocations', () => {
  it.each<[string, JsonObject, readonly string[]]>([
    ['properties', held, ['pin']],
    ['patternProperties', { patternProperties: { '^pin': secret } }, ['pin-1']],
    ['additionalProperties', { additionalProperties: secret }, ['any']],
    ['unevaluatedProperties', { unevaluatedProperties: secret }, ['any']],
    ['prefixItems', { properties: { all: { prefixItems: [held] } } }, ['all', '*', 'pin']],
    ['contains', { properties: { all: { contains: held } } }, ['all', '*', 'pin']],
    ['unevaluatedItems', { properties: { all: { unevaluatedItems: held } } }, ['all', '*', 'pin']],
    ['if and then', { if: {}, ...Object.fromEntries([['then', held]]) }, ['pin']],
    ['else', { if: {}, else: held }, ['pin']],
    ['dependentSchemas', { dependentSchemas: { lock: held } }, ['pin']],
    ['anyOf', { anyOf: [{}, held] }, ['pin']],
  ])('finds the mark of a secret below %s', (_, schema, steps) => {
    const schemas = new Schemas(new Map([['one', schema]]));
    const locations = createSchemaLocations(schemas, [contract as unknown as Contract]);
    const start = locations.ofRequest(contract as unknown as Contract, 'create');
    const found = steps.reduce(
      (at, step) => (step === '*' ? at?.element() : at?.member(step)) ?? null,
      start,
    );
    expect(found?.mark).toBe('secret');
  });
});
