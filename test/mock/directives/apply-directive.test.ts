// What clients and overrides ask for, seen through the mock.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { defaultProfile, type Profile } from '../../../src/contract/choices.ts';
import { defaultSettings } from '../../../src/contract/settings.ts';
import { parseOverride } from '../../../src/mock/directives/override-rule.ts';
import { createMock, type Mock } from '../../../src/mock/mock.ts';
import type { Reply } from '../../../src/model/message/call.ts';
import { DELAY_MS_MAX } from '../../../src/model/message/delivery.ts';
import {
  callOf,
  type Project,
  type Sent,
  stateOf,
  stateText,
  textOf,
  usersContract,
  usersProject,
  usersWith,
} from '../../support/users.ts';

function mockOf(profile: Partial<Profile> = {}, project: Project = usersProject, seed = 1): Mock {
  const { contracts, schemas, checker } = project;
  return createMock({
    rules: { contracts, schemas, checker, profile: { ...defaultProfile, ...profile } },
    state: stateOf(project),
    settings: { ...defaultSettings, seed },
  });
}

const prefer = (value: string): Sent => ({ headers: { prefer: value } });
const ask = (mock: Mock, request: string, sent?: Sent): Reply => mock.answer(callOf(request, sent));
const jsonOf = (reply: Reply): JsonObject => JSON.parse(textOf(reply)) as JsonObject;
const headerOf = ({ headers }: Reply, name: string): string | undefined =>
  headers[headers.indexOf(name) + 1];

function override(mock: Mock, text: string): void {
  const read = parseOverride(text);
  if ('message' in read) throw new Error(read.message);
  mock.overrides.add(read.rule);
}

describe('a directive', () => {
  it.each([
    ['POST /users', 503],
    ['PUT /users/1', 409],
    ['PATCH /users/1', 200],
    ['DELETE /users/1', 204],
    ['DELETE /users/1', 500],
    ['GET /nothing', 500],
  ])('answers %s with %d and leaves the state as it was', (request, code) => {
    const mock = mockOf();
    const before = stateText(mock.state);
    const body = request.startsWith('P') ? { json: { name: 'Fay', email: 'fay@example.com' } } : {};
    const reply = ask(mock, request, { ...body, ...prefer(`code=${code}`) });
    expect(reply.status).toBe(code);
    expect(headerOf(reply, 'preference-applied')).toBe(`code=${code}`);
    expect(headerOf(reply, 'vary')).toBe('Prefer');
    expect(stateText(mock.state)).toBe(before);
  });

  it('changes neither answer nor effect if it requests only a delay', () => {
    const [mock, plain] = [mockOf(), mockOf()];
    const sent = { json: { name: 'Fay', email: 'fay@example.com' } };
    const reply = ask(mock, 'POST /users', { ...sent, headers: { prefer: 'wait=0.5' } });
    const other = ask(plain, 'POST /users', sent);
    expect({ ...reply, headers: reply.headers.slice(0, other.headers.length) }).toEqual({
      ...other,
      delivery: { delayMs: 500, fault: null },
    });
    expect(reply.headers.slice(other.headers.length)).toEqual([
      'preference-applied',
      'wait=0.5',
      'vary',
      'Prefer',
    ]);
    expect(stateText(mock.state)).toBe(stateText(plain.state));
    expect(mock.journal.find(1)).not.toHaveProperty('original');
  });

  it('applies the call to the state once, whatever happens to the answer', () => {
    const mock = mockOf();
    const reply = ask(mock, 'DELETE /users/1', prefer('fault=reset'));
    expect(reply).toMatchObject({
      status: 204,
      delivery: { delayMs: 0, fault: { kind: 'reset' } },
    });
    expect(mock.state.collection('users').size).toBe(4);
    expect(mock.journal.find(1)?.original?.status).toBe(204);
  });

  it('records the original answer', () => {
    const mock = mockOf();
    ask(mock, 'GET /users/1', prefer('code=503'));
    ask(mock, 'GET /users/1');
    const kept = mock.journal.find(1);
    expect([kept?.reply.status, kept?.original?.status]).toEqual([503, 200]);
    expect(textOf(kept?.original as Reply)).toBe(textOf(mock.journal.find(2)?.reply as Reply));
    expect(kept?.call.headers['prefer']).toBe('code=503');
    expect(mock.journal.find(2)).not.toHaveProperty('original');
  });

  it.each([
    [
      'code=99',
      'the preference code=99 is invalid: a status must be a whole number from 200 to 599',
    ],
    ['wait=abc', 'the preference wait=abc is invalid: it must be a number of seconds, at most 60'],
    [
      `delay=${DELAY_MS_MAX + 1}`,
      'the preference delay=60001 is invalid: write 200, 200..800 or lognormal(200,0.5), in milliseconds, at most 60000',
    ],
  ])('is refused if it is invalid: %s', (value, detail) => {
    const mock = mockOf();
    const before = stateText(mock.state);
    const reply = ask(mock, 'DELETE /users/1', prefer(value));
    expect(jsonOf(reply)).toMatchObject({
      status: 400,
      code: 'unexpected',
      title: 'Invalid preference',
      detail,
    });
    expect(reply.headers).not.toContain('preference-applied');
    expect(stateText(mock.state)).toBe(before);
    expect(mock.journal.find(1)?.ruling.situation).toEqual({
      value: 'unexpected',
      by: 'call.directives',
    });
  });

  it('removes its parameters from the query before the query is checked', () => {
    const mock = mockOf({ 'query.parameters': 'refuse' });
    expect(ask(mock, 'GET /users?_delay=5')).toMatchObject({
      status: 200,
      delivery: { delayMs: 5, fault: null },
    });
    expect(ask(mock, 'GET /users?_delay=5&page=2').status).toBe(400);
    expect(ask(mock, 'GET /users?__code=418').status).toBe(418);
    expect(ask(mock, 'GET /users?__code=418').headers).not.toContain('preference-applied');
    expect(mock.journal.find(1)?.call.query).toBe('_delay=5');
  });

  it('does not change CORS preflight requests', () => {
    const headers = {
      origin: 'https://app.test',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'prefer',
    };
    const mock = mockOf();
    override(mock, '* code=503');
    const reply = ask(mock, 'OPTIONS /users?__code=503', { headers });
    expect(reply.status).toBe(204);
    expect(headerOf(reply, 'access-control-allow-headers')).toBe('prefer');
    const asked = ask(mock, 'GET /users?__code=404', { headers: { origin: 'https://app.test' } });
    expect(asked.status).toBe(404);
    expect(asked.headers.filter((name) => name === 'access-control-allow-origin')).toHaveLength(1);
  });
});

