// Operations and members that the user leaves out, and values that the user gives: nothing else is sent,
// the report says so, and other faults are found.

import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject, own } from '../../../src/base/json.ts';
import { verify } from '../../../src/verify.ts';
import { emptyFolder } from '../../support/cli.ts';

type Project = ReturnType<typeof emptyFolder>;

const text = { type: 'string' };
const NEW: JsonObject = {
  type: 'object',
  required: ['name', 'country'],
  properties: {
    name: text,
    country: text,
    nickname: text,
    age: { type: 'integer', minimum: 0 },
    address: { $ref: '#/components/schemas/Address' },
  },
};
const USER = {
  allOf: [
    { type: 'object', required: ['id'], properties: { id: { type: 'integer', readOnly: true } } },
    { $ref: '#/components/schemas/New' },
  ],
};

function json(schema: string | JsonObject): JsonObject {
  const given = typeof schema === 'string' ? { $ref: `#/components/schemas/${schema}` } : schema;
  return { content: { 'application/json': { schema: given } } };
}

const one = { 200: { description: 'it', ...json('User') }, 404: { description: 'none' } };
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Users', version: '1' },
  paths: {
    '/users': {
      get: {
        parameters: [{ name: 'q', in: 'query', schema: text }],
        responses: { 200: { description: 'all', ...json({ type: 'array', items: USER }) } },
      },
      post: {
        requestBody: json('New'),
        responses: {
          201: { description: 'made', ...json('User') },
          422: { description: 'no', ...json({ type: 'object' }) },
        },
      },
    },
    '/users/{userId}': {
      parameters: [{ name: 'userId', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: one },
      put: { requestBody: json('New'), responses: one },
      patch: { requestBody: json('New'), responses: one },
      delete: { responses: { 204: { description: 'gone' }, 404: { description: 'none' } } },
    },
    '/admin/reset': { post: { responses: { 204: { description: 'done' } } } },
  },
  components: {
    schemas: { New: NEW, User: USER, Address: { type: 'object', properties: { city: text } } },
  },
};

interface Sent {
  readonly name: string;
  readonly body: Json;
}

function isFit(sent: JsonObject, isWhole: boolean): boolean {
  const { name, country, age, address } = sent;
  return (
    (isWhole ? typeof name === 'string' : name === undefined || typeof name === 'string') &&
    (country === undefined ? !isWhole : country === 'DE' || country === 'AT') &&
    (age === undefined || (Number.isInteger(age) && (age as number) >= 0)) &&
    (address === undefined ||
      (isObject(address) && ['undefined', 'string'].includes(typeof own(address, 'city'))))
  );
}

/** A service that knows two countries, crashes at a nickname if it is told to, and may lose a member. */
async function startUsers({ loses = '', crashesAt = '' } = {}) {
  const rows = new Map<number, JsonObject>();
  const sent: Sent[] = [];
  let last = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = parsed(Buffer.concat(chunks).toString());
    const [, , key] = (request.url ?? '').split(/[/?]/);
    const method = request.method ?? '';
    sent.push({
      name: `${method} ${(request.url ?? '').replace(/\/\d+$/, '/{}').replace(/\?.*/, '')}`,
      body,
    });
    const say = (status: number, answer: Json = {}): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(status === 204 ? '' : JSON.stringify(answer));
    };
    const id = Number(key);
    const old = rows.get(id);
    if (method === 'OPTIONS') return say(204);
    if (request.url?.startsWith('/admin') === true) return say(204);
    if (key !== undefined && key !== '' && old === undefined) return say(404);
    if (method === 'GET') return say(200, old ?? [...rows.values()]);
    if (method === 'DELETE') return say(rows.delete(id) ? 204 : 404);
    if (!isObject(body) || !isFit(body, method !== 'PATCH')) return say(422);
    if (crashesAt !== '' && own(body, crashesAt) !== undefined) return say(500);
    const values = method === 'PATCH' ? { ...old, ...body } : body;
    const kept = Object.entries(values).filter(([member]) => method !== 'PUT' || member !== loses);
    const row = { ...Object.fromEntries(kept), id: old === undefined ? ++last : id };
    rows.set(row.id, row);
    return say(old === undefined ? 201 : 200, row);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    left: () => rows.size,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function parsed(body: string): Json {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return null;
  }
}

function bodiesIn(sent: readonly Sent[]): readonly JsonObject[] {
  return sent.map(({ body }) => body).filter(isObject);
}

function documentIn(folder: Project, overrides: object | null = null): string {
  writeFileSync(folder.at('openapi.json'), JSON.stringify(DOCUMENT));
  if (overrides !== null) writeFileSync(folder.at('standin.json'), JSON.stringify(overrides));
  return folder.at('openapi.json');
}

