// A service with two users, whose notes are private, or shared for reading: what the second one may do
// with a note of the first.

import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../../src/base/json.ts';
import type { JsonReport } from '../../../src/verify/print/json.ts';
import { documentOf, jsonOf } from '../../support/canned.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();
const text = { type: 'string' };
const note: JsonObject = {
  type: 'object',
  required: ['id', 'title', 'owner'],
  properties: { id: { type: 'integer' }, title: text, mood: text, owner: text },
};
const properties = { title: text, mood: text };
const whole = { required: true, ...jsonOf({ type: 'object', required: ['title'], properties }) };
const part = { required: true, ...jsonOf({ type: 'object', properties }) };
const described = { description: '' };
const refusals = { 403: described, 404: described, 422: described };
const DOCUMENT = documentOf({
  '/notes': {
    get: { responses: { 200: jsonOf({ type: 'array', items: note }) } },
    post: { requestBody: whole, responses: { 201: jsonOf(note), 400: { description: '' } } },
  },
  '/notes/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    get: { responses: { 200: jsonOf(note), ...refusals } },
    put: { requestBody: whole, responses: { 200: jsonOf(note), ...refusals } },
    patch: { requestBody: part, responses: { 200: jsonOf(note), ...refusals } },
    delete: { responses: { 204: { description: '' }, ...refusals } },
  },
});

interface Notes {
  /** `private`: each user sees its own; `read`: all may read; `all`: all may do everything. */
  readonly shared: 'private' | 'read' | 'all';
  /** What is planted; nothing if absent. */
  readonly fault?: 'GET list' | 'PUT' | 'PATCH' | 'DELETE' | 'refused PATCH changes';
  /** What is answered to who may not change a note; 403 or 404 if absent. */
  readonly refusal?: 422;
  /** Whether a PUT makes a note of its own for who cannot see the one there. */
  readonly makesOwn?: boolean;
}

async function bodyOf(request: IncomingMessage): Promise<Json> {
  let text = '';
  for await (const part of request) text += String(part);
  return text === '' ? null : (JSON.parse(text) as Json);
}

