import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../src/contract/choices.ts';
import { kindOf } from '../../../src/contract/operation-at.ts';
import { allowedMethods, patchTypes } from '../../../src/model/rules/preconditions.ts';
import { callOf, createWorld, usersContract, usersWith } from '../../support/users.ts';

const collection = { kind: 'collection', contract: usersContract } as const;
const item = { kind: 'item', contract: usersContract, key: '1' } as const;
const root = { kind: 'root' } as const;

describe('kindOf', () => {
  it.each([
    ['GET', 'list', 'read'],
    ['HEAD', 'list', 'read'],
    ['POST', 'create', null],
    ['PUT', null, 'replace'],
    ['PATCH', null, 'update'],
    ['DELETE', null, 'remove'],
    ['OPTIONS', null, null],
    ['get', null, null],
    ['CONNECT', null, null],
  ])('reads %s as %s on the collection and %s on an item', (method, onCollection, onItem) => {
    expect([kindOf(method, collection), kindOf(method, item), kindOf(method, root)]).toEqual([
      onCollection,
      onItem,
      null,
    ]);
  });
});

describe('allowedMethods', () => {
  const bare = {
    operations: {
      create: usersContract.operations.create,
      remove: usersContract.operations.remove,
    },
  };
  const { create, remove } = bare.operations;
  if (create === undefined || remove === undefined)
    throw new Error('the contract has no create or remove');

  it.each<[string, Partial<Profile>, readonly string[], readonly string[]]>([
    [
      'everything',
      {},
      ['GET', 'HEAD', 'POST', 'OPTIONS'],
      ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    ],
    [
      'no PATCH',
      { 'update.media': 'none' },
      ['GET', 'HEAD', 'POST', 'OPTIONS'],
      ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'],
    ],
    [
      'no writes',
      { 'access.writes': 'refuse' },
      ['GET', 'HEAD', 'OPTIONS'],
      ['GET', 'HEAD', 'OPTIONS'],
    ],
  ])('names %s', (_what, profile, onCollection, onItem) => {
    const { book } = createWorld({ profile });
    const scene = {
      book,
      call: callOf('OPTIONS /users'),
      contract: usersContract,
      kind: null,
      decisions: book.decide(usersContract),
    };
    expect(allowedMethods(scene, collection)).toEqual(onCollection);
    expect(allowedMethods(scene, item)).toEqual(onItem);
    expect(allowedMethods(scene, root)).toEqual(['GET', 'HEAD', 'OPTIONS']);
  });

  it('leaves out what the contract has no operation for', () => {
    const world = createWorld({ project: usersWith({ operations: { create, remove } }) });
    expect(world.ask('OPTIONS /users').headers['allow']).toBe('POST, OPTIONS');
    expect(world.ask('OPTIONS /users/1').headers).toEqual({ allow: 'DELETE, OPTIONS' });
    for (const request of ['GET /users', 'HEAD /users/1', 'PUT /users/1', 'PATCH /users/1']) {
      const { status, ruling } = world.ask(request);
      expect([status, ruling.situation.by]).toEqual([405, 'contract']);
    }
    expect(world.ask('DELETE /users/1').status).toBe(204);
  });

  it.each([
    ['items', { create }, '/users/1', '/users', 'The paths are /users.'],
    ['a collection', { remove }, '/users', '/users/1', 'The paths are /users/<id>.'],
  ])('has no path for %s without operations', (_what, operations, none, some, remedy) => {
    const world = createWorld({ project: usersWith({ operations }) });
    const { status, json } = world.ask(`GET ${none}`);
    expect([status, json]).toEqual([404, expect.objectContaining({ remedy })]);
    expect(world.ask(`GET ${some}`).status).toBe(405);
  });
});

describe('patchTypes', () => {
  it.each<[Profile['update.media'], readonly string[]]>([
    ['both', ['application/merge-patch+json', 'application/json-patch+json', 'application/json']],
    ['merge-patch', ['application/merge-patch+json', 'application/json']],
    ['json-patch', ['application/json-patch+json']],
    ['none', []],
  ])('returns for %s the types %j', (media, types) => {
    const { book } = createWorld({ profile: { 'update.media': media } });
    const decisions = book.decide(usersContract);
    expect(
      patchTypes({
        book,
        call: callOf('PATCH /users/1'),
        contract: usersContract,
        kind: 'update',
        decisions,
      }),
    ).toEqual(types);
  });
});

