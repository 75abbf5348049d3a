// Schemas at random, each of which has a value.

import fc from 'fast-check';

/** Schemas of which each has a value, with most keywords that are read. */
export const anySchema: fc.Arbitrary<object> = fc.letrec<{ any: object; leaf: object }>((tie) => ({
  leaf: fc.oneof(
    bounded(
      'number',
      fc.integer({ min: -4_000, max: 4_000 }).map((value) => value / 100),
      fc.integer({ min: 1, max: 900 }),
    ),
    bounded('integer', fc.integer({ min: -40, max: 40 }), fc.integer({ min: 0, max: 900 })),
    fc.record({
      type: fc.constant('number'),
      multipleOf: fc.constantFrom(0.01, 0.1, 0.25, 1.5, 7),
      minimum: fc.integer({ min: -9_999, max: 9_999 }),
    }),
    fc.record({
      type: fc.constant('integer'),
      multipleOf: fc.constantFrom(0.5, 3, 10),
      maximum: fc.integer(),
    }),
    fc
      .record({ minLength: fc.nat(40), room: fc.nat(400) })
      .map(({ minLength, room }) => text({ minLength, maxLength: minLength + room })),
    fc
      .constantFrom(
        'date',
        'date-time',
        'time',
        'uuid',
        'uri',
        'hostname',
        'ipv4',
        'ipv6',
        'duration',
      )
      .map((format) => text({ format })),
    fc
      .record({ minLength: fc.nat(70), maxLength: fc.integer({ min: 80, max: 99 }) })
      .map((more) => text({ format: 'email', ...more })),
    fc
      .constantFrom(
        '^[A-Z]{3}$',
        '^97[89]-\\d{9}[\\dX]$',
        '^(?:ab|cd)+$',
        'x.?y*',
        '^[^a-z\\s]{2,5}$',
        '^\\p{Lu}\\w*\\.$',
      )
      .map((pattern) => text({ pattern })),
    fc.constantFrom(
      { enum: ['a', 3, null] },
      { const: { a: [1] } },
      { type: ['string', 'null'] },
      { type: ['null', 'integer'], minimum: 3 },
    ),
  ),
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc.record({ type: fc.constant('array'), items: tie('any'), minItems: fc.nat(3) }),
    fc.record({ type: fc.constant('array'), minItems: fc.nat(3) }),
    fc
      .record({
        items: fc.constantFrom(
          { type: 'integer', minimum: 0, maximum: 7 },
          text({}),
          text({ format: 'date' }),
        ),
      })
      .map((one) => ({
        type: 'array',
        uniqueItems: true,
        minItems: 6,
        ...one,
      })),
    fc.record({ a: tie('any'), b: tie('any') }).map((properties) => ({
      type: 'object',
      properties,
      required: ['a'],
      additionalProperties: false,
    })),
    fc
      .tuple(fc.constantFrom('anyOf', 'allOf'), tie('any'))
      .map(([keyword, one]) => ({ [keyword]: [one] })),
    fc.constantFrom<object>(
      { oneOf: [text({ minLength: 4 }), { type: 'integer', minimum: 2 }] },
      { anyOf: [{ type: 'null' }, text({ format: 'uuid' })] },
      { type: 'integer', allOf: [{ minimum: 3, maximum: 9 }, { minimum: 8 }] },
      {
        allOf: [
          { properties: { a: { type: 'integer' } } },
          { properties: { a: { minimum: 5 } }, required: ['a'] },
        ],
      },
      { type: 'object', minProperties: 2, additionalProperties: { type: 'integer' } },
    ),
  ),
})).any;

function text(more: object): object {
  return { type: 'string', ...more };
}

function bounded(
  type: string,
  least: fc.Arbitrary<number>,
  room: fc.Arbitrary<number>,
): fc.Arbitrary<object> {
  const ends = fc.constantFrom(
    ['minimum', 'maximum'],
    ['minimum'],
    ['maximum'],
    ['exclusiveMinimum', 'exclusiveMaximum'],
  );
  return fc.tuple(least, room, ends).map(([from, gap, keywords]) => {
    const to = type === 'integer' ? from + gap + 2 : Math.round(from * 1_000 + gap) / 1_000;
    return {
      type,
      ...Object.fromEntries(keywords.map((keyword) => [keyword, /min/i.test(keyword) ? from : to])),
    };
  });
}
