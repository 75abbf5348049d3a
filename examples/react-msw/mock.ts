// The interface, answered in the browser.

import { setupWorker } from 'msw/browser';
import { createMock } from 'standin';
import { handler } from 'standin/msw';
import rows from '../../db.json';

const mock = createMock({
  contracts: import.meta.glob('../../contracts/*.json', { eager: true, import: 'default' }),
  schemas: import.meta.glob('../../schemas/*.json', { eager: true, import: 'default' }),
  rows,
});

export const worker = setupWorker(handler(mock));
