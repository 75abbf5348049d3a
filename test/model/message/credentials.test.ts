// Credentials that are accepted, and the version that is asked for: what is told of those that are
// not.

import { describe, expect, it } from 'vitest';
import type { Profile } from '../../../src/contract/choices.ts';
import {
  flawOfCredentials,
  flawOfVersion,
  scopesOfToken,
} from '../../../src/model/message/credentials.ts';
import { rule } from '../../../src/model/rules/rule.ts';
import { render } from '../../../src/model/ruling/render.ts';
import { type Answer, callOf, createWorld, readReply } from '../../support/users.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Asks for the list where only these credentials are accepted. */
function askWith(
  scheme: Profile['auth.scheme'],
  credentials: readonly string[],
  headers: Readonly<Record<string, string>>,
): Answer {
  const { book } = createWorld({ profile: { 'auth.scheme': scheme } });
  const ruling = rule({ ...book, credentials }, callOf('GET /users', { headers }));
  return readReply(render(ruling, 'silent'), ruling);
}

describe('flawOfCredentials', () => {
  it.each([
    ['bearer', '', 'missing'],
    ['bearer', 'Bearer', 'malformed'],
    ['bearer', 'Basic eA==', 'malformed'],
    ['bearer', 'Bearer other', 'unknown'],
    ['bearer', 'Bearer good', null],
    ['bearer', 'bearer   good', null],
    ['bearer', 'Bearer Good', 'unknown'],
    ['basic', `Basic ${base64('good')}`, null],
    ['basic', `Basic ${base64('jürgen:geheim')}`, null],
    ['basic', `Basic ${base64('user:no')}`, 'unknown'],
    ['basic', 'Basic /w==', 'unknown'],
    ['basic', 'Basic A', 'unknown'],
    ['api-key', 'good', null],
    ['api-key', 'goodness', 'unknown'],
    ['api-key', '   ', 'malformed'],
  ] as const)('with %s %j: %s', (scheme, sent, flaw) => {
    expect(flawOfCredentials(scheme, sent, ['good', 'jürgen:geheim'])).toBe(flaw);
  });

  it('accepts any well-formed credentials if none are listed', () => {
    expect(flawOfCredentials('bearer', 'Bearer whatever', undefined)).toBeNull();
    expect(flawOfCredentials('basic', 'Basic A', undefined)).toBeNull();
  });

  it('accepts none if the list is empty', () => {
    expect(flawOfCredentials('bearer', 'Bearer whatever', [])).toBe('unknown');
  });
});

describe('flawOfCredentials, of credentials that are always wrong', () => {
  it.each([
    ['bearer', 'Bearer standin-wrong'],
    ['basic', `Basic ${base64('standin-wrong:x')}`],
    ['api-key', 'standin-wrong'],
  ] as const)('does not accept them although any others will do: %s', (scheme, sent) => {
    expect(flawOfCredentials(scheme, sent, undefined)).toBe('unknown');
  });

  it('tells a token from the scopes behind it', () => {
    const accepted = ['good read:a', 'a:b with blanks'];
    expect(flawOfCredentials('bearer', 'Bearer good', accepted)).toBeNull();
    expect(flawOfCredentials('basic', `Basic ${base64('a:b with blanks')}`, accepted)).toBeNull();
    expect(flawOfCredentials('api-key', 'good', accepted)).toBe('unknown');
  });
});

describe('scopesOfToken', () => {
  const jwt = (claims: unknown): string =>
    `e30.${Buffer.from(typeof claims === 'string' ? claims : JSON.stringify(claims)).toString('base64url')}.s`;

  it.each<[string, readonly string[] | undefined, readonly string[] | null]>([
    ['good', undefined, null],
    ['good', ['good', 'other'], null],
    ['good', ['good a  b', 'other'], ['a', 'b']],
    ['other', ['good a b', 'other'], []],
    ['stranger', ['good a b'], null],
    [jwt({ scope: 'a b' }), undefined, ['a', 'b']],
    [jwt({ scp: ['a', 7, 'b'] }), undefined, ['a', 'b']],
    [jwt({ scp: 'ä?>' }), undefined, ['ä?>']],
    [jwt({ sub: 'ada' }), undefined, null],
    [jwt({ scope: 7 }), undefined, null],
    [jwt([]), undefined, null],
    [jwt('{'), undefined, null],
    ['a.b', undefined, null],
    ['a.b~.c', undefined, null],
  ])('%s, of %j: %j', (token, accepted, scopes) => {
    expect(scopesOfToken(`Bearer ${token}`, accepted)).toEqual(scopes);
  });

  it('knows none of other credentials', () => {
    expect(scopesOfToken('Basic YTpi')).toBeNull();
  });
});

