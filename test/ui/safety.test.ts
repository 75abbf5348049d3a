// What was recorded is shown as text alone, and whatever is too much is cut where one sees it.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeApi, startFakeApi } from './fake-api.ts';
import { hostile, SCRIPT } from './fake-data.ts';
import { openPages } from './open-pages.ts';

const openPage = openPages({
  inspect: async (page) => expect(await page.evaluate(() => 'harmed' in globalThis)).toBe(false),
});
let fake: FakeApi;

beforeAll(async () => {
  fake = await startFakeApi({ count: 200 });
});

afterAll(() => fake?.close());

async function show(place: string): Promise<Page> {
  const { page } = await openPage(fake.url + place);
  await page.locator('main').waitFor();
  return page;
}

const panel = (page: Page) => page.locator('.panel');

describe('a list of a million', () => {
  it('can be scrolled from end to end, though no browser draws such a high element', async () => {
    const count = 1_000_000;
    const { page, faults } = await openPage(fake.url);
    const seqs = Buffer.from(Int32Array.from({ length: count }, (_, index) => index + 1).buffer);
    await page.route('**/api/live', () => {});
    await page.route('**/api/matches*', (route) =>
      route.fulfill({ body: seqs, headers: { 'standin-newest': `${count}`, 'standin-cut': '0' } }),
    );
    await page.route('**/api/', async (route) => {
      const overview = await (await route.fetch()).json();
      await route.fulfill({
        json: { ...overview, totals: { total: count, oldest: 1, newest: count, dropped: 0 } },
      });
    });
    await page.route('**/api/rows*', (route) => route.fulfill({ json: { rows: [] } }));
    // Never answered: the browser tells of a request that fails, if the page comes to send it in
    // time.
    await page.route('**/api/interactions/*', () => {});
    await page.reload();
    await page.locator('#row-1000000').waitFor();
    const inSight = (seq: number) =>
      page.evaluate((id) => {
        const [row, list] = [document.getElementById(id), document.querySelector('.list')].map(
          (element) => element?.getBoundingClientRect(),
        );
        return (
          row != null && list != null && row.top >= list.top - 1 && row.bottom <= list.bottom + 1
        );
      }, `row-${seq}`);
    for (const [hash, seq] of [
      ['#/i/1', 1],
      ['#/i/500000', 500_000],
      ['#/i/1000000', count],
    ] as const) {
      await page.evaluate((to) => location.replace(to), hash);
      await expect.poll(() => inSight(seq)).toBe(true);
      expect(await page.getByRole('option').count()).toBeLessThan(100);
    }
    faults.length = 0; // interactions were made to fail
  });
});

describe('recorded data', () => {
  it('is text in every part of the page, whatever it contains', async () => {
    const page = await show(`#/i/${hostile.script}`);
    for (const tab of ['Overview', 'Request', 'Response', 'Decided', 'Diff', 'History']) {
      await page.getByRole('tab', { name: tab }).click();
      await panel(page).waitFor();
    }
    await page.getByRole('tab', { name: 'Overview' }).click();
    await page.locator('.finding h3').getByText(SCRIPT).waitFor();
    expect(await page.locator('.panel img, .list img').count()).toBe(0);
    await page.goto(`${fake.url}#/i?q=${encodeURIComponent(SCRIPT)}`);
    await page.locator('#filter-told').waitFor();
  });

  it('shows invisible characters', async () => {
    const page = await show(`#/i/${hostile.characters}?tab=response`);
    await panel(page).getByText('a␀b⟨202e⟩').waitFor();
    const text = await panel(page).innerText();
    expect(text).toContain('"half": "\\ud800"');
    expect(text).toContain('"nul": "a\\u0000b"');
    expect(text).toContain('"turned": "abc⟨202e⟩def"');
  });

  it('shows a thousand header fields on request', async () => {
    const page = await show(`#/i/${hostile.headers}?tab=response`);
    await page.getByRole('button', { name: 'Show all 1,000' }).click();
    await expect.poll(() => page.locator('.headers dt').count()).toBe(1000);
  });

  it('says that a body was cut, and offers it as a download', async () => {
    const page = await show(`#/i/${hostile.cut}?tab=response`);
    await panel(page).getByText('Only the beginning of this body was saved').waitFor();
    await panel(page).getByText('100 MB, only the beginning was saved').waitFor();
    const link = page.getByRole('link', { name: 'Download' });
    expect(await link.getAttribute('href')).toBe(`api/interactions/${hostile.cut}/body?side=reply`);
    expect((await page.locator('.raw').innerText()).length).toBeLessThanOrEqual(200_000);
  });

  it.each([
    ['a long line', hostile.longLine],
    ['many lines', hostile.manyLines],
  ])('draws at most 2,000 lines and 200 KB of %s', async (_what, seq) => {
    const page = await show(`#/i/${seq}?tab=response`);
    await panel(page).getByText('Cut here').waitFor();
    const text = await page.locator('.raw').innerText();
    expect(text.length).toBeLessThanOrEqual(200_000);
    expect(text.split('\n').length).toBeLessThanOrEqual(2000);
  });

  it('shows a fault far down in a large body, with the number as it was written', async () => {
    const page = await show(`#/i/${hostile.wide}?tab=response&at=/15000/id`);
    const line = page.locator('.line.wrong.target');
    await line.waitFor();
    expect(await line.innerText()).toContain('12345678901234567890');
    expect(await page.locator('.panel .line').count()).toBeLessThanOrEqual(2000);
    await page
      .getByRole('button', { name: /more: show/ })
      .first()
      .click();
    expect(await page.locator('.panel .line').count()).toBeLessThanOrEqual(2000);
  });

  it('survives JSON that is nested too deep, and bytes that are no text', async () => {
    const page = await show(`#/i/${hostile.deep}?tab=response`);
    await panel(page).locator('.json, .raw').first().waitFor();
    await page.goto(`${fake.url}#/i/${hostile.bytes}?tab=response`);
    await panel(page).getByText('000010  10 11 12').waitFor();
  });

  it('also shows header fields and values of the list as text', async () => {
    const page = await show('#/i?q=seq:10-20');
    await page.locator(`#row-${hostile.script}`).getByText('/users/<img src=x').waitFor();
  });
});
