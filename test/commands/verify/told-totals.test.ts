// A number beside a list that no resource has: it counts the list, all its pages or one. Beside each
// correct service is one that miscounts.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

async function verified(answer: JsonObject, properties: readonly string[]) {
  const document = shelfDocument();
  const schema = {
    type: 'object',
    properties: Object.fromEntries(properties.map((one) => [one, {}])),
  };
  const shown = { description: '', content: { 'application/json': { schema } } };
  const paths = {
    ...(document['paths'] as JsonObject),
    '/news/of-today': { get: { responses: { 200: shown } } },
  };
  folder.write('openapi.json', JSON.stringify({ ...document, paths }));
  await using shelf = await startShelf({
    answer: ({ path }, right) =>
      path === '/news/of-today' ? { status: 200, body: answer } : right(),
  });
  const { code, stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    budget: 'quick',
    ledgerFolder: '.standin',
    laws: ['read-actions-fit'],
  });
  return { code, stdout, found: [...stdout.matchAll(/^ +code +(\S+)$/gm)].map(([, one]) => one) };
}

const some: readonly Json[] = [{ title: 'a' }, { title: 'b' }];

describe('a number beside a list', { timeout: 60_000 }, () => {
  it.each<[string, JsonObject]>([
    ['counts it', { articles: some, articlesCount: 2 }],
    ['counts all pages', { articles: some, articlesCount: 25 }],
    ['counts nothing', { articles: [], total: 0 }],
    ['counts something else', { articles: [], unreadCount: 3, limit: 20 }],
    ['stands beside two lists', { articles: [], authors: some, totalCount: 1 }],
    ['is the price of what is there', { items: some, total: 1 }],
    ['is the price of nothing', { items: [], total: 4 }],
    ['is no whole number', { articles: some, totalCount: 1.5 }],
    ['is not known', { articles: some, totalCount: -1 }],
    ['counts the page', { articles: some, count: 2, limit: 2 }],
    ['counts what has the list', { name: 'flour', count: 1, tags: ['a', 'b'] }],
  ])('is right if it %s', async (_name, answer) => {
    const { code, stdout } = await verified(answer, Object.keys(answer));
    expect(code, stdout).toBe(0);
  });

  it.each<[string, JsonObject]>([
    ['counts one too many of none', { articles: [], articlesCount: 1 }],
    ['counts less than there are', { articles: some, total_count: 1 }],
    ['counts less in camel case', { articles: some, totalCount: 1 }],
    ['counts less than the items', { items: some, total_items: 1 }],
    ['counts less than the page has', { articles: some, count: 1, next: null }],
  ])('is found if it %s', async (_name, answer) => {
    const { code, stdout, found } = await verified(answer, Object.keys(answer));
    expect(code, stdout).toBe(1);
    expect(found).toEqual(['wrong-total']);
    expect(stdout).toContain('GET /news/of-today');
  });
});
