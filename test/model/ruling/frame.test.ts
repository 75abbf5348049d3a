// What stands around an item or a list in its envelope.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { frameOf, type Shown } from '../../../src/model/ruling/frame.ts';
import { Schemas } from '../../../src/schema/schema.ts';

const shown: Shown = {
  total: 7,
  count: 2,
  page: 2,
  pages: 4,
  size: 2,
  offset: 2,
  more: true,
  before: true,
  isFirst: false,
  isLast: false,
  isEmpty: false,
  told: [],
};

function around(
  schema: JsonObject,
  at: readonly string[],
  part: Shown | null,
  total?: readonly string[],
): unknown {
  const schemas = new Schemas(new Map([['body', schema]]));
  const envelope = { schema: 'body', at, ...(total === undefined ? {} : { total }) };
  const { before, after } = frameOf(schemas, envelope, part);
  return JSON.parse(`${before}"here"${after}`);
}

const object = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required: [...required],
});
const number = { type: 'integer' };

describe('frameOf', () => {
  it('writes the count that the contract names: of all items, or of the page if it is called so', () => {
    const schemas = new Schemas(new Map([['body', object({ a: {}, count: number, num: number })]]));
    const bodyOf = (count: string): unknown => {
      const envelope = { schema: 'body', at: ['a'], count: [count] };
      const { before, after } = frameOf(schemas, envelope, shown);
      return JSON.parse(`${before}"here"${after}`);
    };
    expect(bodyOf('num')).toEqual({ a: 'here', count: 2, num: 7 });
    expect(bodyOf('count')).toEqual({ a: 'here', count: 2 });
  });

  it.each<[string, JsonObject, readonly string[], Shown | null, unknown]>([
    ['nothing else', object({ a: {} }), ['a'], null, { a: 'here' }],
    ['a schema that says nothing', {}, ['a', 'b'], shown, { a: { b: 'here' } }],
    [
      'what is required, and not what is not',
      object({ a: {}, ok: { type: 'boolean' }, more: { type: 'string' } }, ['a', 'ok']),
      ['a'],
      null,
      { ok: true, a: 'here' },
    ],
    [
      'flags of the outcome, and no others',
      object({
        a: {},
        success: { type: 'boolean' },
        error: { type: 'boolean' },
        message: { type: 'string' },
        isNew: { type: 'boolean' },
      }),
      ['a'],
      null,
      { success: true, error: false, a: 'here' },
    ],
    [
      'counts of the whole list and of the part',
      object({ a: {}, total: number, count: number, page: number, pages: number }),
      ['a'],
      shown,
      { total: 7, count: 2, page: 2, pages: 4, a: 'here' },
    ],
    [
      'counts beside the list, further in',
      object({ a: object({ b: {} }), meta: object({ limit: number, offset: number, x: {} }) }),
      ['a', 'b'],
      shown,
      { meta: { limit: 2, offset: 2 }, a: { b: 'here' } },
    ],
    [
      'an object that is required',
      object({ a: {}, links: object({ self: { type: 'string', const: '/' } }, ['self']) }, [
        'links',
      ]),
      ['a'],
      null,
      { links: { self: '/' }, a: 'here' },
    ],
    [
      'the members of the branch that holds the list',
      {
        ...object({ ok: { type: 'boolean' } }, ['ok']),
        oneOf: [object({ other: number }, ['other']), object({ a: {}, limit: number }, ['limit'])],
      },
      ['a'],
      shown,
      { ok: true, limit: 2, a: 'here' },
    ],
    [
      'a page number of an item, which has no pages',
      object({ a: {}, page: { type: 'integer', minimum: 3 } }),
      ['a'],
      null,
      { page: 3, a: 'here' },
    ],
    [
      'nothing that follows an item',
      object({ a: {}, meta: object({ has_next: { type: 'boolean' }, total: number }) }),
      ['a'],
      null,
      { meta: { has_next: false, total: 0 }, a: 'here' },
    ],
  ])('has %s', (_, schema, at, part, expected) => {
    expect(around(schema, at, part)).toEqual(expected);
  });

  it('has the total where the contract says', () => {
    expect(around(object({ a: {} }), ['a'], shown, ['x', 'y'])).toEqual({ x: { y: 7 }, a: 'here' });
  });
});
