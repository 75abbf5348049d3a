// axe in a page, and what it cannot see: a page that is too wide.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const axe = readFileSync(
  join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'),
  'utf8',
);

/** Loads axe into a page, until it is left. */
export async function loadAxe(page: Page): Promise<void> {
  await page.evaluate(axe);
}

/** By how many pixels a page must be scrolled sideways. */
export async function pixelsTooWide(page: Page): Promise<number> {
  const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  return Number(await page.evaluate(over));
}

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly {
      readonly html: string;
      readonly any: readonly { readonly message: string }[];
    }[];
  }[];
}

/** In dark, colours alone differ. */
const rules = {
  light:
    "{ type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }",
  dark: "{ type: 'rule', values: ['color-contrast'] }",
};

/** Returns what axe finds, a line each. */
export async function violations(page: Page, theme: 'light' | 'dark'): Promise<readonly string[]> {
  const results = (await page.evaluate(
    `axe.run({ runOnly: ${rules[theme]}, resultTypes: ['violations'], iframes: false })`,
  )) as AxeResults;
  return results.violations.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 4)
      .map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`),
  );
}
