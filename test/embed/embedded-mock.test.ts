import { describe, expect, it } from 'vitest';
import { StandinError } from '../../src/base/errors.ts';
import type { Documents } from '../../src/embed/documents.ts';
import { createEmbeddedMock, mockOf } from '../../src/embed/embedded-mock.ts';
import { documents } from '../support/documents.ts';
import { JSON_HEADERS } from '../support/project.ts';

const base = createEmbeddedMock(documents);
/** Checking documents takes its time, so most tests fork one mock. */
const make = (change?: object) =>
  change === undefined ? base.fork() : createEmbeddedMock({ ...documents, ...change });
const zoe = {
  method: 'POST',
  headers: JSON_HEADERS,
  body: JSON.stringify({ name: 'Zoë', email: 'zoe@example.com' }),
};
const read = async (response: Promise<Response>): Promise<unknown> => (await response).json();
const count = async (mock: { fetch(url: string): Promise<Response> }): Promise<number> =>
  ((await read(mock.fetch('/users'))) as []).length;
const SEEDED = documents.rows.users.length;

describe('createEmbeddedMock', () => {
  it('answers a path, an address and a request as the service would', async () => {
    const mock = make();
    const wanted = documents.rows.users[0];
    expect(await read(mock.fetch('/users/1'))).toEqual(wanted);
    expect(await read(mock.fetch(new URL('https://api.example.com/users/1')))).toEqual(wanted);
    expect(await read(mock.fetch(new Request('http://127.0.0.1/users/1')))).toEqual(wanted);
    expect((await mock.fetch('/nothing')).status).toBe(404);
  });

  it('stores writes, and validates them', async () => {
    const mock = make();
    const created = await mock.fetch('/users', zoe);
    expect(created.status).toBe(201);
    expect(await read(mock.fetch(created.headers.get('location') ?? ''))).toMatchObject({
      name: 'Zoë',
    });
    const refused = await mock.fetch('/users', { ...zoe, body: '{"name":1}' });
    expect(refused.status).toBe(422);
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    expect(mock.journal.total).toBe(3);
  });

  it('works when its fetch is called without its object', async () => {
    const { fetch } = make();
    expect((await fetch('/users')).status).toBe(200);
  });

  it('answers below its base path, and puts it into links', async () => {
    const mock = make({ basePath: '/api/v1' });
    expect((await mock.fetch('/users')).status).toBe(404);
    expect((await mock.fetch('/api/v1/users', zoe)).headers.get('location')).toBe(
      `/api/v1/users/${SEEDED + 1}`,
    );
  });

  it.each([
    ['/users', true],
    ['/users/', true],
    ['/users/1/more', true],
    ['https://elsewhere.example/users?page=2', true],
    ['/usersx', false],
    ['/', false],
    ['/main.js', false],
  ])('says whether %s belongs to the mock: %s', async (url, isMine) => {
    const mock = make();
    expect(mock.handles(url)).toBe(isMine);
    const response = await mock.respond(new Request(new URL(url, 'http://localhost')));
    expect(response !== null).toBe(isMine);
    expect(mock.journal.total).toBe(isMine ? 1 : 0);
  });

  it('leaves the body of other requests unread', async () => {
    const request = new Request('http://localhost/other', { method: 'POST', body: 'theirs' });
    expect(await make().respond(request)).toBeNull();
    expect(await request.text()).toBe('theirs');
  });

  it('resets to its start', async () => {
    const mock = make();
    await mock.fetch('/users', zoe);
    await mock.fetch('/users/1', { method: 'DELETE' });
    mock.reset();
    expect(await read(mock.fetch('/users'))).toEqual(documents.rows.users);
  });

  it('forks its state, and neither sees later changes of the other', async () => {
    const mock = make();
    await mock.fetch('/users', zoe);
    const fork = mock.fork();
    await fork.fetch('/users/1', { method: 'DELETE' });
    expect([await count(mock), await count(fork)]).toEqual([SEEDED + 1, SEEDED]);
    await mock.fetch('/users/2', { method: 'DELETE' });
    fork.reset();
    expect([await count(mock), await count(fork)]).toEqual([SEEDED, SEEDED + 1]);
  });

  it('keeps worlds apart, by name or by header field', async () => {
    const mock = make();
    await mock.world('a').fetch('/users', zoe);
    expect(mock.world('a')).toBe(mock.world('a'));
    expect([await count(mock), await count(mock.world('a')), await count(mock.world('b'))]).toEqual(
      [SEEDED, SEEDED + 1, SEEDED],
    );
    const response = await mock.fetch('/users', { headers: { 'Standin-World': 'a' } });
    expect(await response.json()).toHaveLength(SEEDED + 1);
    expect(mock.handles('/~a/users')).toBe(true);
    expect(await read(mock.fetch('/~a/users'))).toHaveLength(SEEDED + 1);
    expect(mock.world('main')).toBe(mock);
  });

  it('resets one world, or all', async () => {
    const mock = make();
    const [a, b] = [mock.world('a'), mock.world('b')];
    for (const world of [mock, a, b]) await world.fetch('/users', zoe);
    a.reset();
    expect([await count(mock), await count(a), await count(b)]).toEqual([
      SEEDED + 1,
      SEEDED,
      SEEDED + 1,
    ]);
    expect(await count(b.fork())).toBe(SEEDED + 1);
    mock.reset();
    expect([await count(mock), await count(a), await count(b)]).toEqual([SEEDED, SEEDED, SEEDED]);
  });

  it('applies overrides on request, until they are removed', async () => {
    const mock = make();
    const statuses = async (...mocks: readonly (typeof mock)[]): Promise<readonly number[]> =>
      Promise.all(mocks.map(async (one) => (await one.fetch('/users')).status));
    const takeBack = mock.override('users.list code=503');
    expect(await statuses(mock, mock.world('a'))).toEqual([503, 503]);
    takeBack();
    mock.world('a').override('users.list code=500');
    expect(await statuses(mock, mock.world('a'), mock.world('b'))).toEqual([200, 500, 200]);
    mock.world('a').reset();
    expect(await statuses(mock.world('a'))).toEqual([200]);
    mock.override('* code=418');
    mock.reset();
    expect(await statuses(mock)).toEqual([200]);
    expect(() => mock.override('code=503')).toThrow('the rule "code=503": ');
    for (const one of [mock, mock.world('a')]) {
      const rule = 'posts.* code=500';
      expect(() => one.override(rule)).toThrow(
        `the rule "${rule}": no contract has the resource "posts"`,
      );
      expect(() => one.override(rule)).toThrow(
        expect.objectContaining({ remedy: 'The resources are users.' }),
      );
    }
  });

  it('rejects as fetch does if an answer is lost', async () => {
    const mock = make();
    mock.override('users.list fault=reset');
    await expect(mock.fetch('/users')).rejects.toThrow(TypeError);
  });

  it('refuses an invalid name', () => {
    expect(() => make().world('two words')).toThrow('"two words" is not a name for a world');
  });

  it.each([undefined, null, 5, 'contracts', []])('cannot be created from %j', (given) => {
    for (const make of [createEmbeddedMock, mockOf]) {
      const making = (): unknown => make(given as unknown as Documents);
      expect(making).toThrow(StandinError);
      expect(making).toThrow('the options must be an object, not');
    }
  });

  it.each([undefined, null, 5, {}])('refuses %j for a name, a rule and settings', (given) => {
    const mock = make();
    expect(() => mock.world(given as string)).toThrow(StandinError);
    expect(() => mock.world(given as string)).toThrow('the name of a world must be a string, not');
    expect(() => mock.override(given as string)).toThrow(StandinError);
    expect(() => mock.override(given as string)).toThrow('a rule must be a string, not');
    if (typeof given !== 'object' || given === null)
      expect(() => mock.configure(given as object)).toThrow(StandinError);
  });

  it('rejects if the request is aborted', async () => {
    await expect(
      make().fetch('/users', { signal: AbortSignal.abort(new Error('gone')) }),
    ).rejects.toThrow('gone');
    const mock = make();
    const init = { method: 'DELETE', signal: AbortSignal.abort(new Error('gone')) };
    await expect(mock.fetch('/users/1', init)).rejects.toThrow('gone');
    expect((await mock.fetch('/users/1')).status).toBe(200);
  });

  it('returns a long list in pieces', async () => {
    const rows = {
      users: Array.from({ length: 3000 }, (_, index) => ({
        id: index + 1,
        name: `U${index}`,
        email: `u${index}@example.com`,
      })),
    };
    const list = await read(make({ rows }).fetch('/users'));
    expect(list).toEqual(rows.users);
  });
});

