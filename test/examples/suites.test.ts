// The examples that are suites of tests, run as their users run them.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findFreePort } from '../../bench/free-port.ts';
import { root } from '../support/root.ts';
import { browserOptions } from '../ui/browser.ts';
import { serveExample } from './served.ts';

interface Ended {
  readonly code: number;
  readonly output: string;
}

/**
 * Runs a program of Node to its end, free of what the runner of these tests has set for its own
 * children.
 */
function run(args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:VITEST|NODE_ENV$|TEST$|NODE_OPTIONS$|NODE_V8_COVERAGE$)/.test(name),
  );
  const env = { ...Object.fromEntries(own), NO_COLOR: '1', ...more };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: root, env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: stdout + stderr });
    });
  });
}

const playwright = [join(root, 'node_modules/@playwright/test/cli.js'), 'test'];
const quiet = [
  '--reporter',
  'list',
  '--output',
  join(root, 'node_modules/.cache/examples/playwright-own'),
];

/** Gives a port that nobody listens on. */

/** A busy machine starts browsers late. */
const PATIENCE_MS = 120_000;

describe('examples/vitest', { timeout: PATIENCE_MS }, () => {
  it('passes', async () => {
    const { code, output } = await run([
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--root',
      'examples/vitest',
    ]);
    expect(output).toMatch(/Tests +4 passed/);
    expect(code).toBe(0);
  });
});

describe('examples/playwright', { timeout: PATIENCE_MS }, () => {
  it('passes unchanged, with the server that it starts', async () => {
    const browser = await chromium.launchServer(await browserOptions());
    try {
      const { code, output } = await run(
        [
          ...playwright,
          '--config',
          join(root, 'examples/playwright/playwright.config.ts'),
          ...quiet,
        ],
        {
          PORT: String(await findFreePort()),
          PW_TEST_CONNECT_WS_ENDPOINT: browser.wsEndpoint(),
        },
      );
      expect(output).toContain('2 passed');
      expect(code).toBe(0);
    } finally {
      await browser.close();
    }
  });

  it('passes with its tests in parallel', async () => {
    await using served = await serveExample('vite', { configFile: false });
    await using plugged = await serveExample('vite');
    const config = join(import.meta.dirname, 'playwright.config.ts');
    const browser = JSON.stringify(await browserOptions());
    const { code, output } = await run([...playwright, '--config', config], {
      PAGE_URL: served.url,
      PLUGIN_URL: plugged.url,
      BROWSER: browser,
    });
    expect(output).toContain('8 passed');
    expect(code).toBe(0);
  });
});
