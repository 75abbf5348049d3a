// A write on the condition of a version that an item never had, where a document takes If-Match and
// declares 412.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

interface Told {
  readonly found: readonly string[];
  readonly left: number;
}

/** Verifies a service that looks at the condition of a method only if it is none of these. */
async function verified(ignores: readonly string[], more: JsonObject = {}): Promise<Told> {
  const document = JSON.parse(JSON.stringify(shelfDocument({ item: ['get', 'put', 'delete'] })));
  const condition = { in: 'header', name: 'If-Match', schema: { type: 'string' } };
  for (const method of ['put', 'delete']) {
    const operation = document.paths['/jars/{id}'][method];
    operation.parameters = [condition];
    Object.assign(operation.responses, { 412: { description: '' }, ...more });
  }
  folder.write('openapi.json', JSON.stringify(document));
  const versions = new Map<string, number>();
  await using shelf = await startShelf({
    answer: ({ method, id = '', headers }, right, { jars }) => {
      const tag = `"${versions.get(id) ?? 0}"`;
      const condition = headers['if-match'];
      const isStale = condition !== undefined && condition !== tag && condition !== '*';
      if (method !== 'GET' && jars.has(id) && isStale && !ignores.includes(method))
        return { status: 412 };
      const answer = right();
      if (method === 'PUT' && answer.status === 200) versions.set(id, (versions.get(id) ?? 0) + 1);
      return method === 'GET'
        ? { ...answer, headers: { etag: `"${versions.get(id) ?? 0}"` } }
        : answer;
    },
  });
  await runVerify(shelf.url, {
    contract: 'openapi.json',
    budget: 'quick',
    mode: 'write',
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json')) as {
    findings: { operation: string; code: string }[];
  };
  const found = findings.map((one) => `${one.operation}: ${one.code}`);
  return { found, left: shelf.jars.size };
}

describe('a condition that no version fulfils', () => {
  it('is refused', async () => {
    expect(await verified([])).toEqual({ found: [], left: 0 });
  });

  it.each([
    ['PUT', 'replace: accepted'],
    ['DELETE', 'remove: accepted'],
  ])('is a finding if %s ignores it', async (method, found) => {
    expect(await verified([method])).toEqual({ found: [found], left: 0 });
  });
});
