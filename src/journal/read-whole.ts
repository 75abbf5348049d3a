// Interactions of an archive one after the other, as exports take them.

import { StandinError } from '../base/errors.ts';
import type { Archive } from './archive.ts';
import type { Recorded } from './interaction/recorded.ts';

/**
 * Gives interactions by their numbers. Those that made room meanwhile are left out; those that are
 * damaged are told and passed over. Throws what else goes wrong.
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
