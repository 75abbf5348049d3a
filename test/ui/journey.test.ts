// The page in a real browser, used as a person would use it.

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenOptions } from './browser.ts';
import { type FakeApi, startFakeApi } from './fake-api.ts';
import { hostile, onPurpose } from './fake-data.ts';
import { openPages } from './open-pages.ts';

const openPage = openPages();
let fake: FakeApi;

beforeAll(async () => {
  fake = await startFakeApi({ count: 2000 });
});

afterAll(() => fake?.close());

const show = async (place: string, options?: OpenOptions): Promise<Page> =>
  (await openPage(fake.url + place, options)).page;

const rows = (page: Page) => page.getByRole('option');
const told = (page: Page) => page.locator('#filter-told');
const chosen = (page: Page) => page.locator('[role=option][aria-selected=true] .c-seq');
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const notice = (page: Page) => page.locator('.notice');

describe('the list', () => {
  it('shows the broken field within three clicks, with the expected value and a link to its place', async () => {
    const page = await show('');
    await page.getByRole('button', { name: 'Violating' }).click();
    await told(page).getByText('match').waitFor();
    await rows(page).filter({ hasText: 'member-type' }).filter({ hasText: 'GET' }).last().click();
    const card = page.locator('.finding').first();
    await card.waitFor();
    expect(await card.locator('.line.wrong').innerText()).toMatch(/expected/);
    expect(await card.getByText('Clause').count()).toBe(1);
    await card.locator('button.link').first().click();
    await page.locator('.panel .line.target.wrong').waitFor();
    expect(page.url()).toContain('tab=response&at=/');
  });

  it('mounts only visible rows, keeps the selected row, and fetches rows by pages', async () => {
    const page = await show('');
    await rows(page).first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    await expect.poll(() => chosen(page).innerText()).toBe('1');
    const before = fake.calls.length;
    for (const top of [9000, 22_000, 31_000, 40_000]) {
      await page.locator('.list').evaluate((list, to) => list.scrollTo(0, to), top);
      await page.waitForTimeout(80);
      expect(await rows(page).count()).toBeLessThan(100);
      expect(await chosen(page).count()).toBe(1);
    }
    await expect.poll(() => page.locator('.row .c-time').count()).toBeGreaterThan(20);
    expect(
      fake.calls.slice(before).filter((call) => call.startsWith('GET rows')).length,
    ).toBeLessThan(8);
  });

  it('follows new rows until somebody scrolls up, and then counts them', async () => {
    const page = await show('');
    await page.locator('#row-2000').waitFor();
    const start = (await startingTotal(page)) + 1;
    fake.add(1);
    await page.locator(`#row-${start}`).waitFor();
    await page.locator('.list').hover();
    await page.mouse.wheel(0, -600);
    await expect
      .poll(() => page.getByRole('button', { name: 'Follow' }).getAttribute('aria-pressed'))
      .toBe('false');
    fake.add(3);
    await page.getByRole('button', { name: '3 new' }).click();
    await page.locator(`#row-${start + 3}`).waitFor();
    await page.keyboard.press('f');
    await expect
      .poll(() => page.getByRole('button', { name: 'Follow' }).getAttribute('aria-pressed'))
      .toBe('false');
  });

  it('does not call new what another filter shows', async () => {
    const page = await show('#/i/7?q=seq:1-20');
    await expect.poll(() => rows(page).count()).toBe(20);
    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await told(page).getByText('interactions').waitFor();
    await page.locator('#row-21').waitFor();
    expect(await page.locator('.fresh').count()).toBe(0);
  });

  it('shows when calls happened as bars, and how long the first byte took', async () => {
    const page = await show('#/i/200');
    await page.getByText('waiting for the first byte').waitFor();
    expect(await page.locator('.phases .bar').count()).toBe(2);
    await page.keyboard.press('w');
    await page.locator('.row .bar').first().waitFor();
    const lefts = await page
      .locator('.row .bar')
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().left));
    expect(lefts.length).toBeGreaterThan(20);
    expect(await page.locator('.row .bar.received').count()).toBeGreaterThan(5);
    expect(new Set(lefts).size).toBeGreaterThan(10);
    expect(await page.locator('.heads .c-problem').innerText()).toMatch(/^Over [\d.]+ m?s$/);
    await page.keyboard.press('w');
    await expect.poll(() => page.locator('.row .bar').count()).toBe(0);
  });

  it('shows groups, and selects one by a term of the filter', async () => {
    const page = await show('');
    await page.getByRole('button', { name: 'Groups' }).click();
    await page.getByRole('row', { name: /alice/ }).waitFor();
    await page.getByLabel('By').selectOption('client');
    await expect
      .poll(() => fake.calls.filter((call) => call.startsWith('GET groups')).at(-1))
      .toBe('GET groups?q=&by=client');
    await page.getByRole('button', { name: 'alice', exact: true }).click();
    await expect.poll(() => page.url()).toContain('q=world:alice');
  });

  it('keeps filters by name in the browser', async () => {
    const page = await show('#/i?q=status:404');
    await page.getByRole('button', { name: 'My filters' }).click();
    await page.getByLabel('Name of the filter').fill('missing users');
    await page.keyboard.press('Enter');
    await notice(page).getByText('Saved missing users').waitFor();
    await page.goto(`${fake.url}#/i`);
    await page.reload();
    await page.getByRole('button', { name: 'My filters' }).click();
    await page.getByRole('button', { name: 'missing users', exact: true }).click();
    await expect.poll(() => page.url()).toContain('q=status:404');
    await page.getByRole('button', { name: 'My filters' }).click();
    await page.getByRole('button', { name: 'Remove missing users' }).click();
    await page.getByText('No filter is saved').waitFor();
  });

  it('says where a filter is wrong, under the text, and keeps what it showed', async () => {
    const page = await show('');
    await rows(page).first().waitFor();
    await page.keyboard.press('/');
    // At once: a word of it that is right by itself might be asked for in between, and nothing
    // match it.
    await page.keyboard.insertText('method:get statsu:404');
    await page.locator('.filter-under mark').waitFor();
    expect(await page.locator('.filter-under mark').innerText()).toBe('statsu:');
    expect(await told(page).innerText()).toContain('There is no field "statsu"');
    expect(await rows(page).count()).toBeGreaterThan(10);
    await page.keyboard.press('Escape');
    await expect.poll(() => told(page).innerText()).toMatch(/interactions$/);
  });

  it('sends no request while a quote is open, and says so', async () => {
    const page = await show('');
    await rows(page).first().waitFor();
    const before = fake.calls.length;
    await page.keyboard.press('/');
    await page.keyboard.type('"half a');
    await expect.poll(() => told(page).innerText()).toContain('This quote is not closed.');
    await page.waitForTimeout(200);
    expect(fake.calls.slice(before).filter((call) => call.startsWith('GET matches'))).toEqual([]);
    await page.keyboard.type('"');
    await expect.poll(() => told(page).innerText()).toMatch(/match$/);
  });

  it('counts only rows out of sight as new', async () => {
    const few = await startFakeApi({ count: 5 });
    try {
      const { page } = await openPage(`${few.url}#/i/2`);
      await page.locator('#row-5').waitFor();
      few.add(1);
      await page.locator('#row-6').waitFor();
      await page.waitForTimeout(100);
      expect(await page.locator('.fresh').count()).toBe(0);
      await page.context().close();
    } finally {
      await few.close();
    }
  });

  it('keeps the verdict apart from the problem beside it', async () => {
    const page = await show('');
    await page.locator('.list .c-verdict .sign').first().waitFor();
    for (const width of [1280, 780, 600]) {
      await page.setViewportSize({ width, height: 700 });
      const narrowest = async (): Promise<number> => {
        const gaps = await page.locator('.list .row').evaluateAll((all) =>
          all.flatMap((row) => {
            const [sign, problem] = [row.querySelector('.sign'), row.querySelector('.c-problem')];
            if (sign === null || problem === null) return [];
            return [problem.getBoundingClientRect().left - sign.getBoundingClientRect().right];
          }),
        );
        return gaps.length === 0 ? 0 : Math.min(...gaps);
      };
      // The page is laid out anew some time after the window has another size.
      await expect.poll(narrowest, { message: `${width} px` }).toBeGreaterThanOrEqual(10);
    }
  });

  it('offers terms as chips and as a menu with examples', async () => {
    const page = await show('');
    await page.getByRole('button', { name: '4xx' }).click();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByRole('button', { name: 'method:post' }).click();
    await expect.poll(() => told(page).innerText()).toMatch(/^\d+ of [\d,]+ match$/);
    await expect
      .poll(() => page.locator('.filter [role=status]').innerText())
      .toMatch(/^\d+ of [\d,]+ match$/);
    expect(await page.getByLabel('Filter', { exact: true }).inputValue()).toBe(
      'status:4xx method:post',
    );
    await expect
      .poll(async () => new Set(await page.locator('.list .c-method').allInnerTexts()))
      .toEqual(new Set(['POST']));
    await page.getByRole('button', { name: '4xx' }).click();
    expect(await page.getByLabel('Filter', { exact: true }).inputValue()).toBe('method:post');
    await page.goto(`${fake.url}#/i?q=method:patch`);
    await page.getByText('Nothing matches').waitFor();
    await page.getByRole('button', { name: 'Clear the filter' }).last().click();
    await rows(page).first().waitFor();
  });

  it('moves by keys, which can be switched off outside the list', async () => {
    const page = await show('#/i/100');
    await page.locator('.detail').waitFor();
    await expect.poll(() => isInSight(page)).toBe(true);
    for (const [key, seq] of [
      ['j', '101'],
      ['k', '100'],
      ['ArrowDown', '101'],
      ['ArrowUp', '100'],
      ['End', ''],
      ['Home', '1'],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(() => isInSight(page)).toBe(true);
      if (seq !== '') await expect.poll(() => chosen(page).innerText()).toBe(seq);
    }
    await page.keyboard.press('v');
    await page.locator('.row.violating[aria-selected=true]').waitFor();
    for (const [key, name] of [
      ['2', 'Request'],
      ['3', 'Response'],
      ['4', 'Decided'],
      ['d', 'Diff'],
      ['6', 'History'],
      ['1', 'Overview'],
    ] as const) {
      await page.keyboard.press(key);
      await page.getByRole('tab', { name, selected: true }).waitFor();
    }
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keys and settings' }).waitFor();
    await page.getByLabel('Single-key shortcuts work everywhere').uncheck();
    await page.keyboard.press('Escape');
    const at = await chosen(page).innerText();
    await page.getByRole('tab', { name: 'Overview' }).focus();
    await page.keyboard.press('j');
    expect(await chosen(page).innerText()).toBe(at);
    await page.locator('.list').focus();
    await page.keyboard.press('j');
    await expect.poll(() => chosen(page).innerText()).not.toBe(at);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.detail').count()).toBe(0);
  });

  it('goes anywhere by the palette', async () => {
    const page = await show('');
    await rows(page).first().waitFor();
    await page.keyboard.press('/');
    await page.keyboard.press('Control+k');
    await page.locator('[role=combobox]:focus').waitFor();
    await page.keyboard.type('77');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Interaction 77' }).waitFor();
    await page.keyboard.press('Control+k');
    await page.locator('[role=combobox]:focus').waitFor();
    await page.keyboard.type('zebra');
    await page.getByText('No command has this text.').waitFor();
    await page.locator('[role=combobox]:focus').fill('export: har');
    const downloading = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect((await downloading).suggestedFilename()).toBe('interactions.har');
    await page.keyboard.press('Control+k');
    await page.locator('[role=combobox]:focus').waitFor();
    await page.keyboard.type('go to data');
    await page.keyboard.press('Enter');
    await page.getByRole('cell', { name: 'Ada Kowalska' }).first().waitFor();
  });

  it('shows latency as a chart and as a table', async () => {
    const page = await show('');
    await page.getByRole('button', { name: 'Latency' }).click();
    await page.getByRole('button', { name: 'users.read' }).click();
    expect(await page.getByLabel('Filter', { exact: true }).inputValue()).toBe('op:users.read');
    await expect.poll(() => page.locator('.latency tbody tr').count()).toBe(1);
    expect(await page.locator('.latency td').nth(1).innerText()).toMatch(/ms$/);
  });

  it('changes its width by keys', async () => {
    const page = await show('#/i/100');
    const bar = page.getByRole('separator');
    const before = Number(await bar.getAttribute('aria-valuenow'));
    await bar.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBe(before + 2);
  });
});

