// Filters by a value in a list (`?tag=` of `tags`), and by the member of an object that a document names
// (`?keeper=` of `keeper.login`): a list with what does not fit, or without what fits, is found.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';
import { verifyOwnMock } from './own-mock-of.ts';

const folder = useTempFolder();
const text = { type: 'string' };

function documentOf(words: string): JsonObject {
  const keeper = { type: 'object', required: ['login'], properties: { login: text, motto: text } };
  return shelfDocument({
    item: ['get', 'put', 'delete'],
    members: { label: text, tags: { type: 'array', items: text }, sealed: { type: 'boolean' } },
    required: ['label', 'tags', 'sealed'],
    made: { keeper },
    listParameters: [
      { name: 'tag', in: 'query', schema: text },
      { name: 'keeper', in: 'query', description: words, schema: text },
      { name: 'sealed', in: 'query', schema: { type: 'boolean' } },
    ],
  });
}

type Asked = Readonly<Record<'tag' | 'keeper' | 'sealed', string | null>>;
type Fits = (jar: JsonObject, asked: Asked) => boolean;
const isTagged: Fits = ({ tags }, { tag }) => tag === null || (tags as string[]).includes(tag);
const isKept: Fits = ({ keeper }, { keeper: asked }) =>
  asked === null || (keeper as { login: string }).login === asked;

const isSealed: Fits = ({ sealed }, { sealed: asked }) =>
  asked === null || asked === String(sealed);

async function verified(fits: Fits, words = 'Filter by keeper (login)', marked = isSealed) {
  folder.write('openapi.json', JSON.stringify(documentOf(words)));
  const keeper = { login: 'ada', motto: 'more login' };
  await using shelf = await startShelf({
    rows: [
      { id: 1, label: 'first', tags: ['old'], sealed: true, keeper: { login: 'bob', motto: '' } },
    ],
    stored: (body) => ({ ...body, keeper }),
    answer: ({ method, id, query }, right, { jars }) => {
      if (method !== 'GET' || id !== undefined) return right();
      const [tag, keeper, sealed] = ['tag', 'keeper', 'sealed'].map((one) => query.get(one));
      const asked = { tag: tag ?? null, keeper: keeper ?? null, sealed: sealed ?? null };
      const isFit = (one: JsonObject): boolean => fits(one, asked) && marked(one, asked);
      return { status: 200, body: [...jars.values()].filter(isFit) };
    },
  });
  const { code, stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    budget: 'quick',
    ledgerFolder: '.standin',
    laws: ['filters-apply'],
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json'));
  return {
    code,
    stdout,
    found: findings.map((one: { code: string; message: string }) => one.code),
    at: findings.map((one: { at: string }) => one.at),
    message: findings[0]?.message,
  };
}

describe('a filter', { timeout: 60_000 }, () => {
  it.each<[string, Fits]>([
    ['by a whole value', isTagged],
    [
      'by a value in any case',
      ({ tags }, { tag }) =>
        tag === null || (tags as string[]).some((one) => one.toLowerCase() === tag.toLowerCase()),
    ],
    [
      'by the beginning of a value',
      ({ tags }, { tag }) => tag === null || (tags as string[]).some((one) => one.startsWith(tag)),
    ],
  ])('%s in a list, and by a member of an object, is right', async (_, fits) => {
    const { code, stdout } = await verified((jar, asked) => fits(jar, asked) && isKept(jar, asked));
    expect(code, stdout).toBe(0);
  });

  it('of which the document does not say by which member is open', async () => {
    const byMotto: Fits = ({ keeper }, { keeper: asked }) =>
      asked === null || (keeper as { motto: string }).motto === asked;
    const { code, stdout } = await verified(
      (jar, asked) => isTagged(jar, asked) && byMotto(jar, asked),
      'Filter by keeper',
    );
    expect(code, stdout).toBe(0);
  });

  it.each<[string, Fits, RegExp]>([
    ['by a value in a list that is ignored', isKept, /\?tag=/],
    [
      'by a value in a list that finds its first element alone',
      (jar, asked) =>
        isKept(jar, asked) && (asked.tag === null || (jar['tags'] as string[])[0] === asked.tag),
      /\?tag=/,
    ],
    ['by a member of an object that is ignored', isTagged, /\?keeper=/],
    [
      'by a member of an object that finds nothing',
      (jar, asked) => isTagged(jar, asked) && asked.keeper === null,
      /\?keeper=/,
    ],
  ])('%s is found', async (_, fits, query) => {
    const { found, message, stdout } = await verified(fits);
    expect(found, stdout).toEqual(['filter-ignored']);
    expect(message).toMatch(query);
  });

  it('by false that is ignored is found', async () => {
    const { at, message, stdout } = await verified(
      (jar, asked) => isTagged(jar, asked) && isKept(jar, asked),
      undefined,
      (jar, asked) => asked.sealed !== 'true' || isSealed(jar, asked),
    );
    expect(at, stdout).toEqual(['/sealed']);
    expect(message).toMatch(/\?sealed=false/);
  });

  it('that is ignored hides no other one', async () => {
    const { found, at } = await verified(() => true);
    expect(found, JSON.stringify(at)).toEqual(['filter-ignored', 'filter-ignored']);
    expect(at).toEqual(['/tags', '/keeper/login']);
  });

  it('is right in the mock of the document', async () => {
    const { code, stdout } = await verifyOwnMock(folder, documentOf('Filter by keeper (login)'));
    expect(code, stdout).toBe(0);
  });
});
