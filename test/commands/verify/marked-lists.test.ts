// A list that is asked for what an account has marked: `?watched=jane`. Beside each correct service is one
// that ignores the parameter.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import { type ShelfCall, shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const text = { type: 'string' };

function documentOf(): JsonObject {
  const maker = { type: 'object', properties: { bio: text, name: text } };
  const listParameters = [
    { in: 'query', name: 'watched', schema: text },
    { in: 'query', name: 'label', schema: text },
  ];
  const made = { watched: { type: 'boolean' }, watchersCount: { type: 'integer' }, maker };
  const document = shelfDocument({ made, listParameters });
  const paths = document['paths'] as Readonly<Record<string, JsonObject>>;
  const answer = { responses: { 200: { description: '' }, 404: { description: '' } } };
  return {
    ...document,
    paths: {
      ...paths,
      '/jars/{id}/watch': {
        parameters: [{ in: 'path', name: 'id', required: true, schema: { type: 'integer' } }],
        put: answer,
        delete: answer,
      },
    },
  };
}

/** What the list has with `watched`: `jar` is an element of it. */
type Keeps = (jar: { readonly watched: boolean }, value: string) => boolean;

async function verified(keeps: Keeps, showsMarks = true) {
  folder.write('openapi.json', JSON.stringify(documentOf()));
  const watched = new Set<string>();
  await using shelf = await startShelf({
    answer: (call: ShelfCall, right, { jars }) => {
      const [, id = ''] = /^\/jars\/(\d+)\/watch$/.exec(call.path) ?? [];
      if (jars.has(id)) {
        if (call.method === 'PUT') watched.add(id);
        else watched.delete(id);
        return { status: 200 };
      }
      const shown = (jar: JsonObject): JsonObject & { watched: boolean } => {
        const isWatched = watched.has(String(jar['id']));
        const maker = { bio: 'makes jars', name: 'jane' };
        return { ...jar, maker, watched: isWatched, watchersCount: isWatched ? 1 : 0 };
      };
      const { body, ...answer } = right();
      if (body === undefined) return answer;
      if (!Array.isArray(body)) return { ...answer, body: shown(body as JsonObject) };
      const [value, label] = [call.query.get('watched'), call.query.get('label')];
      const found = (body as readonly JsonObject[])
        .map(shown)
        .filter((jar) => value === null || keeps(jar, value))
        .filter((jar) => label === null || jar['label'] === label)
        .map((jar): Json => (showsMarks ? jar : { ...jar, watched: false }));
      return { ...answer, body: found };
    },
  });
  const { code, stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    ledgerFolder: '.standin',
    laws: ['filters-apply'],
  });
  const found = [...stdout.matchAll(/^ +(?:code|at) +(\S+)/gm)].map(([, one]) => one);
  return { code, stdout, found, left: shelf.jars.size, marked: watched.size };
}

describe('a list by a mark', { timeout: 120_000 }, () => {
  it.each<[string, Keeps, boolean?]>([
    ['has what somebody marked', (jar, value) => value === 'jane' && jar.watched],
    [
      'has what somebody marked, and all for nobody',
      (jar, value) => value !== 'jane' || jar.watched,
    ],
    ['has what is marked', (jar, value) => value !== 'true' || jar.watched],
    ['does not know who asks', () => true, false],
  ])('is right if it %s', async (_name, keeps, showsMarks) => {
    const { code, stdout, left, marked } = await verified(keeps, showsMarks);
    expect(code, stdout).toBe(0);
    expect(left).toBe(0);
    expect(marked).toBe(0);
  });

  it('is found if no value makes a difference', async () => {
    const { code, stdout, found, left } = await verified(() => true);
    expect(code, stdout).toBe(1);
    expect(found, stdout).toEqual(['/watched', 'filter-ignored']);
    expect(stdout).toContain('?watched=jane');
    expect(left).toBe(0);
  });
});
