// Two recordings side by side, in a real browser.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeApi, startFakeApi } from './fake-api.ts';
import { openPages } from './open-pages.ts';

const openPage = openPages();
let fake: FakeApi;

beforeAll(async () => {
  fake = await startFakeApi({ count: 50 });
});

afterAll(() => fake?.close());

const show = async (place: string): Promise<Page> => (await openPage(fake.url + place)).page;
const operations = (page: Page) => page.getByRole('navigation', { name: 'Operations' });
const texts = (page: Page) => page.locator('.comparison h3').allInnerTexts();

describe('Compare', () => {
  it('shows the operations that differ first, and the messages of a difference', async () => {
    const page = await show('#/compare?q=status:200');
    await page.locator('.comparison').first().waitFor();
    expect(await operations(page).locator('a b').allInnerTexts()).toEqual([
      'GET /users/{userId}',
      'POST /exports',
      'GET /users',
    ]);
    expect(await page.locator('.told').innerText()).toBe(
      '2 of 3 operations differ. Compared: 300 interactions before, 320 now.',
    );
    expect((await texts(page)).join(' ')).toMatch(/Answer: .*before: #3.*now: #20.*Request: /s);
    await page.getByRole('button', { name: '"name" is gone' }).click();
    await expect.poll(async () => (await texts(page)).join(' ')).toMatch(/before: #4.*now: #21/s);
    expect(page.url()).toContain('d=1');
    await page.getByRole('link', { name: 'Open #21' }).click();
    await page.locator('#detail-panel').waitFor();
    expect(page.url()).toContain('#/i/21');
  });

  it('leaves no empty room below the operations on a tablet', async () => {
    const { page } = await openPage(`${fake.url}#/compare?q=status:200`, {
      width: 820,
      height: 1180,
    });
    const list = operations(page);
    await list.waitFor();
    const { y = 0, height = 0 } = (await list.boundingBox()) ?? {};
    const below = await page.locator('.compared h2').first().boundingBox();
    expect((below?.y ?? 0) - y - height).toBeLessThan(40);
  });

  it('goes from operation to operation and from difference to difference by keys', async () => {
    const page = await show('#/compare?q=status:200');
    await page.locator('.comparison').first().waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('n');
    await expect.poll(() => page.url()).toContain('d=2');
    await page.keyboard.press('j');
    await expect.poll(async () => (await texts(page)).join(' ')).toMatch(/now: #6/);
    expect(await operations(page).locator('[aria-current]').innerText()).toContain('POST /exports');
    await page.keyboard.press('k');
    await expect
      .poll(() => operations(page).locator('[aria-current]').innerText())
      .toContain('GET');
  });

  it('compares two parts of a recording, or with a HAR file', async () => {
    const page = await show('#/compare');
    await page.getByText('Compare with what?').waitFor();
    expect(fake.calls.some((call) => call.startsWith('GET compare?q=&'))).toBe(false);
    await page.getByLabel('Before: this recording').fill('status:200');
    await page.getByLabel(/^Now: /).fill('status:500');
    await page.keyboard.press('Enter');
    await page.locator('.comparison').first().waitFor();
    expect(fake.calls).toContain('GET compare?q=status%3A500&older=status%3A200');
    const file = { name: 'monday.har', mimeType: 'application/json', buffer: Buffer.from('{}') };
    await page.getByLabel('Older HAR file').setInputFiles(file);
    await page.getByLabel('Before: monday.har').waitFor();
    expect(fake.calls).toContain('PUT older?name=monday.har');
    await page.getByRole('button', { name: 'Without monday.har' }).click();
    await page.getByLabel('Before: this recording').waitFor();
  });
});
