import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { describe as describeInteraction } from '../../src/journal/describe.ts';
import { Journal } from '../../src/journal/journal.ts';
import { type AdminScope, answerAdmin, INTERACTIONS_SHOWN_MAX, isAdminPath } from '../../src/mock/admin.ts';
import { problemTitles } from '../../src/model/problem.ts';
import { interactionOf } from '../support/interactions.ts';
import { callOf, createWorld, textOf } from '../support/users.ts';

function scopeOf(interactions: number, adminHosts: readonly string[] = []): AdminScope {
  const journal = new Journal();
  for (let count = 0; count < interactions; count++) journal.add(interactionOf());
  return { journal, book: createWorld({ basePath: '/api' }).book, adminHosts };
}

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: Json;
}

function ask(
  request: string,
  scope: AdminScope = scopeOf(3),
  headers: Record<string, string> = { host: 'localhost:3000' },
): Answered {
  const reply = answerAdmin(callOf(request, { headers }), scope);
  const pairs = reply.headers.flatMap((name, index) => (index % 2 === 0 ? [[name, reply.headers[index + 1] ?? '']] : []));
  return {
    status: reply.status,
    headers: Object.fromEntries(pairs) as Record<string, string>,
    json: JSON.parse(textOf(reply)) as Json,
  };
}

function seqsOf(answered: Answered): readonly Json[] {
  return ((answered.json as JsonObject)['interactions'] as readonly JsonObject[]).map((one) => one['seq'] as Json);
}

