// One browser for a file of tests: starts it before them, closes each page after its test, and
// fails the test if the page reported a fault.

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launch, type Opened, type OpenOptions, open } from './browser.ts';

/**
 * Returns what opens a page. Call it at the top of a file. Faults that match `allowed` pass, and
 * `inspect` looks at each page before it is closed.
 */
export function openPages({
  allowed = null,
  inspect = async () => undefined,
}: {
  readonly allowed?: RegExp | null;
  readonly inspect?: (page: Page) => Promise<void>;
} = {}): (url: string, options?: OpenOptions) => Promise<Opened> {
  let browser: Browser;
  let opened: Opened[] = [];

  beforeAll(async () => {
    browser = await launch();
  }, 60_000);

  afterAll(() => browser?.close());

  afterEach(async () => {
    const those = opened;
    opened = [];
    for (const { page } of those) await inspect(page);
    await Promise.all(those.map(({ page }) => page.context().close()));
    const faults = those.flatMap((one) => one.faults);
    expect(faults.filter((fault) => allowed?.test(fault) !== true)).toEqual([]);
  });

  return async (url, options) => {
    const one = await open(browser, url, options);
    opened.push(one);
    return one;
  };
}