describe('the detail', () => {
  it('sends a request again, also edited', async () => {
    const page = await show('#/i/100');
    await page.locator('.detail').waitFor();
    await page.keyboard.press('r');
    await page.getByLabel('authorization, redacted').fill('Bearer mine');
    await page.keyboard.press('Enter');
    await notice(page).getByText('Sent as #').waitFor();
    const sent = fake.orders.at(-1)?.edited;
    expect(sent).toMatchObject({ method: 'GET', target: '/users/11' });
    expect(sent?.headers).toContainEqual(['authorization', 'Bearer mine']);
    expect(JSON.stringify(sent)).not.toContain('redacted-');
    await page.waitForTimeout(100);
    await page.keyboard.press('e');
    await page.getByLabel('Path and query').fill('/users?again=1');
    await page.getByLabel('Body').fill('{"name":');
    await page.getByText('The body is not JSON').waitFor();
    await page.getByLabel('Body').fill('{"name":"Ada"}');
    await page.getByRole('button', { name: 'Send GET' }).click();
    await expect.poll(() => page.locator('.detail .target').innerText()).toBe('/users?again=1');
    expect(fake.orders.at(-1)?.edited).toMatchObject({
      target: '/users?again=1',
      body: '{"name":"Ada"}',
    });
  });

  it('sends nothing to a service that changes it unseen, and no pseudonym', async () => {
    const page = await show('#/i/100');
    await page.locator('.detail').waitFor();
    await page.keyboard.press('r');
    await page.getByLabel('authorization, redacted').fill('Bearer mine');
    await page.keyboard.press('Enter');
    await notice(page).getByText('Sent as #').waitFor();
    const before = fake.orders.length;
    await page.goto(`${fake.url}#/i/104`);
    await page.locator('.detail h2').getByText('Interaction 104').waitFor({ state: 'attached' });
    await page.keyboard.press('r');
    await expect.poll(() => fake.orders.length).toBe(before + 1);
    expect(fake.orders.at(-1)?.edited?.headers).toContainEqual(['authorization', 'Bearer mine']);
    await expect.poll(() => page.url()).not.toContain('#/i/104');
    await page.goto(`${fake.url}#/i/102`);
    await page.locator('.detail h2').getByText('Interaction 102').waitFor({ state: 'attached' });
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('a real service').waitFor();
    const send = dialog.getByRole('button', { name: 'Send POST' });
    await dialog.getByLabel('Body').fill('{"email":"0123456789abcdef@redacted.example"}');
    await dialog.getByText('Replace the redacted values first: the body.').waitFor();
    expect(await send.isDisabled()).toBe(true);
    expect(fake.orders).toHaveLength(before + 1);
  });

  it('copies curl, a call of fetch, HAR, Pact and a link', async () => {
    const page = await show('#/i/100');
    await page.locator('.detail').waitFor();
    await page.keyboard.press('c');
    await notice(page).getByText('Copied: curl').waitFor();
    expect(await clipboard(page)).toBe('curl of 1: seq:100');
    for (const [word, text] of [
      ['fetch call', /^fetch of 1/],
      ['HAR', /^har of 1/],
      ['Pact interaction', /^pact of 1/],
    ] as const) {
      await page.getByRole('button', { name: 'Copy as' }).click();
      await page.getByRole('button', { name: word }).click();
      await expect.poll(() => clipboard(page)).toMatch(text);
    }
    await page.keyboard.press('y');
    await expect.poll(() => clipboard(page)).toContain('#/i/100');
    await page.getByRole('button', { name: 'Export' }).click();
    expect(await page.getByRole('link', { name: 'HAR 1.2' }).getAttribute('href')).toBe(
      'api/export?q=&form=har',
    );
  });

  it('keeps tags and a note', async () => {
    const page = await show('#/i/1500');
    await page.getByLabel('Tags, separated by spaces').fill('Flaky later');
    await page.getByLabel('Note').fill('<b>seen</b> twice');
    await page.getByRole('button', { name: 'Save' }).click();
    await notice(page).getByText('Saved').waitFor();
    await expect
      .poll(() => page.locator('#row-1500 em').allInnerTexts())
      .toEqual(['flaky', 'later', 'note']);
    await page.goto(`${fake.url}#/i?q=tag:later`);
    await expect.poll(() => told(page).innerText()).toMatch(/^1 of/);
  });

  it('compares with the mock, with a marked interaction, and with any other by number', async () => {
    const page = await show('#/i?q=is:violating');
    await rows(page).filter({ hasText: 'member-type' }).last().click();
    await page.keyboard.press('d');
    await page.locator('.diff .line.left').first().waitFor();
    expect(await page.locator('.comparison h3').first().innerText()).toContain('− the mock');
    await page.keyboard.press('m');
    await page.keyboard.press('k');
    await page.getByRole('button', { name: /^marked: #/ }).click();
    await expect.poll(() => page.locator('.comparison').count()).toBe(2);
    await page.getByLabel('or number').fill('100');
    await page.keyboard.press('Tab');
    await page.getByText('− #100').first().waitFor();
    expect(page.url()).toContain('diff=100');
  });

  it('shows an answer beside its form without the injected fault', async () => {
    const page = await show('#/i?q=is:altered%20status:503');
    await rows(page).first().click();
    await page.keyboard.press('3');
    await page.getByRole('region', { name: 'Original', exact: true }).waitFor();
    expect(await page.getByRole('region', { name: 'Sent', exact: true }).innerText()).toContain(
      '503',
    );
  });

  it('shows a reset answer beside the original, and links to the difference', async () => {
    const page = await show(`#/i/${onPurpose.reset}?tab=response`);
    const before = page.getByRole('region', { name: 'Original', exact: true });
    expect(await before.innerText()).toContain('Zoë');
    const sent = 'No response: connection reset, as requested.';
    expect(await page.getByRole('region', { name: 'Sent', exact: true }).innerText()).toContain(
      sent,
    );
    await page.keyboard.press('1');
    await page.getByText('No response:').waitFor();
    await page.getByRole('button', { name: 'Compare with the original' }).click();
    await page.getByRole('button', { name: 'the original', pressed: true }).waitFor();
    expect(await page.locator('.diff .line.right').first().innerText()).toContain('no response');
  });

  it('shows a truncated answer against the original, and a delayed one alone', async () => {
    const page = await show(`#/i/${onPurpose.cut}?tab=diff`);
    await page.getByText('+ sent').waitFor();
    expect(await page.locator('.diff .line.right').last().innerText()).toContain('{"id":1,"na');
    const late = await show(`#/i/${onPurpose.late}`);
    expect(await late.locator('.banner').innerText()).toContain(
      'Altered by the mock: held back 320 ms',
    );
    expect(await late.getByRole('button', { name: 'Compare with the original' }).count()).toBe(0);
  });

  it('filters by a clicked world, in the list or by keys in the detail', async () => {
    const page = await show('#/i?q=seq:30-40');
    const row = rows(page).filter({ hasText: 'world:bob' });
    await expect.poll(() => row.count()).toBe(3);
    expect(await row.filter({ hasText: /altered/ }).count()).toBe(2);
    await row.first().getByText('world:bob').click();
    await expect.poll(() => rows(page).count()).toBe(3);
    expect(decodeURIComponent(page.url())).toContain('q=seq:30-40+world:bob');
    expect(await page.locator('.detail').count()).toBe(0);
    const detail = await show(`#/i/${onPurpose.late}`);
    const button = detail.getByRole('button', { name: 'bob', exact: true });
    await button.focus();
    await detail.keyboard.press('Enter');
    await expect.poll(() => rows(detail).count()).toBe(3);
    expect(detail.url()).toContain(`#/i/${onPurpose.late}?q=world:bob`);
  });

  it('shows who decided, and links to the choice', async () => {
    const page = await show('#/i?q=op:users.create%20status:201');
    await rows(page).first().click();
    await page.keyboard.press('4');
    await page.locator('.panel').getByRole('link', { name: 'create.status' }).click();
    await page.locator('#choice-create\\.status.wanted').waitFor();
  });

  it('links from a finding to the request it names', async () => {
    const page = await show(`#/i/${hostile.wide}`);
    await page.getByRole('heading').getByRole('button', { name: 'request 7' }).click();
    await page.getByRole('region', { name: 'Interaction 7', exact: true }).waitFor();
  });

  it('links from the history to the requests it names', async () => {
    const page = await show('#/i?q=method:put%20seq:300-2000');
    await rows(page).first().click();
    await page.keyboard.press('6');
    const button = page.locator('.history button').first();
    const seq = (await button.innerText()).replace('request ', '');
    await button.click();
    await page.getByRole('region', { name: `Interaction ${seq}`, exact: true }).waitFor();
  });
});

/** Whether the chosen row is where one sees it. */
function isInSight(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const list = document.querySelector('.list')?.getBoundingClientRect();
    const row = document
      .querySelector('[role=option][aria-selected=true]')
      ?.getBoundingClientRect();
    return (
      list !== undefined &&
      row !== undefined &&
      row.top >= list.top - 1 &&
      row.bottom <= list.bottom + 1
    );
  });
}

