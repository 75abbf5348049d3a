// The door for Vitest, as Node imports it.

import { needing } from './missing-peer.ts';

const door = await needing({ door: 'standin/vitest', name: 'vitest' }, () => import('./vitest.ts'));

export const extendExpect: typeof import('./vitest.ts').extendExpect = door.extendExpect;
export const standinTest: typeof import('./vitest.ts').standinTest = door.standinTest;
