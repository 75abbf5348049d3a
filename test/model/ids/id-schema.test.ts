// Whether a text can be an id: without a compiled checker where nothing but plain keywords limits it.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { defineContracts } from '../../../src/contract/define/define-contracts.ts';
import { idSchemaOf } from '../../../src/model/ids/id-schema.ts';
import { createChecker } from '../../../src/schema/check.ts';
import { type Schema, Schemas } from '../../../src/schema/schema.ts';

const UUID = '123e4567-e89b-42d3-a456-426614174000';

/** Returns whether each text can be the id of a buoy, and how often the checker was asked. */
function fitting(item: JsonObject, ids: readonly string[], list: JsonObject = {}) {
  const given = new Schemas(
    new Map<string, Schema>([
      ['buoy', item],
      ['buoys', { type: 'array', items: { $ref: 'buoy.json' }, ...list }],
    ]),
  );
  const document = { resource: 'buoys', path: '/buoys', item: 'buoy', list: 'buoys' };
  const { contracts, schemas } = defineContracts([{ ...document, operations: {} }], given);
  const checker = createChecker(schemas);
  let asked = 0;
  const counting = {
    ...checker,
    check: (...args: Parameters<typeof checker.check>) => {
      asked++;
      return checker.check(...args);
    },
  };
  const [contract] = contracts;
  if (contract === undefined) throw new Error('no contract');
  const schema = idSchemaOf(contract, schemas);
  return { fits: ids.map((id) => schema.fits(id, counting)), asked };
}

const withId = (id: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties: { id },
  ...more,
});

describe('an id', () => {
  it.each<[string, JsonObject, string]>([
    ['a text', { type: 'string', description: 'unique' }, 'a'],
    ['a text of a length', { type: 'string', minLength: 2, maxLength: 3 }, 'abc'],
    ['a uuid', { type: 'string', format: 'uuid' }, UUID],
  ])('that is %s needs no checker', (_, id, text) => {
    expect(fitting(withId(id), [text])).toEqual({ fits: [true], asked: 0 });
  });

  it.each<[string, JsonObject, readonly string[], readonly boolean[]]>([
    ['is too long', withId({ type: 'string', maxLength: 2 }), ['abc'], [false]],
    ['has a pattern', withId({ type: 'string', pattern: '^b' }), ['a', 'b'], [false, true]],
    [
      'is limited beside its schema',
      withId({ type: 'string' }, { anyOf: [{ properties: { id: { maxLength: 1 } } }] }),
      ['ab', 'a'],
      [false, true],
    ],
    ['is not declared', { type: 'object', additionalProperties: false }, ['a'], [false]],
  ])('that %s is checked', (_, item, ids, fits) => {
    const found = fitting(item, ids);
    expect(found.fits).toEqual(fits);
    expect(found.asked).toBeGreaterThan(0);
  });

  it('is checked if the list limits its elements', () => {
    const contains = { properties: { id: { const: 'a' } } };
    expect(fitting(withId({ type: 'string' }), ['b'], { contains }).fits).toEqual([false]);
  });
});
