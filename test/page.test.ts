// The page over the API as it is, of a mock that runs: what a frontend developer does with it.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inspectFiles } from '../src/commands/inspect/inspect.ts';
import type { Serving } from '../src/commands/serve/serve.ts';
import { started, startFault } from './support/bed.ts';
import { copyProject } from './support/cli.ts';
import { startServing } from './support/serving.ts';
import { runVerify } from './support/verifying.ts';
import { openPages } from './ui/open-pages.ts';

const openPage = openPages({ allowed: /status of 4(?:00|22)/ });
let serving: Serving;

beforeAll(async () => {
  serving = await startServing();
}, 60_000);

afterAll(async () => {
  await serving?.close();
});

const show = async (place: string): Promise<Page> =>
  (await openPage(`${serving.url}/__standin/${place}`)).page;

const rows = (page: Page) => page.getByRole('option');

describe('the page of a running mock', () => {
  it('shows calls as they come, and each in full', async () => {
    const page = await show('');
    await fetch(`${serving.url}/users/1`);
    await fetch(`${serving.url}/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"nam":"x"}',
    });
    await rows(page).filter({ hasText: '/users/1' }).first().waitFor();
    await rows(page).filter({ hasText: 'POST' }).first().click();
    await page.getByRole('tab', { name: 'Decided' }).click();
    await page.getByText('invalid.status').first().waitFor();
    await page.getByRole('tab', { name: 'Response' }).click();
    expect(await page.locator('.panel').innerText()).toContain('did you mean');
  });

  it('filters with the filter language, and says where a filter is wrong', async () => {
    await fetch(`${serving.url}/users/4711`);
    const page = await show('');
    const filter = page.locator('[aria-describedby=filter-told]');
    await filter.fill('status:404 op:read');
    await page.locator('#filter-told').getByText('match').waitFor();
    await rows(page).filter({ hasText: '/users/4711' }).first().waitFor();
    await filter.fill('staus:404');
    await page.locator('#filter-told').getByText('There is no field').waitFor();
  });

  it('sends a request again', async () => {
    await fetch(`${serving.url}/users/2`);
    const page = await show('');
    await rows(page).filter({ hasText: '/users/2' }).first().click();
    const before = await rows(page).filter({ hasText: '/users/2' }).count();
    await page.getByRole('button', { name: 'Resend', exact: true }).click();
    await expect.poll(() => rows(page).filter({ hasText: '/users/2' }).count()).toBe(before + 1);
  });

  it('changes a row that clients see at once, and shows the contract', async () => {
    const page = await show('#/data/users');
    await page.getByRole('cell', { name: 'ada.kowalska@example.com' }).waitFor();
    expect(await page.getByRole('row').count()).toBeGreaterThan(4);
    await page.goto(`${serving.url}/__standin/#/contract`);
    await page.getByText('create.status').first().waitFor();
    await page.getByText('section 4, GET /users/{user_id}').first().waitFor();
  });

  it('keeps tags and notes', async () => {
    await fetch(`${serving.url}/users/3`);
    const page = await show('#/i/1');
    await page.getByRole('tab', { name: 'Overview' }).waitFor();
    await page.getByLabel('Tags').fill('flaky');
    await page
      .getByRole('button', { name: /save|keep/i })
      .first()
      .click();
    await expect
      .poll(
        async () =>
          (await (
            await fetch(`${serving.url}/__standin/api/interactions/1/annotation`)
          ).json()) as unknown,
      )
      .toEqual({ tags: ['flaky'], note: '' });
  });
});

describe('the page over a run of verify against a faulty service', () => {
  it('shows the field that broke the contract after three clicks, and the report', {
    timeout: 60_000,
  }, async () => {
    using folder = copyProject();
    await using service = await started(startFault('skills-are-one-text'));
    const files = [folder.at('run.standin'), folder.at('run.json')] as const;
    await runVerify(service.baseUrl, {
      mode: 'write',
      ledgerFolder: folder.at('.standin'),
      record: files[0],
      json: { file: files[1] },
    });
    const given = {
      host: '127.0.0.1',
      port: 0,
      contract: 'contracts',
      version: '0.0.0',
      form: 'quiet',
    } as const;
    const shown = await inspectFiles(
      { files, ...given },
      { write: () => true },
      { write: () => true },
    );
    const { page } = await openPage(shown.url);
    try {
      await page.getByRole('button', { name: 'Violating' }).click();
      await rows(page).filter({ hasText: 'GET' }).last().click();
      const card = page.locator('.finding').first();
      await card.waitFor();
      expect(await card.innerText()).toContain('/skills');
      await card.locator('button.link').first().click();
      const line = page.locator('.panel .line.target.wrong');
      await line.waitFor();
      expect(await line.innerText()).toContain('"skills"');
      await page.goto(`${shown.url}#/reports/run.json`);
      await page.frameLocator('iframe').getByText('section 2, User').first().waitFor();
    } finally {
      await page.context().close();
      await shown.close();
    }
  });
});
