import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import type { Profile } from '../../../src/contract/choices.ts';
import { force, type RequestedReply } from '../../../src/model/forced/force.ts';
import { render } from '../../../src/model/ruling/render.ts';
import {
  type Answer,
  callOf,
  createWorld,
  type Project,
  projectWith,
  readReply,
  type Sent,
  usersProject,
} from '../../support/users.ts';

const nothing: RequestedReply = {
  code: null,
  example: null,
  dynamic: null,
  seed: null,
  by: 'directive',
  asker: 'test',
};

function forced(
  request: string,
  wanted: Partial<RequestedReply>,
  more: { profile?: Partial<Profile>; project?: Project; sent?: Sent } = {},
): Answer {
  const { profile = {}, project = usersProject, sent } = more;
  const { book } = createWorld({ project, profile });
  const ruling = force(book, callOf(request, sent), { ...nothing, ...wanted });
  return readReply(render(ruling, 'silent'), ruling);
}

describe('force', () => {
  const problem = (situation: string, title: string, status: number): JsonObject => ({
    type: `/__standin/problems/${situation}`,
    title,
    status,
    detail: 'requested by the client: test',
    code: situation,
  });
  const plain = (title: string, status: number): JsonObject => ({
    type: 'about:blank',
    title,
    status,
    detail: 'requested by the client: test',
  });

  it.each<[request: string, code: number, body: Json]>([
    ['GET /users/1', 404, problem('missing', 'There is no such record', 404)],
    ['GET /users', 404, problem('unrouted', 'There is no resource at this path', 404)],
    ['POST /users', 422, problem('invalid', 'The body is invalid', 422)],
    ['POST /users', 409, problem('taken', 'The record conflicts with another', 409)],
    ['PUT /users/1', 412, problem('stale', 'The record has changed', 412)],
    ['GET /users', 401, problem('unauthorized', 'Valid credentials are required', 401)],
    ['GET /users', 429, problem('limited', 'Too many requests', 429)],
    ['GET /users', 503, plain('Service Unavailable', 503)],
    ['GET /nothing', 500, plain('Internal Server Error', 500)],
    ['GET /users', 418, plain('Client Error', 418)],
    ['GET /users', 599, plain('Server Error', 599)],
  ])(
    'returns %s with %d the problem of its situation, else one that the status names',
    (request, code, body) => {
      const answer = forced(request, { code });
      expect([answer.status, answer.headers['content-type'], answer.json]).toEqual([
        code,
        'application/problem+json',
        body,
      ]);
      expect(answer.ruling.effect.kind).toBe('none');
    },
  );

  it.each<[shape: Profile['error.shape'], body: Json]>([
    ['message', { error: 'requested by the client: test' }],
    ['empty-object', {}],
    ['none', null],
  ])('gives an error the shape of the profile: %s', (shape, body) => {
    expect(forced('GET /users', { code: 503 }, { profile: { 'error.shape': shape } }).json).toEqual(
      body,
    );
  });

  it('follows the statuses of the profile', () => {
    expect(
      forced('POST /users', { code: 400 }, { profile: { 'invalid.status': 400 } }).json,
    ).toMatchObject({ code: 'invalid' });
    expect(forced('POST /users', { code: 400 }).json).toMatchObject({ code: 'malformed' });
  });

  it.each<[request: string, code: number, body: Json]>([
    ['GET /users/2', 203, { id: 2 }],
    ['GET /users/77', 200, { id: 7, name: 'Jo' }],
    ['POST /users', 202, { id: 6, name: 'Fay', email: 'fay@example.com' }],
    ['PUT /users/2', 201, { id: 2, name: 'Fay', email: 'fay@example.com' }],
  ])(
    'answers %s and %d with the stored record, the one it would store, or an example',
    (request, code, body) => {
      const sent = request.startsWith('P')
        ? { json: { name: 'Fay', email: 'fay@example.com' } }
        : {};
      const answer = forced(request, { code }, { sent });
      expect([answer.status, answer.json]).toEqual([
        code,
        body === null ? null : expect.objectContaining(body as JsonObject),
      ]);
    },
  );

  it('makes up a body if no stored record fits', () => {
    const answer = forced('PUT /users/77', { code: 200, seed: 'x' });
    expect(answer.json).toMatchObject({ id: 77 });
    expect(usersProject.checker.check('user', answer.json)).toEqual([]);
    expect(forced('PUT /users/77', { code: 200, seed: 'x' }).json).toEqual(answer.json);
  });

  it.each([204, 205, 304])('sends no body with %d', (code) => {
    expect(forced('GET /users/1', { code })).toMatchObject({ status: code, text: '', names: [] });
  });

  it.each([301, 303, 307])('sends %d without a body', (code) => {
    expect(forced('GET /users/1', { code })).toMatchObject({ status: code, text: '' });
  });

  it('adds what a status asks for', () => {
    expect(forced('GET /users', { code: 401 }).headers['www-authenticate']).toBe(
      'Bearer realm="standin"',
    );
    expect(forced('GET /users', { code: 405 }).headers['allow']).toBe('GET, HEAD, POST, OPTIONS');
    expect(forced('GET /nothing', { code: 405 }).headers['allow']).toBe('');
    expect(forced('GET /users', { code: 503 }).headers['retry-after']).toBe('1');
  });

  it('names on each facet who requested it', () => {
    const { ruling } = forced('GET /users', { code: 503, by: 'override' });
    expect([ruling.situation, ruling.status]).toEqual([
      { value: 'directed', by: 'override' },
      { value: 503, by: 'override' },
    ]);
    expect(render(ruling, 'explained').headers).toContain(
      'situation=directed;by=override, status=override, content=error.shape, retry-after=override',
    );
  });
});

