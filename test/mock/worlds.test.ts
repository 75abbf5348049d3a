import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { defaultProfile, type Profile } from '../../src/contract/choices.ts';
import type { Interaction } from '../../src/journal/interaction/interaction.ts';
import { createMock, type Mock, type MockOptions, type MockRules } from '../../src/mock/mock.ts';
import { createRequestCounter } from '../../src/mock/request-counter.ts';
import { Worlds, type WorldsOptions } from '../../src/mock/worlds.ts';
import type { Reply } from '../../src/model/message/call.ts';
import {
  callOf,
  createWorld,
  projectWith,
  type Sent,
  stateOf,
  stateText,
  textOf,
  usersProject,
} from '../support/users.ts';

const fay = { name: 'Fay', email: 'fay@example.com' };

function rulesOf(profile: Partial<Profile> = {}): MockRules {
  const { contracts, schemas, checker } = usersProject;
  return { contracts, schemas, checker, profile: { ...defaultProfile, ...profile } };
}

function mockOf(profile: Partial<Profile> = {}, options: Partial<MockOptions> = {}): Mock {
  return createMock({ rules: rulesOf(profile), state: stateOf(usersProject), ...options });
}

const ask = (mock: Mock, request: string, sent?: Sent): Reply => mock.answer(callOf(request, sent));
const jsonOf = (reply: Reply): Json => JSON.parse(textOf(reply)) as Json;

function headerOf({ headers }: Reply, name: string): string | undefined {
  const at = headers.findIndex((text, index) => index % 2 === 0 && text === name);
  return at < 0 ? undefined : headers[at + 1];
}

/** The five ways in which a call names a world. */
const ways: Readonly<
  Record<string, (world: string, request: string, sent?: Sent) => [string, Sent]>
> = {
  path: (world, request, sent = {}) => [request.replace(' ', ` /~${world}`), sent],
  header: (world, request, sent = {}) => [
    request,
    { ...sent, headers: { 'standin-world': world } },
  ],
  baggage: (world, request, sent = {}) => [
    request,
    { ...sent, headers: { baggage: `a=1,standin.world=${world};p` } },
  ],
  cookie: (world, request, sent = {}) => [
    request,
    { ...sent, headers: { cookie: `a=1; standin-world=${world}` } },
  ],
  subdomain: (world, request, sent = {}) => [
    request,
    { ...sent, headers: { host: `${world}.localhost:3000` } },
  ],
};

function inWorld(mock: Mock, world: string, request: string, sent: Sent = {}): Reply {
  return ask(mock, request, { ...sent, headers: { 'standin-world': world } });
}

