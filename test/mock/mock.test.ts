import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { defaultProfile, type Profile } from '../../src/contract/choices.ts';
import type { Interaction } from '../../src/journal/interaction/interaction.ts';
import { createMock, type Mock, type MockOptions, type MockRules } from '../../src/mock/mock.ts';
import type { Reply } from '../../src/model/message/call.ts';
import { readDictionary } from '../support/dictionary.ts';
import {
  callOf,
  type Project,
  projectWith,
  type Sent,
  stateOf,
  textOf,
  usersProject,
} from '../support/users.ts';

const fay = { name: 'Fay', email: 'fay@example.com' };

function rulesOf(project: Project, profile: Partial<Profile> = {}): MockRules {
  const { contracts, schemas, checker } = project;
  return { contracts, schemas, checker, profile: { ...defaultProfile, ...profile } };
}

function mockOf(options: Partial<MockOptions> = {}, profile: Partial<Profile> = {}): Mock {
  return createMock({
    rules: rulesOf(usersProject, profile),
    state: stateOf(usersProject),
    ...options,
  });
}

function ask(mock: Mock, request: string, sent?: Sent): Reply {
  return mock.answer(callOf(request, sent));
}

const jsonOf = (reply: Reply): Json => JSON.parse(textOf(reply)) as Json;

