// A list whose words name a mark: the letters of those whom you follow. Beside the correct services is one
// that shows the letters of all.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { documentOf, jsonOf } from '../../support/canned.ts';
import { startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const text = { type: 'string' };
const object = (properties: JsonObject): JsonObject => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
const writer = object({ name: text, following: { type: 'boolean' } });
const named = [{ name: 'name', in: 'path', required: true, schema: text }];
const person = { responses: { 200: jsonOf(writer), 404: { description: '' } } };

function documentWith(summary: string): JsonObject {
  const letters = object({ letters: { type: 'array', items: object({ text, writer }) } });
  return documentOf({
    '/letters/latest': { get: { summary, responses: { 200: jsonOf(letters) } } },
    '/people/{name}': { parameters: named, get: person },
    '/people/{name}/follow': { parameters: named, post: person, delete: person },
  });
}

const FOLLOWED = 'Letters of the people whom you follow';
const WRITERS = ['ada', 'ben', 'cem', 'dag'];
const followed = ['ada', 'ben'];

interface Seams {
  readonly summary?: string;
  /** Whose letters the list has. */
  readonly listed: readonly string[];
  /** What the list says of each; the truth if absent. */
  readonly told?: true;
}

async function verified({ summary = FOLLOWED, listed, told }: Seams) {
  folder.write('openapi.json', documentWith(summary));
  const shown = (name: string): JsonObject => ({ name, following: followed.includes(name) });
  await using shelf = await startShelf({
    answer: ({ path }) => {
      const name = path.split('/')[2] ?? '';
      if (path.startsWith('/people/'))
        return WRITERS.includes(name) ? { status: 200, body: shown(name) } : { status: 404 };
      const letters = listed.map((one) => ({
        text: `of ${one}`,
        writer: { ...shown(one), ...(told && { following: told }) },
      }));
      return { status: 200, body: { letters } };
    },
  });
  const { code, stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    ledgerFolder: '.standin',
    laws: ['read-actions-fit'],
  });
  const writes = shelf.calls.filter((call) => !call.startsWith('GET '));
  return { code, stdout, writes };
}

describe('a list of what is marked', { timeout: 60_000 }, () => {
  it.each<[string, Seams]>([
    ['it has that alone', { listed: followed }],
    ['it has what the user wrote as well', { listed: [...followed, 'cem'] }],
    ['it is of the others', { summary: 'Whom you do not follow yet', listed: ['cem', 'dag'] }],
    ['it proposes whom to follow', { summary: 'Whom to follow', listed: ['cem', 'dag'] }],
    ['its words do not name the mark', { summary: 'The latest letters', listed: WRITERS }],
  ])('is right: %s', async (_case, seams) => {
    const { code, stdout, writes } = await verified(seams);
    expect(code, stdout).toBe(0);
    expect(writes).toEqual([]);
  });

  it.each<[string, Seams]>([
    ['it has everything', { listed: WRITERS }],
    ['it has everything, and says that all is marked', { listed: WRITERS, told: true }],
  ])('is a finding if %s', async (_case, seams) => {
    const { code, stdout } = await verified(seams);
    expect(code, stdout).toBe(1);
    expect(stdout).toContain('code      filter-ignored');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      'GET /letters/latest shows what belongs to others than it names: "following" of cem is false',
    );
  });
});
