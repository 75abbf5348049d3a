import { defineConfig } from '@playwright/test';

const port = Number(process.env['PORT'] ?? 4173);

export default defineConfig({
  testDir: '.',
  fullyParallel: true,
  webServer: {
    command: `npx vite --config vite.config.ts --host localhost --port ${port} --strictPort`,
    port,
  },
  use: { baseURL: `http://localhost:${port}` },
});
