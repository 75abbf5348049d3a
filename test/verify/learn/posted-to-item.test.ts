// What learning leaves behind if a service accepts a POST to the address of an item.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { createLazyChecker } from '../../../src/schema/lazy-checker.ts';
import { loadDocument } from '../../bed/hold-project.ts';
import {
  articles,
  boats,
  documentOf,
  recipes,
  type Stamped,
  startStamped,
} from '../../support/stamped.ts';
import { type Lesson, learnFrom } from './learning.ts';

async function learned(stamped: Stamped, baseUrl: string): Promise<Lesson> {
  const { contracts, schemas } = await loadDocument(documentOf(stamped) as JsonObject);
  const checker = createLazyChecker(schemas);
  await checker.load();
  const [contract] = contracts;
  if (contract === undefined) throw new Error('the document has no contract');
  return learnFrom(baseUrl, { contract, schemas, checker });
}

/** Answers each POST to an item 201, and shows nothing of what that made. */
async function startLosing(stamped: Stamped): Promise<AsyncDisposable & { readonly url: string }> {
  const service = await startStamped(stamped);
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request;
    const body = await textOf(request);
    if (method === 'POST' && url !== `/${stamped.collection}`) return response.writeHead(201).end();
    const headers = { 'content-type': 'application/json' };
    const init = body === '' ? { method } : { method, headers, body };
    const answer = await fetch(new URL(url, service.url), init);
    const text = await answer.text();
    return response.writeHead(answer.status, text === '' ? {} : headers).end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

describe('learning from a service that accepts a POST to an item', () => {
  it.each([articles, boats, recipes])(
    'leaves nothing behind if it replaces the item: $collection',
    { timeout: 60_000 },
    async (stamped) => {
      await using service = await startStamped(stamped);
      const { left, isSure } = await learned(stamped, service.url);
      expect({ left, isSure }).toEqual({ left: [], isSure: true });
    },
  );

  it('is not sure that nothing is left if it answers 201 and shows no item', {
    timeout: 60_000,
  }, async () => {
    await using service = await startLosing(recipes);
    const { left, isSure } = await learned(recipes, service.url);
    expect({ left, isSure }).toEqual({ left: [], isSure: false });
  });
});