const safe = { 'content-type': 'application/json', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

describe('isAdminPath', () => {
  it.each([
    ['/__standin', true],
    ['/__standin/', true],
    ['/__standin/interactions', true],
    ['/users', false],
    ['/', false],
    ['/users/__standin', false],
    ['/__Standin', false],
    ['/__standinx', false],
    ['/__standin-users/1', false],
    ['//__standin', false],
  ])('says of %s: %s', (path, isAdmin) => {
    expect(isAdminPath(path)).toBe(isAdmin);
  });
});

describe('answerAdmin', () => {
  it('gives an overview', () => {
    for (const path of ['/__standin', '/__standin/']) {
      expect(ask(`GET ${path}`)).toEqual({
        status: 200,
        headers: safe,
        json: {
          resources: { users: { path: '/api/users', records: 5 } },
          interactions: { path: '/__standin/interactions', total: 3 },
          problems: { path: '/__standin/problems' },
        },
      });
    }
  });

  it('gives the newest interactions, newest first, 100 of them', () => {
    const scope = scopeOf(120);
    const answered = ask('GET /__standin/interactions', scope);
    expect([answered.status, answered.headers, (answered.json as JsonObject)['total']]).toEqual([200, safe, 120]);
    expect(seqsOf(answered)).toEqual(Array.from({ length: 100 }, (_, index) => 120 - index));
    const { interactions } = answered.json as { interactions: Json[] };
    expect(interactions[0]).toEqual(JSON.parse(JSON.stringify(scope.journal.newest(1).map(describeInteraction)[0])));
    expect(ask('GET /__standin/interactions', scopeOf(0)).json).toEqual({ total: 0, interactions: [] });
  });

  it.each([
    ['limit=1', [3]],
    ['limit=2', [3, 2]],
    ['limit=1000', [3, 2, 1]],
    ['other=1', [3, 2, 1]],
    ['limit=1&limit=2', [3]],
  ])('gives with ?%s the interactions %j', (query, seqs) => {
    expect(seqsOf(ask(`GET /__standin/interactions?${query}`))).toEqual(seqs);
  });

  it.each(['0', '-1', '1.5', '1001', 'many', '', 'NaN', 'Infinity', '1e999'])('refuses the limit %j', (limit) => {
    expect(ask(`GET /__standin/interactions?limit=${limit}`)).toMatchObject({
      status: 400,
      headers: { 'content-type': 'application/problem+json' },
      json: {
        type: 'about:blank',
        title: 'The limit cannot be met',
        status: 400,
        detail: `limit must be a whole number from 1 to ${INTERACTIONS_SHOWN_MAX}.`,
      },
    });
  });

  it('gives one interaction', () => {
    const scope = scopeOf(3);
    const { status, headers, json } = ask('GET /__standin/interactions/2', scope);
    expect([status, headers]).toEqual([200, safe]);
    expect(json).toMatchObject({ seq: 2, call: { method: 'PUT', path: '/users/1' }, ruling: { operation: 'replace' } });
  });

  it.each(['0', '4', '-1', '1.0', 'abc', '1e0', '9'.repeat(20), '__proto__', '%31'])('has no interaction %s', (name) => {
    expect(ask(`GET /__standin/interactions/${name}`)).toMatchObject({
      status: 404,
      json: { title: 'There is no such interaction', detail: 'It never was, or it has made room for newer ones.' },
    });
  });

  it('describes every problem', () => {
    expect(ask('GET /__standin/problems')).toEqual({ status: 200, headers: safe, json: { problems: problemTitles } });
    for (const [code, title] of Object.entries(problemTitles)) {
      expect(ask(`GET /__standin/problems/${code}`).json).toEqual({ type: `/__standin/problems/${code}`, code, title });
    }
  });

  it.each(['nothing', 'toString', '__proto__', 'Missing'])('has no problem %s, and says which there are', (name) => {
    const { status, json } = ask(`GET /__standin/problems/${name}`);
    expect([status, (json as JsonObject)['title']]).toEqual([404, 'There is no such problem']);
    expect((json as JsonObject)['detail']).toBe(`The problems are ${Object.keys(problemTitles).join(', ')}.`);
  });

  it.each(['/__standin/nothing', '/__standin/interactions/1/2', '/__standin/problems/missing/x'])('has nothing at %s', (path) => {
    expect(ask(`GET ${path}`)).toMatchObject({
      status: 404,
      json: {
        title: 'Nothing is at this path',
        detail: 'There is /__standin/interactions, /__standin/interactions/<seq> and /__standin/problems.',
      },
    });
  });

  it('answers nothing but its own path, whatever that begins with', () => {
    expect(['/__standinx', '/__standinx/interactions'].map((path) => ask(`GET ${path}`).status)).toEqual([404, 404]);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'get'])('only reads: %s', (method) => {
    expect(ask(`${method} /__standin/interactions`)).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD', 'content-type': 'application/problem+json' },
      json: { title: 'This API only reads', detail: `${method} is not offered here; use GET.` },
    });
  });

  it('takes HEAD for GET', () => {
    expect(ask('HEAD /__standin/interactions').status).toBe(200);
  });

  it.each<[string | null, string | null, number]>([
    ['localhost', null, 200],
    ['localhost:3000', null, 200],
    ['LOCALHOST:3000', null, 200],
    ['127.0.0.1:3000', null, 200],
    ['[::1]:3000', null, 200],
    ['[::1]', null, 200],
    ['mock.internal:3000', null, 200],
    [null, null, 403],
    ['', null, 403],
    ['evil.test', null, 403],
    ['evil.test:3000', null, 403],
    ['localhost.evil.test', null, 403],
    ['127.0.0.1.evil.test:80', null, 403],
    ['127.0.0.2', null, 403],
    ['localhost:3000:80', null, 403],
    ['localhost:3000', 'http://localhost:3000', 200],
    ['localhost:3000', 'https://localhost:3000', 200],
    ['localhost:3000', 'http://localhost:4000', 403],
    ['localhost:3000', 'http://127.0.0.1:3000', 403],
    ['localhost:3000', 'https://evil.test', 403],
    ['localhost:3000', 'null', 403],
    ['localhost:3000', '', 403],
    ['localhost:3000', 'file://localhost:3000', 403],
    ['localhost:3000', 'http://evil.test/http://localhost:3000', 403],
  ])('under the host %j, from the origin %j, answers %d', (host, origin, status) => {
    const headers = { ...(host === null ? {} : { host }), ...(origin === null ? {} : { origin }) };
    for (const request of ['GET /__standin/interactions', 'GET /__standin/nothing', 'POST /__standin']) {
      const answered = ask(request, scopeOf(1, ['mock.internal']), headers);
      if (status === 403) expect([answered.status, JSON.stringify(answered.json).includes('users')]).toEqual([403, false]);
      else expect(answered.status).not.toBe(403);
    }
    expect(ask('GET /__standin', scopeOf(1, ['mock.internal']), headers).status).toBe(status);
  });

  it('says why it does not answer', () => {
    expect(ask('GET /__standin', scopeOf(1), { host: 'evil.test' }).json).toEqual({
      type: 'about:blank',
      title: 'This API is for this machine',
      status: 403,
      detail: 'The host name "evil.test" is not one of this machine.',
    });
    expect(ask('GET /__standin', scopeOf(1), { host: 'localhost', origin: 'http://a.test' }).json).toMatchObject({
      detail: 'Pages of other origins may not read it.',
    });
  });
});
