// The profile `prism` held against Prism itself: both serve the contract of this repository and are
// asked the same.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { describeOpenApi } from '../../src/commands/print/openapi.ts';
import type { Serving } from '../../src/commands/serve/serve.ts';
import { root } from '../support/root.ts';
import { startServing } from '../support/serving.ts';
import { type Case, cases, deviations, type Facet, unasked } from './cases.ts';
import { type RunningPrism, startPrism } from './start-prism.ts';

const places = { contract: join(root, 'contracts'), db: join(root, 'db.json'), profile: 'prism' };
const folder = mkdtempSync(join(tmpdir(), 'standin-prism-'));

let serving: Serving;
let running: { readonly bare: RunningPrism; readonly full: RunningPrism };

/**
 * The document without error answers, and without OPTIONS, which Prism would treat as one more
 * method.
 */
function withoutErrors(text: string): string {
  const document = JSON.parse(text) as {
    paths: Record<string, Record<string, { responses?: Record<string, Json> }>>;
  };
  for (const path of Object.values(document.paths)) {
    delete path['options'];
    for (const { responses = {} } of Object.values(path)) {
      for (const status of Object.keys(responses))
        if (/^[3-5]/.test(status)) delete responses[status];
    }
  }
  return JSON.stringify(document);
}

beforeAll(async () => {
  const text = await describeOpenApi({ places, server: 'http://127.0.0.1:3000', version: '0.1.0' });
  writeFileSync(join(folder, 'full.json'), text);
  writeFileSync(join(folder, 'bare.json'), withoutErrors(text));
  serving = await startServing(places);
  const [bare, full] = await Promise.all([
    startPrism(join(folder, 'bare.json')),
    startPrism(join(folder, 'full.json')),
  ]);
  running = { bare, full };
}, 60_000);

afterAll(async () => {
  running?.bare.close();
  running?.full.close();
  await serving?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What is compared of an answer. */
type Told = Readonly<Record<Facet, Json>>;

async function ask(url: string, { request, headers = {}, body, compared }: Case): Promise<Told> {
  const [method = '', target = ''] = request.split(' ');
  const init = {
    method,
    headers,
    ...(body === undefined ? {} : { body: new TextEncoder().encode(body) }),
  };
  const reply = await fetch(url + target, { ...init, signal: AbortSignal.timeout(10_000) });
  const text = await reply.text();
  return {
    status: reply.status,
    type: (reply.headers.get('content-type') ?? '').split(';')[0] ?? '',
    body: compared === 'all' && text !== '' ? (JSON.parse(text) as JsonObject) : null,
    headers: ['allow', 'preference-applied', 'www-authenticate', 'accept', 'location'].filter(
      (name) => reply.headers.has(name),
    ),
  };
}

function differing(one: Told, other: Told): readonly Facet[] {
  return (['status', 'type', 'body', 'headers'] as const).filter(
    (facet) => JSON.stringify(one[facet]) !== JSON.stringify(other[facet]),
  );
}

describe('the profile prism', { timeout: 30_000 }, () => {
  it.each(cases.map((one) => [one.name, one] as const))(
    '%s: answers as Prism does',
    async (name, one) => {
      const [prism, standin] = await Promise.all([
        ask(running[one.document].url, one),
        ask(serving.url, one),
      ]);
      const known = deviations.find(({ of }) => of === name);
      if (known === undefined) expect(standin).toEqual(prism);
      else expect({ differ: differing(prism, standin) }).toEqual({ differ: known.facets });
    },
  );

  it('has a case for each deviation, and a reason', () => {
    const names = cases.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const { of, because, facets } of deviations) {
      expect(names).toContain(of);
      expect(facets.length).toBeGreaterThan(0);
      expect(because).toMatch(/^\S.{20,}[^.\s]$/);
    }
  });
});

describe('the profile prism, for requests that Prism cannot take', { timeout: 30_000 }, () => {
  it('gives a reason', () => {
    for (const { what, because } of unasked)
      expect([what, because]).toEqual([
        expect.stringMatching(/\S{2}/),
        expect.stringMatching(/^\S.{20,}[^.\s]$/),
      ]);
  });

  const json = { 'content-type': 'application/json' };
  it.each<
    [name: string, request: string, init: RequestInit, status: number, type: string, body: Json]
  >([
    [
      'no JSON',
      '/users',
      { method: 'POST', headers: json, body: '{' },
      400,
      'application/json',
      { error: { code: 'invalid_json', message: 'Invalid JSON' } },
    ],
    [
      'an id that no record has',
      '/users/4711',
      {},
      404,
      'application/problem+json',
      {
        type: 'https://stoplight.io/prism/errors#NOT_FOUND',
        title: 'The server cannot find the requested content',
        status: 404,
        detail: 'there is no users/4711',
      },
    ],
  ])('answers %s', async (_name, path, init, status, type, body) => {
    const reply = await fetch(serving.url + path, init);
    expect([reply.status, reply.headers.get('content-type'), await reply.json()]).toEqual([
      status,
      type,
      body,
    ]);
  });

  it('returns the preferred answer to a valid call', async () => {
    const forced = await fetch(`${serving.url}/users/1`, { headers: { prefer: 'code=404' } });
    expect([forced.status, forced.headers.has('preference-applied')]).toEqual([404, false]);
    const texts = await Promise.all(
      ['abc', 'abc', 'abd'].map(async (seed) =>
        (
          await fetch(`${serving.url}/users/1`, {
            headers: { prefer: `dynamic=true, seed=${seed}` },
          })
        ).text(),
      ),
    );
    expect(new Set(texts).size).toBe(2);
    expect(texts[0]).toBe(texts[1]);
  });
});

describe('the profile prism with credentials', { timeout: 30_000 }, () => {
  it.each([
    ['bearer', 'Bearer'],
    ['basic', 'Basic realm="*"'],
  ] as const)('asks for %s as Prism does', async (scheme, challenge) => {
    const pins = { 'auth.scheme': scheme };
    const text = await describeOpenApi({
      places,
      pins,
      server: 'http://127.0.0.1:3000',
      version: '0.1.0',
    });
    const file = join(folder, `${scheme}.json`);
    writeFileSync(file, withoutErrors(text));
    const closed = await startServing({ ...places, pins });
    const prism = await startPrism(file);
    try {
      const one: Case = { name: scheme, request: 'GET /users', document: 'bare', compared: 'all' };
      const [standin, wanted] = await Promise.all([ask(closed.url, one), ask(prism.url, one)]);
      expect(standin).toEqual(wanted);
      expect((await fetch(`${closed.url}/users`)).headers.get('www-authenticate')).toBe(challenge);
    } finally {
      prism.close();
      await closed.close();
    }
  });
});