describe('stopAtGates', () => {
  it('stops at the first failing check of limit, credentials, method, Accept and query', () => {
    const profile: Partial<Profile> = {
      'limit.requests': 60,
      'auth.scheme': 'bearer',
      'query.parameters': 'refuse',
    };
    const wrong = { accept: 'text/html' };
    const right = { authorization: 'Bearer x' };
    const seen = (calls: number, request: string, headers: Record<string, string>): string => {
      const draw = { traffic: () => ({ calls, secondsLeft: 7 }) };
      return createWorld({ profile, draw }).ask(request, { headers }).ruling.situation.value;
    };
    expect([
      seen(61, 'DELETE /users?a=b', wrong),
      seen(60, 'DELETE /users?a=b', wrong),
      seen(60, 'DELETE /users?a=b', { ...wrong, ...right }),
      seen(60, 'GET /users?a=b', { ...wrong, ...right }),
      seen(60, 'GET /users?a=b', right),
      seen(60, 'GET /users', right),
    ]).toEqual(['limited', 'unauthorized', 'disallowed', 'unacceptable', 'unexpected', 'ok']);
  });

  it('tells a client over the limit how long to wait', () => {
    const draw = { traffic: () => ({ calls: 61, secondsLeft: 7 }) };
    const { status, headers, json, ruling } = createWorld({
      profile: { 'limit.requests': 60 },
      draw,
    }).ask('GET /users');
    expect([status, headers['retry-after']]).toEqual([429, '7']);
    expect(json).toMatchObject({
      detail: 'more than 60 requests in this minute',
      remedy: 'Wait 7 seconds.',
      code: 'limited',
    });
    expect(ruling.situation).toEqual({ value: 'limited', by: 'limit.requests' });
  });

  it('reads the scheme of Authorization in any case, and from two fields', () => {
    const bearer = createWorld({ profile: { 'auth.scheme': 'bearer' } });
    expect(bearer.ask('GET /users', { headers: { authorization: 'bearer abc' } }).status).toBe(200);
    expect(bearer.ask('GET /users', { headers: { authorization: 'Bearer a b' } }).status).toBe(401);
    expect(
      bearer.ask('GET /users', { headers: { authorization: ['Bearer abc', 'Bearer def'] } }).status,
    ).toBe(401);
  });

  it.each<[Partial<Profile>, Record<string, string>, string, string, string]>([
    [
      { 'auth.scheme': 'bearer' },
      {},
      'Bearer realm="standin"',
      'the header Authorization is missing',
      'Send Authorization: Bearer <any token>.',
    ],
    [
      { 'auth.scheme': 'basic' },
      { authorization: 'Bearer x' },
      'Basic realm="standin", charset="UTF-8"',
      'the header Authorization does not match the scheme',
      'Send Authorization: Basic <base64 of any user:password>.',
    ],
    [
      { 'auth.scheme': 'api-key', 'auth.header': 'API-Key' },
      {},
      'ApiKey realm="standin", header="API-Key"',
      'the header API-Key is missing',
      'Send API-Key: <any key>.',
    ],
  ])(
    'challenges under %j a client that sends %j with %s',
    (profile, headers, challenge, detail, remedy) => {
      const answer = createWorld({ profile }).ask('GET /users', { headers });
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, challenge]);
      expect(answer.json).toMatchObject({ detail, remedy, code: 'unauthorized' });
      expect(answer.ruling.situation.by).toBe('auth.scheme');
    },
  );

  it('says that the service is read-only, and who decided that', () => {
    const closed = createWorld({ profile: { 'access.writes': 'refuse' } }).rule('DELETE /users/1');
    expect([closed.detail, closed.situation.by]).toEqual([
      'DELETE is not supported at this path: the server is read-only',
      'access.writes',
    ]);
    const noPatch = createWorld({ profile: { 'update.media': 'none' } }).rule('PATCH /users/1');
    expect([noPatch.detail, noPatch.situation.by]).toEqual([
      'PATCH is not supported at this path',
      'update.media',
    ]);
  });
});

describe('commonHeaders', () => {
  const origin = 'https://app.test';
  const preflight = {
    origin,
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'content-type, x-a',
  };

  it('lets a page of another origin read the answer, also a refusal', () => {
    const expected = {
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      vary: 'Origin',
      'access-control-expose-headers':
        'Location, ETag, X-Total-Count, Link, Allow, Accept-Patch, Retry-After, WWW-Authenticate, API-Version, Preference-Applied, Standin-Decided-By',
    };
    for (const request of ['GET /users', 'GET /users/9', 'GET /nothing', 'PUT /users', 'GET /']) {
      expect(createWorld().ask(request, { headers: { origin } }).headers).toMatchObject(expected);
    }
  });

  it('answers a CORS preflight request', () => {
    const { status, headers } = createWorld().ask('OPTIONS /users/1', { headers: preflight });
    expect([status, headers]).toEqual([
      204,
      {
        allow: 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS',
        'accept-patch':
          'application/merge-patch+json, application/json-patch+json, application/json',
        'access-control-allow-origin': origin,
        'access-control-allow-credentials': 'true',
        vary: 'Origin',
        'access-control-allow-methods': 'GET, HEAD, PUT, PATCH, DELETE, OPTIONS',
        'access-control-allow-headers': 'content-type, x-a',
        'access-control-max-age': '600',
      },
    ]);
  });

  it('names no header fields if none were requested, and GET if no method was', () => {
    const world = createWorld({ profile: { 'cors.origin': 'any' } });
    const asked = { origin, 'access-control-request-method': 'GET' };
    expect(world.ask('OPTIONS /users', { headers: asked }).names).not.toContain(
      'access-control-allow-headers',
    );
    expect(
      world.ask('OPTIONS /nothing', { headers: asked }).headers['access-control-allow-methods'],
    ).toBe('GET');
  });

  it('adds nothing for a caller that is no page, or if no origin may call', () => {
    const isCors = (name: string): boolean => name.startsWith('access-control-');
    expect(createWorld().ask('GET /users').names.filter(isCors)).toEqual([]);
    expect(
      createWorld({ profile: { 'cors.origin': 'none' } })
        .ask('OPTIONS /users', { headers: preflight })
        .names.filter(isCors),
    ).toEqual([]);
  });

  it('treats OPTIONS without a requested method as an ordinary call', () => {
    const { names } = createWorld().ask('OPTIONS /users', { headers: { origin } });
    expect(names).toContain('access-control-expose-headers');
    expect(names).not.toContain('access-control-allow-methods');
  });

  it.each<Partial<Profile>>([
    { 'auth.scheme': 'bearer' },
    { 'auth.scheme': 'basic' },
    { 'auth.scheme': 'api-key' },
  ])(
    'answers a preflight without credentials, under %j (Fetch standard, CORS-preflight fetch)',
    (profile) => {
      expect(createWorld({ profile }).ask('OPTIONS /users/1', { headers: preflight }).status).toBe(
        204,
      );
    },
  );
});
