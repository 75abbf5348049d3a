// `serve` within this process: ports, forms of output, and its end.

import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import type { ServeOptions } from '../../../src/commands/serve/flags.ts';
import { DEFAULT_PORT } from '../../../src/commands/serve/listen.ts';
import type { Serving } from '../../../src/commands/serve/serve.ts';
import { openRecording } from '../../../src/journal/file/open-recording.ts';
import type { Recorded } from '../../../src/journal/interaction/recorded.ts';
import { copyProject, type Folder, linesOf } from '../../support/cli.ts';
import { startServing } from '../../support/serving.ts';

let folder: Folder;

beforeAll(() => {
  folder = copyProject();
});

afterAll(() => folder[Symbol.dispose]());

interface Started extends AsyncDisposable {
  readonly serving: Serving;
  readonly port: number;
  readonly output: string[];
  readonly errors: string[];
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
  return {
    serving,
    port: Number(new URL(serving.url).port),
    output,
    errors,
    [Symbol.asyncDispose]: async () => void (await serving.close()),
  };
}

/**
 * Takes a port, or gives `null` where somebody has it already: either way it is in use from then
 * on.
 */
function occupy(port: number): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null)).listen(port, '127.0.0.1', () => resolve(server));
  });
}

/** Asks for a removal whose answer is held back longer than any test waits. */
function removing(port: number, path: string): Socket {
  const client = connect(port, '127.0.0.1');
  client.on('error', () => undefined);
  client.write(`DELETE ${path} HTTP/1.1\r\nHost: a\r\nPrefer: delay=60000\r\n\r\n`);
  return client;
}

async function untilGone(url: string): Promise<void> {
  while ((await fetch(url)).status !== 404) await sleep(5);
}

