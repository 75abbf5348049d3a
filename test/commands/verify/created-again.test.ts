// PUT of an item that is there, answered with 201: where a document has another success, too, that says
// that nothing was there.

import { describe, expect, it } from 'vitest';
import { httpJarsDocument, startHttpJars } from '../../support/http-jars.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

async function verified(fault: Parameters<typeof startHttpJars>[0], without: readonly string[]) {
  const document = JSON.parse(JSON.stringify(httpJarsDocument('shown')));
  const { '/jars': jars, '/jars/{id}': jar } = document.paths;
  for (const path of [jars, jar]) delete path.options;
  for (const status of without) delete jar.put.responses[status];
  folder.write('openapi.json', JSON.stringify(document));
  await using shelf = await startHttpJars(fault, 'shown');
  return await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    budget: 'quick',
    laws: ['twice-is-once'],
    ledgerFolder: '.standin',
  });
}

describe('a PUT that says that it created what was there', () => {
  it.each(['a repeated PUT says that it creates', 'each PUT says that it creates'] as const)(
    'is a finding: %s',
    async (fault) => {
      const { code, stdout } = await verified(fault, []);
      expect(code, stdout).toBe(1);
      expect(stdout).toContain(
        'replace ended with status 201, as if it had created the item, instead of 200',
      );
    },
  );

  it('is what the document shows, if it has no other success', async () => {
    const { code, stdout } = await verified('each PUT says that it creates', ['200']);
    expect(code, stdout).toBe(0);
  });
});
