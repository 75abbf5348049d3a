// What the door for Playwright does beside what its example shows. PLUGIN_URL is a page whose
// server has the plugin, PAGE_URL one without.

import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as plain } from '@playwright/test';
import { loadMock } from 'standin/node';
import { standinTest, worldTest } from 'standin/playwright';
import { documents } from '../../support/documents.ts';

const SEEDED = documents.rows.users.length;
const inWorld = worldTest();
const mocked = standinTest({ ...documents, basePath: '/api' });
const elsewhere = standinTest(documents, { baseUrl: 'https://api.example.com' });
const pluginUrl = process.env['PLUGIN_URL'] ?? '';

for (const name of ['one', 'another'])
  inWorld(`${name} test has a world of its own in a running server`, async ({ page, request }) => {
    await page.goto(pluginUrl);
    await page.getByRole('button', { name: 'Remove Ada Kowalska' }).click();
    await expect(page.getByRole('listitem')).toHaveCount(SEEDED - 1);
    expect(await (await request.get(`${pluginUrl}api/users`)).json()).toHaveLength(SEEDED - 1);
  });

plain('the world that all share is as it was', async ({ request }) => {
  expect(await (await request.get(`${pluginUrl}api/users`)).json()).toHaveLength(SEEDED);
});

mocked(
  'an answer that is lost fails as a request does, and a page itself goes on',
  async ({ page, mock }) => {
    mock.override('users.list fault=reset');
    await page.goto('/api/users');
    await expect(page).toHaveTitle('Users');
    const failure = await page.evaluate(() => fetch('/api/users').then(String, String));
    expect(failure).toContain('TypeError');
  },
);

elsewhere('another origin is stood in for', async ({ page }) => {
  await page.goto('/');
  const ask = (url: string) =>
    page.evaluate(
      (at) => fetch(at).then((response) => response.headers.get('content-type'), String),
      url,
    );
  expect(await ask('https://api.example.com/users')).toContain('application/json');
  expect(await ask('/users')).toContain('text/html');
});

const described = standinTest(await loadMock({ contract: writeRadio() }));

described('operations without rows and routes in code are answered', async ({ page }) => {
  await page.goto('/');
  const ask = (method: string, path: string) =>
    page.evaluate(
      (sent) =>
        fetch(sent.path, { method: sent.method }).then(
          async (answer) => `${answer.status} ${answer.headers.get('content-type')}`,
        ),
      { method, path },
    );
  expect(await ask('GET', '/api/genres')).toContain('200 application/json');
  expect(await ask('POST', '/api/login')).toContain('200 application/json');
  expect(await ask('GET', '/api/login')).toContain('405 application/problem+json');
  expect(await ask('GET', '/api/now')).toContain('200 text/plain');
  expect(await ask('GET', '/api/elsewhere')).toContain('200 text/html');
});

/** Writes a document whose operations have no rows, and routes beside it. */
function writeRadio(): string {
  const folder = mkdtempSync(join(tmpdir(), 'standin-radio-'));
  const answer = (schema: object) => ({
    responses: { 200: { content: { 'application/json': { schema } } } },
  });
  const file = join(folder, 'openapi.json');
  const document = {
    openapi: '3.1.0',
    servers: [{ url: '/api' }],
    paths: {
      '/genres': { get: answer({ type: 'array', items: { type: 'string' } }) },
      '/login': { post: answer({ type: 'object', properties: { token: { type: 'string' } } }) },
    },
  };
  writeFileSync(file, JSON.stringify(document));
  mkdirSync(join(folder, 'contracts'));
  const routes = `export default { 'GET /api/now': () => new Response('a song') };`;
  writeFileSync(join(folder, 'contracts', 'routes.mjs'), routes);
  return file;
}
