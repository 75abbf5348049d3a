import { describe, expect, it } from 'vitest';
import { chooseBody } from '../../../src/model/message/choose-body.ts';

const bodies = (...types: readonly string[]) =>
  types.map((type) => ({ type, schema: null, examples: {} }));

describe('chooseBody', () => {
  it.each<[accept: string | undefined, types: readonly string[], type: string | null]>([
    [undefined, ['text/csv', 'application/json'], 'application/json'],
    ['', ['text/csv'], 'text/csv'],
    ['*/*', ['text/csv', 'application/xml'], 'text/csv'],
    ['*/*', ['text/plain', 'application/hal+json'], 'application/hal+json'],
    ['text/csv', ['application/json', 'text/csv'], 'text/csv'],
    ['text/*', ['application/json', 'text/csv'], 'text/csv'],
    ['TEXT/CSV;header=present', ['text/csv'], 'text/csv'],
    [
      'application/xml;q=0.9, application/json;q=0.8',
      ['application/json', 'application/xml'],
      'application/xml',
    ],
    ['application/json, text/plain, */*', ['text/plain', 'application/json'], 'application/json'],
    ['text/plain;q=0, */*', ['text/plain', 'text/csv'], 'text/csv'],
    ['text/plain;q=0', ['text/plain'], null],
    ['text/event-stream', ['application/json', 'text/event-stream'], 'text/event-stream'],
    ['image/png', ['application/json'], null],
    ['application/json', ['application/vnd.api+json'], 'application/vnd.api+json'],
    ['application/problem+json', ['application/json'], 'application/json'],
    ['application/json, application/problem+json;q=0', ['application/json'], 'application/json'],
    ['application/json', ['text/csv'], null],
    [undefined, ['image/*'], 'image/png'],
    ['image/webp, image/*;q=0.5', ['image/*'], 'image/webp'],
    ['image/*', ['image/*'], 'image/png'],
    ['application/json', ['image/*'], null],
    ['text/html, */*;q=0.8', ['*/*'], 'application/json'],
    ['text/html', ['*/*'], 'text/html'],
    ['model/gltf', ['model/*'], 'model/gltf'],
    ['*/*', [], null],
  ])('Accept %j, of %j, is %j', (accept, types, type) => {
    expect(chooseBody(bodies(...types), accept)?.type ?? null).toBe(type);
  });
});
