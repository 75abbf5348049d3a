// Writes that a service refuses: what its answers say is tried, and no more where they say nothing new.

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject, own } from '../../../src/base/json.ts';
import { type ShelfAnswer, shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const text = { type: 'string' };

/** Verifies a service that refuses creations for a reason; `null` if there is none. */
async function verified(
  refusal: (jar: JsonObject, there: readonly JsonObject[]) => string | null,
  members: JsonObject = { label: text, zone: text, note: text },
) {
  const document = shelfDocument({ item: ['get', 'put', 'delete'], members, required: ['label'] });
  folder.write('openapi.json', JSON.stringify(document));
  let calls = 0;
  await using shelf = await startShelf({
    answer({ method, body }, right, { jars }) {
      calls++;
      if (method !== 'POST') return right();
      const jar = isObject(body ?? null) ? (body as JsonObject) : {};
      const error = refusal(jar, [...jars.values()]);
      return error === null ? right() : { status: 422, body: { error } };
    },
  });
  const { stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  return { calls, stdout, left: shelf.jars.size };
}

/** Verifies a shelf; `found` has `create refused` and the like. */
async function foundAt(url: string) {
  const { stdout } = await runVerify(url, {
    contract: 'openapi.json',
    mode: 'write',
    ledgerFolder: '.standin',
    json: { file: 'report.json' },
  });
  const { findings } = JSON.parse(folder.read('report.json')) as {
    findings: { code: string; operation: string }[];
  };
  return { found: findings.map(({ code, operation }) => `${operation} ${code}`), stdout };
}

describe('creations that are refused', () => {
  it.each([
    ['without a reason', () => 'no'],
    ['with a text that no form can mend', (jar: JsonObject) => `unknown zone: ${own(jar, 'zone')}`],
    ['for what cannot be sent', () => 'the plan of the account is too small'],
  ])('cost few requests, %s', async (_why, refusal) => {
    const { calls, stdout } = await verified(refusal);
    expect(stdout).toMatch(/every creation was refused/i);
    expect(calls).toBeLessThan(50);
  });

  it('cost no more with the id of each request', async () => {
    const reason = (jar: JsonObject): string =>
      own(jar, 'zone') === undefined ? 'no such label or note' : 'no such zone, label or note';
    const plain = await verified(reason);
    const traced = await verified((jar) => `${reason(jar)} (request ${randomUUID()})`);
    expect(traced.stdout).toMatch(/every creation was refused/i);
    expect(traced.calls).toBe(plain.calls);
  });

  it('are amended by the form that the answer asks for', async () => {
    const { stdout, left } = await verified((jar) => {
      const zone = own(jar, 'zone');
      if (zone === undefined || String(zone).endsWith('.com.')) return null;
      return `Name '${String(zone)}' is not canonical`;
    });
    expect(stdout).toMatch(/the\s+run\s+creates\s+with\s+zone\s+as\s+a\s+domain\s+name/);
    expect(left).toBe(0);
  });

  it('are amended if another item has the example', async () => {
    const named = { type: 'string', format: 'x-name', examples: ['hunter'] };
    const { stdout } = await verified(
      (jar, there) =>
        there.some((one) => own(one, 'zone') === own(jar, 'zone')) ? 'zone exists already' : null,
      { label: text, zone: named },
    );
    expect(stdout).toMatch(/the\s+run\s+creates\s+with\s+values\s+other\s+than\s+the\s+examples/);
    expect(stdout).not.toMatch(/every creation was refused/i);
  });
});

describe('creations of which the first are refused', { timeout: 60_000 }, () => {
  /** Verifies a service that refuses its first creations, and its list until it takes one. */
  async function begun(by: 'POST' | 'PUT', refusals: number) {
    const document = shelfDocument({
      item: ['get', 'put', 'delete'],
      ...(by === 'PUT' ? { id: text } : {}),
    });
    const paths = document['paths'] as Record<string, Record<string, JsonObject>>;
    const put = paths['/jars/{id}']?.['put']?.['responses'] as Record<string, Json>;
    if (by === 'PUT') {
      delete paths['/jars']?.['post'];
      put['201'] = put['200'] ?? null;
    }
    folder.write('openapi.json', JSON.stringify(document));
    let refused = 0;
    await using shelf = await startShelf({
      answer({ method, id, body }, right, { jars }) {
        if (method === 'GET' && id === undefined && refused > 0 && refused < refusals)
          return { status: 409 };
        if (method === 'POST' && by === 'PUT') return { status: 405 };
        if (method !== by || jars.has(id ?? '')) return right();
        if (refused < refusals) {
          refused++;
          return { status: 400, body: { error: 'no' } };
        }
        if (by === 'POST' || id === undefined || !isObject(body ?? null)) return right();
        const jar = { ...(body as JsonObject), id };
        jars.set(id, jar);
        return { status: 201, body: jar };
      },
    });
    return { ...(await foundAt(shelf.url)), left: shelf.jars.size };
  }

  it.each(['POST', 'PUT'] as const)('are not all refused, by %s', async (by) => {
    const { found, stdout, left } = await begun(by, 7);
    expect(stdout).not.toMatch(/every creation was refused/i);
    expect(found, stdout).toEqual(['create refused']);
    expect(left).toBe(0);
  });

  it('are all refused if the others are', async () => {
    const { found, stdout } = await begun('POST', Number.POSITIVE_INFINITY);
    expect(stdout).toMatch(/every creation was refused/i);
    expect(found).not.toContain('create refused');
  });
});

describe('changes that are all refused', () => {
  async function changed(
    refusal: (sent: JsonObject) => ShelfAnswer,
    method: 'PUT' | 'PATCH' = 'PATCH',
  ) {
    const item = ['get', method === 'PUT' ? 'put' : 'patch', 'delete'] as const;
    const members = { label: text, zone: text, note: text };
    folder.write('openapi.json', JSON.stringify(shelfDocument({ item, members })));
    await using shelf = await startShelf({
      answer: ({ method: sent, id = '', body }, right, { jars }) =>
        sent === method && isObject(body ?? null) && jars.has(id)
          ? refusal(body as JsonObject)
          : right(),
    });
    return await foundAt(shelf.url);
  }

  const reasons = (sent: JsonObject): string =>
    own(sent, 'zone') === undefined ? 'no zone is given' : `unknown: ${String(own(sent, 'zone'))}`;

  it('for their values are a note', async () => {
    const { found, stdout } = await changed((sent) => ({
      status: 400,
      body: { error: reasons(sent) },
    }));
    expect(found, stdout).toEqual([]);
    expect(stdout).toContain('PATCH: every one was refused for its values');
  });

  it('for one reason are a finding', async () => {
    const { found } = await changed(() => ({ status: 400, body: { error: 'no' } }));
    expect(found).toContain('update refused');
  });

  it.each([
    ['the id of each request', () => randomUUID()],
    ['its moment', () => new Date().toISOString()],
    ['a trace', () => randomUUID().replaceAll('-', '').slice(0, 16)],
  ])('for one reason are a finding, with %s in it', async (_name, made) => {
    const { found } = await changed(() => ({
      status: 400,
      body: { error: 'no', trace: made() },
    }));
    expect(found).toContain('update refused');
  });

  it('with a status that is not declared are a finding', async () => {
    const { found } = await changed((sent) => ({ status: 422, body: { error: reasons(sent) } }));
    expect(found).toContain('update refused');
  });

  it('are a finding if a PUT holds what a creation took', async () => {
    const { found } = await changed(
      (sent) => ({ status: 400, body: { error: reasons(sent) } }),
      'PUT',
    );
    expect(found).toContain('replace refused');
  });
});
