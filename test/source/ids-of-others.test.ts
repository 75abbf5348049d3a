// Ids that a creation requires: those of other things are kept, those of the thing itself are made.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import { openApiMock, operation, ref } from '../support/openapi-mock.ts';

function club(path: string, id: string, name: string): Json {
  const text = { type: 'string' };
  const item = { type: 'object', required: [id, 'desk'], properties: { [id]: text, desk: text } };
  const inPath = { name: id, in: 'path', required: true, schema: text };
  return {
    openapi: '3.0.3',
    paths: {
      [path]: { post: operation(201, ref(name), ref(name)) },
      [`${path}/{${id}}`]: { parameters: [inPath], get: operation(200, ref(name)) },
    },
    components: { schemas: { [name]: item } },
  };
}

describe('contractsOfOpenApi, of an id that a creation requires', () => {
  it.each<[string, string, string, 'keeps' | 'makes']>([
    ['/loans', 'reader_id', 'Loan', 'keeps'],
    ['/bookings', 'roomId', 'Booking', 'keeps'],
    ['/loans', 'loanId', 'Loan', 'makes'],
    ['/pets', 'animalId', 'Animal', 'makes'],
    ['/loans', 'id', 'Loan', 'makes'],
  ])('of %s with %s, of %s, %s it', (path, id, name, what) => {
    const { ask, contracts } = openApiMock(club(path, id, name));
    const isKept = what === 'keeps';
    expect(JSON.stringify(contracts).includes('"create.id":"keep"')).toBe(isKept);
    expect(ask(`POST ${path}`, { [id]: 'r1', desk: 'A' }).status).toBe(201);
    expect(ask(`GET ${path}/r1`).status).toBe(isKept ? 200 : 404);
  });
});
