// Each keyword of the table that limits values does so in each room: the reader of documents keeps it,
// the checker and the walk through schemas assert it, and samples fit it.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { keywordNamed, keywordsWith } from '../../../src/schema/keywords/keyword-table.ts';
import { readSchema } from '../../support/read-schema.ts';

const texts = { type: 'string' };
const whole = { type: 'integer' };

/** An object of code has no member `then`. */
const then = <T>(schema: T): Record<string, T> => Object.fromEntries([['then', schema]]);

/** A schema with the keyword, and beside it a value that fits, and one that does not. */
const LIMITS: Readonly<Record<string, readonly [schema: JsonObject, fits: Json, misfit: Json]>> = {
  $ref: [{ $ref: '#/components/schemas/Depth' }, 3, 'deep'],
  $dynamicRef: [{ $dynamicRef: '#depth' }, 3, 'deep'],
  type: [{ type: 'array' }, [], {}],
  enum: [{ enum: ['ebb', 'flow'] }, 'ebb', 'calm'],
  const: [{ const: 'ebb' }, 'ebb', 'flow'],
  format: [{ ...texts, format: 'date' }, '2024-05-06', 'in May'],
  pattern: [{ ...texts, pattern: '^[A-Z]{3}$' }, 'ABC', 'abc'],
  minLength: [{ ...texts, minLength: 3 }, 'sea', 'no'],
  maxLength: [{ ...texts, maxLength: 3 }, 'sea', 'ocean'],
  minimum: [{ ...whole, minimum: 5 }, 5, 4],
  maximum: [{ ...whole, maximum: 5 }, 5, 6],
  exclusiveMinimum: [{ ...whole, exclusiveMinimum: 5 }, 6, 5],
  exclusiveMaximum: [{ ...whole, exclusiveMaximum: 5 }, 4, 5],
  multipleOf: [{ ...whole, multipleOf: 7, minimum: 1 }, 14, 15],
  properties: [{ properties: { keel: whole } }, { keel: 1 }, { keel: 'oak' }],
  patternProperties: [
    { type: 'object', patternProperties: { '^k': whole }, minProperties: 1 },
    { keel: 1, oar: 'x' },
    { keel: 'oak' },
  ],
  additionalProperties: [
    { properties: { keel: whole }, additionalProperties: texts },
    { keel: 1, oar: 'x' },
    { oar: 1 },
  ],
  unevaluatedProperties: [
    {
      allOf: [{ type: 'object', properties: { keel: whole } }],
      properties: { oar: texts },
      unevaluatedProperties: false,
    },
    { keel: 1, oar: 'x' },
    { mast: 1 },
  ],
  propertyNames: [
    { type: 'object', propertyNames: { pattern: '^[a-z]{4}$' }, minProperties: 2 },
    { keel: 1, mast: 2 },
    { keel: 1, oar: 2 },
  ],
  required: [{ required: ['keel'] }, { keel: 1 }, {}],
  dependentRequired: [
    { properties: { sail: whole, mast: whole }, dependentRequired: { sail: ['mast', 'boom'] } },
    { sail: 1, mast: 1, boom: 1 },
    { sail: 1, mast: 1 },
  ],
  dependentSchemas: [
    {
      properties: { sail: whole },
      dependentSchemas: { sail: { properties: { mast: whole }, required: ['mast'] } },
    },
    { sail: 1, mast: 2 },
    { sail: 1 },
  ],
  minProperties: [{ type: 'object', minProperties: 2 }, { keel: 1, oar: 2 }, { keel: 1 }],
  maxProperties: [
    { properties: { keel: whole, oar: whole }, maxProperties: 1 },
    { keel: 1 },
    { keel: 1, oar: 2 },
  ],
  items: [{ items: whole }, [1], ['x']],
  prefixItems: [{ prefixItems: [whole, texts], items: false }, [1, 'x'], ['x', 1]],
  unevaluatedItems: [{ type: 'array', prefixItems: [whole], unevaluatedItems: false }, [1], [1, 2]],
  contains: [{ type: 'array', items: whole, contains: { const: 7 } }, [3, 7], [3]],
  minContains: [
    { type: 'array', items: whole, contains: { const: 7 }, minContains: 2 },
    [7, 7],
    [7, 3],
  ],
  maxContains: [
    { type: 'array', items: whole, contains: { minimum: 90 }, maxContains: 1 },
    [99, 3],
    [99, 98],
  ],
  minItems: [{ items: whole, minItems: 2 }, [1, 2], [1]],
  maxItems: [{ items: whole, maxItems: 1 }, [1], [1, 2]],
  uniqueItems: [{ items: whole, minItems: 2, uniqueItems: true }, [1, 2], [1, 1]],
  allOf: [{ allOf: [{ properties: { keel: whole } }, { required: ['keel'] }] }, { keel: 1 }, {}],
  anyOf: [{ anyOf: [whole, { type: 'boolean' }] }, 1, 'x'],
  oneOf: [{ oneOf: [whole, { type: 'boolean' }] }, true, 'x'],
  if: [
    {
      properties: { sails: { type: 'boolean' }, mast: whole },
      required: ['sails'],
      if: { properties: { sails: { const: true } } },
      ...then({ required: ['mast', 'boom'] }),
    },
    { sails: false },
    { sails: true, mast: 1 },
  ],
  ...then([
    {
      type: 'object',
      if: { required: ['sail'] },
      ...then({ required: ['mast'] }),
    },
    { mast: 1 },
    { sail: 1 },
  ]),
  else: [
    {
      type: 'object',
      required: ['wind'],
      properties: { wind: { enum: ['calm', 'gale'] } },
      if: { properties: { wind: { const: 'gale' } } },
      else: { required: ['oars'], properties: { oars: whole } },
    },
    { wind: 'calm', oars: 2 },
    { wind: 'calm' },
  ],
  not: [
    {
      type: 'object',
      properties: { bow: whole, stern: whole },
      not: { required: ['bow', 'stern'] },
    },
    { bow: 1 },
    { bow: 1, stern: 2 },
  ],
};

