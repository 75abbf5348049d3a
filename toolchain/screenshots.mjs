// Takes the pictures of the page that the documentation shows, from interactions that are made up.
// With a folder as argument they go there.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, open } from '../test/ui/browser.ts';
import { startFakeApi } from '../test/ui/fake-api.ts';

const folder = process.argv[2] ?? join(import.meta.dirname, '../docs/images');
const theme = process.argv[3] ?? 'light';
mkdirSync(folder, { recursive: true });

const violating = '[role=option].violating';
/** What is shown, and how one gets there. */
const pictures = {
  interactions: ['#/i', async (page) => page.getByRole('button', { name: 'Latency' }).click()],
  finding: [
    '#/i',
    async (page) => {
      await page.getByRole('button', { name: 'Violating' }).click();
      await page.locator('#filter-told').getByText(' match').waitFor();
      await page.locator(`${violating}:has-text("GET")`).last().click();
    },
  ],
  response: [
    '#/i?q=is:violating',
    async (page) => {
      await page.locator(`${violating}:has-text("GET")`).last().click();
      await page.locator('.finding button.link').first().click();
    },
  ],
  diff: [
    '#/i?q=is:violating',
    async (page) => {
      await page.locator(`${violating}:has-text("GET")`).last().click();
      await page.getByRole('tab', { name: 'Diff' }).click();
    },
  ],
  contract: ['#/contract', async () => {}],
  data: ['#/data/users', async () => {}],
  conditions: ['#/conditions', async () => {}],
  reports: ['#/reports/nightly', async () => {}],
};

const fake = await startFakeApi({ count: 3946 });
const mock = await startFakeApi({ count: 300, overview: { mode: 'serve' } });
const browser = await launch();
for (const [name, [place, act]] of Object.entries(pictures)) {
  const { page, faults } = await open(browser, (name === 'conditions' ? mock : fake).url + place, {
    width: 1240,
    height: 680,
    theme,
  });
  await page.locator('main').waitFor();
  await page.waitForTimeout(300);
  await act(page);
  await page.mouse.move(0, 0);
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  if (faults.length > 0) console.error(name, faults);
  await page.context().close();
}
await browser.close();
await fake.close();
await mock.close();
