// Sources that consumers write: a compiler reads them, or a Node runs them, in a project that has
// the package installed.

/** The entry points that need no other package, used as intended. */
export const alone = `
import { createMock, StandinError, type Mock, type MockOptions } from 'standin';
import { listen, loadMock } from 'standin/node';
import profile from 'standin/profiles/json-server.json' with { type: 'json' };
export const options: MockOptions = { contracts: [{}], schemas: {}, profile, pins: { 'create.status': 200 } };
export const mock: Mock = createMock(options);
export const { url } = await listen(await loadMock({ db: 'db.json' }), { port: 0 });
export const isTold = (error: unknown) => error instanceof StandinError && error.code === 'project-invalid';
`;

/** The doors to other packages. */
export const withPeers = `
import { createMock } from 'standin';
import { handler } from 'standin/msw';
import { standin } from 'standin/vite';
import { extendExpect, standinTest } from 'standin/vitest';
import { standinTest as pageTest, worldTest } from 'standin/playwright';
import { setupServer } from 'msw/node';
import { defineConfig } from 'vite';
import { expect } from 'vitest';
const options = { contracts: [{}], schemas: {} };
const mock = createMock(options);
export const server = setupServer(handler(mock, { baseUrl: 'https://api.example.com' }));
export const config = defineConfig({ plugins: [standin({ basePath: '/api' })] });
extendExpect(mock);
standinTest(options)('a test', async ({ mock }) => {
  await expect(await mock.fetch('/users')).toConform('users.list');
  await expect({}).not.toMatchSchema('user');
});
pageTest(mock)('a page', async ({ page, mock }) => void [page.url(), mock.world('a').reset()]);
worldTest()('a world', async ({ world }) => void world.toUpperCase());
`;

/** What a page uses, without the types of Node. */
export const browser = `
import { createMock } from 'standin';
import { handler } from 'standin/msw';
const mock = createMock({ contracts: [{}], schemas: {} });
export const answered: Promise<Response> = mock.fetch('/users');
export const one = handler(mock, { baseUrl: '/api' });
`;

/** A mistake on each of the lines 6 to 10. */
export const bad = `
import { createMock } from 'standin';
import { standin } from 'standin/vite';
import { standinTest } from 'standin/vitest';
import { expect } from 'vitest';
createMock({ schemas: {} });
createMock({ contracts: [], schemas: {}, pins: { 'create.status': 418 } });
standin({ base: '/api' });
void expect({}).toMatchSchema(1);
standinTest({ contracts: [], schemas: {} })('a test', ({ mok }) => {});
`;

/** Imports every door, asks a mock of the shipped example something, and prints what there is. */
export const importsAll = `
import { readFileSync, readdirSync } from 'node:fs';
const doors = ['.', './node', './msw', './vite', './vitest', './playwright', './verify'];
const told = { version: Number(process.versions.node.split('.')[0]) };
for (const door of doors) told[door] = Object.keys(await import(door.replace('.', 'standin'))).sort();
told['./profiles/json-server.json'] = Object.keys(await import('standin/profiles/json-server.json', { with: { type: 'json' } }));
const { createMock } = await import('standin');
const read = (file) => JSON.parse(readFileSync('node_modules/standin/' + file, 'utf8'));
const names = readdirSync('node_modules/standin/schemas').map((file) => file.replace('.json', ''));
const schemas = Object.fromEntries(names.map((name) => [name, read('schemas/' + name + '.json')]));
const mock = createMock({ contracts: [read('contracts/users.json')], schemas, rows: read('db.json') });
const list = await mock.fetch('/users');
const body = JSON.stringify({ name: 'Zoe', email: 'zoe@example.com' });
const made = await mock.fetch('/users', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
told.answered = [list.status, made.status, (await list.json()).length];
console.log(JSON.stringify(told));
`;