const named = { Depth: { $dynamicAnchor: 'depth', type: 'integer' } };

describe('the keywords of the table', () => {
  const limiting = keywordsWith(({ by, says }) => by === 'standard' && says === 'limits');

  it('each have a value that does not fit', () => {
    expect(Object.keys(LIMITS).toSorted()).toEqual(limiting.toSorted());
  });

  it.each(Object.entries(LIMITS))('%s is kept, asserted and fitted', (_, [schema, fit, misfit]) => {
    const read = readSchema(schema, named);
    expect(read.notes).toEqual([]);
    expect(read.faults).toEqual([]);
    expect(read.flaws(fit)).toEqual([]);
    expect(read.flaws(misfit)).not.toEqual([]);
    for (const serial of [1, 2, 3, 4])
      for (const draft of [{}, { branch: 1 }, { optional: 'left-out' as const }]) {
        const made = read.sample({ serial, ...draft });
        expect([made, made === undefined ? 'none' : read.flaws(made)]).toEqual([made, []]);
      }
  });

  it.each(keywordsWith(({ by, says }) => by === 'standard' && says === 'tells'))(
    '%s fails no value',
    (keyword) => {
      const { holds } = keywordNamed(keyword) ?? {};
      const value = { schema: { type: 'string' } }[String(holds)] ?? VALUES[keyword] ?? true;
      const read = readSchema({ type: 'integer', [keyword]: value });
      expect([read.notes, read.faults, read.flaws(3)]).toEqual([[], [], []]);
    },
  );

  it('that are unknown are noted with the near one', () => {
    const read = readSchema({
      properties: { keel: { type: 'string', maxLenght: 3, 'x-mark': 1, optional: true } },
    });
    expect(read.notes).toEqual([
      '/x-here/properties/keel/maxLenght: "maxLenght" is not read; did you mean "maxLength"?',
      '/x-here/properties/keel/optional: "optional" is not read',
    ]);
    expect(read.flaws({ keel: 'oak wood' })).toEqual([]);
  });
});

const VALUES: Readonly<Record<string, Json>> = {
  title: 'Depth',
  description: 'In metres.',
  $comment: 'Measured.',
  default: 3,
  examples: [3],
  contentEncoding: 'base64',
  contentMediaType: 'text/plain',
};
