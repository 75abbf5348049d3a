// A member that no PUT can send: the service keeps it or clears it, each time. A service that does so for
// some items alone loses data, and the finding says which member it is, though nothing was sent there.

import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject, own } from '../../../src/base/json.ts';
import { shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const text = { type: 'string' };
const members: JsonObject = { label: text, tags: { type: 'array', items: text } };

function documentOf(): JsonObject {
  const document = shelfDocument({ members, item: ['get', 'put', 'delete'] });
  const paths = structuredClone(document['paths']) as Record<string, Record<string, JsonObject>>;
  const schema = { type: 'object', properties: { label: text } };
  const body = { content: { 'application/json': { schema } } };
  paths['/jars/{id}'] = {
    ...paths['/jars/{id}'],
    put: { ...paths['/jars/{id}']?.['put'], requestBody: body },
  };
  return { ...document, paths };
}

type Keeps = (jar: JsonObject, others: readonly JsonObject[]) => boolean;

async function verified(keeps: Keeps) {
  folder.write('openapi.json', JSON.stringify(documentOf()));
  await using shelf = await startShelf({
    stored: (body) => ({ tags: [], ...body }),
    answer: ({ method, id = '', body }, right, { jars }) => {
      const jar = jars.get(id);
      if (method !== 'PUT' || jar === undefined || !isObject(body ?? null)) return right();
      const others = [...jars].flatMap(([key, one]) => (key === id ? [] : [one]));
      const tags = keeps(jar, others) ? (own(jar, 'tags') ?? []) : [];
      const after = { ...jar, label: own(body as JsonObject, 'label') ?? '', tags };
      jars.set(id, after);
      return { status: 200, body: after };
    },
  });
  const { code, stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json')) as {
    findings: { at: string | null; message: string; remedy: string }[];
  };
  return { code, stdout, findings, left: shelf.jars.size };
}

const shares = (jar: JsonObject, other: JsonObject): boolean =>
  JSON.stringify(jar['tags']) === JSON.stringify(other['tags']);

describe('a member that no PUT can send', { timeout: 60_000 }, () => {
  it.each<readonly [string, Keeps]>([
    ['kept', () => true],
    ['cleared', () => false],
  ])('may be %s in all items', async (_, keeps) => {
    const { code, stdout, left } = await verified(keeps);
    expect(code, stdout).toBe(0);
    expect(left).toBe(0);
  });

  it.each<readonly [string, string, Keeps]>([
    ['cleared', 'kept', (jar, others) => others.some((one) => shares(jar, one))],
    ['kept', 'changed', (jar, others) => !others.some((one) => shares(jar, one))],
  ])('is not %s in one item and %s in another that shares its value', async (_, what, keeps) => {
    const { code, stdout, findings, left } = await verified(keeps);
    expect(code, stdout).toBe(1);
    expect(new Set(findings.map(({ at }) => at?.slice(0, 5)))).toEqual(new Set(['/tags']));
    const [{ message, remedy } = { message: '', remedy: '' }] = findings;
    expect(message).toMatch(
      new RegExp(
        `^replace of jars/\\d+ ${what} "tags", which it left out; in another item it does`,
      ),
    );
    expect(remedy).toContain('keep it, or clear it');
    expect(left).toBe(0);
  });
});
