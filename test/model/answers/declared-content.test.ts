// The bodies of operations without rows: examples, samples and small files, by media type.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { openApiMock } from '../../support/openapi-mock.ts';

function answered(content: JsonObject, headers: Readonly<Record<string, string>> = {}) {
  const paths = { '/report': { get: { responses: { 200: { description: 'ok', content } } } } };
  return openApiMock({ openapi: '3.1.0', paths }).send('GET /report', undefined, headers);
}

describe('an answer of an operation without rows', () => {
  it.each<readonly [string, JsonObject, string]>([
    ['an example that fits', { schema: { type: 'integer' }, example: 0 }, '0'],
    ['an example that is false', { schema: { type: 'boolean' }, example: false }, 'false'],
    ['an empty example', { schema: { type: 'string' }, example: '' }, '""'],
    ['null as an example', { schema: { type: ['string', 'null'] }, example: null }, 'null'],
    [
      'the first example that fits',
      { schema: { type: 'integer' }, examples: { a: { value: 'no' }, b: { value: 7 } } },
      '7',
    ],
    ['an example without a schema', { example: { a: [] } }, '{"a":[]}'],
    ['nothing at all', {}, '{}'],
  ])('has, as JSON, %s', (_, media, expected) => {
    expect(answered({ 'application/json': media }).text).toBe(expected);
  });

  it.each<readonly [string, JsonObject, RegExp]>([
    ['text/plain', { schema: { type: 'string' }, example: 'pong' }, /^pong$/],
    ['text/plain', { schema: { type: 'string', enum: ['up'] } }, /^up$/],
    ['text/plain', {}, /\S/],
    ['text/html', {}, /</],
    ['text/csv', { example: 'a,b\n1,2\n' }, /^a,b\n1,2\n$/],
    [
      'application/xml',
      { schema: { type: 'object', properties: { a: { const: 1 } } } },
      /<a>1<\/a>/,
    ],
    ['application/xml', { example: '<a/>' }, /^<a\/>$/],
  ])('has, as %s, %j', (type, media, expected) => {
    const { text, type: sent } = answered({ [type]: media });
    expect(text).toMatch(expected);
    expect(sent).toBe(type);
  });

  it.each(['text/event-stream', 'application/jsonl', 'application/x-ndjson'])(
    'has, as %s, some items',
    (type) => {
      const item = { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } };
      for (const media of [
        { itemSchema: item },
        { schema: { type: 'array', minItems: 2, items: item } },
        { schema: item },
        {},
      ] as readonly Json[]) {
        const { text, type: sent } = answered({ [type]: media });
        expect(sent).toBe(type);
        expect(text.trim()).not.toBe('');
      }
    },
  );

  it('is chosen by what the client likes best', () => {
    const content = {
      'application/json': { example: 1 },
      'text/plain': { example: 'one' },
      'text/csv': { example: 'a\n1\n' },
    };
    const typeFor = (accept: string): string | null => answered(content, { accept }).type;
    expect(typeFor('text/*')).toMatch(/^text\//);
    expect(typeFor('text/csv, application/json;q=0.5')).toBe('text/csv');
    expect(typeFor('text/csv;q=0, text/plain')).toBe('text/plain');
    expect(answered(content, { accept: 'image/png' }).status).toBe(406);
  });
});
