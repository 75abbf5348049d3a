// A service that makes ids of texts, stores an item, and then fails: nobody tells its id, and the list
// shows three items.

import { describe, expect, it } from 'vitest';
import { isObject } from '../../../src/base/json.ts';
import { type ShelfOptions, shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const MEMBERS = { label: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } };

async function verified(slugOf: (label: string) => string) {
  folder.write(
    'openapi.json',
    JSON.stringify(
      shelfDocument({ members: MEMBERS, id: { type: 'string' }, item: ['get', 'put', 'delete'] }),
    ),
  );
  const options: ShelfOptions = {
    idOf: (_serial, { label }) => slugOf(String(label)),
    answer: ({ method, id, body }, right, { jars }) => {
      if (method === 'GET' && id === undefined)
        return { status: 200, body: [...jars.values()].slice(0, 3) };
      const answer = right();
      const isHalf = method === 'POST' && answer.status === 201;
      return isHalf && isObject(body ?? null) && !Object.hasOwn(Object(body), 'tags')
        ? { status: 500 }
        : answer;
    },
  };
  await using shelf = await startShelf(options);
  const { stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    ledgerFolder: '.standin',
  });
  return { stdout, left: [...shelf.jars.keys()] };
}

describe('what creations leave that fail half-way', { timeout: 60_000 }, () => {
  it.each<[string, (label: string) => string]>([
    ['in each sign', (label) => label.trim().toLowerCase().replaceAll(/\W|_/g, '-')],
    ['in runs of signs', (label) => label.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')],
  ])('is found by the form of ids: a dash %s', async (_name, slugOf) => {
    const { stdout, left } = await verified(slugOf);
    expect(stdout).toContain('create failed with status 500');
    expect(left).toEqual([]);
  });
});
