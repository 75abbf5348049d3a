// Screenshots of every tab, in both themes and at three widths, to be looked at:
// `npm run screenshots -- <folder>`.

import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { launch, open } from './browser.ts';
import { startFakeApi } from './fake-api.ts';
import { heldRequest } from './fake-views.ts';

const [folder = 'screenshots'] = process.argv.slice(2);
const press = (key: string) => async (page: Page) => page.keyboard.press(key);

/** Name, place, and what is done there. */
const places: readonly (readonly [string, string, ((page: Page) => Promise<void>)?])[] = [
  ['interactions', '#/i'],
  ['violations', '#/i?q=is:violating'],
  ['fields', '#/i', (page) => page.getByRole('button', { name: 'Filter', exact: true }).click()],
  ['latency', '#/i', (page) => page.getByRole('button', { name: 'Latency' }).click()],
  ['groups', '#/i', (page) => page.getByRole('button', { name: 'Groups' }).click()],
  ['waterfall', '#/i', press('w')],
  ['overview', '#/i/200'],
  ['request', '#/i/102?tab=request'],
  ['response', '#/i/200?tab=response'],
  ['events', '#/i/41?tab=response', (page) => page.locator('.stream summary').first().click()],
  ['websocket', '#/i/42?tab=response', (page) => page.locator('.stream summary').nth(1).click()],
  ['altered', '#/i/33?tab=response'],
  ['decided', '#/i/200?tab=decided'],
  ['diff', '#/i/200?tab=diff&diff=100'],
  ['history', '#/i/200?tab=history'],
  ['resend', '#/i/102', press('r')],
  ['keys', '#/i', press('?')],
  ['palette', '#/i', press('Control+k')],
  ['compare', '#/compare?q=status:200'],
  ['contract', '#/contract'],
  ['data', '#/data/users'],
  ['snapshots', '#/data/users', (page) => page.getByRole('button', { name: 'Snapshots' }).click()],
  ['conditions', '#/conditions'],
  ['breakpoints', '#/conditions?hold=method:post', addBreakpoint],
  ['held', '#/i', hold],
  ['held-call', '#/i', press('h')],
  ['reports', '#/reports'],
];

async function addBreakpoint(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Breakpoint', exact: true }).click();
}

/** A call waits in this picture and the next one. */
async function hold(page: Page): Promise<void> {
  mock.hold(heldRequest(1));
  await page.locator('.held b').waitFor();
}
const sizes = [
  { width: 1440, height: 900 },
  { width: 720, height: 450 },
  { width: 390, height: 844 },
] as const;
const SETTLE_MS = 400;

mkdirSync(folder, { recursive: true });
const [browser, fake, mock] = await Promise.all([
  launch(),
  startFakeApi({ count: 300 }),
  startFakeApi({ count: 300, overview: { mode: 'serve' } }),
]);
const ofMock = ['conditions', 'breakpoints', 'held', 'held-call'];
try {
  for (const { width, height } of sizes) {
    for (const theme of ['light', 'dark'] as const) {
      for (const [name, place, act] of places) {
        const { page } = await open(browser, (ofMock.includes(name) ? mock : fake).url + place, {
          theme,
          width,
          height,
        });
        await page.waitForTimeout(SETTLE_MS);
        await act?.(page);
        await page.waitForTimeout(SETTLE_MS);
        await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) });
        if (name === 'held-call') await page.getByRole('button', { name: 'Drop' }).click();
        const over = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        if (Number(over) > 0) console.log(`${name} at ${width}: ${over} px too wide`);
        await page.context().close();
      }
    }
  }
} finally {
  await browser.close();
  await fake.close();
  await mock.close();
}
console.log(resolve(folder));
