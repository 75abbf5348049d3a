// The door for Vitest, as Node imports it.

import { missingPeer } from './missing-peer.ts';

const door = await missingPeer(
  { door: 'standin/vitest', name: 'vitest' },
  () => import('./vitest.ts'),
);

export const extendExpect: typeof import('./vitest.ts').extendExpect = door.extendExpect;
export const standinTest: typeof import('./vitest.ts').standinTest = door.standinTest;
