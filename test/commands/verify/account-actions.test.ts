// What the path of an operation names is an account that the run has registered: it is read, followed and
// followed no more. It is registered twice. Beside each correct service is one with a fault.

import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject, own } from '../../../src/base/json.ts';
import { type ShelfAnswer, shelfDocument, startShelf } from '../../support/shelf.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const text = { type: 'string' };
const json = (schema: JsonObject): JsonObject => ({
  description: '',
  content: { 'application/json': { schema } },
});
const object = (properties: JsonObject): JsonObject => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
const none = { description: '' };
const profile = json(object({ profile: object({ name: text, following: { type: 'boolean' } }) }));
const named = [{ name: 'name', in: 'path', required: true, schema: text }];

const security = [{ key: [] }];

function documentOf(taken: JsonObject): JsonObject {
  const document = shelfDocument();
  return {
    ...document,
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } } },
    paths: {
      ...(document['paths'] as JsonObject),
      '/members': {
        post: {
          requestBody: json(object({ name: text, password: text })),
          responses: { 201: json(object({ name: text })), 422: none, ...taken },
        },
      },
      '/profiles/{name}': {
        parameters: named,
        get: { responses: { 200: profile, 404: none } },
      },
      '/profiles/{name}/follow': {
        parameters: named,
        post: { security, responses: { 200: profile, 404: none } },
        delete: { security, responses: { 200: profile, 404: none } },
      },
    },
  };
}

interface Seams {
  readonly taken?: JsonObject;
  /** What is answered to who registers an account that is there. */
  readonly again?: number;
  readonly follow?: (name: string, followed: Set<string>) => void;
  readonly unfollow?: (name: string, followed: Set<string>) => void;
  /** What is answered to who follows with a wrong key; 401 if absent. */
  readonly wrongKey?: number;
  /** What answers have as the name; the name if absent. */
  readonly name?: null;
  /** What an answer says; the truth if absent. */
  readonly told?: (truth: boolean, method: string) => Json;
}

async function verified(seams: Seams) {
  const { taken = {}, again = 422, told = (truth) => truth, wrongKey = 401 } = seams;
  const { follow = (name, all) => all.add(name), unfollow = (name, all) => all.delete(name) } =
    seams;
  folder.write('openapi.json', JSON.stringify(documentOf(taken)));
  const [members, followed] = [new Set<string>(), new Set<string>()];
  const seen: string[] = [];
  const ofProfile = (method: string, path: string): ShelfAnswer => {
    const [, name = ''] = /^\/profiles\/([^/]+)/.exec(path) ?? [];
    if (!members.has(name)) return { status: 404 };
    seen.push(`${method} ${path.replace(name, '{name}')}`);
    if (method === 'POST') follow(name, followed);
    if (method === 'DELETE') unfollow(name, followed);
    return {
      status: 200,
      body: {
        profile: {
          name: seams.name === null ? null : name,
          following: told(followed.has(name), method),
        },
      },
    };
  };
  await using shelf = await startShelf({
    answer: ({ method, path, body, headers }, right) => {
      const key = headers['x-key'];
      if (path.endsWith('/follow') && key !== 'right')
        return { status: key === undefined ? 401 : wrongKey };
      if (path.startsWith('/profiles/')) return ofProfile(method, path);
      if (path !== '/members') return right();
      const name = isObject(body ?? null) ? own(body as JsonObject, 'name') : undefined;
      if (typeof name !== 'string') return { status: 422 };
      if (members.has(name)) return { status: again };
      members.add(name);
      return { status: 201, body: { name } };
    },
  });
  const { code, stdout } = await runVerify(shelf.url, {
    contract: 'openapi.json',
    mode: 'write',
    actions: 'write',
    headers: ['x-key: right'],
    budget: 'quick',
    ledgerFolder: '.standin',
    laws: ['write-actions-fit'],
  });
  const found = [...stdout.matchAll(/^ +code +(\S+)$/gm)].map(([, one]) => one);
  const said = stdout.replaceAll(/\s+/g, ' ');
  return { code, stdout, found, said, seen, followed: followed.size };
}

describe('operations about an account that the run has registered', { timeout: 60_000 }, () => {
  it.each<[string, Seams]>([
    ['all is right', {}],
    ['a read does not know who asks', { told: (truth, method) => method !== 'GET' && truth }],
    ['the same account may come again', { again: 201 }],
    ['another account is refused as declared', { taken: { 409: none }, again: 409 }],
  ])('are sent: %s', async (_name, seams) => {
    const { code, stdout, seen, followed } = await verified(seams);
    expect(code, stdout).toBe(0);
    expect(new Set(seen)).toEqual(
      new Set([
        'GET /profiles/{name}',
        'POST /profiles/{name}/follow',
        'DELETE /profiles/{name}/follow',
      ]),
    );
    expect(followed).toBe(0);
  });

  it.each<[string, Seams, string]>([
    [
      'who follows does not',
      { follow: () => undefined },
      'not-replaced: POST /profiles/{name}/follow succeeded and did not set "following"',
    ],
    [
      'who follows no more still does',
      { unfollow: () => undefined },
      'not-replaced: DELETE /profiles/{name}/follow succeeded and did not take back "following"',
    ],
    [
      'who follows no more still does, and the answer hides it',
      { unfollow: () => undefined, told: (truth, method) => method !== 'DELETE' && truth },
      'not-replaced: DELETE /profiles/{name}/follow succeeded and did not take back "following"',
    ],
    [
      'who follows does not, and answers do not fit',
      { follow: () => undefined, name: null },
      'not-replaced: POST /profiles/{name}/follow succeeded and did not set "following"',
    ],
    [
      'who follows does not, and a wrong key makes it fail',
      { follow: () => undefined, wrongKey: 500 },
      'not-replaced: POST /profiles/{name}/follow succeeded and did not set "following"',
    ],
    [
      'the mark is a text',
      { told: (truth) => String(truth) },
      'member-type: /profile/following must be a boolean, but is a string (the answer to GET /profiles/{name} does not match',
    ],
    [
      'an account that is there makes it fail',
      { again: 500 },
      'failed: POST /members failed with status 500 on the name of an account that is there',
    ],
    [
      'an account that is there is made again, though 409 is declared',
      { taken: { 409: none }, again: 201 },
      'accepted: POST /members accepted the name of an account that is there',
    ],
  ])('are judged: %s', async (_name, seams, expected) => {
    const { code, stdout, found, said } = await verified(seams);
    const [finding, ...words] = expected.split(': ');
    expect(code, stdout).toBe(1);
    expect(found, stdout).toContain(finding);
    expect(said).toContain(words.join(': '));
  });
});
