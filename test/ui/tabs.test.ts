// Contract, data and reports in a real browser, and what is shown where there is nothing.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeApi, startFakeApi } from './fake-api.ts';
import { openPages } from './open-pages.ts';

const openPage = openPages({ allowed: /status of 400/ });
let fake: FakeApi;
let empty: FakeApi;

const why = {
  replay: 'A file has no server to send to.',
  annotate: 'The file cannot be written.',
  editData: 'A file holds no rows.',
};

beforeAll(async () => {
  fake = await startFakeApi({ count: 50 });
  empty = await startFakeApi({
    count: 0,
    overview: {
      mode: 'serve',
      subject: 'http://127.0.0.1:3000',
      can: { replay: null, hold: false, annotate: false, editData: false },
      why,
    },
  });
}, 60_000);

afterAll(async () => {
  await Promise.all([fake?.close(), empty?.close()]);
});

const show = async (place: string, of: FakeApi = fake): Promise<Page> =>
  (await openPage(of.url + place)).page;

describe('the contract', () => {
  it('shows one resource, which you choose', async () => {
    const page = await show('#/contract');
    await page.getByLabel('Resource').selectOption('teams');
    await page.getByRole('heading', { name: 'teams /teams' }).waitFor();
    expect(page.url()).toContain('#/contract/teams');
    expect(await page.getByRole('article').count()).toBe(1);
  });

  it('shows operations with clauses, who decided, schemas, choices and consumers', async () => {
    const page = await show('#/contract');
    await page.getByRole('heading', { name: 'Operations' }).waitFor();
    const text = await page.locator('main').innerText();
    for (const part of [
      'DELETE /users/{id}',
      'section 4, GET /users/{user_id}',
      'replace.status',
      'users-frontend',
      'billing',
      '/isPremium',
    ]) {
      expect(text).toContain(part);
    }
    expect(await page.locator('.schema').first().innerText()).toMatch(/email\s+string/);
    const creation = page.locator('.schema').filter({ hasText: 'UserCreate' });
    expect(await creation.innerText()).toMatch(/name\s+string\s*required[\s\S]*city\s+string/);
    await page.getByLabel('Find a choice').fill('status of a successful creation');
    await expect.poll(() => page.locator('.choices tbody tr').count()).toBe(1);
    await page.locator('.choices summary').click();
    expect(await page.locator('.choices ul').innerText()).toContain(
      'The request created a resource (chosen)',
    );
  });
});

describe('the contract on a desktop', () => {
  it('breaks no name of a choice, an option or who decided', async () => {
    const page = await show('#/contract');
    const names = page.locator('.operations .by, .choices :is(th code, td > code, .by)');
    await names.first().waitFor();
    const heights = await names.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().height),
    );
    expect(heights.length).toBeGreaterThan(50);
    expect(Math.max(...heights)).toBeLessThan(24);
  });
});

