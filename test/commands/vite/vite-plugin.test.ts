// The plugin in servers of Vite, on the files of this repository.

import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { join } from 'node:path';
import { createServer, type InlineConfig, type Logger, preview, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conditions } from '../../../src/commands/serve/conditions.ts';
import { serveCommand } from '../../../src/commands/serve/flags.ts';
import type { PluginOptions } from '../../../src/commands/vite/plugin-options.ts';
import { standin } from '../../../src/commands/vite/vite-plugin.ts';
import { openRecording } from '../../../src/journal/file/open-recording.ts';
import { copyProject, type Folder } from '../../support/cli.ts';
import { documents } from '../../support/documents.ts';
import { create, edit, namesAt } from '../../support/project.ts';
import { startReceiver } from '../../support/receiver.ts';

let folder: Folder;
const lines: string[] = [];
const say = (text: string): void => void lines.push(text);
const logger: Logger = {
  info: say,
  warn: say,
  warnOnce: say,
  error: say,
  hasWarned: false,
  clearScreen: () => undefined,
  hasErrorLogged: () => false,
};

beforeAll(() => {
  folder = copyProject();
  writeFileSync(join(folder.path, 'index.html'), '<!doctype html><title>The page</title>');
});

afterAll(() => folder[Symbol.dispose]());

function configOf(options: PluginOptions = {}): InlineConfig {
  return {
    root: folder.path,
    configFile: false,
    customLogger: logger,
    plugins: [standin(options)],
    server: { port: 0, host: '127.0.0.1', ws: false },
    preview: { port: 0, host: '127.0.0.1' },
    build: { outDir: '.' },
  };
}

async function start(
  options: PluginOptions = {},
): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = await createServer(configOf(options));
  await server.listen();
  const url = server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
  return { url, [Symbol.asyncDispose]: () => server.close() };
}

interface Closing extends AsyncDisposable {
  readonly server: ViteDevServer;
}

/** A server that is closed at the end, if it was not before. */
function closing(server: ViteDevServer): Closing {
  return { server, [Symbol.asyncDispose]: () => server.close() };
}

