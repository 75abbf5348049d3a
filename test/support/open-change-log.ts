// A process of its own that opens a change log at a given moment, and says how that went.

import { pid } from 'node:process';
import { StandinError } from '../../src/base/errors.ts';
import { type ChangeLog, openChangeLog } from '../../src/project/save/change-log.ts';

const [db = '', name = ''] = process.argv.slice(2);
let log: ChangeLog | null = null;

process.on('message', (what: 'ready' | 'close' | number) => {
  if (what === 'ready') process.send?.('ready');
  else if (what === 'close') {
    log?.release();
    log = null;
    process.send?.('closed');
  } else {
    // Timers are too late: all are to be at it at once.
    while (Date.now() < what) void 0;
    process.send?.(open());
  }
});

function open(): string {
  try {
    const owner = { pid, host: 'here', name };
    const isAlive = (given: unknown): boolean => JSON.stringify(given).includes('"here"');
    log = openChangeLog({ db, owner, isAlive });
    return 'open';
  } catch (error) {
    if (error instanceof StandinError) return error.code;
    throw error;
  }
}
