// A read below an item of the run: nothing may be there yet. That is refused with 404, 409 or 410, or as
// the service refuses an id that no item has. Beside each correct service is one with the same status
// that it does not give to what is not there.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { type ShelfCall, shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

const isBelow = ({ path }: ShelfCall): boolean => path.endsWith('/weight');

async function verified(below: number, unknown: number): Promise<string> {
  const document = shelfDocument();
  const content = { 'application/json': { schema: { type: 'object', required: ['grams'] } } };
  const paths = document['paths'] as JsonObject;
  const { parameters = [] } = paths['/jars/{id}'] as JsonObject;
  const get = { responses: { 200: { description: '', content } } };
  folder.write(
    'openapi.json',
    JSON.stringify({
      ...document,
      paths: { ...paths, '/jars/{id}/weight': { parameters, get } },
    }),
  );
  await using shelf = await startShelf({
    answer: (call, right, { jars }) => {
      if (isBelow(call)) return { status: below };
      return call.id === undefined || jars.has(call.id) ? right() : { status: unknown };
    },
  });
  const { stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    budget: 'quick',
    ledgerFolder: '.standin',
    laws: ['read-actions-fit'],
  });
  return [...stdout.matchAll(/^ +code +(\S+)$/gm)].map(([, one]) => one).join();
}

describe('a read below an item', { timeout: 60_000 }, () => {
  it.each([
    [404, 404],
    [404, 400],
    [400, 400],
    [422, 422],
  ])('may answer %d where an unknown id is answered with %d', async (below, unknown) => {
    expect(await verified(below, unknown)).toBe('');
  });

  it.each([
    [400, 404],
    [422, 400],
    [401, 401],
    [500, 500],
  ])('must not answer %d where an unknown id is answered with %d', async (below, unknown) => {
    expect(await verified(below, unknown)).not.toBe('');
  });
});