const SEED = { seed: 7 } as const;
const COUNTRIES = ['users.country=DE', 'users.country=AT'];

describe('--value', () => {
  it.each(['quick', 'standard', 'thorough'] as const)(
    'sends the given values alone, wrong ones neither (%s)',
    async (budget) => {
      using folder = emptyFolder();
      const source = documentIn(folder);
      await using service = await startUsers();
      const value = [...COUNTRIES, 'users.age=7', 'users.address.city=Bonn'];
      const run = await verify(service.url, { budget, ...SEED, source, value });
      expect(run, run.text).toMatchObject({ exitCode: 0, findings: [] });
      const bodies = bodiesIn(service.sent);
      const seen = (member: string) => new Set(bodies.flatMap((body) => own(body, member) ?? []));
      expect(seen('country')).toEqual(new Set(['DE', 'AT']));
      expect(seen('age')).toEqual(new Set([7]));
      const addresses = bodies.flatMap((body) => own(body, 'address') ?? []).filter(isObject);
      expect(new Set(addresses.flatMap((one) => own(one, 'city') ?? []))).toEqual(
        new Set(['Bonn']),
      );
      expect(run.text).toContain('users.country: the run sends "DE" or "AT" alone');
      expect(run.text).toContain('--value users.country=DE --value users.country=AT');
      expect(service.left()).toBe(0);
    },
  );

  it('is what a service needs that takes fewer values than its document says', async () => {
    using folder = emptyFolder();
    const source = documentIn(folder);
    await using service = await startUsers();
    const { exitCode } = await verify(service.url, { ...SEED, source });
    expect(exitCode).not.toBe(0);
  });

  it.each(['name', 'country', 'age'])('hides no fault of a member: PUT loses %s', async (loses) => {
    using folder = emptyFolder();
    const source = documentIn(folder);
    await using service = await startUsers({ loses });
    const run = await verify(service.url, { ...SEED, source, value: COUNTRIES });
    expect(run, run.text).toMatchObject({ exitCode: 1 });
    expect(run.findings.some(({ operation }) => operation === 'replace')).toBe(true);
  });
});

describe('--skip-member', () => {
  it('never sends the member, and finds other faults', async () => {
    using folder = emptyFolder();
    const source = documentIn(folder);
    await using service = await startUsers({ crashesAt: 'nickname' });
    const settings = { ...SEED, source, value: COUNTRIES };
    const without = await verify(service.url, settings);
    expect(without.exitCode).toBe(1);
    service.sent.length = 0;
    const skipMember = ['users.nickname', 'users.address'];
    const run = await verify(service.url, { ...settings, skipMember });
    expect(run, run.text).toMatchObject({ exitCode: 0, verdict: 'partly', findings: [] });
    expect(bodiesIn(service.sent).some((body) => Object.hasOwn(body, 'nickname'))).toBe(false);
    expect(bodiesIn(service.sent).some((body) => Object.hasOwn(body, 'address'))).toBe(false);
    expect(run.text).toContain('not verified: users.nickname');
    await using losing = await startUsers({ loses: 'age' });
    const found = await verify(losing.url, { ...settings, skipMember });
    expect(found.exitCode, found.text).toBe(1);
  });
});

describe('--skip-operation', () => {
  it.each([
    ['GET /users', 'GET /users'],
    ['post  /users', 'POST /users'],
    ['GET /users/{id}', 'GET /users/{}'],
    ['PUT /users/{userId}', 'PUT /users/{}'],
    ['PATCH /users/{x}', 'PATCH /users/{}'],
    ['DELETE /users/{id}', 'DELETE /users/{}'],
    ['DELETE *', 'DELETE /users/{}'],
    ['* /admin/*', 'POST /admin/reset'],
  ])('never sends %s, and each report says so', async (skipOperation, name) => {
    using folder = emptyFolder();
    const source = documentIn(folder);
    const summary = folder.at('a.md');
    await using service = await startUsers();
    const settings = {
      budget: 'quick',
      ...SEED,
      source,
      value: COUNTRIES,
      writeActions: true,
    } as const;
    const run = await verify(service.url, { ...settings, skipOperation, summary });
    expect(service.sent.filter((call) => call.name === name)).toEqual([]);
    expect(run.findings, run.text).toEqual([]);
    expect(run.verdict).not.toBe('conforms');
    expect(run.text).toContain('--skip-operation leaves it out');
    expect(readFileSync(summary, 'utf8')).toContain('leaves it out');
  });
});

