// A service of which each POST makes two items, and one whose items show an id that no schema names.

import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject, own } from '../../../src/base/json.ts';
import { type ShelfAnswer, shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const text = { type: 'string' };

interface Way {
  /** How many items a POST makes. */
  readonly makes: 1 | 2;
  /** What a read of nothing is answered with. */
  readonly missing: 404 | 500;
  /** Whether the schema of an item names its id; without, there is a link. */
  readonly id: 'named' | 'shown';
  /** How many items the list shows. */
  readonly listed: number;
}

async function verified({ makes, missing, id, listed }: Way) {
  const document = shelfDocument({
    item: ['get', 'put', 'delete'],
    id: text,
    members: { label: text, link: text },
    required: ['label'],
  });
  const all = JSON.stringify(document);
  folder.write(
    'openapi.json',
    id === 'named' ? all : all.replaceAll('"id":{"type":"string"},', ''),
  );
  const linked = ({ status, body }: ShelfAnswer, base: string): ShelfAnswer => {
    const withLink = (one: JsonObject): JsonObject => ({
      ...one,
      link: `${base}/jars/${String(own(one, 'id'))}`,
    });
    if (Array.isArray(body))
      return { status, body: body.slice(0, listed).map((one) => withLink(one as JsonObject)) };
    return isObject(body ?? null) ? { status, body: withLink(body as JsonObject) } : { status };
  };
  let last = 0;
  await using shelf = await startShelf({
    idOf: () => String(++last),
    stored: ({ label = null }) => ({ label }),
    answer: (call, right, { jars }) => {
      const { method, body } = call;
      const label = isObject(body ?? null) ? own(body as JsonObject, 'label') : undefined;
      if (method === 'POST' && typeof label !== 'string') return { status: 400 };
      const answer = right();
      if (answer.status === 404) return { status: missing };
      if (method === 'POST' && makes === 2) {
        const key = String(++last);
        jars.set(key, { label: label ?? null, id: key });
      }
      return linked(answer, 'http://shelf');
    },
  });
  const { code, stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    budget: 'standard',
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json'));
  const found = findings.map((one: { code: string }) => one.code);
  return { code, stdout, found, left: shelf.jars.size };
}

describe('a POST that makes two items', { timeout: 120_000 }, () => {
  it.each<Way['missing']>([404, 500])(
    'is one finding, and nothing is left (%s)',
    async (missing) => {
      const { stdout, found, left } = await verified({
        makes: 2,
        missing,
        id: 'named',
        listed: 1e6,
      });
      expect(found, stdout).toContain('made-twice');
      expect(found, stdout).not.toContain('overwrote-another');
      expect(found, stdout).not.toContain('refused-and-created');
      expect(left, stdout).toBe(0);
      expect(stdout).not.toContain('Left behind');
    },
  );
});

describe('an id that no schema names, and items show beside a link', { timeout: 120_000 }, () => {
  it('is that of the items', async () => {
    const { code, stdout, found } = await verified({
      makes: 1,
      missing: 404,
      id: 'shown',
      listed: 1e6,
    });
    expect(found, stdout).toEqual([]);
    expect(code).toBe(0);
    expect(stdout).not.toContain('shows no ids');
  });

  it('tells that the list lacks items', async () => {
    const { stdout, found } = await verified({ makes: 1, missing: 404, id: 'shown', listed: 3 });
    expect(found, stdout).toContain('not-listed');
  });

  it('tells that a POST makes two', async () => {
    const { stdout, found, left } = await verified({
      makes: 2,
      missing: 404,
      id: 'shown',
      listed: 1e6,
    });
    expect(found, stdout).toContain('made-twice');
    expect(left, stdout).toBe(0);
  });
});
