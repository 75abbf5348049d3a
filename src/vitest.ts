// The door for Vitest: a mock for each test, and matchers.

export type { StandinFixtures } from './embed/vitest.ts';
export { extendExpect, standinTest } from './embed/vitest.ts';
