// The door for Playwright, as Node imports it.

import { needing } from './missing-peer.ts';

const door = await needing({ door: 'standin/playwright', name: '@playwright/test' }, () => import('./playwright.ts'));

export const standinTest: typeof import('./playwright.ts').standinTest = door.standinTest;
export const worldTest: typeof import('./playwright.ts').worldTest = door.worldTest;
