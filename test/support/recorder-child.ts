// A process that records without end into a file, and prints the number up to which all is written.
// It is there to be killed.

import { setImmediate as turn } from 'node:timers/promises';
import { openRecording } from '../../src/journal/file/open-recording.ts';
import { endlessOf } from './recorded.ts';

const [file = '', pauseMs = '10'] = process.argv.slice(2);
const recording = await openRecording(file, { mode: 'append' });
let { total } = await recording.totals();
process.stdout.write('open\n');

setInterval(() => {
  for (let n = 0; n < 37; n++) recording.add(endlessOf(++total));
}, Number(pauseMs));

for (;;) {
  process.stdout.write(`${await recording.flushed()}\n`);
  await turn();
}