async function startingTotal(page: Page): Promise<number> {
  return Number((await told(page).innerText()).replaceAll(/\D/g, ''));
}

describe('a narrow screen', () => {
  it('shows one pane at a time, and nothing too wide', async () => {
    const { page } = await openPage(`${fake.url}#/i/200`, { width: 390, height: 844 });
    await page.getByText('Facts').waitFor();
    expect(await page.locator('.list').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.locator('.list .row').first().waitFor();
    expect(await page.locator('.detail').count()).toBe(0);
    for (const place of ['#/i', '#/contract', '#/data/users', '#/conditions', '#/reports']) {
      await page.goto(fake.url + place);
      await page.waitForTimeout(100);
      const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
      expect(await page.evaluate(over), place).toBe(0);
    }
  });

  it('has room on a tablet for the filter, and for what is wrong', async () => {
    const { page } = await openPage(`${fake.url}#/i?q=is:violating`, { width: 820, height: 844 });
    const problem = page.locator('.row.violating .c-problem').first();
    await problem.waitFor();
    expect((await boxOf(page.locator('.filter-field'))).width).toBeGreaterThan(700);
    expect(await problem.innerText()).toMatch(/^\/isPremium/);
  });

  it('has room for the tabs of a call', async () => {
    const { page } = await openPage(`${fake.url}#/i?q=is:violating`, { width: 390, height: 844 });
    await page.locator('.row.violating').last().click();
    const last = await boxOf(page.getByRole('tab', { name: 'History' }));
    expect(last.x + last.width).toBeLessThanOrEqual(390);
  });

  it('has the name of the open part in sight', async () => {
    const { page } = await openPage(`${fake.url}#/i`, { width: 390, height: 844 });
    const parts = page.getByRole('navigation', { name: 'Parts of the Inspector' });
    for (const [place, name] of [
      ['#/reports', 'Reports'],
      ['#/data/users', 'Data'],
      ['#/i', 'Interactions'],
    ] as const) {
      await page.goto(fake.url + place);
      await parts.locator(`[aria-current]:text-is("${name}")`).waitFor();
      const within = await boxOf(parts);
      const current = await boxOf(parts.locator('[aria-current]'));
      expect(current.x, name).toBeGreaterThanOrEqual(within.x - 1);
      expect(current.x + current.width, name).toBeLessThanOrEqual(within.x + within.width + 1);
    }
  });

  it.each(['Filter', 'My filters', 'Export'])(
    'opens "%s" on the screen, and leaves the filter in sight',
    async (name) => {
      for (const width of [390, 768, 820, 1024]) {
        const { page } = await openPage(`${fake.url}#/i`, { width, height: 844 });
        await page.getByRole('button', { name, exact: true }).click();
        const menu = await boxOf(page.locator('.menu-items'));
        const field = await boxOf(page.locator('.filter-field'));
        expect(menu.x).toBeGreaterThanOrEqual(0);
        expect(menu.x + menu.width).toBeLessThanOrEqual(width);
        expect(menu.y).toBeGreaterThanOrEqual(field.y + field.height);
      }
    },
  );
});

async function boxOf(place: Locator): Promise<Record<'x' | 'y' | 'width' | 'height', number>> {
  const box = await place.boundingBox();
  if (box === null) throw new Error('it is not shown');
  return box;
}
