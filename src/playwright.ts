// The door for Playwright: a mock, or a world of a running one, for each test.

export type { MockFixtures, StandinTestOptions, WorldFixtures } from './embed/playwright.ts';
export { standinTest, worldTest } from './embed/playwright.ts';
