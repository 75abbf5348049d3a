// Worlds over the sockets of a running mock: apart from each other however many call at once, apart
// from the seed file, and in step with the files that change.

import { readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { ServeOptions } from '../../../src/commands/serve/flags.ts';
import type { Serving } from '../../../src/commands/serve/serve.ts';
import { copyProject, type Folder } from '../../support/cli.ts';
import { startServing } from '../../support/serving.ts';

let folder: Folder;
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

beforeAll(() => {
  folder = copyProject();
});

afterAll(() => {
  agent.destroy();
  folder[Symbol.dispose]();
});

interface Started extends AsyncDisposable {
  readonly serving: Serving;
  readonly output: string[];
  readonly errors: string[];
  send(line: string, headers?: Readonly<Record<string, string>>, body?: unknown): Promise<Answered>;
  close(): Promise<unknown>;
}

interface Answered {
  readonly status: number;
  readonly location: string | undefined;
  readonly json: JsonObject;
}

async function start(more: Partial<ServeOptions> = {}): Promise<Started> {
  const output: string[] = [];
  const errors: string[] = [];
  const serving = await startServing(
    {
      contract: folder.at('contracts'),
      db: folder.at('db.json'),
      form: 'lines',
      ...more,
    },
    { output, errors },
  );
  const port = Number(new URL(serving.url).port);
  const send = (
    line: string,
    headers: Readonly<Record<string, string>> = {},
    body?: unknown,
  ): Promise<Answered> => {
    const [method = '', path = ''] = line.split(' ');
    const typed = body === undefined ? headers : { 'content-type': 'application/json', ...headers };
    return new Promise((resolve, reject) => {
      const sent = request(
        { host: '127.0.0.1', port, agent, method, path, headers: typed },
        (reply) => {
          let text = '';
          reply.setEncoding('utf8').on('data', (piece: string) => {
            text += piece;
          });
          reply.on('end', () => {
            const json = (text === '' ? {} : JSON.parse(text)) as JsonObject;
            resolve({ status: reply.statusCode ?? 0, location: reply.headers.location, json });
          });
        },
      );
      sent.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
  };
  let closing: Promise<unknown> | null = null;
  const close = (): Promise<unknown> => {
    closing ??= serving.close();
    return closing;
  };
  return {
    serving,
    output,
    errors,
    send,
    close,
    [Symbol.asyncDispose]: async () => void (await close()),
  };
}

/** The ways in which a client can name a world: what comes before the path, and header fields. */
const ways: readonly ((world: string) => readonly [string, Readonly<Record<string, string>>])[] = [
  (world) => [`/~${world}`, {}],
  (world) => ['', { 'standin-world': world }],
  (world) => ['', { baggage: `standin.world=${world}` }],
  (world) => ['', { cookie: `standin-world=${world}` }],
  (world) => ['', { host: `${world}.localhost:3000` }],
];

describe('worlds of a running mock', () => {
  it('lose and leak nothing with 1,000 concurrent writers in 100 of them', async () => {
    await using mock = await start();
    const writers = Array.from({ length: 1_000 }, (_, index) => ({
      world: `w${index % 100}`,
      writer: Math.floor(index / 100),
    }));
    const made = await Promise.all(
      writers.map(async ({ world, writer }) => {
        const [prefix, headers] = (ways[writer % ways.length] as (typeof ways)[number])(world);
        const user = { name: `${world} ${writer}`, email: `${world}-${writer}@example.com` };
        const created = await mock.send(`POST ${prefix}/users`, headers, user);
        const id = created.json['id'] as number;
        // Each writer changes what it made, through another door, and the one that is there for
        // all.
        const [otherPrefix, otherHeaders] = (
          ways[(writer + 1) % ways.length] as (typeof ways)[number]
        )(world);
        const changed = await mock.send(`PUT ${otherPrefix}/users/${id}`, otherHeaders, {
          ...user,
          name: `${user.name} changed`,
        });
        await mock.send(`PATCH ${prefix}/users/1`, headers, { name: `of ${world}` });
        return {
          world,
          id,
          location: created.location,
          prefix,
          statuses: [created.status, changed.status],
        };
      }),
    );
    expect(made.every(({ statuses }) => statuses[0] === 201 && statuses[1] === 200)).toBe(true);
    expect(made.every(({ location, prefix, id }) => location === `${prefix}/users/${id}`)).toBe(
      true,
    );
    for (let number = 0; number < 100; number++) {
      const world = `w${number}`;
      const ids = made.filter((one) => one.world === world).map(({ id }) => id);
      expect(ids.toSorted((one, other) => one - other)).toEqual([
        6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
      ]);
      const users = (await mock.send('GET /users', { 'standin-world': world }))
        .json as unknown as readonly JsonObject[];
      expect(
        users
          .slice(5)
          .map(({ name }) => name)
          .toSorted(),
      ).toEqual(Array.from({ length: 10 }, (_, writer) => `${world} ${writer} changed`));
      expect(users[0]?.['name']).toBe(`of ${world}`);
      expect(users).toHaveLength(15);
    }
    const shared = (await mock.send('GET /users')).json as unknown as readonly JsonObject[];
    expect([shared.length, shared.some(({ name }) => /^of w|changed$/.test(String(name)))]).toEqual(
      [5, false],
    );
    const { worlds } = (await mock.send('GET /__standin/api/worlds')).json as unknown as {
      worlds: readonly { name: string; records: number; calls: number }[];
    };
    expect(worlds.map(({ name }) => name).toSorted()).toEqual(
      Array.from({ length: 100 }, (_, index) => `w${index}`).toSorted(),
    );
    expect(worlds.every(({ records, calls }) => records === 15 && calls === 31)).toBe(true);
  });

  it('can be created, reset and removed without a token by programs of this machine, but not by pages', async () => {
    await using mock = await start();
    await mock.send('DELETE /~alice/users/1');
    expect((await mock.send('PUT /__standin/api/worlds/bob', {}, { from: 'alice' })).status).toBe(
      201,
    );
    expect((await mock.send('GET /~bob/users/1')).status).toBe(404);
    expect((await mock.send('POST /__standin/api/reset?world=bob')).status).toBe(204);
    expect((await mock.send('GET /~bob/users/1')).status).toBe(200);
    expect((await mock.send('GET /~alice/users/1')).status).toBe(404);
    for (const headers of [
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { host: 'evil.example' },
      { host: 'alice.localhost' },
    ])
      expect((await mock.send('DELETE /__standin/api/worlds/alice', headers)).status).toBe(403);
    expect(
      (await mock.send('POST /__standin/api/reset', { 'content-type': 'text/plain' })).status,
    ).toBe(401);
    expect((await mock.send('GET /~alice/users/1')).status).toBe(404);
    expect((await mock.send('DELETE /__standin/api/worlds/alice')).status).toBe(204);
    expect((await mock.send('GET /~alice/users/1')).status).toBe(200);
    await mock.send('DELETE /users/2');
    expect(
      (await fetch(new URL('/__standin/api/reset', mock.serving.url), { method: 'POST' })).status,
    ).toBe(204);
    expect((await mock.send('GET /users/2')).status).toBe(200);
  });

  it('refuse every change of a read-only mock', async () => {
    await using mock = await start({ pins: { 'access.writes': 'refuse' } });
    for (const way of ways) {
      const [prefix, headers] = way('alice');
      expect((await mock.send(`DELETE ${prefix}/users/1`, headers)).status).toBe(405);
      expect((await mock.send(`GET ${prefix}/users/1`, headers)).status).toBe(200);
    }
  });

  it('expire after the requested time', async () => {
    await using mock = await start({ worldTtlSeconds: 0.001 });
    await mock.send('DELETE /~alice/users/1');
    await vi.waitFor(async () => {
      expect((await mock.send('GET /__standin/api/worlds')).json).toMatchObject({
        worlds: [],
        idleMs: 1,
        expired: 1,
      });
    });
    expect((await mock.send('GET /~alice/users/1')).status).toBe(200);
  });

  it('are not saved', async () => {
    const before = readFileSync(folder.at('db.json'), 'utf8');
    const mock = await start({ saving: 'save' });
    await mock.send('DELETE /~alice/users/1');
    await mock.send('DELETE /__standin/api/data/users/2?world=bob');
    expect(await mock.close()).toBe('kept');
    expect(readFileSync(folder.at('db.json'), 'utf8')).toBe(before);
    const other = await start({ saving: 'save' });
    await other.send('DELETE /~alice/users/1');
    await other.send('DELETE /users/3');
    expect(await other.close()).toBe('kept');
    const rows = (
      JSON.parse(readFileSync(folder.at('db.json'), 'utf8')) as { users: readonly JsonObject[] }
    ).users;
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 4, 5]);
    writeFileSync(folder.at('db.json'), before);
  });

  it('stay if the profile changes, and start again with a message if the seed file changes', async () => {
    const profile = folder.at('contracts/profiles/standin.json');
    const [profileText, seed] = [
      readFileSync(profile, 'utf8'),
      readFileSync(folder.at('db.json'), 'utf8'),
    ];
    try {
      await using mock = await start();
      const reloads = (): number =>
        mock.output.join('').match(/Reloaded the changed files/g)?.length ?? 0;
      await mock.send('DELETE /~alice/users/1');
      const document = JSON.parse(profileText) as { choices: JsonObject };
      writeFileSync(
        profile,
        JSON.stringify({ ...document, choices: { ...document.choices, 'read.status': 203 } }),
      );
      await vi.waitFor(() => expect(reloads()).toBe(1), { timeout: 10_000 });
      expect((await mock.send('GET /~alice/users/1')).status).toBe(404);
      expect((await mock.send('GET /~alice/users/2')).status).toBe(203);
      const rows = (JSON.parse(seed) as { users: readonly JsonObject[] }).users;
      writeFileSync(
        folder.at('db.json'),
        JSON.stringify({ users: rows.map((row) => ({ ...row, name: 'New' })) }),
      );
      await vi.waitFor(() => expect(reloads()).toBe(2), { timeout: 10_000 });
      expect((await mock.send('GET /~alice/users/1')).json['name']).toBe('New');
      expect((await mock.send('GET /~bob/users/1')).json['name']).toBe('New');
      expect(mock.output.join('')).toContain('Worlds reset because the files changed: 1');
      expect(mock.errors).toEqual([]);
    } finally {
      writeFileSync(profile, profileText);
      writeFileSync(folder.at('db.json'), seed);
    }
  });
});
