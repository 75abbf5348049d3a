// A service that fills in what a PUT leaves out, by a value that no source names: the law about that, alone,
// learns it from a creation first.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const integer = { type: 'integer', minimum: 1900, maximum: 2100 };

async function verified() {
  const members: JsonObject = { label: { type: 'string' }, year: integer };
  const document = shelfDocument({ item: ['get', 'put', 'delete'], members, required: ['label'] });
  folder.write('openapi.json', JSON.stringify(document));
  await using shelf = await startShelf({ stored: (body) => ({ year: 2000, ...body }) });
  return await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    ledgerFolder: '.standin',
    laws: ['left-out-is-handled-alike'],
  });
}

describe('the law about what a PUT leaves out, alone', () => {
  it('spares a default that no source names', async () => {
    const { code, stdout } = await verified();
    expect(code, stdout).toBe(0);
  });
});