describe('a call that names a world', () => {
  it.each(Object.entries(ways))('by %s sees its writes and no others', (_way, naming) => {
    const mock = mockOf();
    const by = (world: string, request: string, sent?: Sent): Reply =>
      ask(mock, ...naming(world, request, sent));
    const before = stateText(mock.state);
    for (const world of ['alice', 'bob']) {
      expect(jsonOf(by(world, 'POST /users', { json: { ...fay, name: world } }))).toMatchObject({
        id: 6,
        name: world,
      });
    }
    by('bob', 'DELETE /users/1');
    expect(jsonOf(by('alice', 'GET /users/6'))).toMatchObject({ name: 'alice' });
    expect(jsonOf(by('ALICE', 'GET /users/6'))).toMatchObject({ name: 'alice' });
    expect(by('alice', 'GET /users/1').status).toBe(200);
    expect(by('bob', 'GET /users/1').status).toBe(404);
    expect(by('main', 'GET /users/6').status).toBe(404);
    expect(ask(mock, 'GET /users/6').status).toBe(404);
    expect(stateText(mock.state)).toBe(before);
    expect(mock.worlds.list().map(({ name, records, calls }) => [name, records, calls])).toEqual([
      ['alice', 6, 4],
      ['bob', 5, 3],
    ]);
  });

  it('does not see changes of the shared world, earlier or later', () => {
    const mock = mockOf();
    ask(mock, 'DELETE /users/1');
    expect(inWorld(mock, 'alice', 'GET /users/1').status).toBe(200);
    ask(mock, 'DELETE /users/2');
    expect(inWorld(mock, 'alice', 'GET /users/2').status).toBe(200);
    expect(jsonOf(inWorld(mock, 'alice', 'POST /users', { json: fay }))).toMatchObject({ id: 6 });
    expect(jsonOf(ask(mock, 'POST /users', { json: fay }))).toMatchObject({ id: 6 });
  });

  it('is journalled unchanged with its world; other calls have none', () => {
    const told: Interaction[] = [];
    const mock = mockOf({}, { onInteraction: (interaction) => told.push(interaction) });
    ask(mock, 'GET /~Alice/users/1');
    inWorld(mock, 'main', 'GET /users/1');
    ask(mock, 'GET /users/1');
    ask(mock, 'GET /~!/users/1');
    expect(told.map((one) => ('world' in one ? one.world : 'no member'))).toEqual([
      'alice',
      'no member',
      'no member',
      'no member',
    ]);
    expect(told[0]?.call.path).toBe('/~Alice/users/1');
  });

  it('by path gets links into the world', () => {
    const mock = mockOf({}, { basePath: '/v1' });
    expect(headerOf(ask(mock, 'POST /~Alice/v1/users', { json: fay }), 'location')).toBe(
      '/~alice/v1/users/6',
    );
    expect(ask(mock, 'GET /~alice/v1/users/6').status).toBe(200);
    expect(headerOf(inWorld(mock, 'alice', 'POST /v1/users', { json: fay }), 'location')).toBe(
      '/v1/users/7',
    );
    expect(headerOf(ask(mock, 'POST /~main/v1/users', { json: fay }), 'location')).toBe(
      '/~main/v1/users/6',
    );
    expect(jsonOf(ask(mock, 'GET /~alice/v1/'))).toEqual({
      resources: { users: '/~alice/v1/users' },
    });
    expect(jsonOf(ask(mock, 'GET /v1/'))).toEqual({ resources: { users: '/v1/users' } });
    expect(ask(mock, 'GET /v1/~alice/users').status).toBe(404);
    expect(textOf(ask(mock, 'GET /~alice/nothing'))).toContain('The paths are /~alice/v1/users');
    const paged = mockOf({ 'query.dialect': 'json-server-0' });
    const link = headerOf(
      ask(paged, 'GET /~alice/users?_page=1&_limit=2', { headers: { host: 'mock.test' } }),
      'link',
    );
    expect(link).toContain('<http://mock.test/~alice/users?_page=2&_limit=2>; rel="next"');
    const far = mockOf({ 'create.location': 'absolute' });
    const reply = ask(far, 'POST /~alice/users', { json: fay, headers: { host: 'mock.test' } });
    expect(headerOf(reply, 'location')).toBe('http://mock.test/~alice/users/6');
  });

  it.each(Object.entries(ways))(
    'by %s is refused without effect if the name is invalid, with the rule for names',
    (way, naming) => {
      const mock = mockOf();
      const reply = ask(mock, ...naming('x!', 'POST /users', { json: fay }));
      expect(reply.status).toBe(400);
      expect(jsonOf(reply)).toMatchObject({
        status: 400,
        title: 'The request is not understood',
        code: 'unreadable',
      });
      expect(textOf(reply)).toContain(
        way === 'subdomain' || way === 'path' || way === 'header' ? 'names the world' : way,
      );
      expect(textOf(reply)).toContain('A name has up to 64 letters');
      expect([mock.worlds.size, mock.state.collection('users').size]).toEqual([0, 5]);
      expect(mock.journal.newest(1)[0]?.ruling.status).toEqual({ value: 400, by: 'http' });
    },
  );

  it('is refused in the chosen shape, readable by pages', () => {
    const sent = { headers: { 'standin-world': '?', origin: 'http://localhost:5173' } };
    expect(
      headerOf(
        ask(mockOf({ 'cors.origin': 'any' }), 'GET /users', sent),
        'access-control-allow-origin',
      ),
    ).toBe('*');
    expect(jsonOf(ask(mockOf({ 'error.shape': 'message' }), 'GET /users', sent))).toMatchObject({
      code: 'unreadable',
    });
    expect(textOf(ask(mockOf({ 'error.shape': 'none' }), 'GET /users', sent))).toBe('');
  });

  it('may name it in a header field from a page of another origin', () => {
    const headers = {
      origin: 'http://localhost:5173',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,standin-world',
    };
    const reply = ask(mockOf({ 'cors.origin': 'any' }), 'OPTIONS /users', { headers });
    expect(headerOf(reply, 'access-control-allow-headers')).toContain('standin-world');
  });

  it('follows every choice of the shared world', () => {
    const mock = mockOf({ 'access.writes': 'refuse' });
    expect(inWorld(mock, 'alice', 'POST /users', { json: fay }).status).toBe(405);
    expect(inWorld(mock, 'alice', 'DELETE /users/1').status).toBe(405);
    expect(mock.worlds.look('alice').collection('users').size).toBe(5);
  });

  it('is counted in its own world', () => {
    const mock = mockOf({ 'limit.requests': 60 });
    for (let turn = 0; turn < 60; turn++)
      expect(inWorld(mock, 'alice', 'GET /users/1').status).toBe(200);
    expect(inWorld(mock, 'alice', 'GET /users/1').status).toBe(429);
    expect(inWorld(mock, 'bob', 'GET /users/1').status).toBe(200);
    expect(ask(mock, 'GET /users/1').status).toBe(200);
    mock.worlds.put('alice', mock.worlds.seed());
    expect(inWorld(mock, 'alice', 'GET /users/1').status).toBe(200);
  });

  it('goes to the contract if one has such a path', () => {
    const home = projectWith({}, { rows: [{ id: 1 }] });
    const contracts = home.contracts.map((contract) => ({ ...contract, path: '/~home/things' }));
    const rules = {
      contracts,
      schemas: home.schemas,
      checker: home.checker,
      profile: defaultProfile,
    };
    const mock = createMock({ rules, state: stateOf(home) });
    ask(mock, 'DELETE /~home/things/1');
    expect([mock.state.collection('things').size, mock.worlds.size]).toEqual([0, 0]);
    expect(ask(mock, 'GET /~alice/~home/things/1').status).toBe(200);
  });
});

