// An archive of interactions that a test has made. It matches by status and operation alone.

import type { Archive } from '../../src/journal/archive.ts';
import type { Recorded } from '../../src/journal/interaction/recorded.ts';

export interface FakeArchive extends Archive {
  readonly isClosed: () => boolean;
}

/** Makes an archive that answers what an export asks. */
export function archiveOf(all: readonly Recorded[]): FakeArchive {
  let isClosed = false;
  const none = (): never => {
    throw new Error('an export does not ask this');
  };
  return {
    place: 'a.standin',
    isClosed: () => isClosed,
    search({ terms }) {
      const matching = all.filter((one) =>
        terms.every(
          (term) =>
            (term.kind === 'operation' ? one.operation === term.operation : false) !==
            term.isNegated,
        ),
      );
      return Promise.resolve({ seqs: Int32Array.from(matching, ({ seq }) => seq), isCut: false });
    },
    find(seq) {
      const recorded = all.find((one) => one.seq === seq);
      return Promise.resolve(
        recorded === undefined ? null : { recorded, annotation: { tags: [], note: '' } },
      );
    },
    totals: none,
    rows: none,
    latency: none,
    annotate: none,
    follow: none,
    close() {
      isClosed = true;
      return Promise.resolve();
    },
  };
}