describe('the data', () => {
  const names = (page: Page) => page.locator('.grid tbody td:nth-child(2)').allInnerTexts();

  it.each([820, 400])(
    'keeps the buttons of rows in view at %i px, scrolled or not',
    async (width) => {
      const { page } = await openPage(`${fake.url}#/data/users`, { width, height: 560 });
      const rows = page.locator('.scroll');
      await page.locator('.row-tools').first().waitFor();
      // The buttons that are on top where they are, of all whose rows are in view.
      const shown = () =>
        rows.evaluate((scroll) => {
          const { top, bottom } = scroll.getBoundingClientRect();
          const head = scroll.querySelector('thead')?.getBoundingClientRect().height ?? 0;
          const all = [...scroll.querySelectorAll('.row-tools button')].flatMap((button) => {
            const box = button.getBoundingClientRect();
            if (box.top < top + head || box.bottom > bottom) return [];
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            return [button.contains(document.elementFromPoint(x, y))];
          });
          const corner = document.elementFromPoint(scroll.clientWidth - 5, top + head / 2);
          return {
            all: all.length > 5 && all.every(Boolean),
            corner: corner?.closest('th') != null,
          };
        });
      const first = await shown();
      await rows.evaluate((scroll) => scroll.scrollTo(scroll.scrollWidth, 20));
      expect([first, await shown()]).toEqual([
        { all: true, corner: true },
        { all: true, corner: true },
      ]);
      expect(await rows.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true);
    },
  );

  it('finds, pages, adds with the checks of the server, edits, deletes and undoes', async () => {
    const page = await show('#/data/users');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('51–100 of 137').waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const text = page.getByLabel('The row as JSON');
    await text.fill('{"name": ');
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await text.fill('{"email":"zoe@example.com"}');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('/name must be string').waitFor();
    await text.fill('{"name":"Zoë Unique","email":"zoe@example.com"}');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByLabel('Find').fill('unique');
    await expect.poll(() => names(page)).toEqual(['Zoë Unique']);
    await page.getByRole('button', { name: 'Edit 138' }).click();
    await text.fill('{"id":138,"name":"Zoë Unique II"}');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => names(page)).toEqual(['Zoë Unique II']);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Delete 138' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No rows found').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => names(page)).toEqual(['Zoë Unique II']);
  });

  it('has the cells of a column on one side, also those without a number', async () => {
    const page = await show('#/data/users');
    const cells = page.locator('.grid tr > :nth-child(7)');
    await expect.poll(() => cells.allInnerTexts()).toContain('–');
    const sides = await cells.evaluateAll((all) =>
      all.map((one) => getComputedStyle(one).textAlign),
    );
    expect([...new Set(sides)]).toEqual(['end']);
  });

  it('leads from a reference to its row, and back to all rows', async () => {
    const page = await show('#/data/users');
    await page.getByRole('link', { name: '41', exact: true }).first().click();
    await page.getByText('Only the row 41 is shown.').waitFor();
    await expect.poll(async () => (await names(page)).length).toBe(1);
    await page.getByRole('link', { name: 'Show all users' }).click();
    await expect.poll(async () => (await names(page)).length).toBe(50);
  });

  it('resets, and saves and restores snapshots', async () => {
    const page = await show('#/data/users');
    await page.getByRole('button', { name: 'Reset all' }).click();
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await page.getByText('Restored all rows from the seed file').waitFor();
    await page.getByRole('button', { name: 'Snapshots' }).click();
    await page.getByLabel('Name of the new snapshot').fill('mine');
    await page.getByRole('button', { name: 'Save all rows' }).click();
    await page.getByText('mine', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Restore' }).last().click();
    await page.getByText('Restored mine').waitFor();
    await page.getByRole('button', { name: 'Delete mine' }).click();
    await expect.poll(() => page.locator('.snapshots li').count()).toBe(1);
  });
});