describe('call.directives', () => {
  it('is ignored if the profile says so, and its parameters belong to the query again', () => {
    const mock = mockOf({ 'call.directives': 'ignore', 'query.parameters': 'refuse' });
    expect(ask(mock, 'GET /users/1', prefer('code=503')).status).toBe(200);
    expect(ask(mock, 'GET /users/1', prefer('code=99')).headers).not.toContain(
      'preference-applied',
    );
    expect(ask(mock, 'GET /users?__code=503').status).toBe(400);
    override(mock, '* code=503');
    expect(ask(mock, 'GET /users/1').status).toBe(503);
  });
});

describe('an override', () => {
  it('applies to matching calls, after a directive', () => {
    const mock = mockOf();
    override(mock, 'users.read code=503 delay=7 times=2');
    const both = ask(mock, 'GET /users/1', prefer('code=404'));
    expect(both).toMatchObject({ status: 404, delivery: { delayMs: 7, fault: null } });
    const reply = ask(mock, 'GET /users/1');
    expect(jsonOf(reply)).toMatchObject({
      type: 'about:blank',
      title: 'Service Unavailable',
      detail: 'returned by override 1 (users.read code=503 delay=7 times=2)',
    });
    expect(reply.headers).not.toContain('preference-applied');
    expect(mock.journal.find(2)?.ruling.status).toEqual({ value: 503, by: 'override' });
    expect(ask(mock, 'GET /users/1').status).toBe(200);
    expect(mock.overrides.isEmpty).toBe(true);
  });

  it('does not count a call whose directive is refused', () => {
    const mock = mockOf();
    override(mock, '* code=503 times=1');
    expect(ask(mock, 'GET /users/1', prefer('code=1')).status).toBe(400);
    expect(ask(mock, 'GET /users/1').status).toBe(503);
  });

  it('draws its delay between its bounds, repeatably for one seed', () => {
    const draws = (seed: number, rule: string): readonly number[] => {
      const mock = mockOf({}, usersProject, seed);
      override(mock, rule);
      return Array.from({ length: 200 }, () => ask(mock, 'GET /users/1').delivery?.delayMs ?? 0);
    };
    const range = draws(3, '* delay=200..800');
    expect(Math.min(...range)).toBeGreaterThanOrEqual(200);
    expect(Math.max(...range)).toBeLessThanOrEqual(800);
    expect(new Set(range).size).toBeGreaterThan(100);
    expect(draws(3, '* delay=200..800')).toEqual(range);
    const spread = draws(3, '* delay=lognormal(200,0.5)').toSorted((a, b) => a - b);
    expect(spread[100]).toBeGreaterThan(150);
    expect(spread[100]).toBeLessThan(260);
    expect(Math.max(...draws(3, '* delay=lognormal(60000,5)'))).toBe(DELAY_MS_MAX);
  });

  it('matches by path, with a base path and a trailing slash', () => {
    const { contracts, schemas, checker } = usersProject;
    const rules = { contracts, schemas, checker, profile: defaultProfile };
    const mock = createMock({ rules, state: stateOf(usersProject), basePath: '/shop' });
    override(mock, 'users.list code=503 times=1');
    expect(ask(mock, 'GET /shop/users/').status).toBe(503);
  });
});

