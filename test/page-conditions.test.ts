// The conditions of a running mock, set in the page: the same settings that flags and the API set,
// and clients see them at once.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Serving } from '../src/commands/serve/serve.ts';
import { startServing } from './support/serving.ts';
import { openPages } from './ui/open-pages.ts';

const openPage = openPages({ allowed: /status of 4(?:00|22)/ });
let serving: Serving;

beforeAll(async () => {
  serving = await startServing({ seed: 1, overrides: ['remove code=403 times=1'] });
}, 60_000);

afterAll(async () => {
  await serving?.close();
});

const show = async (place: string): Promise<Page> =>
  (await openPage(`${serving.url}/__standin/${place}`)).page;

const ask = async (path: string, init: RequestInit = {}): Promise<number> => {
  const reply = await fetch(serving.url + path, init);
  await reply.arrayBuffer();
  return reply.status;
};

describe('overrides', () => {
  it('shows the override of the flag, adds others from parts and as a rule, counts, reports faults, and removes', async () => {
    const page = await show('#/conditions');
    await page.getByRole('rowheader', { name: 'remove code=403 times=1' }).waitFor();
    await page.getByLabel('Calls', { exact: true }).selectOption('read');
    await page.getByLabel('Effect').selectOption('code=500');
    await page.getByLabel('Times', { exact: true }).fill('2');
    expect(await page.getByLabel('Rule', { exact: true }).inputValue()).toBe(
      'read code=500 times=2',
    );
    await page.getByRole('button', { name: 'Override', exact: true }).click();
    await page.getByRole('rowheader', { name: 'read code=500 times=2' }).waitFor();
    expect(await ask('/users/1')).toBe(500);
    const cells = page.getByRole('row').filter({ hasText: 'read code=500' }).getByRole('cell');
    await expect.poll(async () => (await cells.allInnerTexts()).slice(0, 2)).toEqual(['1', '1']);
    expect([await ask('/users/1'), await ask('/users/1')]).toEqual([500, 200]);
    await page.getByLabel('Rule', { exact: true }).fill('raed code=500');
    await page.getByRole('button', { name: 'Override', exact: true }).click();
    await page.getByText('Did you mean').waitFor();
    await page.getByRole('button', { name: 'Remove remove code=403 times=1' }).click();
    await page.getByText('No overrides.').waitFor();
    expect(await ask('/users/5', { method: 'DELETE' })).toBe(204);
  });
});

describe('unspecified behaviour', () => {
  it('varies on request, and then uses the chosen options again', async () => {
    const page = await show('#/conditions');
    await page.getByLabel('Seed', { exact: true }).fill('7');
    await page.getByRole('button', { name: 'Vary' }).click();
    await page.getByText('Varying with seed 7:').waitFor();
    const statuses = new Set<number>();
    for (let count = 0; count < 30; count++) statuses.add(await ask('/users'));
    expect(statuses).toEqual(new Set([200, 203]));
    await page.getByRole('button', { name: 'Use the chosen options' }).click();
    await page.getByText('Every call uses the chosen options.').waitFor();
    expect(await ask('/users')).toBe(200);
  });

  it('shows a long seed whole', async () => {
    const page = await show('#/conditions');
    const seed = page.getByLabel('Seed', { exact: true });
    await seed.fill('4294967295');
    expect(await seed.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0);
  });

  it('is pinned next to its choice, and unpinned', async () => {
    const page = await show('#/contract?choice=read.status');
    await page.getByLabel('Pin read.status until restart').selectOption('203');
    await page.getByText('read.status is now 203').waitFor();
    expect(await ask('/users/1')).toBe(203);
    await page.getByRole('link', { name: 'Conditions' }).click();
    await page.getByRole('button', { name: 'Unpin read.status' }).click();
    await page.getByText('read.status is no longer pinned').waitFor();
    expect(await ask('/users/1')).toBe(200);
  });
});

describe('worlds', () => {
  it('are created, forked, used, reset and removed', async () => {
    const page = await show('#/conditions');
    await page.getByLabel('Name', { exact: true }).fill('alice');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Created the world alice').waitFor();
    expect(await ask('/~alice/users/2', { method: 'DELETE' })).toBe(204);
    expect([await ask('/~alice/users/2'), await ask('/users/2')]).toEqual([404, 200]);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByLabel('Name', { exact: true }).fill('bob');
    await page.getByLabel('Rows of').selectOption('alice');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Created the world bob').waitFor();
    expect(await ask('/users/2', { headers: { 'Standin-World': 'bob' } })).toBe(404);
    await page
      .getByRole('row')
      .filter({ hasText: 'alice' })
      .getByRole('button', { name: 'Reset' })
      .click();
    await page.getByText('Reset alice').waitFor();
    expect(await ask('/~alice/users/2')).toBe(200);
    await page.getByRole('link', { name: 'alice', exact: true }).click();
    await page.getByRole('option').filter({ hasText: '/~alice/users/2' }).first().waitFor();
    await page.getByRole('link', { name: 'Conditions' }).click();
    await page.getByRole('button', { name: 'Remove bob' }).click();
    await page.getByText('Removed bob').waitFor();
  });
});
