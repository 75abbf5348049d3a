// Reads with an ETag, and 304: the validator follows the state of the item.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

const FAULTS = [
  'one ETag for all',
  'the ETag stays after PUT',
  'the ETag stays after PATCH',
  '304 for any If-None-Match',
  'If-None-Match is ignored',
] as const;
type Fault = (typeof FAULTS)[number] | 'none' | 'no ETag';

async function verified(fault: Fault, isDeclared = true) {
  const document = shelfDocument({ item: ['get', 'put', 'patch', 'delete'] });
  const paths = document['paths'] as Record<string, Record<string, { responses: object }>>;
  const read = paths['/jars/{id}']?.['get']?.responses as Record<string, JsonObject>;
  if (isDeclared) {
    read['304'] = { description: '' };
    read['200'] = {
      ...read['200'],
      headers: { ETag: { schema: { type: 'string' } } },
    } as JsonObject;
  }
  folder.write('openapi.json', JSON.stringify(document));
  const versions = new Map<string, number>();
  await using shelf = await startShelf({
    answer: ({ method, id = '', headers }, right) => {
      const answer = right();
      const isWrite = method === 'PUT' || method === 'PATCH';
      if (isWrite && fault !== `the ETag stays after ${method}`)
        versions.set(id, (versions.get(id) ?? 0) + 1);
      if (method !== 'GET' || answer.status !== 200 || fault === 'no ETag') return answer;
      const etag = fault === 'one ETag for all' ? '"1"' : `"${id}-${versions.get(id) ?? 0}"`;
      const condition = headers['if-none-match'];
      const fits =
        fault === '304 for any If-None-Match' ? condition !== undefined : condition === etag;
      return fits && fault !== 'If-None-Match is ignored'
        ? { status: 304, headers: { etag } }
        : { ...answer, headers: { etag } };
    },
  });
  const { code, stdout } = await runVerify(shelf.url, {
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
  return { code, found, left: shelf.jars.size, stdout };
}

describe('the ETag of an item', () => {
  it.each(['none', 'no ETag'] as const)('follows it in a correct service: %s', async (fault) => {
    expect(await verified(fault)).toMatchObject({ code: 0, found: [], left: 0 });
  });

  it.each([
    ['one ETag for all', 'header'],
    ['the ETag stays after PUT', 'header'],
    ['the ETag stays after PATCH', 'header'],
    ['304 for any If-None-Match', 'status'],
    ['If-None-Match is ignored', 'status'],
  ] as const)('does not: %s', async (fault, code) => {
    expect(await verified(fault)).toMatchObject({ code: 1, found: [`read: ${code}`], left: 0 });
  });

  it.each(FAULTS)('is the own affair of a service that does not declare it: %s', async (fault) => {
    expect(await verified(fault, false)).toMatchObject({ code: 0, found: [] });
  });
});