describe('Mock.reload', () => {
  it('lets worlds keep their rows under the new rules, or start again from a seed', () => {
    const mock = mockOf();
    inWorld(mock, 'alice', 'POST /users', { json: fay });
    mock.reload(rulesOf({ 'read.status': 203 }), mock.state);
    expect(inWorld(mock, 'alice', 'GET /users/6').status).toBe(203);
    expect(ask(mock, 'GET /~alice/users/6').status).toBe(203);
    const seed = stateOf(usersProject);
    seed.collection('users').remove('1', 'forget');
    mock.reload(rulesOf(), mock.state, seed);
    expect(mock.worlds.size).toBe(0);
    expect(inWorld(mock, 'alice', 'GET /users/6').status).toBe(404);
    expect(inWorld(mock, 'alice', 'GET /users/1').status).toBe(404);
    expect(ask(mock, 'GET /users/1').status).toBe(200);
  });

  it('restarts worlds that lack a resource, from the state if the seed lacks it too', () => {
    const mock = mockOf();
    inWorld(mock, 'alice', 'DELETE /users/1');
    const things = projectWith({}, { rows: [{ id: 9 }] });
    const { contracts, schemas, checker } = things;
    mock.reload({ contracts, schemas, checker, profile: defaultProfile }, stateOf(things));
    expect(inWorld(mock, 'alice', 'DELETE /things/9').status).toBe(204);
    expect(inWorld(mock, 'bob', 'GET /things/9').status).toBe(200);
    expect(ask(mock, 'GET /things/9').status).toBe(200);
  });
});

/** Worlds by a clock that stands still until it is moved. */
function worldsOf(more: Partial<WorldsOptions> = {}): {
  worlds: Worlds;
  enter(name: string): void;
  names(): string;
  at: number;
} {
  const { book, state } = createWorld();
  const clock = { at: 1_000 };
  const now = (): number => clock.at;
  const shared = { book, traffic: createRequestCounter(now), world: null, refusal: null };
  const worlds = new Worlds({ shared, seed: state.fork(), now, ...more });
  return Object.assign(clock, {
    worlds,
    enter(name: string): void {
      worlds.enter(
        { place: 'header', name, given: name, prefix: '' },
        callOf('GET /users'),
        clock.at,
      );
    },
    names: () =>
      worlds
        .list()
        .map(({ name }) => name)
        .join(' '),
  });
}

