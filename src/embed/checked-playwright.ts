// The door for Playwright, as Node imports it.

import { missingPeer } from './missing-peer.ts';

const door = await missingPeer(
  { door: 'standin/playwright', name: '@playwright/test' },
  () => import('./playwright.ts'),
);

export const standinTest: typeof import('./playwright.ts').standinTest = door.standinTest;
export const worldTest: typeof import('./playwright.ts').worldTest = door.worldTest;
