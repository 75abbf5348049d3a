import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  // The page of examples/vite, without its plugin: nobody but the tests answers for the interface.
  webServer: { command: 'npx vite ../vite --config false --port 4173 --strictPort', port: 4173 },
  use: { baseURL: 'http://localhost:4173' },
});
