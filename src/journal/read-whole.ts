// Reads interactions of an archive one after the other, for exports.

import { StandinError } from '../base/errors.ts';
import type { Archive } from './archive.ts';
import type { Recorded } from './interaction/recorded.ts';

/**
 * Yields interactions by number. Skips those that have made room meanwhile, and reports and skips
 * damaged ones. Throws other errors.
 */
export async function* readWhole(
  archive: Archive,
  seqs: Iterable<number>,
  onDamaged: (seq: number) => void,
): AsyncGenerator<Recorded> {
  for (const seq of seqs) {
    const found = await archive.find(seq).catch((error: unknown) => {
      if (!(error instanceof StandinError) || error.code !== 'interaction-damaged') throw error;
      onDamaged(seq);
      return null;
    });
    if (found !== null) yield found.recorded;
  }
}
