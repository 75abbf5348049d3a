// The door for MSW, as Node imports it.

import { missingPeer } from './missing-peer.ts';

const door = await missingPeer({ door: 'standin/msw', name: 'msw' }, () => import('./msw.ts'));

export const handler: typeof import('./msw.ts').handler = door.handler;
