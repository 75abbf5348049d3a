import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import { createInspectorClient, type InspectorClient, memberOf } from './inspector-client.ts';

async function idsIn({ ask }: InspectorClient, world: string): Promise<readonly Json[]> {
  const rows = memberOf(await ask(`GET api/data/users?world=${world}`), 'rows') as readonly {
    readonly id: Json;
  }[];
  return rows.map(({ id }) => id);
}

async function names({ ask }: InspectorClient): Promise<readonly string[]> {
  return (
    memberOf(await ask('GET api/worlds'), 'worlds') as readonly { readonly name: string }[]
  ).map(({ name }) => name);
}

describe('api/data in a world', () => {
  it('shows and changes only the rows of that world, and saves nothing', async () => {
    const client = createInspectorClient();
    expect((await client.ask('DELETE api/data/users/1?world=alice')).status).toBe(204);
    expect(
      (await client.ask('DELETE api/data/users/2', '', { 'standin-world': 'Bob' })).status,
    ).toBe(204);
    expect(await idsIn(client, 'alice')).toEqual([2, 3, 4, 5]);
    expect(await idsIn(client, 'bob')).toEqual([1, 3, 4, 5]);
    expect(await idsIn(client, 'main')).toEqual([1, 2, 3, 4, 5]);
    expect(client.backend.state().collection('users').size).toBe(5);
    expect(client.changes.length).toBe(0);
    // What is asked for in the address counts before what is sent with everything.
    expect(
      (await client.ask('DELETE api/data/users/3?world=main', '', { 'standin-world': 'bob' }))
        .status,
    ).toBe(204);
    expect([
      await idsIn(client, 'bob'),
      await idsIn(client, 'main'),
      client.changes.length,
    ]).toEqual([[1, 3, 4, 5], [1, 2, 4, 5], 1]);
  });

  it('does not create a world on reading, or from a cookie or host name', async () => {
    const client = createInspectorClient();
    expect(await idsIn(client, 'alice')).toEqual([1, 2, 3, 4, 5]);
    await client.ask('DELETE api/data/users/1', '', {
      cookie: 'standin-world=alice',
      baggage: 'standin.world=alice',
    });
    expect([
      await names(client),
      await idsIn(client, 'alice'),
      await idsIn(client, 'main'),
    ]).toEqual([[], [1, 2, 3, 4, 5], [2, 3, 4, 5]]);
  });
});

