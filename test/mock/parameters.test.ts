// The mock refuses what is missing although required, and what does not fit, wherever it is.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import { depots } from '../support/depots.ts';
import { openApiMock } from '../support/openapi-mock.ts';

const SHOP = { 'x-shop': '3' };
const SID = { cookie: 'a=b; sid=00000000-0000-4000-8000-000000000001' };
const GOOD = { ...SHOP, ...SID };
const LIST = 'kinds=dry,wet&range[from]=1&shape=%7B%22w%22%3A1%7D&page=1';
const list = (from: string, to: string): string => `GET /depots?${LIST.replace(from, to)}`;

describe('the mock of a document with required parameters', () => {
  const mock = openApiMock(depots);

  it.each<readonly [string, Record<string, string>, Json | undefined]>([
    [list('', ''), GOOD, undefined],
    [list('kinds=dry,wet', 'kinds=dry'), GOOD, undefined],
    [list('kinds=dry,wet', 'kinds=dry%2Cwet'), GOOD, undefined],
    [list('page=1', 'page=1&since=2026-01-02&flag='), GOOD, undefined],
    [
      list('page=1', 'page=1&unknown=1'),
      { ...GOOD, prefer: 'handling=lenient', 'if-match': '*' },
      undefined,
    ],
    ['POST /depots?notify=true', GOOD, { name: 'a' }],
    ['GET /convert/1.5?to=EUR', {}, undefined],
  ])('takes %s', (request, headers, body) => {
    expect(mock.ask(request, body, headers).status).toBeLessThan(300);
  });

  it.each<readonly [string, Record<string, string>, string]>([
    [list('kinds=dry,wet&', ''), GOOD, 'the query parameter "kinds" is missing'],
    [
      list('kinds=dry,wet', 'kinds=dry,cold'),
      GOOD,
      'the query parameter "kinds" must be equal to one of the allowed values: dry, wet at /1',
    ],
    [
      list('kinds=dry,wet', 'kinds='),
      GOOD,
      'the query parameter "kinds" must have at least 1 item',
    ],
    [list('range[from]=1&', ''), GOOD, 'the query parameter "range" is missing'],
    [
      list('range[from]=1', 'range[from]=x'),
      GOOD,
      'the query parameter "range" must be integer at /from',
    ],
    [
      list('range[from]=1', 'range[to]=1'),
      GOOD,
      `the query parameter "range" must have required property 'from'`,
    ],
    [
      list('%7B%22w%22%3A1%7D', '{}'),
      GOOD,
      `the query parameter "shape" must have required property 'w'`,
    ],
    [list('%7B%22w%22%3A1%7D', 'w'), GOOD, 'the query parameter "shape" must be JSON'],
    [list('page=1', 'page=0'), GOOD, 'the query parameter "page" must be at least 1'],
    [
      list('page=1', 'page=1&since=never'),
      GOOD,
      'the query parameter "since" must match format "date"',
    ],
    [list('page=1', 'page=1&flag=maybe'), GOOD, 'the query parameter "flag" must be boolean'],
    [list('', ''), SID, 'the header field "X-Shop" is missing'],
    [list('', ''), { ...SID, 'x-shop': '2' }, 'the header field "X-Shop" must be at least 3'],
    [list('', ''), SHOP, 'the cookie "sid" is missing'],
    [list('', ''), { ...SHOP, cookie: 'sid=1' }, 'the cookie "sid" must match format "uuid"'],
    [
      'GET /depots',
      GOOD,
      'the query parameter "kinds" is missing; the query parameter "range" is missing; the query parameter "shape" is missing; the query parameter "page" is missing',
    ],
  ])('refuses %s %j', (request, headers, message) => {
    const { status, json } = mock.ask(request, undefined, headers);
    // The text has the shape that the document gives its refusals.
    expect([status, json]).toEqual([400, { message }]);
  });

  it.each<readonly [string, Record<string, string>, number, Json | undefined]>([
    ['POST /depots', GOOD, 422, { name: 'a' }],
    ['POST /depots?notify=yes', GOOD, 422, { name: 'a' }],
    // Before the id and the body are looked at.
    ['GET /depots/99', {}, 400, undefined],
    ['PUT /depots/99?version=1', SHOP, 400, {}],
    ['DELETE /depots/99', SHOP, 400, undefined],
    ['GET /depots/99', SHOP, 404, undefined],
    ['DELETE /depots/99?why=old', SHOP, 404, undefined],
    ['GET /convert/1.5', {}, 400, undefined],
    ['GET /convert/1.5?to=GBP', {}, 400, undefined],
    ['GET /convert/much?to=EUR', {}, 400, undefined],
    ['GET /convert/-1?to=EUR', {}, 400, undefined],
  ])('refuses %s %j with %i', (request, headers, status, body) => {
    expect(mock.ask(request, body, headers).status).toBe(status);
  });

  it('takes all of them if you say so', () => {
    const tolerant = openApiMock(depots, {}, {}, { 'parameters.unfit': 'ignore' });
    expect(tolerant.ask('GET /depots?page=no').status).toBe(200);
    expect(tolerant.ask('POST /depots', { name: 'a' }).status).toBe(201);
    expect(tolerant.ask('GET /convert/much').status).toBe(200);
    const formless = openApiMock(depots, {}, {}, { 'fields.format': 'accept' });
    expect(formless.ask(list('', ''), undefined, { ...SHOP, cookie: 'sid=1' }).status).toBe(200);
  });
});
