import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 30_000,
    // A busy machine draws late.
    expect: { poll: { timeout: 8000 } },
    // Many tests wait for children and pauses: two at once on two cores.
    maxWorkers: 2,
    coverage: {
      provider: 'v8',
      include: ['src/{base,schema,contract,model,http}/**/*.ts'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { branches: 95 },
    },
  },
});
