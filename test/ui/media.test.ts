// Bodies that are no JSON, and how the detail shows them.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeApi, startFakeApi } from './fake-api.ts';
import { media } from './fake-data.ts';
import { openPages } from './open-pages.ts';

const openPage = openPages();
let fake: FakeApi;

beforeAll(async () => {
  fake = await startFakeApi({ count: 50 });
}, 60_000);

afterAll(() => fake?.close());

async function show(seq: number, tab = 'response'): Promise<Page> {
  const { page } = await openPage(`${fake.url}#/i/${seq}?tab=${tab}`);
  await page.getByRole('heading', { name: 'Body' }).waitFor();
  return page;
}

describe('a body', () => {
  it('plays if it is sound', async () => {
    const page = await show(media.sound);
    const source = await page.locator('audio').getAttribute('src');
    expect(source).toBe('data:audio/mpeg;base64,SUQzBAAAAAAA');
    expect(await page.locator('pre.hex').isVisible()).toBe(false);
  });

  it('is shown as bytes if it is text with control characters', async () => {
    const page = await show(media.controls);
    expect(await page.locator('pre.hex').innerText()).toMatch(/^000000 {2}07 07 07 .*···$/);
  });

  it('has no choice between pretty and raw if it is no JSON', async () => {
    const page = await show(media.controls);
    expect(await page.getByRole('button', { name: 'Pretty' }).count()).toBe(0);
  });

  it('says why it was not saved', async () => {
    const page = await show(media.unkept);
    await page.getByText('The body (157 B) was not saved: it was too large,').waitFor();
    await page.keyboard.press('1');
    await page.getByText('More arrived than the recorder could check.').waitFor();
  });

  it('says that a stream was not saved, without a size that nobody knows', async () => {
    const page = await show(media.stream);
    await page.getByText('The body was not saved: it was a stream, as of a WebSocket.').waitFor();
  });

  it('shows the pictures of a form, and the bytes of its other files', async () => {
    const page = await show(media.upload, 'request');
    await page.getByText('1 × 1 px').waitFor();
    await page.getByRole('rowheader', { name: 'scan a.png, image/png, 70 B' }).waitFor();
    const file = page.getByRole('row', { name: 'raw b.bin, 3 B' });
    expect(await file.innerText()).toMatch(/000000 {2}00 00 41 .*··A$/);
  });

  it('keeps the lines of bytes on a phone, and a form on the screen', async () => {
    const { page } = await openPage(`${fake.url}#/i/${media.upload}?tab=request`, { width: 390 });
    const lines = page.locator('.parts pre');
    await lines.waitFor();
    expect((await lines.boundingBox())?.height).toBeLessThan(30);
    const [table, screen] = [await page.locator('.parts').boundingBox(), page.viewportSize()];
    expect((table?.x ?? 0) + (table?.width ?? 0)).toBeLessThanOrEqual(screen?.width ?? 0);
  });
});