/** Starts a service of notes, with some that the second user has. */
async function startNotes({ shared, fault, refusal, makesOwn = false }: Notes) {
  const notes = new Map<string, JsonObject>();
  let serial = 0;
  const add = (owner: string, sent: JsonObject, key = String(++serial)): JsonObject => {
    const made = { id: Number(key.split(' ')[0]), title: '', mood: '', ...sent, owner };
    notes.set(key, made);
    return made;
  };
  add('bob', { title: 'of Bob' });
  const answer = (request: IncomingMessage, sent: Json): readonly [number, Json?] => {
    const user = request.headers.authorization === 'Bearer bob' ? 'bob' : 'alice';
    const method = request.method ?? '';
    const [, , id] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
    const body = isObject(sent) ? sent : {};
    if (Object.values(body).some((value) => typeof value !== 'string')) return [400];
    if (id === undefined && method === 'POST')
      return typeof body['title'] === 'string' ? [201, add(user, body)] : [400];
    const own = makesOwn ? `${id} ${user}` : '';
    if (id === undefined) {
      const isOpen = shared !== 'private' || fault === 'GET list';
      return [200, [...notes.values()].filter(({ owner }) => isOpen || owner === user)];
    }
    const key = notes.has(own) ? own : id;
    const found = notes.get(key);
    const isOwn = found?.['owner'] === user;
    if (found === undefined || (!isOwn && shared === 'private' && method === 'GET')) return [404];
    if (method === 'GET') return [200, found];
    if (!isOwn && shared !== 'all' && fault !== method) {
      if (method === 'PATCH' && fault === 'refused PATCH changes')
        notes.set(key, { ...found, ...body });
      if (method === 'PUT' && makesOwn) return [200, add(user, body, own)];
      return [refusal ?? (shared === 'private' ? 404 : 403)];
    }
    if (method === 'DELETE') return notes.delete(key) ? [204] : [404];
    if (method === 'PUT' && typeof body['title'] !== 'string') return [400];
    const kept =
      method === 'PUT' ? { id: found['id'] ?? null, mood: '', owner: found['owner'] ?? '' } : found;
    const next = { ...kept, ...body };
    notes.set(key, next);
    return [200, next];
  };
  const server = createServer((request, response) => {
    void bodyOf(request).then((sent) => {
      const [code, body] = answer(request, sent);
      response.writeHead(code, body === undefined ? {} : { 'content-type': 'application/json' });
      response.end(body === undefined ? '' : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    titles: () => [...notes.values()].map(({ title }) => title),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** How two users log in, by a file. */
const LOGIN: Json = {
  auth: ['alice', 'bob'].map((name) => ({
    name,
    fixedHeaders: [{ name: 'Authorization', value: `Bearer ${name}` }],
  })),
};

function loginFile(): string {
  folder.write('openapi.json', DOCUMENT);
  folder.write('login.json', LOGIN);
  return 'login.json';
}

async function verified(notes: Notes, second: 'given' | 'absent' | 'logged in' = 'given') {
  loginFile();
  await using service = await startNotes(notes);
  const login = { file: 'login.json', name: null, second: 'bob', environment: {} };
  const run = await runVerify(service.url, {
    contract: 'openapi.json',
    mode: 'write',
    ledgerFolder: '.standin',
    ...(second === 'logged in' ? { login } : { headers: ['Authorization: Bearer alice'] }),
    laws: ['others-change-nothing-private'],
    ...(second !== 'given'
      ? {}
      : { secondUser: { fields: ['Authorization: Bearer bob'], named: '--second-user' } as const }),
  });
  return { ...run, titles: service.titles(), text: run.stdout.replaceAll(/\s+/g, ' ') };
}

describe('verify with a second user', () => {
  it.each<Notes>([
    { shared: 'private' },
    { shared: 'private', makesOwn: true },
    { shared: 'read' },
    { shared: 'read', refusal: 422 },
    { shared: 'all' },
  ])('finds nothing in a correct service: %j', async (notes) => {
    const { code, text, titles } = await verified(notes);
    expect(code, text).toBe(0);
    expect(text).toContain(
      notes.shared === 'private'
        ? 'the second user cannot read what the run makes: items are private'
        : 'the second user can read what the run makes: items are shared',
    );
    expect(titles).toEqual(['of Bob']);
  });

  it.each([
    [{ shared: 'private', fault: 'GET list' }, 'the list of a second user has notes/'],
    [{ shared: 'private', fault: 'PUT' }, 'replace by a second user took effect on notes/'],
    [{ shared: 'private', fault: 'PATCH' }, 'update by a second user took effect on notes/'],
    [{ shared: 'private', fault: 'DELETE' }, 'remove by a second user took effect on notes/'],
    [{ shared: 'private', fault: 'refused PATCH changes' }, 'was refused but changed the item'],
    [{ shared: 'read', fault: 'DELETE' }, 'which that user may not change'],
    [{ shared: 'read', fault: 'PATCH' }, 'update by a second user took effect on notes/'],
    [{ shared: 'read', fault: 'PUT' }, 'replace by a second user took effect on notes/'],
    [{ shared: 'read', fault: 'DELETE', refusal: 422 }, 'which that user may not change'],
    [{ shared: 'read', fault: 'refused PATCH changes' }, 'was refused but changed the item'],
  ] as const)('finds %j', async (notes, message) => {
    const { code, text, titles } = await verified(notes);
    expect(code, text).toBe(1);
    expect(text).toContain(message);
    expect(text).not.toContain('Bearer bob');
    expect(text).toContain('--second-user "Authorization: $STANDIN_SECOND_AUTHORIZATION"');
    expect(titles).toEqual(['of Bob']);
  });

  it('takes both users from the file of a login', async () => {
    const right = await verified({ shared: 'private' }, 'logged in');
    expect(right.code, right.text).toBe(0);
    expect(right.text).toContain('items are private');
    const wrong = await verified({ shared: 'private', fault: 'PATCH' }, 'logged in');
    expect(wrong.code, wrong.text).toBe(1);
    expect(wrong.text).toContain('update by a second user took effect on notes/');
    expect(wrong.text).not.toContain('Bearer bob');
    expect(wrong.text).toContain('--login login.json --second-login-as bob');
  });

  it('is tried with the quick budget, too', { timeout: 60_000 }, async () => {
    loginFile();
    await using service = await startNotes({ shared: 'private', fault: 'DELETE' });
    const { code, stdout } = await runVerify(service.url, {
      contract: 'openapi.json',
      mode: 'write',
      budget: 'quick',
      ledgerFolder: '.standin',
      login: { file: 'login.json', name: null, second: 'bob', environment: {} },
      json: { file: 'report.json' },
    });
    expect(code, stdout).toBe(1);
    const [finding] = (JSON.parse(readFileSync('report.json', 'utf8')) as JsonReport).findings;
    const users = finding?.trace.map(({ call, credentials }) => `${call.method} ${credentials}`);
    expect(users).toContain('DELETE second-user');
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('remove by a second user took effect');
  });

  it('refuses a second user who is the first', async () => {
    const { code, stderr } = await runVerify('http://127.0.0.1:9', {
      contract: 'openapi.json',
      login: { file: loginFile(), name: null, second: 'alice', environment: {} },
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining('the second user is alice')]);
  });

  it('says what the law needs, if it is asked for without one', async () => {
    const { code, text } = await verified({ shared: 'private' }, 'absent');
    expect(code).toBe(2);
    expect(text).toContain('the run has no second user (give one: --second-user');
  });
});
