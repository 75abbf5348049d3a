// A service that creates jars from a list, and removes all: each fault is found, nothing in the correct one,
// and nothing of others is removed.

import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject, own } from '../../../src/base/json.ts';
import { jsonOf } from '../../support/canned.ts';
import { shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const members: JsonObject = { label: { type: 'string' }, size: { type: 'integer' } };
const jar: JsonObject = {
  type: 'object',
  required: ['id', 'label', 'size'],
  properties: { id: { type: 'integer' }, ...members },
};
const body: JsonObject = { type: 'object', required: ['label', 'size'], properties: members };
const gone = { responses: { 204: { description: '' } } };

function documentOfMany(): JsonObject {
  const document = shelfDocument({
    item: ['get', 'put', 'delete'],
    members,
    required: ['label', 'size'],
  });
  const paths = document['paths'] as Record<string, JsonObject>;
  paths['/jars'] = { ...paths['/jars'], delete: { summary: 'Remove all jars', ...gone } };
  paths['/jars/bulk'] = {
    post: {
      summary: 'Add several jars',
      requestBody: { required: true, ...jsonOf({ type: 'array', items: body }) },
      responses: { 201: jsonOf({ type: 'array', items: jar }), 400: { description: '' } },
    },
  };
  return document;
}

/** What is planted in an operation: what it does in place of the right thing. */
interface Planted {
  readonly create?: (sent: readonly JsonObject[]) => readonly JsonObject[];
  readonly all?: (keys: readonly string[]) => readonly string[];
}

const LAWS = ['created-together-is-created-each', 'all-removed-is-gone'];

async function verified(
  { create, all }: Planted = {},
  rows: readonly JsonObject[] = [],
  laws: readonly string[] = LAWS,
) {
  folder.write('openapi.json', JSON.stringify(documentOfMany()));
  let serial = 1000;
  const isJar = (one: Json): one is JsonObject =>
    isObject(one) && typeof own(one, 'label') === 'string' && Number.isInteger(own(one, 'size'));
  await using shelf = await startShelf({
    rows,
    answer: ({ method, path, body: sent }, right, { jars }) => {
      if (path === '/jars/bulk') {
        if (!Array.isArray(sent) || !sent.every(isJar)) return { status: 400 };
        const made = sent.map((one: JsonObject) => ({ ...one, id: ++serial }));
        for (const one of create?.(made) ?? made) jars.set(String(own(one, 'id')), one);
        return { status: 201, body: made };
      }
      if (path === '/jars' && method === 'DELETE') {
        const keys = [...jars.keys()];
        for (const key of all?.(keys) ?? keys) jars.delete(key);
        return { status: 204 };
      }
      return right();
    },
  });
  const { code, stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    actions: 'write',
    ledgerFolder: '.standin',
    laws,
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json')) as {
    findings: { code: string; route: string }[];
  };
  return {
    code,
    text: stdout.replaceAll(/\s+/g, ' '),
    found: findings.map((one) => `${one.route} ${one.code}`),
    left: [...shelf.jars.values()],
    calls: shelf.calls,
  };
}

describe('operations on several items', { timeout: 60_000 }, () => {
  it('are right in a correct service, and nothing is left', async () => {
    const { code, text, left, calls } = await verified();
    expect(code, text).toBe(0);
    expect(left).toEqual([]);
    for (const call of ['POST /jars/bulk', 'DELETE /jars']) expect(calls).toContain(call);
  });

  it('harm no other law of a run', async () => {
    const { code, text, left, calls } = await verified({}, [], []);
    expect(code, text).toBe(0);
    expect(left).toEqual([]);
    expect(calls).toContain('DELETE /jars');
  });

  it('never remove all where others have items', async () => {
    const rows = [{ id: 1, label: 'of others', size: 3 }];
    const { text, left, calls } = await verified({}, rows);
    expect(calls, text).not.toContain('DELETE /jars');
    expect(left).toEqual(rows);
    expect(text).toContain('the collection has, or had, items that the run did not create');
  });

  it.each<[string, Planted, string]>([
    ['loses the last', { create: (all) => all.slice(0, -1) }, 'POST /jars/bulk not-created'],
    [
      'creates each twice',
      { create: (all) => [...all, ...all.map((one) => ({ ...one, id: Number(one['id']) + 500 }))] },
      'POST /jars/bulk made-twice',
    ],
    [
      'gives each the size of the first',
      { create: (all) => all.map((one) => ({ ...one, size: all[0]?.['size'] ?? 0 })) },
      'POST /jars/bulk value-changed',
    ],
    ['keeps all', { all: () => [] }, 'DELETE /jars not-removed'],
    ['keeps the newest', { all: (keys) => keys.slice(0, -1) }, 'DELETE /jars not-removed'],
  ])('is found that %s', async (_, planted, expected) => {
    const { found, text, left } = await verified(planted);
    expect(found, text).toContain(expected);
    expect(left).toEqual([]);
  });
});