describe('standin.json', () => {
  it('leaves out operations and members, and gives values; an option counts before it', async () => {
    using folder = emptyFolder();
    const source = documentIn(folder, {
      skipOperations: { 'PATCH /users/{id}': 'ticket 3' },
      skipMembers: { 'users.nickname': 'ticket 4' },
      values: { 'users.country': ['AT', 'DE'], 'users.age': [7] },
    });
    await using service = await startUsers({ crashesAt: 'nickname' });
    const run = await verify(service.url, { ...SEED, source, value: 'users.country=DE' });
    expect(run, run.text).toMatchObject({ exitCode: 0, verdict: 'partly', findings: [] });
    expect(service.sent.some(({ name }) => name.startsWith('PATCH'))).toBe(false);
    const countries = bodiesIn(service.sent).flatMap((body) => own(body, 'country') ?? []);
    expect(new Set(countries)).toEqual(new Set(['DE']));
    const unwrapped = run.text.replaceAll(/\s+/g, ' ');
    expect(unwrapped).toContain('PATCH /users/{userId}: standin.json skips it: ticket 3');
    expect(unwrapped).toContain('users.nickname: standin.json skips it: ticket 4');
    expect(unwrapped).not.toContain('--skip-');
  });

  it.each<[object, string, string]>([
    [
      { skipOperations: { 'DELETE /user/{id}': 'x' } },
      '/skipOperations/DELETE ~1user~1{id}: there is no operation',
      'Did you mean "DELETE /users/{userId}"',
    ],
    [{ skipOperations: { 'DELETE /users/{id}': ' ' } }, 'the reason is missing', 'ticket 12'],
    [
      { skipOperations: ['DELETE /users/{id}'] },
      '/skipOperations: skipOperations must be an object, is an array',
      'ticket 12',
    ],
    [
      { skipMembers: { 'users.nick': 'x' } },
      '/skipMembers/users.nick: no request has the member',
      'There are name, country, nickname',
    ],
    [{ skipMembers: { 'users.nickname': 7 } }, 'the reason is missing', 'ticket 12'],
    [
      { values: { 'users.country': 'DE' } },
      '/values/users.country: values are a list of at least one',
      '["DE","AT"]',
    ],
    [{ values: { 'users.country': [] } }, 'values are a list of at least one', '["DE","AT"]'],
    [
      { values: { 'users.age': ['seven'] } },
      '/values/users.age: "seven" is no value of users.age',
      'that the source allows',
    ],
    [{ values: { 'user.age': [7] } }, '"user.age" names no member of a request', 'users.name'],
  ])('refuses %j', async (overrides, fault, remedy) => {
    using folder = emptyFolder();
    const source = documentIn(folder, overrides);
    const error = await verify('http://127.0.0.1:9', { source }).then(
      () => null,
      (reason: unknown) => reason as Error & { remedy: string },
    );
    expect(`${error?.message}`).toContain(fault);
    expect(`${error?.message}${error?.remedy}`).toContain(remedy);
  });
});

describe('names that there are not', () => {
  it.each<[object, string, string]>([
    [
      { skipOperation: 'DELETE /pets' },
      'there is no operation "DELETE /pets"',
      'There are GET /users, POST /users, GET /users/{userId}',
    ],
    [
      { skipOperation: 'DELETE /user/{id}' },
      'there is no operation',
      'Did you mean "DELETE /users/{userId}"?',
    ],
    [{ skipOperation: '*' }, 'every operation is skipped', 'Skip fewer of them.'],
    [{ skipMember: 'users.id' }, 'no request has the member "users.id"', 'There are name, country'],
    [{ skipMember: 'users.nicknam' }, 'no request has the member', 'Did you mean "nickname"?'],
    [
      { skipMember: 'nickname' },
      '"nickname" names no member of a request',
      'There are users, operations, GET /users',
    ],
    [
      { value: 'POST /users.address.city=Bonn' },
      'is about one request of several',
      'users.address.city.',
    ],
    [{ skipMember: 'GET /users.name' }, 'no request has the member', 'There are q.'],
    [{ value: 'users.age=-1' }, '-1 is no value of users.age', 'that the source allows'],
    [{ value: 'users.address.town=Bonn' }, 'no request has the member', 'address'],
    [{ value: 'users.age' }, 'the setting value is wrong', '--value users.country=DE'],
    [{ value: 'age=7' }, 'the setting value is wrong', '--value users.country=DE'],
  ])('refuses %j', async (settings, message, remedy) => {
    using folder = emptyFolder();
    const source = documentIn(folder);
    const error = await verify('http://127.0.0.1:9', { source, ...settings }).then(
      () => null,
      (reason: unknown) => reason as Error & { remedy: string },
    );
    expect(`${error?.message}`).toContain(message);
    expect(`${error?.remedy}`).toContain(remedy);
  });
});
