// Prism between a client and the mock of a document: a validator that shares nothing with ours reads
// each request and each answer.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startPrism } from '../prism/start-prism.ts';
import { startServing } from '../support/serving.ts';
import { type Client, clients } from './lives.ts';

const documents = join(import.meta.dirname, 'documents');

/** What Prism objects to during the life, a line each. */
async function violationsOf({ file, basePath, live }: Client): Promise<readonly string[]> {
  const source = join(documents, file);
  const serving = await startServing({ contract: source, db: join(documents, 'db.json') });
  const prism = await startPrism(source, `${serving.url}${basePath}`);
  const violations: string[] = [];
  try {
    await live(async (method, path, body, mediaType = 'application/json') => {
      const reply = await fetch(`${prism.url}${path}`, {
        method,
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { 'Content-Type': mediaType } }),
      });
      const text = await reply.text();
      const found = reply.headers.get('sl-violations');
      if (found !== null) violations.push(`${method} ${path}: ${reply.status} ${found}`);
      return {
        status: reply.status,
        headers: reply.headers,
        body: text === '' ? null : JSON.parse(text),
      };
    });
  } finally {
    prism.close();
    await serving.close();
  }
  return violations;
}

describe('the mock of a document, under the eyes of Prism', () => {
  it.each(clients)('lets an item of $file live without a violation', async (client) => {
    expect(await violationsOf(client)).toEqual([]);
  });

  it('Prism tells what does not fit', async () => {
    const strange: Client = {
      ...(clients[2] as Client),
      live: async (send) => void (await send('POST', '/vans', { seats: 'two' })),
    };
    expect(await violationsOf(strange)).toHaveLength(1);
  });
});