describe('the reports', () => {
  it('shows the page of a report in a frame, and links to each finding', async () => {
    const page = await show('#/reports');
    const frame = page.frameLocator('iframe');
    await frame.getByText('isPremium was sent as false and reads as true').waitFor();
    expect(await frame.locator('mark').innerText()).toContain('"isPremium": true');
    await frame.getByText('the service answers PATCH with 405').first().waitFor();
    const style = await frame.locator('body').evaluate((body) => getComputedStyle(body).margin);
    expect(style).toBe('0px');
    await page.getByRole('button', { name: 'curl' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('curl -X PUT');
    await page.getByRole('link', { name: 'value-changed' }).click();
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/nightly\/page#finding-1$/);
    await page.getByRole('link', { name: 'release-4.1' }).click();
    await frame.locator('.verdict.warn').waitFor();
  });

  it('are whole above the frame on a low screen: the tab scrolls', async () => {
    const { page } = await openPage(`${fake.url}#/reports`, { width: 720, height: 450 });
    const list = page.locator('.report-list');
    await page.getByRole('link', { name: 'value-changed' }).waitFor();
    expect(await list.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
    await page.locator('main').evaluate((main) => main.scrollTo(0, 9_999));
    const frame = await page.locator('iframe').boundingBox();
    expect((frame?.y ?? 0) + (frame?.height ?? 0)).toBeLessThanOrEqual(451);
  });

  it('link to the interactions of a finding and of a law, and to the choices', async () => {
    const page = await show('#/reports/nightly');
    await page.locator('.report-links').getByRole('link', { name: 'Interactions' }).click();
    await expect
      .poll(() => decodeURIComponent(page.url()))
      .toContain('#/i?q=law:replaced-value-can-be-read');
    await page.goBack();
    await page.getByText('Laws and their interactions').click();
    await page.getByRole('link', { name: 'removed-is-gone' }).click();
    await expect.poll(() => decodeURIComponent(page.url())).toContain('#/i?q=law:removed-is-gone');
    await page.goBack();
    await page.getByText('Choices of the service').click();
    await page.getByRole('link', { name: 'remove.body' }).click();
    await expect.poll(() => page.url()).toContain('#/contract?choice=remove.body');
  });
});

describe('the theme', () => {
  it('is light or dark by key, and stays', async () => {
    const page = await show('#/data/users');
    const ground = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    await page.getByRole('button', { name: 'Add', exact: true }).waitFor();
    expect(await ground()).toBe('rgb(255, 255, 255)');
    await page.keyboard.press('t');
    await expect.poll(ground).toBe('rgb(21, 23, 28)');
    await page.reload();
    await expect.poll(ground).toBe('rgb(21, 23, 28)');
    await page.getByRole('link', { name: 'Reports' }).click();
    const body = page.frameLocator('iframe').locator('body');
    const frameGround = () => body.evaluate((element) => getComputedStyle(element).backgroundColor);
    await expect.poll(frameGround).toBe('rgb(16, 19, 23)');
  });
});

describe('the reports', () => {
  it('say of a partial run that it conforms as far as tried', async () => {
    const page = await show('#/reports');
    const list = page.getByRole('navigation', { name: 'Reports' });
    expect(await list.innerText()).toMatch(/release-4\.1\s+conforms as far as tried\s/);
  });
});

describe('an empty page', () => {
  it('explains the next step, and why an action is unavailable', async () => {
    const page = await show('', empty);
    // It goes to where the page is from: a recorder does not see what goes to its service.
    await page.getByText(`curl ${new URL(empty.url).origin}/users`).waitFor();
    empty.add(3);
    await page.getByRole('option').first().click();
    const resend = page.getByRole('button', { name: 'Resend', exact: true });
    expect(await resend.isDisabled()).toBe(true);
    expect(await resend.getAttribute('title')).toBe(why.replay);
    await page.getByText(why.annotate).waitFor();
    await page.goto(`${empty.url}#/data/users`);
    await page.getByText('There are no rows here').waitFor();
    expect(empty.calls.some((call) => call.startsWith('GET data'))).toBe(false);
  });
});

describe('the page of a file', () => {
  it('does not say that it is live, and follows nothing', async () => {
    const file = await startFakeApi({ count: 5, overview: { mode: 'file', subject: 'a.standin' } });
    try {
      const page = await show('', file);
      await page.getByRole('option').first().waitFor();
      expect(await page.locator('.subject').innerText()).toBe('File a.standin');
      expect(await page.getByRole('button', { name: 'Follow' }).count()).toBe(0);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('button', { name: 'Export' }).click();
      const menu = await page.locator('.menu-items').boundingBox();
      expect(menu?.x).toBeGreaterThanOrEqual(0);
      expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(390);
      await page.context().close();
    } finally {
      await file.close();
    }
  });
});

describe('a lost connection', () => {
  it('is reported, and once the server is back the page requests its new token', async () => {
    const page = await show('#/data/users');
    await page.getByText('live').waitFor();
    const before = fake.calls.filter((call) => call === 'GET ').length;
    // It may be told for a moment only.
    await page.evaluate(`
      window.told = false;
      new MutationObserver(() => { window.told ||= document.body.innerText.includes('not connected'); })
        .observe(document.body, { subtree: true, childList: true, characterData: true });
    `);
    fake.drop();
    await expect.poll(() => page.evaluate('window.told')).toBe(true);
    await page.getByText('live').waitFor();
    await expect.poll(() => fake.calls.filter((call) => call === 'GET ').length).toBe(before + 1);
  });
});
