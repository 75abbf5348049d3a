// Events and messages over time, in a real browser.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeApi, startFakeApi } from './fake-api.ts';
import { recordedOf, SCRIPT, streams } from './fake-data.ts';
import { openPages } from './open-pages.ts';

const openPage = openPages({});
let fake: FakeApi;

beforeAll(async () => {
  fake = await startFakeApi({ count: 50 });
}, 60_000);

afterAll(() => fake?.close());

describe('a stream', () => {
  it('lists the messages of a WebSocket with time and direction, and opens them by key', async () => {
    const { page, faults } = await openPage(`${fake.url}#/i/${streams.websocket}?tab=response`);
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.waitFor();
    expect(await page.locator('.start-line').innerText()).toBe('101 Switching Protocols');
    const lines = await messages.locator('summary').allInnerTexts();
    expect(lines.map((line) => line.replaceAll(/\s+/g, ' ').trim())).toEqual([
      '+8.0 ms ↑ sent text {"op":"subscribe","topic":"users"} 34 B',
      expect.stringContaining('+11 ms ↓ received text {"event":"user.created"'),
      '+1.84 s ↓ received binary bytes 8 B',
      '+2.00 s ↓ received ping 0 B',
      expect.stringContaining(`+2.20 s ↓ received text ${SCRIPT}`),
      '+61.0 s ↓ received close 1000 bye 8 B',
    ]);
    await messages.locator('summary').nth(1).focus();
    await page.keyboard.press('Enter');
    await messages.locator('.json').getByText('user.created').waitFor();
    await messages.locator('summary').nth(2).click();
    await messages.getByText('89 50 4e 47').first().waitFor();
    expect(await messages.locator('.cut').innerText()).toContain(
      'Not saved: 3 more messages, and 1.2 MB.',
    );
    expect(await page.getByText('The body was not saved').count()).toBe(0);
    expect(await page.evaluate('globalThis.harmed')).toBeUndefined();
    expect(faults).toEqual([]);
  });

  it('lists the events of an event stream, and shows the whole as well', async () => {
    const { page } = await openPage(`${fake.url}#/i/${streams.events}?tab=response`);
    const events = page.getByRole('region', { name: 'Events' });
    await events.locator('summary').last().click();
    expect(await events.locator('summary b').allInnerTexts()).toEqual([
      ...Array.from({ length: 5 }, () => 'progress'),
      'message',
    ]);
    await events.locator('pre').getByText('all done').waitFor();
    await page.getByRole('heading', { name: 'Body' }).waitFor();
  });

  it('is shown while it is open, and grows', async () => {
    const { page } = await openPage(`${fake.url}#/i`);
    const recorded = recordedOf(streams.events);
    const { parts = [], ...rest } = recorded.stream ?? { kind: 'events', left: NONE };
    const grown = (count: number) =>
      fake.stream({ ...recorded, stream: { ...rest, parts: parts.slice(0, count) } });
    grown(1);
    const line = page.getByRole('region', { name: 'Open streams' }).getByRole('button');
    await line.getByText(', 1 so far').waitFor();
    await line.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.locator('summary').count()).toBe(1);
    grown(3);
    await expect.poll(() => dialog.locator('summary').count()).toBe(3);
    fake.stream(null);
    await dialog.getByText('It has ended').waitFor();
    expect(await dialog.locator('summary').count()).toBe(3);
    await page.keyboard.press('Escape');
    await line.waitFor({ state: 'detached' });
  });
});

const NONE = { parts: 0, bytes: 0 };
