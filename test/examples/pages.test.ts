// The examples with a page, in a real browser.

import type { Browser } from 'playwright-core';
import type { Plugin } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import rows from '../../db.json' with { type: 'json' };
import { launch } from '../ui/browser.ts';
import { serveExample } from './served.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launch();
});

afterAll(() => browser.close());

const namesOf = rows.users.map(({ name }) => name);

describe('examples/react-msw', { timeout: 120_000 }, () => {
  it('lists, creates, reports what is wrong, and shows a failure', async () => {
    await using served = await serveExample('react-msw');
    const page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(served.url);
    const items = page.getByRole('listitem');
    await items.first().waitFor();
    expect(await items.allInnerTexts()).toEqual(namesOf);

    await page.getByLabel('Name').fill('Zoë');
    await page.getByLabel('E-mail').fill('no address');
    await page.getByRole('button', { name: 'Add' }).click();
    expect(await page.getByRole('alert').innerText()).toContain(
      '/email must be of the format email',
    );

    await page.getByLabel('E-mail').fill('zoe@example.com');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('Zoë').waitFor();
    expect(await items.allInnerTexts()).toEqual([...namesOf, 'Zoë']);

    await page.getByLabel('Fail').check();
    await page.getByText('The users could not be read (503).').waitFor();
    await page.getByLabel('Fail').uncheck();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    expect(await items.count()).toBe(namesOf.length + 1);
    await page.close();
  });

  it('answers operations without rows, and leaves other paths to the server', async () => {
    const login = {
      method: 'POST',
      path: '/login',
      source: 'here',
      outcomes: { ok: { status: 204, source: 'here' } },
    };
    const withLogin: Plugin = {
      name: 'with-login',
      enforce: 'pre',
      transform: (code, id) =>
        id.endsWith('/mock.ts')
          ? code.replace(
              /contracts: (import\.meta\.glob\([^)]*\))/,
              `contracts: Object.values($1).map((one) => ({ ...one, actions: [${JSON.stringify(login)}] }))`,
            )
          : null,
    };
    await using served = await serveExample('react-msw', { plugins: [withLogin] });
    const page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(served.url);
    await page.getByRole('listitem').first().waitFor();
    const ask = (method: string, path: string) =>
      page.evaluate(
        (sent) =>
          fetch(sent.path, { method: sent.method }).then(
            ({ status, headers }) => `${status} ${headers.get('content-type')}`,
          ),
        { method, path },
      );
    expect(await ask('POST', '/login')).toBe('204 null');
    expect(await ask('GET', '/login')).toContain('405 application/problem+json');
    expect(await ask('GET', '/elsewhere')).toContain('200 text/html');
    await page.close();
  });

  it('says on the page that its patterns match no contracts', async () => {
    const elsewhere: Plugin = {
      name: 'elsewhere',
      enforce: 'pre',
      transform: (code, id) =>
        id.endsWith('/mock.ts') ? code.replaceAll(/(contracts|schemas)\/\*/g, 'nowhere/*') : null,
    };
    await using served = await serveExample('react-msw', { plugins: [elsewhere] });
    const page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    const thrown = page.waitForEvent('pageerror');
    await page.goto(served.url);
    await page.getByText('contracts: there is no contract').waitFor();
    expect((await thrown).message).toContain('contracts: there is no contract');
    expect(await page.getByRole('heading').count()).toBe(0);
    await page.close();
  });
});

describe('examples/vite', { timeout: 120_000 }, () => {
  it('lists and removes, and shows the Inspector', async () => {
    await using served = await serveExample('vite');
    const page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(served.url);
    const [first = ''] = namesOf;
    await page.getByRole('button', { name: `Remove ${first}` }).click();
    await page.getByRole('button', { name: `Remove ${first}` }).waitFor({ state: 'detached' });
    expect(await page.getByRole('listitem').count()).toBe(namesOf.length - 1);
    await page.goto(`${served.url}__standin/`);
    await page.getByText('/api/users/1').first().waitFor();
    await page.close();
  });
});
