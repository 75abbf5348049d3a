// The hour of a QA engineer, in a real browser and by keyboard: a session of yesterday and one of
// today with 20,000 calls are recorded; the call that broke is found, compared with yesterday's, and
// sent as a file.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Inspecting, inspectFiles } from '../src/commands/inspect/inspect.ts';
import { recordService } from '../src/commands/record/record.ts';
import { startTroubled } from './support/troubled.ts';
import { openPages } from './ui/open-pages.ts';

const CALLS = 20_000;
const AT_ONCE = 20;
const BROKEN = 4711;
/** One red pixel. */
const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const silent = { write: () => true };
const folder = mkdtempSync(join(tmpdir(), 'standin-qa-'));
const openPage = openPages();
let shown: Inspecting;

/** Records a session with a service that is an older or a newer version. */
async function record(file: string, version: 'older' | 'newer', calls: number): Promise<string> {
  const json = { 'content-type': 'application/json' };
  await using service = await startTroubled((request, response) => {
    const { url = '', method } = request;
    request.resume();
    if (url === '/login')
      response.writeHead(200, { ...json, 'set-cookie': 'session=planted-cookie' }).end('{}');
    else if (url === '/uploads') response.writeHead(201, json).end('{"id":1,"bytes":5}');
    else if (url === '/logo.png')
      response.writeHead(200, { 'content-type': 'image/png' }).end(IMAGE);
    else if (method === 'POST') response.writeHead(200, json).end('{"data":{"cart":{"total":3}}}');
    else if (version === 'newer' && url === `/orders/${BROKEN}`)
      response.writeHead(500, json).end('{"title":"The total is missing"}');
    else response.writeHead(200, json).end(`{"id":${url.slice('/orders/'.length)},"total":3}`);
  });
  const recording = await recordService(
    {
      baseUrl: service.url,
      headers: [],
      environment: '',
      host: '127.0.0.1',
      allowedHosts: [],
      port: 0,
      timeoutSeconds: 60,
      contract: 'contracts',
      profile: 'standin',
      pins: {},
      file,
      redact: [],
      keep: [],
      form: 'quiet',
      version: '0.0.0',
    },
    silent,
    silent,
  );
  const send = async (path: string, init: RequestInit = {}) =>
    (await fetch(recording.url + path, init)).arrayBuffer();
  const post = (path: string, body: object) =>
    send(path, { method: 'POST', headers: json, body: JSON.stringify(body) });
  await post('/login', { user: 'ada', password: 'planted-password' });
  const form = new FormData();
  form.set('file', new Blob(['hello'], { type: 'text/plain' }), 'hello.txt');
  await send('/uploads', { method: 'POST', body: form });
  await send('/logo.png');
  await post('/graphql', { operationName: 'Cart', query: 'query Cart { cart { total } }' });
  await send(`/orders/${BROKEN}`);
  let next = 0;
  const work = async () => {
    for (let id = next++; id < calls; id = next++) await send(`/orders/${id % 4000}`);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await recording.close();
  return file;
}

beforeAll(async () => {
  const files = [
    await record(join(folder, 'yesterday.standin'), 'older', 300),
    await record(join(folder, 'today.standin'), 'newer', CALLS),
  ];
  const options = {
    host: '127.0.0.1',
    port: 0,
    contract: null,
    version: '0',
    form: 'quiet',
  } as const;
  shown = await inspectFiles({ files, ...options }, silent, silent);
});

afterAll(async () => {
  await shown?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Goes to a part of the page by the palette. */
async function goTo(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(`Go to ${name}`);
  await page.keyboard.press('Enter');
}

describe('the hour of a QA engineer', () => {
  it('finds the call that broke, compares it with yesterday, and sends it as a file', async () => {
    const { page } = await openPage(shown.url);
    const told = page.locator('#filter-told');
    await told.getByText('20,005 interactions').waitFor();

    await page.keyboard.press('/');
    await page.keyboard.type('status:5xx');
    await told.getByText('1 of 20,005 match').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('j');
    await page.locator('.detail .target').getByText(`/orders/${BROKEN}`).waitFor();
    const seq = /#\/i\/(\d+)/.exec(page.url())?.[1] ?? '';

    await goTo(page, 'Compare');
    await page.locator('.comparison').first().waitFor({ timeout: 120_000 });
    const chosen = page.getByRole('navigation', { name: 'Operations' }).locator('[aria-current]');
    expect(await chosen.innerText()).toMatch(/GET \/orders\/\{orderId\}\s+other status/);
    expect(await page.locator('.differences').innerText()).toMatch(
      /answers 500 in 1 of 20001, before in none of 301/,
    );
    const [answer, request] = await page.locator('.comparison').allInnerTexts();
    expect(answer).toContain('The total is missing');
    expect(answer).toContain(`now: #${seq}`);
    // Yesterday's call is the one to the same path.
    expect(request).toContain('Request: ');
    expect(request).not.toContain('GET /orders/');
    await page.keyboard.press('j');
    await expect.poll(() => page.locator('.compared h2').innerText()).not.toContain('/orders/');

    await goTo(page, 'Interactions');
    await page.keyboard.press('/');
    await page.keyboard.type(`seq:${seq}`);
    await told.getByText('1 of 20,005 match').waitFor();
    const exporting = page.getByRole('button', { name: 'Export' });
    await exporting.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Page to send to somebody').focus();
    const downloading = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const sent = readFileSync(await (await downloading).path(), 'utf8');
    expect(sent).toContain(`/orders/${BROKEN}`);
    expect(sent).toContain('The total is missing');
    expect(sent).not.toContain('planted-');
  });

  it('shows the image, the upload, and the name of the GraphQL operation; no secret', async () => {
    const { page } = await openPage(`${shown.url}#/i?q=seq:1-4`);
    await page.getByText('/graphql Cart').waitFor();
    await page.goto(`${shown.url}#/i/3?tab=response`);
    await page.locator('.picture img').waitFor();
    await page.goto(`${shown.url}#/i/2?tab=request`);
    await page.getByText('hello.txt').first().waitFor();
    await page.goto(`${shown.url}#/i/1?tab=request`);
    await page.getByText('Header fields').first().waitFor();
    expect(await page.locator('main').innerText()).not.toContain('planted-');
  });
});
