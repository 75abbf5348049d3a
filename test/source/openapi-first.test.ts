import { describe, expect, it } from 'vitest';
import { contractsOfOpenApi } from '../../src/source/source.ts';

describe('contractsOfOpenApi', () => {
  it('lists every operation of the document', () => {
    const document = { openapi: '3.1.0', paths: { '/pets': { get: {}, post: {} } } };
    const { taken } = contractsOfOpenApi(document, { name: 'pets.json' });
    expect(taken.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /pets',
      'POST /pets',
    ]);
  });
});
