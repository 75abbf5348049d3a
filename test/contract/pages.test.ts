// The pages of a list in a contract file: how they are read, and what the mock could not keep.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { pagesFault, readPages } from '../../src/contract/envelopes/pages.ts';
import { Schemas } from '../../src/schema/schema.ts';

const schemas = new Schemas(
  new Map([
    [
      'page',
      {
        type: 'object',
        required: ['data', 'must', 'plain', 'maybe'],
        properties: {
          data: { type: 'array' },
          next: { type: 'string', format: 'uri' },
          must: { type: 'string', minLength: 1 },
          plain: { type: 'string' },
          maybe: { anyOf: [{ type: 'string' }, { type: 'null' }] },
          any: { anyOf: [true] },
          links: {
            type: 'object',
            required: ['next'],
            properties: { next: { type: 'string', minLength: 1 } },
          },
          count: { type: ['integer', 'null'] },
        },
      },
    ],
  ]),
);

describe('readPages', () => {
  it.each<[JsonObject, JsonObject]>([
    [{ page: 'p' }, { by: 'page', parameter: 'p', first: 1 }],
    [
      { offset: 'o', size: 'n' },
      { by: 'offset', parameter: 'o', first: 0, size: 'n' },
    ],
    [
      { cursor: 'after', next: '/next', usual: 5, most: 2 },
      {
        by: 'cursor',
        parameter: 'after',
        usual: 5,
        most: 5,
        next: { in: 'body', at: ['next'], holds: 'cursor' },
      },
    ],
    [
      { cursor: 'c', link: '/links/next' },
      { next: { in: 'body', at: ['links', 'next'], holds: 'address' } },
    ],
    [
      { page: 'p', size: 'n', offset: 'o' },
      { by: 'page', parameter: 'p', skip: { parameter: 'o', size: 'n' } },
    ],
    [
      { page: 'p', offset: 'o', limit: 'l' },
      { by: 'page', skip: { parameter: 'o', size: 'l' } },
    ],
    [{ link: 'Link' }, { by: 'cursor', parameter: 'cursor', next: { in: 'header' } }],
  ])('reads %j', (given, paging) => {
    expect(readPages(given)).toMatchObject(paging);
  });

  it.each([undefined, 'p'])('reads no pages in %j', (given) => {
    expect(readPages(given)).toBeNull();
  });
});

describe('pagesFault', () => {
  it.each<JsonObject>([
    { page: 'p' },
    { page: 'p', offset: 'o', limit: 'l' },
    { link: 'Link' },
    { page: 'p', link: '/next' },
    { cursor: 'c', next: '/next' },
    { cursor: 'c', next: '/plain' },
    { cursor: 'c', next: '/maybe' },
    { cursor: 'c', next: '/any' },
    { cursor: 'c', next: '/links/next' },
  ])('finds nothing in %j', (given) => {
    expect(pagesFault(schemas, 'page', given)).toBeNull();
  });

  it.each<[JsonObject, string | null, string, string]>([
    [
      { page: 'p', cursor: 'c', link: 'Link' },
      'cursor',
      'a list is cut by "page" or by "cursor", not by both',
      'Keep one of them.',
    ],
    [
      { page: 'p', limit: 'l' },
      'limit',
      '"limit" is the size beside "offset", where a list is cut by "page" as well',
      'Name the size of a page: "size".',
    ],
    [
      { page: 'p', next: '/next' },
      'next',
      '"next" is the place of a cursor, and no parameter takes it',
      'Name the parameter: "cursor": "after". The place of an address is "link".',
    ],
    [
      { cursor: 'c', next: '/next', link: 'Link' },
      'link',
      '"next" and "link" both say what comes next',
      'Keep the one that clients follow. The envelopes "json:api" and "hal" have "link".',
    ],
    [
      { cursor: 'c' },
      'cursor',
      'nothing shows the cursor of the next page',
      'Name the place of the cursor, "next": "/next", or of the address, "link": "Link".',
    ],
    [
      { usual: 5 },
      null,
      'nothing says how clients ask for a page',
      'Name one of "page", "offset", "cursor", "after", "size" and "link".',
    ],
    [
      { cursor: 'c', next: '/nxt' },
      'next',
      'the schema page.json has nothing at /nxt',
      'Its members are data, next, must, plain, maybe, any, links, count.',
    ],
    [
      { cursor: 'c', next: '/count' },
      'next',
      '/count in page.json is no text',
      'A cursor is a text.',
    ],
    [{ link: '/count' }, 'link', '/count in page.json is no text', 'An address is a text.'],
    [
      { link: '/must' },
      'link',
      '/must in page.json must be there, so no page can be the last',
      'Let it be null, or do not require it.',
    ],
  ])('finds what is wrong with %j', (given, member, message, remedy) => {
    expect(pagesFault(schemas, 'page', given)).toEqual({ member, message, remedy });
  });

  it('names no members of a schema that has none', () => {
    const empty = new Schemas(new Map([['page', {}]]));
    expect(pagesFault(empty, 'page', { link: '/next' })?.remedy).toBe('Its members are none.');
  });
});
