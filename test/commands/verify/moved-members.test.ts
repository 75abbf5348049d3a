// When and by whom an item was made: a write that moves it is found, and what may move is left alone.

import { describe, expect, it } from 'vitest';
import { type Json, type JsonObject, own } from '../../../src/base/json.ts';
import { shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

/** Verifies a service in which writes make a member anew. */
async function verified(moves: readonly string[], member: string, value: () => Json) {
  const text = { type: 'string', readOnly: true };
  const document = shelfDocument({
    members: { label: { type: 'string' } },
    made: {
      createdAt: { ...text, format: 'date-time' },
      owner: { readOnly: true },
      updatedAt: text,
    },
    item: ['get', 'put', 'patch', 'delete'],
  });
  folder.write('openapi.json', JSON.stringify(document));
  const made = new Map<string, JsonObject>();
  await using shelf = await startShelf({
    answer: ({ method, id }, right, { jars }) => {
      const answer = right();
      const body = answer.body as JsonObject | undefined;
      const key = id ?? String(own(body ?? {}, 'id'));
      if (method === 'POST') {
        const createdAt = new Date().toISOString();
        made.set(key, { createdAt, owner: 'ann', updatedAt: createdAt });
      }
      if (moves.includes(method)) made.set(key, { ...made.get(key), [member]: value() });
      const jar = jars.get(key);
      if (jar === undefined || method === 'GET' || method === 'DELETE') return answer;
      jars.set(key, { ...jar, ...made.get(key) });
      return { ...answer, body: jars.get(key) ?? null };
    },
  });
  const { code } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    budget: 'quick',
    mode: 'write',
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json')) as {
    findings: { operation: string; code: string; at: string }[];
  };
  return { code, found: findings.map((one) => `${one.operation}: ${one.code} ${one.at}`) };
}

const now = (): string => new Date().toISOString();

describe('a member that the service writes', () => {
  it('says when the item was made, and not when PATCH changed it', async () => {
    const found = ['update: changed-unsent /createdAt'];
    expect(await verified(['PATCH'], 'createdAt', now)).toEqual({ code: 1, found });
  });

  it('may begin anew with PUT, which replaces the item', async () => {
    expect(await verified(['PUT'], 'createdAt', now)).toEqual({ code: 0, found: [] });
  });

  it('says who made the item, and not who changed it', async () => {
    let turn = 0;
    const found = ['update: changed-unsent /owner'];
    expect(await verified(['PATCH'], 'owner', () => `bob${++turn}`)).toEqual({ code: 1, found });
  });

  it('may show other members of who made the item, and no other maker', async () => {
    let turn = 0;
    const renamed = (): Json => ({ id: 7, name: `ann ${++turn}` });
    expect(await verified(['PATCH', 'POST'], 'owner', renamed)).toEqual({ code: 0, found: [] });
    const found = ['update: changed-unsent /owner'];
    const moved = (): Json => ({ id: ++turn, name: 'ann' });
    expect(await verified(['PATCH', 'POST'], 'owner', moved)).toEqual({ code: 1, found });
  });

  it('may say when the item was changed', async () => {
    expect(await verified(['PUT', 'PATCH'], 'updatedAt', now)).toEqual({ code: 0, found: [] });
  });

  it('may stay', async () => {
    expect(await verified([], 'owner', now)).toEqual({ code: 0, found: [] });
  });
});
