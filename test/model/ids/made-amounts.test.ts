// What the service says that a thing costs.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { openApiMock, operation, ref } from '../../support/openapi-mock.ts';

function made(members: JsonObject): JsonObject {
  const mock = openApiMock({
    openapi: '3.0.3',
    paths: {
      '/jars': {
        get: operation(200, { type: 'array', items: ref('Jar') }),
        post: operation(201, ref('Jar'), ref('NewJar')),
      },
    },
    components: {
      schemas: {
        NewJar: { type: 'object', properties: { label: { type: 'string' } } },
        Jar: {
          type: 'object',
          required: ['id', ...Object.keys(members)],
          properties: { id: { type: 'integer' }, label: { type: 'string' }, ...members },
        },
      },
    },
  });
  return mock.ask('POST /jars', { label: 'x' }).json as JsonObject;
}

const number = (more: JsonObject = {}): Json => ({ type: 'number', ...more });

describe('amounts that the service makes', () => {
  it('are not nothing, within bounds, and the same each time', () => {
    const members = {
      price: number(),
      shippingFee: { type: 'integer' },
      unit_cost: number({ minimum: 500, maximum: 501 }),
    };
    const first = made(members);
    expect(first['price']).toBeGreaterThanOrEqual(1);
    expect(first['price']).toBeLessThanOrEqual(100);
    expect(Number.isInteger(first['shippingFee'])).toBe(true);
    expect(first['shippingFee']).toBeGreaterThan(0);
    expect(first['unit_cost']).toBeGreaterThanOrEqual(500);
    expect(first['unit_cost']).toBeLessThanOrEqual(501);
    expect(made(members)).toEqual(first);
  });

  it('are nothing where nothing happened yet', () => {
    expect(made({ total: number(), paidAmount: number(), stock: number() })).toMatchObject({
      total: 0,
      paidAmount: 0,
      stock: 0,
    });
  });
});
