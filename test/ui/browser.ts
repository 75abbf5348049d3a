// A real browser for the tests of the page. It is unpacked once, into a folder of its own.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, chromium, type LaunchOptions, type Page } from 'playwright-core';

const folder = resolve(import.meta.dirname, '../../node_modules/.cache/chromium-153');

/** Gives the path of Chromium; unpacks it where that was not done before. */
export async function findBrowser(): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const keep = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs24.x'; // also unpacks its own libraries: none of the system is needed
  try {
    const { default: packed } = await import('@sparticuz/chromium');
    return await packed.executablePath();
  } finally {
    if (keep === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = keep;
  }
}

/** Starts Chromium. */
export async function launch(): Promise<Browser> {
  return chromium.launch(await browserOptions());
}

/**
 * What Chromium is started with: arguments of our own, for those of its package switch the
 * protections off that are tried here.
 */
export async function browserOptions(): Promise<LaunchOptions> {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined) return { executablePath: given, args: ['--no-sandbox'] };
  const executablePath = await findBrowser();
  const env = { ...process.env, FONTCONFIG_PATH: writeFontsFile() } as Record<string, string>;
  return { executablePath, env, args: ['--no-sandbox', '--disable-dev-shm-usage'] };
}

/**
 * Names the fonts that were unpacked and those of the system: without any, the browser ends at the
 * first field.
 */
function writeFontsFile(): string {
  const folders = [join(folder, 'fonts'), '/usr/share/fonts', '/usr/local/share/fonts'];
  const own = join(folder, 'fontconfig');
  mkdirSync(own, { recursive: true });
  const dirs = folders.map((path) => `<dir>${path}</dir>`).join('');
  writeFileSync(
    join(own, 'fonts.conf'),
    `<?xml version="1.0"?><fontconfig>${dirs}<cachedir>${own}/cache</cachedir></fontconfig>\n`,
  );
  return own;
}

export interface Opened {
  readonly page: Page;
  /** What the console said that it should not have, and what was asked of elsewhere. */
  readonly faults: string[];
}

export interface OpenOptions {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

/** Opens the page at a place, and notes whatever goes wrong. */
export async function open(
  browser: Browser,
  url: string,
  { theme = 'light', width = 1440, height = 900 }: OpenOptions = {},
): Promise<Opened> {
  const context = await browser.newContext({
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: theme,
    viewport: { width, height },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const faults: string[] = [];
  page.on(
    'console',
    (message) => ['error', 'warning'].includes(message.type()) && faults.push(message.text()),
  );
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    const prefix = url.startsWith('file:') ? url : `${new URL(url).origin}/__standin/`;
    if (!request.url().startsWith(prefix)) faults.push(`a request to ${request.url()}`);
  });
  await page.goto(url);
  return { page, faults };
}
