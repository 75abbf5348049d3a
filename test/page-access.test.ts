// The page of a mock that shows itself to those it knows.

import { expect, it, onTestFinished } from 'vitest';
import { startServing } from './support/serving.ts';
import { openPages } from './ui/open-pages.ts';

const openPage = openPages({ allowed: /status of 40[13]/ });
const [EDITOR, VIEWER] = ['editor-opens-it-1', 'viewer-opens-it-2'];

async function serving(): Promise<string> {
  const text = `editor ann token:${EDITOR}\nviewer wall token:${VIEWER}`;
  const one = await startServing({ access: { kind: 'text', text } });
  onTestFinished(async () => {
    await one.close();
  });
  return one.url;
}

it('asks for a token, says who is signed in, and signs out', async () => {
  const url = await serving();
  const { page } = await openPage(`${url}/__standin/`);
  const token = page.getByLabel('Token');
  await token.fill('not-the-token');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('This token is not known').waitFor();
  await token.fill(EDITOR);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('ann (editor)').waitFor();
  await fetch(`${url}/users/1`);
  await page.getByRole('option').filter({ hasText: '/users/1' }).waitFor();
  await page.reload();
  await page.getByText('ann (editor)').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await token.waitFor();
});

it('signs in by the address, and lets a viewer look', async () => {
  const url = await serving();
  await fetch(`${url}/users/1`);
  const { page } = await openPage(`${url}/__standin/#token=${VIEWER}`);
  await page.getByText('wall (viewer)').waitFor();
  expect(page.url()).not.toContain(VIEWER);
  await page.getByRole('option').filter({ hasText: '/users/1' }).click();
  await page.getByText('read-only').waitFor();
});
