// Each door of the package, as the program that it is for uses it, and the threads that record for
// the plugin of Vite.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Postgres, startPostgres } from '../../support/postgres.ts';
import { browserOptions } from '../../ui/browser.ts';
import type { Place } from './place.ts';

/** Reads the example that \`standin init\` wrote. */
const DOCUMENTS = `
import { readFileSync, readdirSync } from 'node:fs';
const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
const names = readdirSync('schemas').map((file) => file.replace('.json', ''));
export const documents = {
  contracts: [read('contracts/users.json')],
  schemas: Object.fromEntries(names.map((name) => [name, read('schemas/' + name + '.json')])),
  rows: read('db.json'),
};
`;

const ALONE = `
import { createMock } from 'standin';
import { listen, loadMock } from 'standin/node';
import { documents } from './documents.mjs';
const made = await createMock(documents).fetch('/users/1');
const { url, close } = await listen(await loadMock(), { port: 0 });
const listened = await fetch(url + '/users/1');
await close();
console.log([made.status, listened.status].join());
`;

/** Verifies a mock of the package. */
const VERIFY = `
import { listen, loadMock } from 'standin/node';
import { verify } from 'standin/verify';
const { url, close } = await listen(await loadMock(), { port: 0 });
const told = [];
const found = await verify(url, { budget: 'quick', seed: 7, onEvent: ({ kind }) => told.push(kind) });
await close();
console.log([found.exitCode, found.findings.length, found.reports[0].resource, told.includes('law')].join());
`;

/** Without a server, a request to this host would fail. */
const MSW = `
const { createMock } = await import('standin');
const { setupServer } = await import('msw/node');
const { documents } = await import('./documents.mjs');
const { handler } = await import('standin/msw');
const server = setupServer(handler(createMock(documents), { baseUrl: 'https://api.example.com' }));
server.listen({ onUnhandledRequest: 'error' });
console.log((await fetch('https://api.example.com/users/1')).status);
server.close();
`;

const REQUIRED = `
const doors = ['standin', 'standin/node', 'standin/msw', 'standin/vite', 'standin/verify', 'standin/playwright'];
for (const door of doors) console.log(Object.keys(require(door)).length > 0);
`;

const VITE = `
import process from 'node:process';
import { createServer } from 'vite';
import { standin } from 'standin/vite';
const plugins = [standin({ basePath: '/api', record: process.env.RECORD })];
const server = await createServer({ configFile: false, logLevel: 'warn', plugins, server: { port: 0, host: '127.0.0.1' } });
await server.listen();
const [url] = server.resolvedUrls.local;
const statuses = [];
for (const path of ['api/users/1', 'api/users/77', '__standin/']) statuses.push((await fetch(url + path)).status);
await server.close();
console.log(statuses.join());
`;

const VITEST = `
import { expect, it } from 'vitest';
import { createMock } from 'standin';
import { extendExpect, standinTest } from 'THE DOOR';
import { documents } from './documents.mjs';
extendExpect(createMock(documents));
standinTest(documents)('a mock for each test', async ({ mock }) => {
  const reply = await mock.fetch('/users');
  await expect(reply).toConform('users.list');
});
it('a wrong answer', async () => {
  await expect(expect(new Response('{}', { status: 200 })).toConform('users.list')).rejects.toThrow();
});
`;

const PLAYWRIGHT = `
import { createServer } from 'node:http';
import { expect, test } from '@playwright/test';
import { standinTest } from 'standin/playwright';
import { documents } from './documents.mjs';
const page = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end('<title>A page</title>'));
test.beforeAll(() => new Promise((done) => page.listen(0, '127.0.0.1', done)));
test.afterAll(() => new Promise((done) => page.close(done)));
const mocked = standinTest({ ...documents, basePath: '/api' });
mocked('a page is answered by the mock', async ({ page: tab, mock }) => {
  await mock.fetch('/api/users/2', { method: 'DELETE' });
  await tab.goto('http://127.0.0.1:' + page.address().port + '/');
  expect(await tab.evaluate(() => fetch('/api/users/1').then((reply) => reply.json()))).toMatchObject({ id: 1 });
  expect(await tab.evaluate(() => fetch('/api/users/2').then((reply) => reply.status))).toBe(404);
});
`;

export function eachDoor(place: Place): void {
  const write = (name: string, text: string): void => writeFileSync(place.at(name), text);
  const program = (...steps: readonly string[]): string =>
    join(place.home, 'node_modules', ...steps);

  it.each([
    ['standin and standin/node', 'alone.mjs', ALONE, '200,200\n'],
    ['standin/msw', 'msw.mjs', MSW, '200\n'],
    ['standin/verify', 'verify.mjs', VERIFY, '0,0,users,true\n'],
    ['what CommonJS requires', 'required.cjs', REQUIRED, 'true\n'.repeat(6)],
  ])('%s works', async (_, name, text, told) => {
    write('documents.mjs', DOCUMENTS);
    write(name, text);
    expect(await place.script([name])).toMatchObject({ code: 0, stdout: told, stderr: '' });
  });

  it('standin/vite serves, and records into a file and a database', async () => {
    write('vite.mjs', VITE);
    const database: Postgres = await startPostgres();
    try {
      const host = encodeURIComponent(database.socket);
      for (const recording of [
        'vite.standin',
        `postgres://postgres@/postgres?host=${host}&recording=vite`,
      ]) {
        const told = await place.script(['vite.mjs'], { RECORD: recording });
        expect(told).toMatchObject({ code: 0, stdout: '200,404,200\n', stderr: '' });
        const exported = await place.standin('export', recording, '--form', 'har');
        expect(JSON.parse(exported.stdout)).toHaveProperty('log.entries.1');
      }
    } finally {
      await database.close();
    }
  });

  it.each([
    ['as Node imports it', 'standin/vitest'],
    ['as bundlers take it', '../node_modules/standin/dist/doors/vitest.js'],
  ])('standin/vitest works in Vitest, %s', async (_, door) => {
    write('documents.mjs', DOCUMENTS);
    write('users.check.mjs', VITEST.replace('THE DOOR', door));
    write('vitest.config.mjs', "export default { test: { include: ['*.check.mjs'] } };");
    const told = await place.script([program('vitest/vitest.mjs'), 'run']);
    expect([told.code, told.stdout + told.stderr]).toEqual([
      0,
      expect.stringMatching(/Tests .*2 passed/),
    ]);
  });

  it('standin/playwright answers a page in a browser', async () => {
    write('documents.mjs', DOCUMENTS);
    mkdirSync(place.at('specs'), { recursive: true });
    write('page.spec.mjs', PLAYWRIGHT);
    const launchOptions = JSON.stringify(await browserOptions());
    write(
      'playwright.config.mjs',
      `export default { testMatch: '*.spec.mjs', reporter: 'list', workers: 1, use: { launchOptions: ${launchOptions} } };`,
    );
    const told = await place.script([program('@playwright/test/cli.js'), 'test']);
    expect([told.code, told.stdout + told.stderr]).toEqual([
      0,
      expect.stringContaining('1 passed'),
    ]);
  });
}
