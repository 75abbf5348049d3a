// A stranger's way through the package that was installed into an empty folder: from `npx standin
// init` to each of the commands. The steps rest on each other.

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { follow, type Running, run, runToEnd, type Serving } from '../support/cli.ts';
import { root } from '../support/root.ts';
import { launch } from '../ui/browser.ts';
import { type Installed, npx, readJson } from './installed.ts';

const SERVICE = 'faulty-service.mjs';
/** Where the picture of the report is stored, for you to look at. */
const PICTURES = join(root, 'node_modules/.cache/stranger');

/** Declares the steps. */
export function strangersPath(installed: Installed): void {
  let mock: Serving;
  let service: Running;
  let serviceUrl = '';
  const at = (...steps: readonly string[]): string => join(installed.folder, ...steps);
  const within = () => ({ script: installed.launcher, cwd: installed.folder });
  const standin = (...args: readonly string[]) => runToEnd(args, within());
  const post = (body: object): Promise<Response> =>
    fetch(`${mock.url}/users`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  beforeAll(() => copyFileSync(join(import.meta.dirname, SERVICE), at(SERVICE)));
  afterAll(async () => {
    await mock?.[Symbol.asyncDispose]();
    await service?.[Symbol.asyncDispose]();
  });

  it('learns how to start', async () => {
    const begun = await standin();
    expect(begun).toMatchObject({ code: 2, stdout: '' });
    expect(begun.stderr).toContain('"standin init" makes an example project in this folder');
  });

  it('creates the example with npx standin init, and learns what it contains', async () => {
    expect(await npx(['standin', 'init'], installed.folder)).toContain(
      'An example project is in this folder:\n',
    );
    expect(readdirSync(installed.folder)).toEqual(
      expect.arrayContaining(['.gitignore', 'contracts', 'db.json', 'schemas']),
    );
    expect(await npx(['standin'], installed.folder)).toContain(
      '/users     5 rows in db.json, GET POST PUT PATCH DELETE',
    );
  });

  it('serves it, calls it, and opens its page', async () => {
    mock = await follow(['serve', '--port', '0', '--json'], within());
    expect(await (await fetch(`${mock.url}/users/1`)).json()).toMatchObject({
      id: 1,
      name: 'Ada Kowalska',
    });
    const page = await fetch(`${mock.url}/__standin/`);
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
  });

  it('changes a schema while it is served: it refuses bodies it accepted before, and keeps created records', async () => {
    const long = { name: 'Z'.repeat(101), email: 'zoe@example.com' };
    expect((await post(long)).status).toBe(201);
    // Users that are there already are held to it as well: a name of 101 letters would keep it from
    // being taken over.
    expect((await fetch(`${mock.url}/users/6`, { method: 'DELETE' })).status).toBe(204);
    expect((await post({ ...long, name: 'Zoe' })).status).toBe(201);
    const before = readFileSync(at('schemas/user.json'), 'utf8');
    const schema = JSON.parse(before) as { properties: Record<string, object> };
    const name = { ...schema.properties['name'], maxLength: 100 };
    writeFileSync(
      at('schemas/user.json'),
      JSON.stringify({ ...schema, properties: { ...schema.properties, name } }),
    );
    await mock.untilEvents('reload', 1);
    const refused = await post(long);
    expect(refused.status).toBe(422);
    const answer = (await refused.json()) as { errors: readonly { pointer: string }[] };
    expect(answer.errors.map(({ pointer }) => pointer)).toEqual(['/name']);
    expect((await fetch(`${mock.url}/users/7`)).status).toBe(200);
    writeFileSync(at('schemas/user.json'), before);
  });

  it('learns of a broken schema, and the mock continues', async () => {
    const before = readFileSync(at('schemas/user.json'), 'utf8');
    writeFileSync(at('schemas/user.json'), before.slice(0, 100));
    await mock.until('stderr', (text) => text.includes('schemas/user.json at line'));
    expect((await fetch(`${mock.url}/users/1`)).status).toBe(200);
    writeFileSync(at('schemas/user.json'), before);
  });

  it('sees verify fail on a faulty service, with the clause and curl commands', async () => {
    service = run([], { script: at(SERVICE), cwd: installed.folder });
    serviceUrl = (await service.until('stdout', (text) => text.includes('\n')))
      .trim()
      .slice('at '.length);
    const held = await standin(
      'verify',
      serviceUrl,
      '--html',
      'report.html',
      '--json',
      'report.json',
      '--seed',
      '1',
    );
    expect(held.code).toBe(1);
    expect(held.stdout).toMatch(
      /\n1 {2}DELETE violates the contract: section 4, DELETE \/users\/\{user_id\}/,
    );
    expect(held.stdout).toMatch(/curl .*-X DELETE/);
    const left = readdirSync(at('.standin'), { recursive: true });
    expect(readJson<{ verdict: string }>(at('report.json'))).toMatchObject({ verdict: 'violates' });
    // What could not be removed is noted, for the service removes nothing.
    expect(left.length).toBeGreaterThan(0);
  });

  it('opens the report in a browser', async () => {
    const browser = await launch();
    try {
      const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
      const faults: string[] = [];
      page.on(
        'console',
        (message) => ['error', 'warning'].includes(message.type()) && faults.push(message.text()),
      );
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on(
        'request',
        (request) =>
          request.url().startsWith('file:') || faults.push(`a request to ${request.url()}`),
      );
      await page.goto(String(pathToFileURL(at('report.html'))));
      expect(await page.title()).toContain('violates the contract');
      expect(await page.getByText('section 4, DELETE /users/{user_id}').first().isVisible()).toBe(
        true,
      );
      mkdirSync(PICTURES, { recursive: true });
      await page.screenshot({ path: join(PICTURES, 'report.png') });
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  it('fixes the service, and verify finds nothing', async () => {
    await service[Symbol.asyncDispose]();
    rmSync(at('.standin'), { recursive: true });
    service = run([], { script: at(SERVICE), cwd: installed.folder, env: { MENDED: '1' } });
    serviceUrl = (await service.until('stdout', (text) => text.includes('\n')))
      .trim()
      .slice('at '.length);
    const held = await standin('verify', serviceUrl, '--seed', '1', '--budget', 'quick');
    expect(held.stdout).toContain('conforms to the contract');
    expect(held.code).toBe(0);
    expect(await standin('clean', serviceUrl)).toMatchObject({ code: 0 });
  });

  it('records the traffic to the service', async () => {
    await using recorder = await follow(
      ['record', serviceUrl, '--port', '0', '--json', '--record', 'traffic.standin'],
      within(),
    );
    expect((await fetch(`${recorder.url}/users/1`)).status).toBe(200);
    expect((await fetch(`${recorder.url}/users/99`)).status).toBe(404);
    await recorder.untilEvents('interaction', 2);
    recorder.child.kill('SIGINT');
    expect(await recorder.ended).toMatchObject({ code: 0 });
    expect(existsSync(at('traffic.standin'))).toBe(true);
  });

  it('inspects the recording and the report', async () => {
    await using page = await follow(
      ['inspect', 'traffic.standin', 'report.json', '--json'],
      within(),
    );
    const origin = new URL(page.url).origin;
    const listed = await fetch(`${origin}/__standin/api/interactions`);
    expect(listed.status).toBe(200);
    expect(JSON.stringify(await listed.json())).toContain('/users/99');
    expect(await (await fetch(`${origin}/__standin/`)).text()).toContain('<script');
  });

  it('exports it in each form', async () => {
    expect(
      await standin('export', 'traffic.standin', '--form', 'har', '--out', 'traffic.har'),
    ).toMatchObject({ code: 0 });
    const { log } = readJson<{ log: { entries: readonly object[] } }>(at('traffic.har'));
    expect(log.entries).toHaveLength(2);
    for (const form of ['curl', 'fetch', 'pact', 'rows']) {
      const { code, stdout } = await standin(
        'export',
        'traffic.standin',
        '--form',
        form,
        '--filter',
        'status:200',
      );
      expect([form, code, stdout.includes(form === 'rows' ? 'Ada' : '/users/1')]).toEqual([
        form,
        0,
        true,
      ]);
    }
  });

  it('learns what the service chose, and serves that', async () => {
    expect(await standin('learn', serviceUrl, '--name', 'theirs')).toMatchObject({ code: 0 });
    expect(
      readJson<{ choices: object }>(at('contracts/profiles/theirs.json')).choices,
    ).toMatchObject({ 'remove.status': 200 });
    await using mirror = await follow(
      ['serve', '--port', '0', '--json', '--profile', 'theirs'],
      within(),
    );
    expect((await fetch(`${mirror.url}/users/1`, { method: 'DELETE' })).status).toBe(200);
  });

  it('creates rows', async () => {
    expect(await standin('seed', '--count', '20', '--out', 'more.json')).toMatchObject({ code: 0 });
    expect(readJson<{ users: readonly object[] }>(at('more.json')).users).toHaveLength(20);
  });

  it('reads the contract, the laws and the document of OpenAPI', async () => {
    expect((await standin('contract')).stdout).toContain('section 4, GET /users');
    expect((await standin('laws')).stdout).toContain('created-is-there');
    expect(JSON.parse((await standin('openapi')).stdout)).toMatchObject({
      openapi: expect.stringMatching(/^3\.1/),
    });
  });

  it('ends the mock with Ctrl-C', async () => {
    mock.child.kill('SIGINT');
    expect(await mock.ended).toMatchObject({ code: 0 });
    expect(readJson<{ users: readonly object[] }>(at('db.json')).users).toHaveLength(5);
  });
}
