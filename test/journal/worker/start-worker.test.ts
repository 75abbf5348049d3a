import { expect, test } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import { startWorker } from '../../../src/journal/worker/start-worker.ts';
import type { LimitsQuestion } from '../../support/limits-worker.ts';

test('what is young in the heap of a worker is bounded, for V8 gives nothing of it back', async () => {
  const worker = startWorker<LimitsQuestion>({
    entry: new URL('../../support/limits-worker.ts', import.meta.url),
    job: null,
    ended: (why) => new StandinError('file-unreadable', why, 'Start it again.'),
  });
  await worker.ready;
  expect(await worker.ask({ kind: 'limits' })).toMatchObject({ maxYoungGenerationSizeMb: 24 });
  await worker.close();
  await expect(worker.ask({ kind: 'limits' })).rejects.toThrow('it was closed');
});