describe('api/worlds', () => {
  it('lists them, with their limit', async () => {
    const { ask } = createInspectorClient();
    await ask('DELETE api/data/users/1?world=alice');
    const one = { name: 'alice', records: 4, createdAt: 1_000, usedAt: 1_000, calls: 0 };
    expect((await ask('GET api/worlds')).json).toEqual({
      worlds: [one],
      max: 5,
      idleMs: 3_600_000,
      evicted: 0,
      expired: 0,
    });
    expect((await ask('GET api/worlds/Alice')).json).toEqual(one);
    for (let made = 0; made < 6; made++) await ask(`PUT api/worlds/w${made}`);
    expect((await ask('GET api/worlds')).json).toMatchObject({ worlds: { length: 5 }, evicted: 2 });
  });

  it('creates one from the seed, another world, the shared world or a snapshot', async () => {
    const client = createInspectorClient();
    const { ask } = client;
    await ask('DELETE api/data/users/1');
    await ask('DELETE api/data/users/2?world=alice');
    expect((await ask('PUT api/snapshots/kept?world=alice')).status).toBe(204);
    await ask('DELETE api/data/users/3?world=alice');
    const made = await ask('PUT api/worlds/of-alice', { from: 'alice' });
    expect([made.status, made.json]).toEqual([
      201,
      { name: 'of-alice', records: 3, createdAt: 1_000, usedAt: 1_000, calls: 0 },
    ]);
    expect((await ask('PUT api/worlds/of-main', { from: 'main' })).status).toBe(201);
    expect((await ask('PUT api/worlds/of-kept', { from: 'kept' })).status).toBe(201);
    await ask('DELETE api/data/users/4?world=alice');
    await ask('DELETE api/data/users/5?world=of-alice');
    expect(await idsIn(client, 'of-alice')).toEqual([1, 4]);
    expect(await idsIn(client, 'alice')).toEqual([1, 5]);
    expect(await idsIn(client, 'of-main')).toEqual([2, 3, 4, 5]);
    expect(await idsIn(client, 'of-kept')).toEqual([1, 3, 4, 5]);
    for (const body of ['', {}, { from: null }]) {
      await ask('DELETE api/data/users/1?world=of-alice');
      expect((await ask('PUT api/worlds/of-alice', body)).status).toBe(200);
      expect(await idsIn(client, 'of-alice')).toEqual([1, 2, 3, 4, 5]);
    }
  });

  it('prefers a snapshot to a world of the same name', async () => {
    const client = createInspectorClient();
    await client.ask('PUT api/snapshots/both');
    await client.ask('DELETE api/data/users/1?world=both');
    await client.ask('PUT api/worlds/new', { from: 'both' });
    expect(await idsIn(client, 'new')).toEqual([1, 2, 3, 4, 5]);
  });

  it('resets one or removes one, and leaves the others', async () => {
    const client = createInspectorClient();
    for (const world of ['alice', 'bob', 'main'])
      await client.ask(`DELETE api/data/users/1?world=${world}`);
    expect((await client.ask('POST api/worlds/alice/reset')).status).toBe(204);
    expect([
      await idsIn(client, 'alice'),
      await idsIn(client, 'bob'),
      await idsIn(client, 'main'),
    ]).toEqual([
      [1, 2, 3, 4, 5],
      [2, 3, 4, 5],
      [2, 3, 4, 5],
    ]);
    expect((await client.ask('POST api/reset?world=bob')).status).toBe(204);
    expect([await idsIn(client, 'bob'), await idsIn(client, 'main')]).toEqual([
      [1, 2, 3, 4, 5],
      [2, 3, 4, 5],
    ]);
    expect((await client.ask('DELETE api/worlds/bob')).status).toBe(204);
    expect(await names(client)).toEqual(['alice']);
    await client.ask('DELETE api/data/users/1?world=alice');
    expect((await client.ask('POST api/reset', '', { 'standin-world': 'alice' })).status).toBe(204);
    expect([await idsIn(client, 'alice'), await idsIn(client, 'main')]).toEqual([
      [1, 2, 3, 4, 5],
      [2, 3, 4, 5],
    ]);
    expect((await client.ask('POST api/worlds/main/reset')).status).toBe(204);
    expect(await idsIn(client, 'main')).toEqual([1, 2, 3, 4, 5]);
  });

  it('restores a snapshot of any world in the named world', async () => {
    const client = createInspectorClient();
    await client.ask('DELETE api/data/users/1?world=alice');
    await client.ask('PUT api/snapshots/one-gone?world=alice');
    await client.ask('DELETE api/data/users/2?world=alice');
    for (const world of ['alice', 'bob']) {
      expect((await client.ask(`POST api/snapshots/one-gone/restore?world=${world}`)).status).toBe(
        204,
      );
      expect(await idsIn(client, world)).toEqual([2, 3, 4, 5]);
      await client.ask(`DELETE api/data/users/5?world=${world}`);
    }
    expect(await idsIn(client, 'main')).toEqual([1, 2, 3, 4, 5]);
    await client.ask('POST api/snapshots/one-gone/restore');
    expect(await idsIn(client, 'main')).toEqual([2, 3, 4, 5]);
  });

  it.each([
    ['GET api/worlds/alice', '', 404, 'was never used'],
    ['DELETE api/worlds/alice', '', 404, 'was never used'],
    ['DELETE api/worlds', '', 405, 'DELETE removes it'],
    ['POST api/worlds/alice', '', 405, 'POST .../reset'],
    ['POST api/worlds/alice/restore', '', 405, 'POST .../reset'],
    ['POST api/worlds/alice/reset/now', '', 405, 'POST .../reset'],
    ['PUT api/worlds/alice/reset', '', 405, 'POST .../reset'],
    ['PUT api/worlds/main', '', 409, 'api/reset'],
    ['DELETE api/worlds/main', '', 409, 'api/reset'],
    ['PUT api/worlds/a%20b', '', 400, 'up to 64 letters'],
    ['PUT api/worlds/%2e%2e', '', 400, 'up to 64 letters'],
    ['PUT api/worlds/__proto__', '', 400, 'up to 64 letters'],
    ['POST api/worlds/-/reset', '', 400, 'up to 64 letters'],
    ['PUT api/worlds/new', { from: 'nobody' }, 404, '"nobody"'],
    ['PUT api/worlds/new', { from: 'new' }, 404, '"new"'],
    ['PUT api/worlds/new', { from: 7 }, 400, '{"from":'],
    ['PUT api/worlds/new', [], 400, '{"from":'],
    ['PUT api/worlds/new', '{"from":', 400, 'line 1, column 9'],
    ['POST api/reset?world=', '', 400, 'up to 64 letters'],
    ['POST api/reset?world=a.b', '', 400, 'up to 64 letters'],
    ['GET api/data/users?world=%3F', '', 400, 'up to 64 letters'],
    ['PUT api/snapshots/x?world=a/b', '', 400, 'up to 64 letters'],
  ] as const)('refuses %s with %j', async (request, body, status, detail) => {
    const client = createInspectorClient();
    const reply = await client.ask(request, body as never);
    expect([reply.status, reply.headers['content-type']]).toEqual([
      status,
      'application/problem+json',
    ]);
    expect(memberOf(reply, 'detail')).toContain(detail);
    expect([await names(client), client.backend.state().collection('users').size]).toEqual([[], 5]);
  });

  it('names the right address if the host name names the world', async () => {
    const reply = await createInspectorClient().ask('POST api/reset', '', {
      host: 'alice.localhost:3000',
    });
    expect([reply.status, memberOf(reply, 'detail')]).toEqual([
      403,
      'The host name "alice.localhost" is not allowed. Use localhost itself, with ?world=<name> for a world.',
    ]);
  });

  it('reports that there is no mock', async () => {
    const { ask } = createInspectorClient({ data: null });
    for (const request of ['GET api/worlds', 'PUT api/worlds/alice', 'POST api/reset?world=alice'])
      expect((await ask(request)).status).toBe(409);
  });
});
