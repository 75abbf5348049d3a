// `npm run replays`: sessions of 50 to 300 calls against services, each replayed against the mock of
// its HAR file: the share of answers with the status, the shape and the ids of the service's. `--
// --list` prints the others, `-- --seeds 3` tries three sessions of each length, `-- --only depot` some
// services. `-- --huge 100` starts the mock of a HAR file of 100 MB instead, and measures that.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureHuge } from './huge.ts';
import { replayService } from './replay-service.ts';
import { services } from './services.ts';

const LENGTHS = [50, 150, 300] as const;
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    huge: { type: 'string' },
  },
});
const folder = mkdtempSync(join(tmpdir(), 'standin-replays-'));
try {
  if (values.huge === undefined) await replayAll();
  else await measureHuge(folder, Number(values.huge));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function replayAll(): Promise<void> {
  const total = { answers: 0, fitting: 0 };
  for (const service of services) {
    if (!service.name.includes(values.only ?? '')) continue;
    const own = { answers: 0, fitting: 0 };
    for (const calls of LENGTHS)
      for (let seed = 1; seed <= Number(values.seeds); seed++) {
        const { answers, fitting, misfits } = await replayService(service, { folder, calls, seed });
        own.answers += answers;
        own.fitting += fitting;
        if (values.list)
          for (const one of misfits) console.log(`    ${calls}, seed ${seed}: ${one}`);
      }
    console.log(service.name.padEnd(68), shareOf(own));
    total.answers += own.answers;
    total.fitting += own.fitting;
  }
  console.log('in all'.padEnd(68), shareOf(total));
}

function shareOf({ answers, fitting }: Record<'answers' | 'fitting', number>): string {
  return `${fitting} of ${answers} (${((100 * fitting) / answers).toFixed(1)} %)`;
}
