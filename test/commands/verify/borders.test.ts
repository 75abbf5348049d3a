// Lists that are filtered from and up to a number, sorted by it, and filtered by a mark that no client
// sets: borders are within, numbers no texts, and a parameter that is ignored is found.

import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, own } from '../../../src/base/json.ts';
import { shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const integer = { type: 'integer' };
const query = (name: string, schema: JsonObject, description = ''): Json => ({
  in: 'query',
  name,
  schema,
  ...(description === '' ? {} : { description }),
});

const DOCUMENT = shelfDocument({
  item: ['get', 'put', 'delete'],
  members: {
    label: { type: 'string' },
    year: { ...integer, minimum: 1900, maximum: 2100 },
    size: integer,
  },
  required: ['label', 'year', 'size'],
  made: { sealed: { type: 'boolean' } },
  listParameters: [
    query('yearFrom', integer, 'Only jars of this year or later'),
    query('yearTo', integer, 'Only jars of this year or earlier'),
    query('minSize', integer),
    query('sealed', { type: 'boolean' }),
    query('sort', { type: 'string', enum: ['size', '-size'] }),
  ],
});

interface Asked {
  readonly from: number;
  readonly to: number;
  readonly least: number;
  readonly sealed: string | null;
  /** 1, -1, or 0 for no order. */
  readonly order: number;
}

type Choose = (jars: readonly JsonObject[], asked: Asked) => readonly JsonObject[];
const number = (jar: JsonObject, member: string): number => Number(own(jar, member));
const sorted: Choose = (jars, { order }) =>
  jars.toSorted((one, other) => order * (number(one, 'size') - number(other, 'size')));
const fits = (jar: JsonObject, { from, to, least, sealed }: Asked): boolean =>
  number(jar, 'year') >= from &&
  number(jar, 'year') <= to &&
  number(jar, 'size') >= least &&
  (sealed === null || String(own(jar, 'sealed')) === sealed);
const right: Choose = (jars, asked) =>
  sorted(
    jars.filter((jar) => fits(jar, asked)),
    asked,
  );

async function verified(choose: Choose) {
  folder.write('openapi.json', JSON.stringify(DOCUMENT));
  await using shelf = await startShelf({
    stored: (body) => ({ ...body, sealed: false }),
    answer: ({ method, id, query: given }, usual, { jars }) => {
      if (method !== 'GET' || id !== undefined) return usual();
      const asked: Asked = {
        from: Number(given.get('yearFrom') ?? 0),
        to: Number(given.get('yearTo') ?? 9999),
        least: Number(given.get('minSize') ?? Number.NEGATIVE_INFINITY),
        sealed: given.get('sealed'),
        order: given.get('sort') === null ? 0 : given.get('sort') === 'size' ? 1 : -1,
      };
      return { status: 200, body: [...choose([...jars.values()], asked)] };
    },
  });
  const { code, stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    ledgerFolder: '.standin',
    laws: ['filters-apply'],
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json')) as {
    findings: { code: string; message: string }[];
  };
  return {
    code,
    stdout,
    found: findings.map((one) => one.code).join(),
    message: findings[0]?.message,
  };
}

describe('a list from and up to a number', { timeout: 60_000 }, () => {
  it('is right within its borders', async () => {
    const { code, stdout } = await verified(right);
    expect(code, stdout).toBe(0);
  });

  it.each<[string, RegExp, Choose]>([
    [
      'without its first border',
      /yearFrom=/,
      (jars, asked) =>
        right(
          jars.filter((jar) => number(jar, 'year') !== asked.from),
          asked,
        ),
    ],
    [
      'without its last border',
      /yearTo=/,
      (jars, asked) =>
        right(
          jars.filter((jar) => number(jar, 'year') !== asked.to),
          asked,
        ),
    ],
    ['that ignores where it ends', /yearTo=/, (jars, asked) => right(jars, { ...asked, to: 9999 })],
    ['that ignores a mark', /sealed=/, (jars, asked) => right(jars, { ...asked, sealed: null })],
  ])('%s is found', async (_, named, choose) => {
    const { found, message, stdout } = await verified(choose);
    expect(found, stdout).toBe('filter-ignored');
    expect(message).toMatch(named);
  });

  it('sorted as texts, by the number that is filtered, is found', async () => {
    const { found, stdout } = await verified((jars, asked) =>
      right(jars, { ...asked, order: 0 }).toSorted((one, other) =>
        asked.order === 0
          ? 0
          : asked.order * (String(own(one, 'size')) < String(own(other, 'size')) ? -1 : 1),
      ),
    );
    expect(found, stdout).toBe('wrong-order');
  });
});