describe('rule, if some credentials are accepted', () => {
  it('mentions a wrong token in the challenge (RFC 6750 section 3.1), but not a missing one', () => {
    const wrong = askWith('bearer', ['good'], { authorization: 'Bearer bad' });
    expect(wrong.status).toBe(401);
    expect(wrong.headers['www-authenticate']).toBe(
      'Bearer realm="standin", error="invalid_token", error_description="the token is not accepted"',
    );
    expect(wrong.json).toMatchObject({
      detail: 'the header Authorization has no accepted credentials',
    });
    expect(askWith('bearer', ['good'], {}).headers['www-authenticate']).toBe(
      'Bearer realm="standin"',
    );
    expect(askWith('bearer', ['good'], { authorization: 'Bearer good' }).status).toBe(200);
  });

  it('requests user and password, or a key, in the same way', () => {
    const challenge = 'Basic realm="standin", charset="UTF-8"';
    expect(askWith('basic', ['a:b'], { authorization: `Basic ${base64('a:c')}` })).toMatchObject({
      status: 401,
      headers: { 'www-authenticate': challenge },
    });
    expect(askWith('basic', ['a:b'], { authorization: `Basic ${base64('a:b')}` }).status).toBe(200);
    expect(askWith('api-key', ['k', 'l'], { 'x-api-key': 'm' }).status).toBe(401);
    expect(askWith('api-key', ['k', 'l'], { 'x-api-key': 'l' }).status).toBe(200);
  });

  it('reveals no accepted credentials', () => {
    const { text, headers } = askWith('bearer', ['sesame-open'], { authorization: 'Bearer x' });
    expect(text + JSON.stringify(headers)).not.toContain('sesame');
  });
});

describe('flawOfVersion', () => {
  it.each([
    [undefined, 'known', null],
    [undefined, 'required', 'the header API-Version is missing'],
    ['1', 'required', null],
    [' 1 ', 'known', null],
    ['2', 'known', 'there is no version "2" of this interface'],
    ['', 'known', 'there is no version "" of this interface'],
    ['1, 1', 'known', 'there is no version "1, 1" of this interface'],
  ] as const)('with %j if it is %s: %s', (asked, rule, detail) => {
    expect(flawOfVersion(asked, rule)).toBe(detail);
  });

  it('is not required in a CORS preflight request', () => {
    const preflight = { origin: 'https://app.test', 'access-control-request-method': 'GET' };
    const world = createWorld({ profile: { 'version.request': 'required' } });
    expect(world.ask('OPTIONS /users', { headers: preflight }).status).toBe(204);
    expect(world.ask('GET /users')).toMatchObject({
      status: 406,
      json: { remedy: 'Send API-Version: 1.' },
    });
  });
});

describe('limitHeaders', () => {
  it('reports the remaining calls also with a refusal, readable by pages of other origins', () => {
    const traffic = { traffic: () => ({ calls: 61, secondsLeft: 30 }) };
    const world = createWorld({
      profile: { 'limit.requests': 60, 'limit.headers': 'ratelimit' },
      draw: traffic,
    });
    const { status, headers } = world.ask('GET /users', {
      headers: { origin: 'https://app.test' },
    });
    expect(status).toBe(429);
    expect(headers).toMatchObject({
      'retry-after': '30',
      ratelimit: '"default";r=0;t=30',
      'ratelimit-policy': '"default";q=60;w=60',
    });
    expect(headers['access-control-expose-headers']).toMatch(/, RateLimit, RateLimit-Policy$/);
  });

  it('reports nothing without a limit', () => {
    const { names } = createWorld({ profile: { 'limit.headers': 'x-ratelimit' } }).ask(
      'GET /users',
    );
    expect(names.filter((name) => name.includes('ratelimit'))).toEqual([]);
  });
});
