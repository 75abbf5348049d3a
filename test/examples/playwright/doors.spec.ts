// What the door for Playwright does beside what its example shows. PLUGIN_URL is a page whose
// server has the plugin, PAGE_URL one without.

import { expect, test as plain } from '@playwright/test';
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
