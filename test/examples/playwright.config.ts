// The configuration of examples/playwright, with the browser of this repository and a page that is served already.

import { join } from 'node:path';
import type { PlaywrightTestConfig } from '@playwright/test';
import example from '../../examples/playwright/playwright.config.ts';

const { webServer: _, ...config }: PlaywrightTestConfig = example;

export default {
  ...config,
  testDir: join(import.meta.dirname, '../../examples/playwright'),
  outputDir: join(import.meta.dirname, '../../node_modules/.cache/examples/playwright'),
  reporter: 'list',
  workers: 2,
  use: {
    ...config.use,
    baseURL: process.env['PAGE_URL'] ?? '',
    launchOptions: JSON.parse(process.env['BROWSER'] ?? '{}'),
  },
} satisfies PlaywrightTestConfig;
