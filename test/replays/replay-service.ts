// A long session against a service, and the same session against the mock of its HAR file.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPlaces } from '../../src/project/source/find-source.ts';
import { startServing } from '../support/serving.ts';
import { harOf, type Replayed, replay, runSession } from '../support/sessions.ts';
import { listen } from '../support/shops.ts';
import type { ReplayedService } from './services.ts';
import { walkSession } from './walk.ts';

/** Records a session of so many calls into a file in this folder, and replays it. */
export async function replayService(
  { make, walked }: ReplayedService,
  {
    folder,
    calls,
    seed,
  }: { readonly folder: string; readonly calls: number; readonly seed: number },
): Promise<Replayed> {
  await using real = await listen(make());
  const answered = await runSession(real.origin, walkSession(walked, calls, seed));
  const file = join(folder, 'session.har');
  writeFileSync(file, JSON.stringify(harOf(real.origin, answered)));
  const mock = await startServing(findPlaces({ source: file }));
  try {
    return await replay(mock.url, answered);
  } finally {
    await mock.close();
  }
}
