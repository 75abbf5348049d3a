import { describe, expect, it } from 'vitest';
import type { InternalCall } from '../../../src/http/server/internal-routes.ts';
import { type AccessRules, findRefusal } from '../../../src/inspector/request/access.ts';

const access: AccessRules = { token: 'token-1', hosts: ['mock.test'], reach: 'loopback' };

function call(method: string, headers: Readonly<Record<string, string>>): InternalCall {
  return {
    method,
    path: '/__standin/api/rows',
    query: '',
    headers,
    body: '',
    signal: new AbortController().signal,
  };
}

const refusalOf = (
  made: InternalCall,
  what: 'page' | 'api' = 'api',
  given: AccessRules = access,
): number | null => findRefusal(made, given, what)?.status ?? null;

describe('findRefusal', () => {
  it.each([
    ['localhost', null],
    ['LOCALHOST:3000', null],
    ['127.0.0.1:3000', null],
    ['[::1]:3000', null],
    ['mock.test:3000', null],
    ['alice.localhost:3000', 403],
    ['rebound.example', 403],
    ['localhost.rebound.example', 403],
    ['127.0.0.1.example:3000', 403],
    ['', 403],
  ])('for the host %s: %s', (host, refusal) => {
    expect(refusalOf(call('GET', { host }))).toBe(refusal);
    expect(refusalOf(call('GET', { host }), 'page')).toBe(refusal);
  });

  it.each([
    ['http://localhost:3000', null],
    ['https://localhost:3000', null],
    ['http://localhost:4000', 403],
    ['http://evil.example', 403],
    ['null', 403],
  ])('for the origin %s: %s', (origin, refusal) => {
    expect(refusalOf(call('GET', { host: 'localhost:3000', origin }))).toBe(refusal);
  });

  it.each([
    ['same-origin', null],
    ['none', null],
    ['cross-site', 403],
    ['same-site', 403],
  ])('for an API request from the site %s: %s', (site, refusal) => {
    const made = call('GET', { host: 'localhost', 'sec-fetch-site': site });
    expect(refusalOf(made)).toBe(refusal);
    expect(refusalOf(made, 'page')).toBeNull();
  });

  const SIMPLE = [
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
    'TEXT/PLAIN;charset=utf-8',
  ];
  const origin = 'http://localhost';

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('requires the token for %s from a page', (method) => {
    expect(refusalOf(call(method, { host: 'localhost', origin }))).toBe(401);
    expect(refusalOf(call(method, { host: 'localhost', origin, 'standin-token': 'token-2' }))).toBe(
      401,
    );
    expect(
      refusalOf(call(method, { host: 'localhost', origin, 'standin-token': 'token-1x' })),
    ).toBe(401);
    expect(
      refusalOf(call(method, { host: 'localhost', origin, 'standin-token': 'token-1' })),
    ).toBeNull();
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])(
    'requires none for %s from a program of this machine, but refuses a wrong one',
    (method) => {
      for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
        expect(refusalOf(call(method, { host }))).toBeNull();
      expect(refusalOf(call(method, { host: 'localhost', 'standin-token': 'token-2' }))).toBe(401);
      expect(refusalOf(call(method, { host: 'localhost', 'standin-token': '' }))).toBe(401);
      // What the fetch of Node sends.
      const node = {
        host: 'localhost:3000',
        'sec-fetch-mode': 'cors',
        'user-agent': 'node',
        'accept-language': '*',
      };
      expect(refusalOf(call(method, node))).toBeNull();
      expect(
        refusalOf({ ...call(method, { ...node, 'content-type': 'application/json' }), body: '{}' }),
      ).toBeNull();
    },
  );

  it.each<[what: string, headers: Readonly<Record<string, string>>, status: number]>([
    ['another page', { origin: 'http://evil.example' }, 403],
    ['a frame without an origin', { origin: 'null' }, 403],
    ['a page of another port', { origin: 'http://localhost:4000' }, 403],
    ['a page of a world', { origin: 'http://alice.localhost:3000' }, 403],
    ['a page of this origin without the token', { origin: 'http://localhost:3000' }, 401],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['the same site', { 'sec-fetch-site': 'same-site' }, 403],
    ['what was typed into the browser', { 'sec-fetch-site': 'none' }, 401],
    ['this site without the token', { 'sec-fetch-site': 'same-origin' }, 401],
    ['an old browser that names the page alone', { referer: 'http://evil.example/' }, 401],
    ['a name that was rebound', { host: 'evil.example:3000' }, 403],
    [
      'a name that was rebound, with its own origin',
      { host: 'evil.example:3000', origin: 'http://evil.example:3000' },
      403,
    ],
    ['a name that begins like this machine', { host: '127.0.0.1.evil.example' }, 403],
    ['a name that ends like this machine', { host: 'evil-localhost' }, 403],
    ['a name below localhost', { host: 'alice.localhost:3000' }, 403],
    ['a host name that is allowed, which others may have too', { host: 'mock.test:3000' }, 401],
  ])('refuses changes from %s', (_what, headers, status) => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect(refusalOf(call(method, { host: 'localhost:3000', ...headers }))).toBe(status);
      expect(
        refusalOf({
          ...call(method, {
            host: 'localhost:3000',
            ...headers,
            'content-type': 'application/json',
          }),
          body: '{}',
        }),
      ).toBe(status);
    }
  });

  it.each(SIMPLE)('requires the token for a POST of %s, which a form could send', (type) => {
    expect(refusalOf(call('POST', { host: 'localhost', 'content-type': type }))).toBe(401);
    expect(
      refusalOf({
        ...call('POST', { host: 'localhost', 'content-type': type }),
        body: '{"seq":1}',
      }),
    ).toBe(401);
    expect(
      refusalOf(
        call('POST', { host: 'localhost', 'content-type': type, 'standin-token': 'token-1' }),
      ),
    ).toBeNull();
  });

  it('requires the token for a POST whose body has no type, or cannot be read', () => {
    expect(refusalOf({ ...call('POST', { host: 'localhost' }), body: '{"seq":1}' })).toBe(401);
    expect(refusalOf({ ...call('POST', { host: 'localhost' }), body: null })).toBe(401);
    expect(
      refusalOf({
        ...call('POST', { host: 'localhost', 'content-type': 'application/json' }),
        body: '{"seq":1}',
      }),
    ).toBeNull();
  });

  it('requires the token for everything but the page if other machines can reach it', () => {
    const open: AccessRules = { ...access, reach: 'open' };
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect(refusalOf(call(method, { host: 'localhost' }), 'api', open)).toBe(401);
      expect(
        refusalOf(call(method, { host: 'localhost', 'standin-token': 'token-1' }), 'api', open),
      ).toBeNull();
    }
    expect(refusalOf(call('GET', { host: 'localhost' }), 'page', open)).toBeNull();
  });
});

describe('beyond loopback, under a name that the machine does not know', () => {
  const open = { token: 'secret', hosts: ['0.0.0.0'], reach: 'open' } as const;
  const ask = (method: string, what: 'page' | 'api', headers: Readonly<Record<string, string>>) =>
    findRefusal(
      {
        method,
        path: '/__standin/api/reset',
        query: '',
        headers: { host: 'mock:3000', ...headers },
        body: '',
        signal: new AbortController().signal,
      },
      open,
      what,
    )?.status ?? null;

  it('serves the page, and the API only with the token', () => {
    expect(ask('GET', 'page', {})).toBe(null);
    expect(ask('POST', 'api', { 'standin-token': 'secret' })).toBe(null);
    expect(ask('GET', 'api', { 'standin-token': 'secret' })).toBe(null);
    expect(ask('GET', 'api', {})).toBe(403);
    expect(ask('POST', 'api', { 'standin-token': 'guess' })).toBe(403);
    expect(ask('POST', 'api', { 'standin-token': 'secret', origin: 'https://evil.example' })).toBe(
      403,
    );
  });
});
