// What `verify` asserts about a creation with the id of another item, where clients choose the ids.

import { describe, expect, it } from 'vitest';
import { isObject, type Json, own } from '../../../src/base/json.ts';
import { type ShelfAnswer, shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const none = { description: '' };
const id = { type: 'string', pattern: '^[a-z][a-z0-9]{2,19}$' };

interface Verified {
  readonly code: number;
  readonly found: readonly string[];
  readonly notes: string;
  readonly left: number;
  readonly leftovers: readonly string[];
  readonly choices: string;
}

/** Verifies a service that answers so to a creation with a taken id. */
async function verified(
  created: Readonly<Record<string, object>>,
  taken: ShelfAnswer | 'replaces',
): Promise<Verified> {
  const document = JSON.parse(
    JSON.stringify(
      shelfDocument({
        id,
        made: { full: { type: 'boolean' } },
        created: { 400: none, ...created },
      }),
    ),
  );
  const sent = document.paths['/jars'].post.requestBody.content['application/json'].schema;
  sent.properties.id = id;
  sent.required.push('id');
  folder.write('openapi.json', JSON.stringify(document));
  await using shelf = await startShelf({
    idOf: (_, body) => own(body, 'id') as Json,
    answer: ({ method, body }, right, { jars }) => {
      if (method !== 'POST') return right();
      const sent = body !== undefined && isObject(body) ? body : {};
      const key = own(sent, 'id');
      const isFit = typeof key === 'string' && /^[a-z][a-z0-9]{2,19}$/.test(key);
      if (!isFit || typeof own(sent, 'label') !== 'string') return { status: 400 };
      return jars.has(key) && taken !== 'replaces' ? taken : right();
    },
  });
  const { code } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    budget: 'quick',
    mode: 'write',
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  const { findings, notes, leftovers, observations } = JSON.parse(folder.read('report.json'));
  return {
    code,
    found: findings.map((one: { message: string }) => one.message),
    notes: notes.join('\n'),
    left: shelf.jars.size,
    leftovers,
    choices: JSON.stringify(observations),
  };
}

describe('a creation with the id of another item', () => {
  it('is refused as declared', async () => {
    const run = await verified({ 409: none }, { status: 409 });
    expect(run).toMatchObject({ code: 0, found: [], left: 0, leftovers: [] });
  });

  it.each<[string, ShelfAnswer | 'replaces', string]>([
    [
      'that replaces it',
      'replaces',
      'create accepted the "id" of another item, although the contract specifies a refusal',
    ],
    ['that fails', { status: 500 }, 'create failed with status 500 on the "id" of another item'],
  ])('is a finding of the creation if it is one %s', async (_case, taken, message) => {
    const run = await verified({ 409: none }, taken);
    expect(run).toMatchObject({ code: 1, found: [message], left: 0, leftovers: [] });
    expect(run.choices).not.toContain('500');
  });

  it('is open where no conflict is declared', async () => {
    const run = await verified({}, 'replaces');
    expect(run).toMatchObject({ code: 0, found: [], left: 0, leftovers: [] });
  });
});
