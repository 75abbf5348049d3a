import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toHtml } from '../../src/verify/print/html/html.ts';
import { loadAxe, pixelsTooWide, violations } from './axe.ts';
import { launch, open } from './browser.ts';
import { type FakeApi, startFakeApi } from './fake-api.ts';
import { recordedOf, streams } from './fake-data.ts';
import { heldRequest, reportOf } from './fake-views.ts';

let browser: Browser;
let fake: FakeApi;
beforeAll(async () => {
  [browser, fake] = await Promise.all([
    launch(),
    startFakeApi({ count: 300, overview: { mode: 'serve' } }),
  ]);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await fake?.close();
});

async function wait(page: Page, text: string): Promise<void> {
  await page.getByText(text).first().waitFor();
}

const places: readonly (readonly [string, string, ((page: Page) => Promise<void>)?])[] = [
  ['#/i', '300'],
  ['#/i/200', 'Facts'],
  ['#/i?q=is:violating', 'match', async (page) => page.locator('.row.violating').last().click()],
  ['#/i/200?tab=request', 'Header fields'],
  ['#/i/200?tab=response', 'Header fields'],
  [
    '#/i/41?tab=response',
    'progress',
    async (page) => page.locator('.stream summary').first().click(),
  ],
  [
    '#/i/42?tab=response',
    'received',
    async (page) => page.locator('.stream summary').first().click(),
  ],
  ['#/i/200?tab=decided', 'Decided by'],
  ['#/i/200?tab=diff&diff=100', 'Compare with'],
  ['#/i/200?tab=history', 'History'],
  ['#/i/33', 'Compare with the original'],
  ['#/i/33?tab=response', 'Original'],
  ['#/i/32?tab=diff', '+ sent'],
  ['#/i', '300', async (page) => page.getByRole('button', { name: 'Filter', exact: true }).click()],
  ['#/i', '300', async (page) => page.getByRole('button', { name: 'Latency' }).click()],
  ['#/i', '300', async (page) => page.getByRole('button', { name: 'Groups' }).click()],
  ['#/i', '300', async (page) => page.getByRole('button', { name: 'My filters' }).click()],
  ['#/i', '300', async (page) => page.getByRole('button', { name: 'Export' }).click()],
  ['#/i', '300', async (page) => page.keyboard.press('w')],
  ['#/i/200', 'Facts', async (page) => page.keyboard.press('e')],
  ['#/i', '300', async (page) => page.keyboard.press('?')],
  ['#/i', '300', async (page) => page.keyboard.press('Control+k')],
  ['#/i?q=nonsense:1', 'there is no field'],
  ['#/compare', 'Compare with what?'],
  ['#/compare?q=status:200', 'Answer:'],
  ['#/contract?choice=create.status', 'Operations'],
  ['#/data/users', 'Ada Kowalska'],
  [
    '#/data/users',
    'Ada Kowalska',
    async (page) => page.getByRole('button', { name: 'Snapshots' }).click(),
  ],
  [
    '#/reports/nightly',
    'Choices of the service',
    async (page) => page.getByText('Laws and their interactions').click(),
  ],
  ['#/conditions', 'create code=503 rate=10%'],
  ['#/conditions?hold=method:post', 'Breakpoints', addBreakpoint],
  ['#/i', '300', hold],
  ['#/i', '1 call waits', (page) => page.keyboard.press('h')],
  ['#/i', '1 call waits', openStream],
];

async function addBreakpoint(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Breakpoint', exact: true }).click();
  await page
    .getByRole('button', { name: /^Remove breakpoint/ })
    .first()
    .waitFor();
}

async function hold(page: Page): Promise<void> {
  fake.letGo();
  fake.hold(heldRequest(1));
  await wait(page, '1 call waits');
}

async function openStream(page: Page): Promise<void> {
  fake.stream(recordedOf(streams.events));
  await page.getByRole('region', { name: 'Open streams' }).getByRole('button').click();
  await wait(page, 'what comes is shown');
}

describe.each([
  ['light', 1440],
  ['dark', 1440],
  ['light', 720],
  ['dark', 720],
  ['light', 390],
  ['dark', 390],
] as const)('in %s, %d pixels wide', (theme, width) => {
  it('has no axe violation on any tab', { timeout: 60_000 }, async () => {
    const { page, faults } = await open(browser, fake.url, { theme, width, height: 520 });
    await loadAxe(page);
    const found: string[] = [];
    for (const [place, text, act] of places) {
      await page.keyboard.press('Escape');
      await page.evaluate((hash) => location.replace(hash), place);
      await wait(page, text);
      await act?.(page);
      await page.waitForTimeout(120);
      found.push(...(await violations(page, theme)).map((each) => `${place} ${each}`));
      const over = await pixelsTooWide(page);
      if (over > 0) found.push(`${place} ${over} px too wide`);
      await page.keyboard.press('Escape');
    }
    expect(found).toEqual([]);
    expect(faults.filter((fault) => !fault.includes('status of 400'))).toEqual([]);
    await page.context().close();
  });
});

describe.each(['light', 'dark'] as const)('in %s', (theme) => {
  // In the sandboxed frame no timer of axe runs: the report is judged as a document by itself.
  it('has no axe violation in a report', async () => {
    const page = await browser.newPage({ colorScheme: theme });
    const report = reportOf('nightly');
    await page.setContent(report === null ? '' : toHtml(report));
    await loadAxe(page);
    expect(await violations(page, theme)).toEqual([]);
    await page.close();
  });
});

describe('a control', () => {
  it('is at least 24 pixels high and wide', async () => {
    const { page } = await open(browser, `${fake.url}#/i/200?tab=response`);
    const small: string[] = [];
    for (const place of [
      '#/i/200?tab=response',
      '#/i/200',
      '#/compare?q=status:200',
      '#/data/users',
      '#/conditions',
      '#/reports/nightly',
    ]) {
      await page.evaluate((hash) => location.replace(hash), place);
      await page.waitForTimeout(250);
      small.push(
        ...(await page.evaluate(() =>
          [...document.querySelectorAll('button, .button, [role=tab], nav a')]
            .filter((element) => element.getClientRects().length > 0 && !element.closest('.unseen'))
            .filter(
              (element) =>
                Math.min(
                  element.getBoundingClientRect().height,
                  element.getBoundingClientRect().width,
                ) < 24,
            )
            .map((element) => element.outerHTML.slice(0, 120)),
        )),
      );
    }
    expect(small).toEqual([]);
    await page.context().close();
  });
});
