// A service that is picky about what POST takes may be so in PUT. What that must not hide: a PUT that
// refuses everything, and one that works once.

import { describe, expect, it } from 'vitest';
import { isObject, own } from '../../../src/base/json.ts';
import { shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

async function verified(refuses: (puts: number) => boolean) {
  folder.write('openapi.json', JSON.stringify(shelfDocument({ item: ['get', 'put', 'delete'] })));
  const puts = new Map<string, number>();
  await using shelf = await startShelf({
    answer: ({ method, id = '', body }, right) => {
      const label = body !== undefined && isObject(body) ? own(body, 'label') : undefined;
      const isWrite = method === 'POST' || method === 'PUT';
      if (isWrite && !/^\w+$/.test(String(label ?? '-'))) return { status: 400 };
      if (method !== 'PUT') return right();
      puts.set(id, (puts.get(id) ?? 0) + 1);
      return refuses(puts.get(id) ?? 0) ? { status: 400 } : right();
    },
  });
  return await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    ledgerFolder: '.standin',
  });
}

describe('a service that takes labels of one word alone', { timeout: 60_000 }, () => {
  it('is spared', async () => {
    const { code, stdout } = await verified(() => false);
    expect(code, stdout).toBe(0);
    expect(stdout).toContain('POST refuses values');
  });

  it.each<[string, (puts: number) => boolean]>([
    ['refuses each PUT', () => true],
    ['refuses each PUT of an item but the first', (puts) => puts > 1],
  ])('is found if it %s', async (_, refuses) => {
    const { code, stdout } = await verified(refuses);
    expect(code, stdout.slice(-3000)).toBe(1);
  });
});
