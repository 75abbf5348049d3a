import { describe, expect, it } from 'vitest';
import type { SideCall } from '../../src/http/side.ts';
import { type Access, findRefusal } from '../../src/inspector/access.ts';

const access: Access = { token: 'token-1', hosts: ['mock.test'], reach: 'loopback' };

function call(method: string, headers: Readonly<Record<string, string>>): SideCall {
  return { method, path: '/__standin/api/rows', query: '', headers, body: '', signal: new AbortController().signal };
}

const refusalOf = (made: SideCall, what: 'page' | 'api' = 'api', given: Access = access): number | null =>
  findRefusal(made, given, what)?.status ?? null;

describe('findRefusal', () => {
  it.each([
    ['localhost', null],
    ['LOCALHOST:3000', null],
    ['127.0.0.1:3000', null],
    ['[::1]:3000', null],
    ['mock.test:3000', null],
    ['rebound.example', 403],
    ['localhost.rebound.example', 403],
    ['127.0.0.1.example:3000', 403],
    ['', 403],
  ])('says of the host %s: %s', (host, refusal) => {
    expect(refusalOf(call('GET', { host }))).toBe(refusal);
    expect(refusalOf(call('GET', { host }), 'page')).toBe(refusal);
  });

  it.each([
    ['http://localhost:3000', null],
    ['https://localhost:3000', null],
    ['http://localhost:4000', 403],
    ['http://evil.example', 403],
    ['null', 403],
  ])('says of the origin %s: %s', (origin, refusal) => {
    expect(refusalOf(call('GET', { host: 'localhost:3000', origin }))).toBe(refusal);
  });

  it.each([
    ['same-origin', null],
    ['none', null],
    ['cross-site', 403],
    ['same-site', 403],
  ])('says of a request of the API from the site %s: %s', (site, refusal) => {
    const made = call('GET', { host: 'localhost', 'sec-fetch-site': site });
    expect(refusalOf(made)).toBe(refusal);
    expect(refusalOf(made, 'page')).toBeNull();
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('wants the token for %s', (method) => {
    expect(refusalOf(call(method, { host: 'localhost' }))).toBe(401);
    expect(refusalOf(call(method, { host: 'localhost', 'standin-token': 'token-2' }))).toBe(401);
    expect(refusalOf(call(method, { host: 'localhost', 'standin-token': 'token-1x' }))).toBe(401);
    expect(refusalOf(call(method, { host: 'localhost', 'standin-token': 'token-1' }))).toBeNull();
  });

  it('wants the token for everything but the page where others can reach it', () => {
    const open: Access = { ...access, reach: 'open' };
    expect(refusalOf(call('GET', { host: 'localhost' }), 'api', open)).toBe(401);
    expect(refusalOf(call('GET', { host: 'localhost', 'standin-token': 'token-1' }), 'api', open)).toBeNull();
    expect(refusalOf(call('GET', { host: 'localhost' }), 'page', open)).toBeNull();
  });
});
