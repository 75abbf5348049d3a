// Calls that wait at breakpoints, in a real browser and by keyboard alone.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HeldView } from '../../src/inspector/wire.ts';
import { type FakeApi, startFakeApi } from './fake-api.ts';
import { openPages } from './open-pages.ts';

const openPage = openPages({ allowed: /422/ });
let fake: FakeApi;

beforeAll(async () => {
  fake = await startFakeApi({ count: 50 });
}, 60_000);

afterAll(() => fake?.close());

const request = {
  method: 'POST',
  target: '/users?a=1',
  headers: [
    ['authorization', '[redacted]'],
    ['accept', '*/*'],
  ],
  body: '{"name":"Ada"}',
  bytes: 14,
} as const;

function heldView(id: number, answer: HeldView['answer'] = null): HeldView {
  const on = answer === null ? 'request' : 'answer';
  return { id, on, since: Date.now(), until: Date.now() + 300_000, request, answer };
}

describe('breakpoints on the page', () => {
  it('are added for the chosen call by a key, and removed', async () => {
    const { page } = await openPage(`${fake.url}#/i/3`);
    await page.locator('.detail .target').waitFor();
    await page.keyboard.press('b');
    const filter = page.getByLabel('Filter');
    await filter.waitFor();
    expect(await filter.inputValue()).toMatch(/^method:\w+ path:\/users/);
    await expect.poll(() => filter.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    const table = page.locator('table').filter({ hasText: 'requests' });
    await table.waitFor();
    await filter.fill('dur:>1s');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('dur: is known too late.').waitFor();
    await page.getByRole('button', { name: /Remove breakpoint method:/ }).press('Enter');
    await table.waitFor({ state: 'detached' });
  });

  it('show on every tab which call waits, and let it go by a key', async () => {
    const { page } = await openPage(`${fake.url}#/contract`);
    await page.getByText('/users').filter({ visible: true }).first().waitFor();
    fake.hold(heldView(7));
    const bar = page.locator('.held');
    await bar.getByText('1 call waits').waitFor();
    expect(await bar.locator('code').innerText()).toBe('POST /users?a=1');
    fake.hold(heldView(8));
    await bar.getByText('2 calls wait').waitFor();
    const before = fake.decisions.length;
    await page.keyboard.press('g');
    await bar.getByText('1 call waits').waitFor();
    await page.keyboard.press('g');
    await bar.waitFor({ state: 'hidden' });
    expect(fake.decisions.slice(before)).toEqual([{ do: 'pass' }, { do: 'pass' }]);
  });

  it('let a request be changed before it is sent', async () => {
    const { page } = await openPage(`${fake.url}#/i`);
    fake.hold(heldView(9));
    await page.locator('.held').getByText('1 call waits').waitFor();
    await page.keyboard.press('h');
    const dialog = page.getByRole('dialog', { name: 'A request waits' });
    const body = dialog.getByLabel('Body');
    await body.waitFor();
    const method = dialog.getByLabel('Method');
    await expect.poll(() => method.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await body.inputValue()).toBe('{\n  "name": "Ada"\n}');
    await body.fill('{"name":"Zoë"}');
    await method.fill('put');
    await dialog.getByRole('button', { name: 'Let go as changed' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(fake.decisions.at(-1)).toEqual({
      do: 'change',
      request: {
        method: 'PUT',
        target: request.target,
        headers: request.headers,
        body: '{"name":"Zoë"}',
      },
    });
  });

  it('let an answer be changed or dropped, and keep it waiting if the dialog is closed', async () => {
    const { page } = await openPage(`${fake.url}#/i`);
    const answer = { status: 200, headers: [['etag', '"1"']], body: null, bytes: 3 } as const;
    fake.hold(heldView(10, answer));
    const bar = page.locator('.held');
    await bar.getByText('POST /users?a=1: 200').waitFor();
    await page.keyboard.press('h');
    const dialog = page.getByRole('dialog', { name: 'An answer waits' });
    await dialog.getByLabel('Body: 3 bytes, kept if this is empty').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const before = fake.decisions.length;
    await page.keyboard.press('h');
    await dialog.getByLabel('Status').fill('503');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    fake.hold(heldView(11, answer));
    await bar.waitFor();
    await page.keyboard.press('h');
    await dialog.getByRole('button', { name: 'Drop' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(fake.decisions.slice(before)).toEqual([
      { do: 'change', answer: { status: 503, headers: answer.headers } },
      { do: 'drop' },
    ]);
  });
});
