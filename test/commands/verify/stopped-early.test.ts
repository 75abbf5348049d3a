// A run that is stopped before it saw what DELETE does: what is left is named, and is no finding.

import { describe, expect, it } from 'vitest';
import { isObject } from '../../../src/base/json.ts';
import { shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const MARKED = { isGone: true };

/** Verifies a service whose DELETE marks an item, or does nothing; stops after the first creation. */
async function verified(removal: 'marks' | 'does-nothing', isStopped: boolean) {
  folder.write('openapi.json', JSON.stringify(shelfDocument({ item: ['get', 'put', 'delete'] })));
  const stop = new AbortController();
  await using shelf = await startShelf({
    answer: ({ method, id = '' }, right, { jars }) => {
      const jar = jars.get(id);
      if (method === 'DELETE' && isObject(jar)) {
        if (removal === 'marks') jars.set(id, { ...jar, ...MARKED });
        return { status: 204 };
      }
      if (method === 'POST' && isStopped) stop.abort();
      return right();
    },
  });
  const run = await runVerify(
    shelf.url,
    { contract: 'openapi.json', mode: 'write', budget: 'quick', ledgerFolder: '.standin' },
    stop.signal,
  );
  return { ...run, left: shelf.jars.size };
}

describe('a run that is stopped after its first creation', () => {
  it('accuses no DELETE that marks items, and names what is left', async () => {
    const { code, stdout, left } = await verified('marks', true);
    expect(stdout).not.toContain('not-removed');
    expect(stdout).toContain('Left behind: 1');
    expect(code, stdout).toBe(2);
    expect(left).toBe(1);
  });

  it('finds a DELETE that does nothing, if it goes on', async () => {
    const { code, stdout } = await verified('does-nothing', false);
    expect(code, stdout).toBe(1);
    expect(stdout).toContain('not-removed');
  });
});