describe('serve', () => {
  it('takes the next free port if none was requested and 3000 is in use', async () => {
    const occupied = await occupy(DEFAULT_PORT);
    try {
      await using started = await start({ port: null });
      expect(started.port).toBeGreaterThan(DEFAULT_PORT);
      expect(started.port).toBeLessThanOrEqual(DEFAULT_PORT + 20);
      expect((await fetch(`${started.serving.url}/users`)).status).toBe(200);
    } finally {
      occupied?.close();
    }
  });

  it('takes only the requested port', async () => {
    await using started = await start();
    const error: unknown = await start({ port: started.port }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StandinError);
    expect(error).toMatchObject({
      code: 'port-taken',
      message: `port ${started.port} on 127.0.0.1 is in use`,
    });
    expect((await fetch(`${started.serving.url}/users`)).status).toBe(200);
  });

  it('writes the banner, then a line for each call', async () => {
    const started = await start();
    await fetch(`${started.serving.url}/users/1`);
    await started.serving.close();
    const [banner = '', ...lines] = started.output;
    expect(banner).toContain(`Standin serves Users interface at ${started.serving.url}\n`);
    expect(lines.join('')).toMatch(
      /^\d\d:\d\d:\d\d GET {5}\/users\/1 {17}200 +\d+\.\d ms {2}ok\n$/,
    );
    expect(started.errors).toEqual([]);
  });

  it('writes only JSON lines on request', async () => {
    const started = await start({ form: 'json' });
    await fetch(`${started.serving.url}/users/1`);
    await started.serving.close();
    expect(linesOf(started.output.join(''))).toMatchObject([
      { event: 'listening', url: started.serving.url, resources: { users: 5 } },
      { event: 'interaction', seq: 1, ruling: { status: { value: 200, by: 'read.status' } } },
    ]);
  });

  it('reports a delayed answer once it is sent, or never will be, in log, journal and recording', async () => {
    const record = folder.at('held.standin');
    const started = await start({ form: 'json', record });
    const { url } = started.serving;
    const held = (path: string, delay: number): Promise<number> =>
      fetch(`${url}${path}`, { method: 'DELETE', headers: { prefer: `delay=${delay}` } }).then(
        ({ status }) => status,
        () => 0,
      );
    const told = (): unknown[] =>
      linesOf(started.output.join('')).flatMap((line) => {
        const { call, reply } = line as {
          call?: { method: string; path: string };
          reply?: { delivery?: { fate?: string } };
        };
        return call?.method === 'DELETE' ? [[call.path, reply?.delivery?.fate ?? 'sent']] : [];
      });
    const client = removing(started.port, '/users/1');
    await untilGone(`${url}/users/1`);
    // What it did is done; what came of its answer is not known yet.
    expect(told()).toEqual([]);
    client.resetAndDestroy();
    while (told().length === 0) await sleep(5);
    expect(await held('/users/2', 20)).toBe(204);
    const last = held('/users/3', 60_000);
    await untilGone(`${url}/users/3`);
    await started.serving.close();
    expect(await last).toBe(0);
    expect(told()).toEqual([
      ['/users/1', 'client-gone'],
      ['/users/2', 'sent'],
      ['/users/3', 'closed'],
    ]);
    const archive = await openRecording(record, { mode: 'read' });
    const { seqs } = await archive.search({ terms: [] });
    const entries = await Promise.all([...seqs].map((seq) => archive.find(seq)));
    await archive.close();
    const removals = entries.flatMap((entry) =>
      entry?.recorded.request.method === 'DELETE' ? [entry.recorded] : [],
    );
    expect(removals.map(({ reply, trouble }) => [reply?.status ?? null, trouble])).toEqual([
      [null, 'to be held back 60000 ms, as requested; the client had left before it was sent'],
      [204, 'held back 20 ms, as requested'],
      [null, 'to be held back 60000 ms, as requested; the mock was closed before it was sent'],
    ]);
  });

  it('shows an answer that was never sent on the page', async () => {
    await using started = await start({ form: 'quiet' });
    const { url } = started.serving;
    const client = removing(started.port, '/users/1');
    await untilGone(`${url}/users/1`);
    client.resetAndDestroy();
    const look = async (): Promise<Recorded> => {
      // The first call may have been a reading; the removal is the one with a delay.
      for (let seq = 1; ; seq++) {
        const { recorded } = (await (
          await fetch(`${url}/__standin/api/interactions/${seq}`)
        ).json()) as { recorded: Recorded };
        if (recorded.request.method === 'DELETE') return recorded;
      }
    };
    while ((await look()).reply !== null) await sleep(5);
    expect(await look()).toMatchObject({
      reply: null,
      verdict: 'unjudged',
      original: { status: 204 },
      trouble: 'to be held back 60000 ms, as requested; the client had left before it was sent',
    });
  });

  it('writes nothing if it is quiet', async () => {
    const started = await start({ form: 'quiet' });
    await fetch(`${started.serving.url}/users/1`);
    await started.serving.close();
    expect(started.output).toEqual([]);
    expect(started.errors).toEqual([]);
  });

  it('warns if other machines can reach it', async () => {
    await using started = await start({ host: '0.0.0.0' });
    expect(started.errors.join('')).toMatch(
      /^Warning: 0\.0\.0\.0 is not a loopback address; everyone on the network can read and change this mock\.\nThe recording is shown only with the token: http:\/\/0\.0\.0\.0:\d+\/__standin\/#token=[0-9a-f-]{36}\n$/,
    );
  });

  // RFC 1122 section 3.2.1.3 (g): all of 127.0.0.0/8 is loopback.
  it.each(['127.0.0.1', 'localhost', '127.0.0.2'])('does not warn of %s', async (host) => {
    await using started = await start({ host });
    expect(started.errors).toEqual([]);
  });

  it('answers only under the base path', async () => {
    await using started = await start({ basePath: '/api/v1' });
    const root = new URL(started.serving.url).origin;
    expect(started.serving.url).toBe(`${root}/api/v1`);
    expect((await fetch(`${root}/api/v1/users`)).status).toBe(200);
    expect((await fetch(`${root}/users`)).status).toBe(404);
    const created = await fetch(`${root}/api/v1/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"a","email":"a@example.com"}',
    });
    expect(created.headers.get('location')).toBe('/api/v1/users/6');
  });

  it('rejects if the project is broken, before it listens', async () => {
    const error: unknown = await start({ db: folder.at('nothing.json') }).catch(
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(StandinError);
    expect(error).toMatchObject({
      code: 'file-unreadable',
      remedy: 'Check that it exists and that you may read it.',
    });
  });

  it('accepts no calls once it is closed, and logs the last ones', async () => {
    const started = await start({ form: 'json' });
    for (let turn = 0; turn < 20; turn++) await fetch(`${started.serving.url}/users/1`);
    await started.serving.close();
    expect(linesOf(started.output.join(''))).toHaveLength(21);
    const refused = await new Promise((resolve) => {
      connect(started.port, '127.0.0.1').once('error', resolve).once('connect', resolve);
    });
    expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
  });
});