describe('an example', () => {
  it('is found in the contract by name', () => {
    const reply = ask(mockOf(), 'GET /users/1', prefer('example=sparse'));
    expect([reply.status, jsonOf(reply), headerOf(reply, 'preference-applied')]).toEqual([
      200,
      { id: 7, name: 'Jo' },
      'example=sparse',
    ]);
  });

  it('is refused if the name is unknown, with the known names', () => {
    const reply = ask(mockOf(), 'GET /users/1', prefer('example=spars'));
    expect(jsonOf(reply)).toMatchObject({
      status: 400,
      title: 'There is no such example',
      detail: 'the contract has no example of this operation named "spars"',
      remedy: 'The examples are sparse, long.',
    });
    expect(reply.headers).not.toContain('preference-applied');
  });

  it('may belong to an outcome with the requested status', () => {
    const { operations } = usersContract;
    const missing = {
      status: 404,
      source: 'test',
      examples: { gone: { error: 'gone' }, other: 1 },
    };
    const read = { summary: 'Read', source: 'test', outcomes: { ok: { source: 'test' }, missing } };
    const mock = mockOf({}, usersWith({ operations: { ...operations, read } }));
    expect(jsonOf(ask(mock, 'GET /users/1', prefer('example=gone')))).toEqual({ error: 'gone' });
    expect(ask(mock, 'GET /users/1', prefer('example=gone')).status).toBe(404);
    expect(textOf(ask(mock, 'GET /users/1', prefer('code=404, example=other')))).toBe('1');
    expect(jsonOf(ask(mock, 'GET /users/1', prefer('code=404')))).toEqual({ error: 'gone' });
    expect(ask(mock, 'GET /users/1', prefer('code=200, example=gone')).status).toBe(400);
  });
});

describe('an override that a call suppresses', () => {
  it.each(['accept', 'as-prism'] as const)('is kept for the next call, by directives %s', (how) => {
    const mock = mockOf({ 'call.directives': how });
    override(mock, 'list code=503 times=1');
    expect(ask(mock, 'GET /users', prefer('code=200')).status).toBe(200);
    expect(mock.overrides.list()).toMatchObject([{ override: { times: 1 }, answered: 0 }]);
    expect(ask(mock, 'GET /users').status).toBe(503);
    expect(ask(mock, 'GET /users').status).toBe(200);
    expect(mock.overrides.isEmpty).toBe(true);
  });

  it('is counted if it decides the rest', () => {
    const mock = mockOf();
    override(mock, 'list code=503 delay=40 times=1');
    expect(ask(mock, 'GET /users', prefer('code=404'))).toMatchObject({
      status: 404,
      delivery: { delayMs: 40 },
    });
    expect(mock.overrides.isEmpty).toBe(true);
  });
});

describe('invalid or overreaching directives and overrides', () => {
  it('refuses preferences without commas, and ignores those of others', () => {
    const mock = mockOf();
    expect(jsonOf(ask(mock, 'GET /users/1', prefer('code=404 wait=1')))['detail']).toContain(
      'code="404 wait=1"',
    );
    expect(ask(mock, 'GET /users/1', prefer('respond-async foo=1 2')).status).toBe(200);
    expect(ask(mock, 'GET /users/1', prefer('handling=lenient x, code=404')).status).toBe(404);
  });

  it('accepts worlds in overrides in any case, and main as the shared one', () => {
    const mock = mockOf();
    override(mock, '* world=Alice code=503');
    override(mock, 'list world=main code=500');
    const inAlice = { headers: { 'standin-world': 'ALICE' } };
    expect([ask(mock, 'GET /users/1', inAlice).status, ask(mock, 'GET /users/1').status]).toEqual([
      503, 200,
    ]);
    expect([ask(mock, 'GET /users').status, ask(mock, 'GET /~main/users').status]).toEqual([
      500, 500,
    ]);
    expect(parseOverride('* world=x/y code=503')).toMatchObject({
      message: expect.stringContaining('64 letters'),
    });
  });

  it('names the override that requests a missing example', () => {
    const mock = mockOf();
    override(mock, '* example=sparse');
    expect(jsonOf(ask(mock, 'GET /users'))['detail']).toContain('override 1 (* example=sparse)');
  });

  it('neither counts nor limits CORS preflight requests', () => {
    const mock = mockOf({ 'limit.requests': 60 });
    const preflight: Sent = {
      headers: { origin: 'http://app.test', 'access-control-request-method': 'GET' },
    };
    for (let count = 0; count < 80; count++)
      expect(ask(mock, 'OPTIONS /users', preflight).status).toBe(204);
    for (let count = 0; count < 60; count++) expect(ask(mock, 'GET /users/1').status).toBe(200);
    expect([
      ask(mock, 'GET /users/1').status,
      ask(mock, 'OPTIONS /users', preflight).status,
    ]).toEqual([429, 204]);
  });
});
