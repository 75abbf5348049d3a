// A PUT that makes the id of an item again, another one if the same is taken: the item has moved. An item that
// stays at the old address too, another one, and none at the new address are faults.

import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject, own, pick } from '../../../src/base/json.ts';
import { shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const text = { type: 'string' };

/** What becomes of an item at a PUT. */
type Put = 'moves' | 'copies' | 'answers another' | 'answers none';

/**
 * What is done with labels that are no text: a service that makes ids of them moves the item; one that
 * loses it has a fault.
 */
type Flawed = 'refused' | 'moves' | 'lost';

async function verified(put: Put, flawed: Flawed = 'refused') {
  const document = shelfDocument({
    item: ['get', 'put', 'delete'],
    id: text,
    members: { label: text, note: text },
    required: ['label', 'note'],
  });
  folder.write('openapi.json', JSON.stringify(document));
  let last = 0;
  /** Made of the label; with a number behind it if another item has that. */
  const idOf = (body: JsonObject, ids: ReadonlySet<string>): string => {
    const plain = String(own(body, 'label'))
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-');
    return ids.has(plain) ? `${plain}-${++last}` : plain;
  };
  const ids = new Set<string>();
  await using shelf = await startShelf({
    idOf: (_, body) => idOf(body, ids),
    answer: ({ method, id = '', body }, right, { jars }) => {
      ids.clear();
      for (const one of jars.keys()) if (one !== id) ids.add(one);
      const isSound = ['label', 'note'].every(
        (name) => isObject(body ?? null) && typeof own(body as JsonObject, name) === 'string',
      );
      const isTaken = flawed !== 'refused' && method === 'PUT' && isObject(body ?? null);
      if ((method === 'PUT' || method === 'POST') && !isSound && !isTaken) return { status: 400 };
      if (method !== 'PUT' || !jars.has(id)) return right();
      const moved = idOf(body as JsonObject, ids);
      const { status } = right();
      if (moved === id) return { status, body: jars.get(id) ?? null };
      const after = { ...jars.get(id), id: moved };
      if (put === 'answers none') return { status, body: after };
      if (put === 'answers another') {
        const other = [...jars.values()].find((one) => own(one, 'id') !== id);
        return { status, body: other ?? jars.get(id) ?? null };
      }
      if (put === 'moves') jars.delete(id);
      if (isSound || flawed !== 'lost') jars.set(moved, after);
      return { status, body: after };
    },
  });
  const { code, stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    budget: 'quick',
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json'));
  const found = findings.map((one: { code: string }) => one.code);
  return { code, stdout, found, left: shelf.jars.size };
}

describe('a PUT that makes an id again', { timeout: 120_000 }, () => {
  it('moves the item, which is no fault, and of which nothing is left', async () => {
    const { code, stdout, found, left } = await verified('moves');
    expect(found, stdout).toEqual([]);
    expect(code, stdout).toBe(0);
    expect(stdout).toContain('moves an item to another address');
    expect(left).toBe(0);
  });

  it('moves an item that takes an invalid label, too', async () => {
    const { found, stdout, left } = await verified('moves', 'moves');
    expect(found, stdout).toEqual([]);
    expect(left).toBe(0);
  });

  it('that loses an item with an invalid label is found', async () => {
    const { found, stdout } = await verified('moves', 'lost');
    expect(found.join(), stdout).toContain('lost');
  });

  it.each<[Put, RegExp]>([
    ['copies', /describes-another|made-a-copy|made-up|refused-and-created/],
    ['answers another', /describes-another/],
    ['answers none', /describes-another/],
  ])('that %s is found', async (put, codes) => {
    const { found, stdout } = await verified(put);
    expect(found.join(), stdout).toMatch(codes);
  });
});

describe('a PUT of a member that is the id of the item', () => {
  async function kept(members: readonly string[]) {
    const document = shelfDocument({
      item: ['get', 'put', 'delete'],
      id: text,
      members: { label: { ...text, pattern: '^[a-z]{8,40}$' }, note: text },
      required: ['label', 'note'],
    });
    folder.write('openapi.json', JSON.stringify(document));
    await using shelf = await startShelf({
      idOf: (_, body) => String(own(body, 'label')),
      answer({ method, id = '', body }, right, { jars }) {
        const label = isObject(body ?? null) ? own(body as JsonObject, 'label') : undefined;
        const isNew = typeof label === 'string' && !jars.has(label);
        if (method === 'POST' && !isNew) return { status: 400 };
        if (method === 'PUT' && typeof label !== 'string') return { status: 400 };
        const was = jars.get(id);
        const answer = right();
        if (method !== 'PUT' || was === undefined || answer.status >= 300) return answer;
        const jar = { ...jars.get(id), id, ...pick(was, members) };
        jars.set(id, jar);
        return { ...answer, body: jar };
      },
    });
    const { stdout } = await runVerify(shelf.url, {
      contract: 'openapi.json',
      mode: 'write',
      ledgerFolder: '.standin',
      json: { file: 'report.json' },
    });
    const { findings } = JSON.parse(folder.read('report.json')) as {
      findings: { operation: string; at: string | null }[];
    };
    return { found: findings.map(({ operation, at }) => `${operation} ${at}`), stdout };
  }

  it('may leave it as the path says', async () => {
    const { found, stdout } = await kept(['label']);
    expect(found, stdout).toEqual([]);
    expect(stdout).toMatch(/label: PUT keeps it, it is the id of the item/);
  });

  it('hides no other member that PUT does not store', async () => {
    const { found, stdout } = await kept(['label', 'note']);
    expect(found.join(), stdout).toMatch(/replace/);
  });
});