describe('the settings of an embedded mock', () => {
  const statuses = async (mock: {
    fetch(url: string): Promise<Response>;
  }): Promise<readonly number[]> => {
    const seen: number[] = [];
    for (let times = 0; times < 30; times++) seen.push((await mock.fetch('/users/1')).status);
    return seen;
  };

  it('apply from the start, repeat for the same seed, and continue in a fork', async () => {
    const mock = make({ undefined: 'vary', seed: 7 });
    expect(mock.settings).toEqual({ pins: {}, undefined: 'vary', seed: 7 });
    const seen = await statuses(mock);
    expect(new Set(seen)).toEqual(new Set([200, 203]));
    expect(await statuses(make({ undefined: 'vary', seed: 7 }))).toEqual(seen);
    expect(mock.fork().settings).toEqual(mock.settings);
  });

  it('can change while it runs, in all worlds, until a reset', async () => {
    const mock = make();
    const world = mock.world('alice');
    world.configure({ pins: { 'read.status': 203 } });
    expect([(await mock.fetch('/users/1')).status, (await world.fetch('/users/1')).status]).toEqual(
      [203, 203],
    );
    mock.reset();
    expect(new Set(await statuses(world))).toEqual(new Set([200]));
  });

  it.each([
    [{ undefined: 'sometimes' }, 'the setting undefined is invalid'],
    [{ seed: -1 }, 'the setting seed is invalid'],
    [{ pins: { 'read.status': 418 } }, 'the setting pins/read.status is invalid'],
    [{ sed: 1 }, 'the setting sed is invalid'],
  ])('are refused if they are invalid: %j', (change, message) => {
    const mock = make();
    const before = mock.settings;
    expect(() => mock.configure(change as object)).toThrow(message);
    expect(mock.settings).toBe(before);
  });

  it.each([{ undefined: 'sometimes' }, { seed: 1.5 }])(
    'are refused at the start as well: %j',
    (change) => {
      expect(() => make(change)).toThrow('is invalid');
    },
  );
});