describe('createMock', () => {
  it('remembers writes', () => {
    const mock = mockOf();
    expect(jsonOf(ask(mock, 'POST /users', { json: fay }))).toEqual({ id: 6, ...fay });
    expect(jsonOf(ask(mock, 'GET /users/6'))).toEqual({ id: 6, ...fay });
    expect(ask(mock, 'DELETE /users/6').status).toBe(204);
    expect(ask(mock, 'GET /users/6').status).toBe(404);
    expect(mock.state.collection('users').size).toBe(5);
  });

  it('refuses a change that cannot be kept, and leaves the rows as they are', () => {
    const asked: string[] = [];
    let trouble: string | null = 'the disk has no room';
    const mock = mockOf({
      keep: ({ kind }) => {
        asked.push(kind);
        return trouble;
      },
    });
    const before = textOf(ask(mock, 'GET /users'));
    for (const request of ['POST /users', 'PUT /users/1', 'DELETE /users/1']) {
      const sent = request.startsWith('DELETE') ? undefined : { json: fay };
      const reply = ask(mock, request, sent);
      expect([reply.status, jsonOf(reply)]).toEqual([
        507,
        {
          type: '/__standin/problems/unkept',
          title: 'The change cannot be kept',
          status: 507,
          detail: 'the disk has no room',
          remedy: 'Free some disk space. Until then the mock is read-only.',
          code: 'unkept',
        },
      ]);
    }
    expect(textOf(ask(mock, 'GET /users'))).toBe(before);
    // Worlds are not kept, and refusals change nothing.
    expect(ask(mock, 'POST /~other/users', { json: fay }).status).toBe(201);
    expect(ask(mock, 'POST /users', { text: '{' }).status).toBe(400);
    expect(asked).toEqual(['put', 'put', 'remove']);
    trouble = null;
    expect(jsonOf(ask(mock, 'POST /users', { json: fay }))).toEqual({ id: 6, ...fay });
  });

  it('journals each call with its reply and its ruling, then notifies', () => {
    const told: Interaction[] = [];
    const mock = mockOf({
      onInteraction: (interaction) => {
        expect(mock.journal.find(interaction.seq)).toBe(interaction);
        told.push(interaction);
      },
    });
    const calls = [
      callOf('GET /users/1'),
      callOf('PUT /users/1', { text: '{' }),
      callOf('DELETE /users/1'),
      callOf('GET /nothing'),
    ];
    const before = Date.now();
    const replies = calls.map((call) => mock.answer(call));
    expect(told.map((one) => [one.seq, one.source])).toEqual(
      [1, 2, 3, 4].map((seq) => [seq, 'mock']),
    );
    expect(told.map((one) => one.call)).toEqual(calls);
    expect(told.map((one) => one.reply)).toEqual(replies);
    expect(
      told.map((one) => [
        one.ruling.situation.value,
        one.ruling.status.value,
        one.ruling.effect.kind,
      ]),
    ).toEqual([
      ['ok', 200, 'none'],
      ['malformed', 400, 'none'],
      ['ok', 204, 'remove'],
      ['unrouted', 404, 'none'],
    ]);
    for (const { at, elapsedMs } of told) {
      expect(at).toBeGreaterThanOrEqual(before);
      expect(at).toBeLessThanOrEqual(Date.now());
      expect(elapsedMs).toBeGreaterThanOrEqual(0);
    }
    expect(mock.journal.newest(9)).toEqual(told.toReversed());
  });

  it('says who decided what only if explain is on', () => {
    const headerOf = (explanation: 'explained' | 'silent' | undefined): string | undefined => {
      const { headers } = ask(
        mockOf(explanation === undefined ? {} : { explanation }),
        'GET /users/1',
      );
      return headers[headers.indexOf('standin-decided-by') + 1];
    };
    expect([headerOf(undefined), headerOf('silent')]).toEqual(['content-type', 'content-type']);
    const read = readDictionary(headerOf('explained') ?? '');
    expect([...read].map(([key, member]) => `${key}=${member.value}`)).toEqual([
      'situation=ok',
      'status=read.status',
      'content=contract',
      'etag=cache.validator',
    ]);
    expect(read.get('situation')?.parameters).toEqual({ by: 'contract' });
  });

  it('answers below its base path', () => {
    const mock = mockOf({ basePath: '/api/v1' });
    expect(ask(mock, 'GET /api/v1/users/1').status).toBe(200);
    expect(ask(mock, 'GET /users/1').status).toBe(404);
  });

  it('counts every call of a minute', () => {
    const mock = mockOf({}, { 'limit.requests': 60 });
    const seen = Array.from({ length: 60 }, () => ask(mock, 'GET /users/1').status);
    expect(new Set(seen)).toEqual(new Set([200]));
    const limited = ask(mock, 'GET /users/1');
    expect(limited.status).toBe(429);
    expect(Number(limited.headers[limited.headers.indexOf('retry-after') + 1])).toBeGreaterThan(0);
    expect(Number(limited.headers[limited.headers.indexOf('retry-after') + 1])).toBeLessThanOrEqual(
      60,
    );
  });

  it('assigns different random UUIDs and numbers', () => {
    const texts = projectWith({ id: { type: 'string' } });
    const notes = createMock({ rules: rulesOf(texts), state: stateOf(texts) });
    const uuids = [1, 2, 3].map(() =>
      String((jsonOf(ask(notes, 'POST /things', { json: {} })) as JsonObject)['id']),
    );
    expect(new Set(uuids).size).toBe(3);
    for (const uuid of uuids)
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const users = mockOf({}, { 'id.numbers': 'random' });
    const ids = [1, 2, 3].map(
      () => (jsonOf(ask(users, 'POST /users', { json: fay })) as JsonObject)['id'],
    );
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(Number.isSafeInteger(id)).toBe(true);
  });
});

describe('Mock.reload', () => {
  it('continues with other rules and another state, and keeps the journal', () => {
    const mock = mockOf({ basePath: '/v1' });
    ask(mock, 'GET /v1/users');
    expect(mock.profile['read.status']).toBe(200);
    const things = projectWith({}, { rows: [{ id: 9 }] });
    const state = stateOf(things);
    mock.reload(rulesOf(things, { 'read.status': 203 }), state);
    expect([mock.profile['read.status'], mock.state]).toEqual([203, state]);
    expect(ask(mock, 'GET /v1/things/9').status).toBe(203);
    expect(ask(mock, 'GET /v1/users').status).toBe(404);
    expect(mock.journal.newest(9).map(({ seq, ruling }) => [seq, ruling.status.value])).toEqual([
      [3, 404],
      [2, 203],
      [1, 200],
    ]);
  });

  it('keeps the count of calls of the minute', () => {
    const mock = mockOf();
    for (let count = 0; count < 60; count++) ask(mock, 'GET /users/1');
    mock.reload(rulesOf(usersProject, { 'limit.requests': 60 }), mock.state);
    expect(ask(mock, 'GET /users/1').status).toBe(429);
  });
});