describe('standin', () => {
  it('answers the paths of the contracts, and leaves the others to Vite', async () => {
    await using server = await start();
    expect(await (await fetch(`${server.url}/users`)).json()).toEqual(documents.rows.users);
    expect(await create(server.url)).toMatchObject({ name: 'Zofia' });
    const page = await fetch(`${server.url}/anything`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('<title>The page</title>');
  });

  it('prints the address of the Inspector after those of the server', async () => {
    const server = await createServer(configOf());
    try {
      await server.listen();
      lines.length = 0;
      server.printUrls();
      const origin = server.resolvedUrls?.local[0]?.replace(/\/$/, '');
      expect(lines.at(-1)).toBe(`  ➜  Inspector: ${origin}/__standin/`);
      expect(lines.length).toBeGreaterThan(1);
    } finally {
      await server.close();
    }
  });

  it('takes the conditions of serve', async () => {
    await using server = await start({
      overrides: ['create code=503'],
      delay: 5,
      undefined: 'vary',
      seed: 7,
      explain: true,
      pins: { 'auth.scheme': 'bearer' },
      credentials: ['mine'],
    });
    const statusWith = async (token: string, method = 'GET') =>
      fetch(`${server.url}/users`, { method, headers: { authorization: `Bearer ${token}` } });
    expect((await statusWith('other')).status).toBe(401);
    const read = await statusWith('mine');
    expect([read.ok, read.headers.get('standin-decided-by')]).toEqual([
      true,
      expect.stringContaining('status='),
    ]);
    expect((await statusWith('mine', 'POST')).status).toBe(503);
    const api = async (name: string) => (await fetch(`${server.url}/__standin/api/${name}`)).json();
    expect(await api('settings')).toEqual({
      pins: { 'auth.scheme': 'bearer' },
      undefined: 'vary',
      seed: 7,
    });
    expect(await api('overrides')).toMatchObject({
      overrides: [{ rule: 'create code=503' }, { rule: '* delay=5' }],
    });
  });

  it('posts changes to webhooks, and signs the events', async () => {
    await using receiver = await startReceiver();
    await using server = await start({
      basePath: '/api',
      webhooks: [receiver.url],
      webhookSecret: 'whsec_c3RhbmRpbi1zZWNyZXQtb2YtdGhpcy10ZXN0',
    });
    await create(`${server.url}/api`);
    await expect.poll(() => receiver.deliveries.length).toBe(1);
    const [delivery] = receiver.deliveries;
    expect(JSON.parse(delivery?.text ?? '')).toMatchObject({
      source: `${server.url}/api/users`,
      data: { name: 'Zofia' },
    });
    expect(delivery?.headers['webhook-signature']).toMatch(/^v1,/);
  });

  it('refuses changes if it is read-only, and forgets worlds', async () => {
    await using server = await start({ readOnly: true, worldTtl: 0.000001 });
    const inWorld = { headers: { 'standin-world': 'a' } };
    expect((await fetch(`${server.url}/users/1`, { method: 'DELETE' })).status).toBe(405);
    await fetch(`${server.url}/users/1`, inWorld);
    const worlds = async () => (await fetch(`${server.url}/__standin/api/worlds`)).json();
    await expect.poll(worlds).toMatchObject({ worlds: [] });
  });

  it('records into a file, which the next server of a restart continues', async () => {
    const config = configOf({ record: 'vite.standin', redact: ['name'], basePath: '/api' });
    const file = join(folder.path, 'vite.standin');
    await using old = closing(await createServer(config));
    await old.server.listen();
    const urlOf = ({ server }: typeof old): string =>
      server.resolvedUrls?.local[0]?.replace(/\/$/, '') ?? '';
    await create(`${urlOf(old)}/api`);
    await using next = closing(await createServer(config));
    await next.server.listen();
    await fetch(`${urlOf(old)}/api/users/2`);
    await old[Symbol.asyncDispose]();
    await fetch(`${urlOf(next)}/api/users/3`);
    const page = (await (await fetch(`${urlOf(next)}/__standin/api/interactions`)).json()) as {
      readonly interactions: readonly { readonly request: { readonly path: string } }[];
    };
    expect(page.interactions.map(({ request }) => request.path).sort()).toEqual([
      '/api/users',
      '/api/users/3',
    ]);
    await next[Symbol.asyncDispose]();
    expect(readFileSync(file).includes('Zofia')).toBe(false);
    const recording = await openRecording(file, { mode: 'read' });
    expect((await recording.totals()).newest).toBe(2);
    await recording.close();
  });

  it('takes every condition of serve, and has no other options but those of the project', () => {
    const server = 'port host https cert key save store reads access drain quiet json'.split(' ');
    const project = 'contract db profile pin basePath'.split(' ');
    expect(
      Object.keys(serveCommand.options)
        .filter((key) => ![...server, ...project].includes(key))
        .sort(),
    ).toEqual(Object.keys(conditions).sort());
  });

  it('refuses conditions that cannot be', async () => {
    const wrong = {
      overrides: 'create',
      explain: 1,
      delay: [],
      undefined: 'often',
      worldTtl: 0,
      record: 7,
      webhooks: 'http://localhost',
      seed: -1,
    };
    expect(() => standin(wrong as never)).toThrow(
      expect.objectContaining({ code: 'project-invalid' }),
    );
    for (const name of Object.keys(wrong))
      if (name !== 'seed') expect(() => standin(wrong as never)).toThrow(new RegExp(name));
    expect(() => standin({ seed: -1 })).toThrow('seed: is no such setting\n    A seed is a whole');
    expect(() => standin({ delay: 'long' })).toThrow('delay: is no such setting\n    A delay: ');
    expect(() => standin({ undefined: 'often' as never })).toThrow(
      'undefined: is no such setting\n    It is "profile" or "vary".',
    );
    expect(() => standin({ worldTtl: 0 })).toThrow('A time is a number of seconds above 0');
    expect(() => standin({ record: '' })).toThrow('record: is no such setting\n    It is empty.');
    expect(() => standin({ explain: 1 as never })).toThrow(
      'explain: must be a boolean, not a number\n    Pass true or false.',
    );
    await expect(start({ webhookSecret: 'whsec_c3RhbmRpbg==' })).rejects.toThrow(
      'webhookSecret is given without webhooks\nName a receiver with webhooks.',
    );
    await expect(start({ overrides: ['create cod=1'] })).rejects.toThrow(
      /^overrides "create cod=1": /,
    );
    await expect(start({ credentials: ['secret'] })).rejects.toThrow(
      'credentials is given, but no contract requires credentials\nAdd pins: { "auth.scheme": "bearer" }, basic or api-key.',
    );
  });

  it('answers only below its base path', async () => {
    await using server = await start({ basePath: '/api', pins: { 'remove.status': 200 } });
    expect((await fetch(`${server.url}/api/users/1`, { method: 'DELETE' })).status).toBe(200);
    const page = await fetch(`${server.url}/users`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('<title>The page</title>');
  });

  it.each(['/api/nothing', '/api/users/1/nothing?a=b', '/~a/api/nothing'])(
    'answers %s as an unknown path, since it owns everything below its base path',
    async (path) => {
      await using server = await start({ basePath: '/api' });
      const response = await fetch(server.url + path, { headers: { accept: 'text/html' } });
      expect([response.status, response.headers.get('content-type')]).toEqual([
        404,
        'application/problem+json',
      ]);
      expect(
        await (await fetch(`${server.url}/apis`, { headers: { accept: 'text/html' } })).text(),
      ).toContain('The page');
    },
  );

  it.each(['/api', '/api/'])('lists the resources at %s, as serve does', async (path) => {
    await using server = await start({ basePath: '/api' });
    const response = await fetch(server.url + path);
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('/api/users'),
    ]);
  });

  it('keeps worlds apart', async () => {
    await using server = await start();
    const inWorld = { headers: { 'standin-world': 'a' } };
    await fetch(`${server.url}/users/1`, { method: 'DELETE', ...inWorld });
    const statuses = await Promise.all([
      fetch(`${server.url}/users/1`),
      fetch(`${server.url}/users/1`, inWorld),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([200, 404]);
  });

  it('shows the Inspector', async () => {
    await using server = await start();
    await fetch(`${server.url}/users/1`);
    expect(await (await fetch(`${server.url}/__standin/`)).text()).toContain('<title>');
    const told: unknown = await (await fetch(`${server.url}/__standin/api/interactions`)).json();
    expect(JSON.stringify(told)).toContain('/users/1');
  });

  it('follows its files', async () => {
    await using server = await start();
    edit(join(folder.path, 'db.json'), (rows) => ({
      ...rows,
      users: [{ id: 1, name: 'From the file', email: 'a@example.com' }],
    }));
    await expect.poll(() => namesAt(server.url)).toEqual(['From the file']);
    expect(lines.join('\n')).toContain('Standin: Reloaded the changed files');
    edit(join(folder.path, 'db.json'), () => documents.rows);
    await expect.poll(() => namesAt(server.url)).toHaveLength(documents.rows.users.length);
  });

  it('answers over HTTP/2, as Vite does with a certificate', async () => {
    const [cert, key] = ['cert', 'key'].map((name) =>
      readFileSync(join(import.meta.dirname, `../../support/tls/${name}.pem`)),
    );
    const config = configOf();
    const https = { cert: cert ?? '', key: key ?? '' };
    const server = await createServer({ ...config, server: { ...config.server, https } });
    await server.listen();
    const session = connect(server.resolvedUrls?.local[0] ?? '', { rejectUnauthorized: false });
    try {
      const stream = session.request({ ':path': '/users/1' });
      expect(JSON.parse((await stream.setEncoding('utf8').toArray()).join(''))).toMatchObject({
        id: 1,
      });
    } finally {
      session.close();
      await server.close();
    }
  });

  it('works with the preview of a build', async () => {
    const server = await preview(configOf());
    try {
      const url = server.resolvedUrls?.local[0] ?? '';
      expect(await (await fetch(`${url}users/1`)).json()).toMatchObject({ id: 1 });
      expect(await (await fetch(url)).text()).toContain('<title>The page</title>');
    } finally {
      await server.close();
    }
  });

  it.each<[string, PluginOptions, RegExp]>([
    ['missing files', { contract: 'nowhere' }, /nowhere/],
    [
      'an invalid base path',
      { basePath: 'api' },
      /basePath: "api" is not a base path\n {4}A base path begins with a slash/,
    ],
    [
      'an unknown option',
      { basepath: '/api' } as PluginOptions,
      /basepath: there is no such option\n {4}Did you mean "basePath"/,
    ],
    [
      'a pin of an unknown choice',
      { pins: { x: 1 } } as PluginOptions,
      /pins at \/x: there is no choice "x"/,
    ],
    [
      'a pin to an unknown option',
      { pins: { 'create.status': 999 } } as unknown as PluginOptions,
      /999 is not an option of create.status/,
    ],
  ])('does not start with %s', async (_what, options, message) => {
    await expect(start(options)).rejects.toThrow(message);
  });
});
