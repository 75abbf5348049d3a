// The configuration of examples/playwright, and of more tests of its door, with the browser of this
// repository and a page that is served already.

import { join } from 'node:path';
import type { PlaywrightTestConfig } from '@playwright/test';
import example from '../../examples/playwright/playwright.config.ts';

const { webServer: _, ...config }: PlaywrightTestConfig = example;

export default {
  ...config,
  projects: [
    { name: 'example', testDir: join(import.meta.dirname, '../../examples/playwright') },
    { name: 'doors', testDir: join(import.meta.dirname, 'playwright') },
  ],
  outputDir: join(import.meta.dirname, '../../node_modules/.cache/examples/playwright'),
  reporter: 'list',
  workers: 2,
  use: {
    ...config.use,
    baseURL: process.env['PAGE_URL'] ?? '',
    launchOptions: JSON.parse(process.env['BROWSER'] ?? '{}'),
  },
} satisfies PlaywrightTestConfig;
