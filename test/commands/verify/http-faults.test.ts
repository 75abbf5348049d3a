// Faults of HTTP itself, each in a service that shows its ids, in one that does not, and in one without a
// list: `verify` finds each, and nothing in the correct services.

import { describe, expect, it } from 'vitest';
import {
  HTTP_FAULTS,
  type HttpFault,
  httpJarsDocument,
  type ShownIds,
  startHttpJars,
} from '../../support/http-jars.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

async function verified(fault: HttpFault, ids: ShownIds) {
  folder.write('openapi.json', JSON.stringify(httpJarsDocument(ids)));
  await using shelf = await startHttpJars(fault, ids);
  const { code, stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    budget: 'quick',
    ledgerFolder: '.standin',
  });
  return { code, stdout, left: shelf.jars.size };
}

describe.each(['shown', 'hidden', 'unlisted'] as const)('faults of HTTP, ids %s', (ids) => {
  it.each(HTTP_FAULTS)('%s', { timeout: 60_000 }, async (fault) => {
    const { code, stdout } = await verified(fault, ids);
    expect(code, stdout).toBe(1);
  });

  it('none in the correct service, of which nothing is left', { timeout: 60_000 }, async () => {
    const { code, stdout, left } = await verified('none', ids);
    expect(code, stdout).toBe(0);
    expect(left).toBe(0);
  });
});