describe('Worlds', () => {
  it('lists for each its times of creation and use, calls and records', () => {
    const clock = worldsOf();
    clock.enter('alice');
    clock.at = 2_000;
    clock.enter('bob');
    clock.at = 3_000;
    clock.enter('alice');
    expect(clock.worlds.list()).toEqual([
      { name: 'bob', records: 5, createdAt: 2_000, usedAt: 2_000, calls: 1 },
      { name: 'alice', records: 5, createdAt: 1_000, usedAt: 3_000, calls: 2 },
    ]);
  });

  it('expires one that was unused for so long, and not sooner; looking does not count as use', () => {
    const clock = worldsOf({ idleMs: 100 });
    clock.enter('alice');
    clock.worlds.open('alice').collection('users').remove('1', 'forget');
    clock.at += 60;
    clock.enter('bob');
    clock.at += 39;
    expect(clock.names()).toBe('alice bob');
    expect(clock.worlds.look('alice').collection('users').size).toBe(4);
    clock.at += 1;
    expect([clock.names(), clock.worlds.expired, clock.worlds.size]).toEqual(['bob', 1, 1]);
    expect(clock.worlds.look('alice').collection('users').size).toBe(5);
    clock.enter('alice');
    expect(clock.worlds.open('alice').collection('users').size).toBe(5);
    clock.at += 99;
    clock.enter('alice');
    clock.at += 99;
    expect([clock.names(), clock.worlds.expired, clock.worlds.evicted]).toEqual(['alice', 2, 0]);
  });

  it('works if the clock is set back', () => {
    const clock = worldsOf({ idleMs: 100 });
    clock.enter('alice');
    clock.at -= 500;
    clock.enter('bob');
    clock.enter('alice');
    expect(clock.names()).toBe('bob alice');
  });

  it('drops the least recently used one for a new one, and reports it', () => {
    const told: [string, number][] = [];
    const clock = worldsOf({ max: 3, onEviction: (name, evicted) => told.push([name, evicted]) });
    for (const name of ['a', 'b', 'c', 'a', 'd']) clock.enter(name);
    expect([clock.names(), told]).toEqual(['c a d', [['b', 1]]]);
    clock.worlds.put('e', clock.worlds.seed());
    clock.worlds.put('d', clock.worlds.seed());
    clock.worlds.open('c');
    expect([clock.names(), told, clock.worlds.evicted]).toEqual([
      'e d c',
      [
        ['b', 1],
        ['c', 2],
        ['a', 3],
      ],
      3,
    ]);
  });

  it('removes one, and creates it again when it is named again', () => {
    const clock = worldsOf();
    clock.enter('alice');
    clock.worlds.open('alice').collection('users').remove('1', 'forget');
    expect([
      clock.worlds.remove('alice'),
      clock.worlds.remove('alice'),
      clock.worlds.has('alice'),
    ]).toEqual([true, false, false]);
    clock.enter('alice');
    expect(clock.worlds.open('alice').collection('users').size).toBe(5);
  });
});

const names = ['main', 'a', 'b', 'c', 'd'] as const;
const world = fc.constantFrom(...names);
const id = fc.integer({ min: 1, max: 9 });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      world,
      way: fc.constantFrom(...Object.keys(ways)),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('replace' as const), world, id }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), world, id }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reset' as const), world }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('fork' as const), world, from: world }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('forget' as const), world }) },
);

describe('worlds as a map of maps', () => {
  it('hold exactly their own changes, whatever happens to the others', () => {
    const plain = Object.fromEntries(
      (usersProject.rows['users'] ?? []).map((row) => [String(row['id']), String(row['name'])]),
    );
    const begin = (): { rows: Map<string, string>; next: number } => ({
      rows: new Map(Object.entries(plain)),
      next: 6,
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const mock = mockOf();
        const model = new Map(names.map((name) => [name as string, begin()]));
        let count = 0;
        for (const one of steps) {
          const rows = model.get(one.world) ?? begin();
          const name = `name ${++count}`;
          const json = { ...fay, name };
          if (one.kind === 'create') {
            const reply = ask(
              mock,
              ...(ways[one.way] as (typeof ways)[string])(one.world, 'POST /users', { json }),
            );
            expect((jsonOf(reply) as JsonObject)['id']).toBe(rows.next);
            rows.rows.set(String(rows.next++), name);
          } else if (one.kind === 'replace') {
            const isThere = rows.rows.has(String(one.id));
            const reply = inWorld(mock, one.world, `PUT /users/${one.id}`, { json });
            expect(reply.status).toBe(isThere ? 200 : 404);
            if (isThere) rows.rows.set(String(one.id), name);
          } else if (one.kind === 'remove') {
            const reply = inWorld(mock, one.world, `DELETE /users/${one.id}`);
            expect(reply.status).toBe(rows.rows.delete(String(one.id)) ? 204 : 404);
          } else if (one.world === 'main') continue;
          else if (one.kind === 'forget') {
            mock.worlds.remove(one.world);
            model.set(one.world, begin());
          } else if (one.kind === 'reset') {
            mock.worlds.put(one.world, mock.worlds.seed());
            model.set(one.world, begin());
          } else {
            const from = model.get(one.from) ?? begin();
            const state = one.from === 'main' ? mock.state : mock.worlds.look(one.from);
            mock.worlds.put(one.world, state.fork());
            model.set(one.world, { rows: new Map(from.rows), next: from.next });
          }
          for (const [name, { rows: wanted }] of model) {
            const state = name === 'main' ? mock.state : mock.worlds.look(name);
            const held = state
              .collection('users')
              .records()
              .map(({ key, value }) => [key, value['name']]);
            expect(held).toEqual([...wanted]);
          }
        }
      }),
      { numRuns: 150 },
    );
  });
});