describe('force, with a made-up body', () => {
  const rich = projectWith({
    name: { type: 'string', minLength: 3 },
    mail: { type: 'string', format: 'email' },
    made: { type: 'string', format: 'date-time', readOnly: true },
    colour: { enum: ['red', 'green', 'blue'] },
    inner: {
      type: 'object',
      required: ['serial'],
      properties: { serial: { type: 'integer', readOnly: true } },
    },
  });
  const seeds = ['abc', '1', '2', '', 'a longer seed', 'Ünïcode', '9'.repeat(100)];

  it.each(seeds)('fits the schemas, and is the same for the same seed: %j', (seed) => {
    for (const [project, path, item, list] of [
      [usersProject, '/users', 'user', 'users'],
      [rich, '/things', 'thing', 'things'],
    ] as const) {
      const one = forced(`GET ${path}/3`, { dynamic: true, seed }, { project });
      const all = forced(`GET ${path}`, { dynamic: true, seed }, { project });
      expect([one.status, all.status]).toEqual([200, 200]);
      expect(project.checker.check(item, one.json)).toEqual([]);
      expect(project.checker.check(list, all.json)).toEqual([]);
      expect(one.json).toMatchObject({ id: 3 });
      expect((all.json as readonly Json[]).length).toBeGreaterThan(0);
      expect(forced(`GET ${path}`, { dynamic: true, seed }, { project }).json).toEqual(all.json);
    }
  });

  it('differs with the seed, and has what only the service writes', () => {
    const bodies = seeds.map(
      (seed) => forced('GET /things/3', { dynamic: true, seed }, { project: rich }).text,
    );
    expect(new Set(bodies).size).toBe(seeds.length);
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({
      made: expect.any(String),
      inner: { serial: expect.any(Number) },
    });
  });

  it('has the shape of the profile, and stores no record', () => {
    const profile = { 'create.body': 'wrapped', 'create.status': 202 } as const;
    const answer = forced(
      'POST /users',
      { dynamic: true, seed: 'a' },
      { profile, sent: { json: {} } },
    );
    expect([
      answer.status,
      Object.keys(answer.json as JsonObject),
      answer.ruling.effect.kind,
    ]).toEqual([202, ['data'], 'none']);
    expect(forced('DELETE /users/1', { dynamic: true })).toMatchObject({ status: 204, text: '' });
  });

  it('takes a new seed if none is given', () => {
    const { book } = createWorld();
    const texts = [1, 2, 3].map(() => {
      const ruling = force(book, callOf('GET /users/1'), { ...nothing, dynamic: true });
      return readReply(render(ruling, 'silent'), ruling).text;
    });
    expect(new Set(texts).size).toBe(3);
  });
});
