// The journal of a mock as a ring of recorded interactions.

import type { Interaction } from '../interaction/interaction.ts';
import type { Recorded } from '../interaction/recorded.ts';
import { toRecorded } from '../interaction/to-recorded.ts';
import type { Journal } from './journal.ts';
import type { RingSource } from './ring.ts';

/** Returns the interactions of a journal as recorded ones, converted when first read. */
export function readJournal(journal: Journal): RingSource<Recorded> {
  const known = new WeakMap<Interaction, Recorded>();
  return {
    get total() {
      return journal.total;
    },
    get oldest() {
      return journal.oldest;
    },
    find(seq) {
      const interaction = journal.find(seq);
      if (interaction === undefined) return undefined;
      const recorded = known.get(interaction) ?? toRecorded(interaction);
      known.set(interaction, recorded);
      return recorded;
    },
  };
}
