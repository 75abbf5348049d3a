// The hour of a QA engineer, in a real browser and by keyboard: a session of yesterday and one of
// today with 20,000 calls are recorded; the call that broke is found, compared with yesterday's, and
// sent as a file. axe looks at every view, in both themes and at three widths.

import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Inspecting, inspectFiles } from '../src/commands/inspect/inspect.ts';
import { recordService } from '../src/commands/record/record.ts';
import { frameOf } from './support/websocket.ts';
import { loadAxe, pixelsTooWide, violations } from './ui/axe.ts';
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

/** Starts the service, older or newer, on a free port. */
async function startService(version: 'older' | 'newer'): Promise<Server> {
  const json = { 'content-type': 'application/json' };
  const server = createServer((request, response) => {
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
  // A WebSocket that tells one thing and closes.
  server.on('upgrade', ({ headers }, socket) => {
    const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
    const accept = createHash('sha1').update(key).digest('base64');
    socket.on('error', () => undefined);
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.once('data', () => {
      socket.write(frameOf('{"order":4711,"state":"paid"}'));
      socket.end(frameOf(Buffer.from([3, 232]), { opcode: 8 }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** Sends one message over a WebSocket, and waits until the service has closed it. */
function talk(url: string): Promise<void> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'));
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => socket.send('{"subscribe":"orders"}'));
    socket.addEventListener('close', () => resolve());
    socket.addEventListener('error', () => reject(new Error('the WebSocket failed')));
  });
}

/** Records a session with a service that is an older or a newer version. */
async function record(file: string, version: 'older' | 'newer', calls: number): Promise<string> {
  const json = { 'content-type': 'application/json' };
  const service = await startService(version);
  const { port } = service.address() as AddressInfo;
  const recording = await recordService(
    {
      baseUrl: `http://127.0.0.1:${port}`,
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
  // The last call, so that its number is known.
  await talk(`${recording.url}/live`);
  await recording.close();
  await new Promise((resolve) => {
    service.close(resolve);
    service.closeAllConnections();
  });
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

/** Finds the one call that matches a filter, and opens a tab of it by its key. */
async function lookAt(page: Page, filter: string, tab: '1' | '2' | '3'): Promise<void> {
  await page.keyboard.press('/');
  await page.keyboard.press('Control+a');
  await page.keyboard.type(filter);
  await page.locator('#filter-told').getByText('1 of 20,006 match').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('j');
  await page.locator('.detail').waitFor();
  await page.keyboard.press(tab);
}

describe('the hour of a QA engineer', () => {
  it('finds the call that broke, compares it with yesterday, and sends it as a file', async () => {
    const { page } = await openPage(shown.url);
    const told = page.locator('#filter-told');
    await told.getByText('20,006 interactions').waitFor();

    await lookAt(page, 'status:5xx', '1');
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
    await told.getByText('1 of 20,006 match').waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('page to send');
    const downloading = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    const file = join(folder, 'finding.html');
    await (await downloading).saveAs(file);
    expect(readFileSync(file, 'utf8')).not.toContain('planted-');
    // A colleague opens it: any request to elsewhere would fail the test.
    const { page: sent } = await openPage(pathToFileURL(file).href);
    const shownText = await sent.locator('body').innerText();
    expect(shownText).toContain(`/orders/${BROKEN}`);
    expect(shownText).toContain('The total is missing');
    await loadAxe(sent);
    expect(await violations(sent, 'light')).toEqual([]);
  });

  it('shows the image, the upload, the messages of the WebSocket, and the name of the GraphQL operation; no secret', async () => {
    const { page } = await openPage(shown.url);
    await page.locator('#filter-told').getByText('20,006 interactions').waitFor();
    await lookAt(page, 'seq:3', '3');
    await page.locator('.picture img').waitFor();
    await lookAt(page, 'seq:2', '2');
    await page.getByText('hello.txt').first().waitFor();
    await lookAt(page, 'path:/live', '3');
    const messages = page.getByRole('region', { name: 'Messages' });
    await messages.getByText('{"subscribe":"orders"}').waitFor();
    await messages.getByText('{"order":4711,"state":"paid"}').waitFor();
    await lookAt(page, 'seq:4', '2');
    await page.locator('.row').getByText('/graphql Cart').waitFor();
    await lookAt(page, 'path:/login', '2');
    await page.getByText('Header fields').first().waitFor();
    expect(await page.locator('main').innerText()).not.toContain('planted-');
  });

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 720],
    ['dark', 720],
    ['light', 390],
    ['dark', 390],
  ] as const)('has no axe violation in any view, %s and %d pixels wide', async (theme, width) => {
    const { page } = await openPage(shown.url, { theme, width, height: 844 });
    await loadAxe(page);
    const found: string[] = [];
    for (const [place, text] of VIEWS) {
      await page.evaluate(`location.replace(${JSON.stringify(place)})`);
      await page
        .getByText(text)
        .first()
        .waitFor()
        .catch(() => found.push(`${place} does not show ${text}`));
      found.push(...(await violations(page, theme)).map((each) => `${place} ${each}`));
      const over = await pixelsTooWide(page);
      if (over > 0) found.push(`${place} ${over} px too wide`);
    }
    expect(found).toEqual([]);
  });
});

/** Places of the page, and what is shown there. */
const VIEWS = [
  ['#/i', '20,006'],
  ['#/i?q=status:5xx', '1 of 20,006 match'],
  ['#/i/1?tab=request', 'Header fields'],
  ['#/i/2?tab=request', 'hello.txt'],
  ['#/i/3?tab=response', 'image/png'],
  ['#/i/4', 'Facts'],
  ['#/i/4?tab=decided', 'Decided'],
  ['#/i/4?tab=history', 'History'],
  ['#/i/20006?tab=response', 'Messages'],
  ['#/i/6?tab=diff&diff=7', 'Compare with'],
  ['#/compare', 'Recording'],
  ['#/contract', 'No contracts'],
  ['#/data', 'There'],
  ['#/conditions', 'No mock is running here'],
  ['#/reports', 'report'],
] as const;
