// The archive of a ring in memory. It redacts each interaction before it searches or returns it, so
// a search reveals nothing that is hidden.

import {
  type Archive,
  type FoundInteraction,
  type Matches,
  SEQS_MAX,
  type SearchOptions,
  type Totals,
} from '../archive.ts';
import type { Filter } from '../filter/filter.ts';
import { matches } from '../filter/matches.ts';
import { followTotals } from '../follow-totals.ts';
import { noAnnotation, tidy } from '../interaction/annotation.ts';
import { latencyOf } from '../interaction/latency.ts';
import type { Annotation, Recorded } from '../interaction/recorded.ts';
import { toRow } from '../interaction/row.ts';
import type { RingSource } from './ring.ts';

export interface RingArchiveOptions {
  /** Hides the secrets of an interaction. Applied to everything that the archive returns. */
  readonly redact?: (recorded: Recorded) => Recorded;
}

/** Creates the archive of a ring. */
export function createRingArchive(
  source: RingSource<Recorded>,
  options: RingArchiveOptions = {},
): Archive {
  const { redact = (recorded: Recorded) => recorded } = options;
  const annotations = new Map<number, Annotation>();
  const redacted = new WeakMap<Recorded, Recorded>();
  const find = (seq: number): FoundInteraction | null => {
    const recorded = source.find(seq);
    if (recorded === undefined) return null;
    const shown = redacted.get(recorded) ?? redact(recorded);
    redacted.set(recorded, shown);
    return { recorded: shown, annotation: annotations.get(seq) ?? noAnnotation };
  };
  const totals = async (): Promise<Totals> => totalsOf(source);
  return {
    place: 'memory',
    totals,
    search: async (filter, searchOptions) => search(source, find, filter, searchOptions),
    async rows(seqs) {
      const entries = seqs.map(find).filter((entry) => entry !== null);
      return entries.map(({ recorded, annotation }) => toRow(recorded, annotation));
    },
    find: async (seq) => find(seq),
    async latency(filter) {
      const { seqs } = search(source, find, filter);
      return latencyOf([...seqs].flatMap((seq) => find(seq)?.recorded ?? []));
    },
    async annotate(seq, annotation) {
      for (const gone of annotations.keys()) if (gone < source.oldest) annotations.delete(gone);
      if (source.find(seq) === undefined) return false;
      annotations.set(seq, tidy(annotation));
      return true;
    },
    follow: (onChange) => followTotals(totals, onChange),
    close: async () => undefined,
  };
}

function totalsOf({ total, oldest }: RingSource<Recorded>): Totals {
  const isEmpty = oldest > total;
  return { total, oldest: isEmpty ? 0 : oldest, newest: isEmpty ? 0 : total, dropped: 0 };
}

function search(
  source: RingSource<Recorded>,
  find: (seq: number) => FoundInteraction | null,
  filter: Filter,
  options: SearchOptions = {},
): Matches {
  const { after = 0, limit = SEQS_MAX } = options;
  const seqs: number[] = [];
  for (let seq = source.total; seq >= Math.max(source.oldest, after + 1); seq--) {
    const entry = find(seq);
    if (entry === null || !matches(filter, entry.recorded, entry.annotation)) continue;
    if (seqs.length >= limit) return { seqs: Int32Array.from(seqs.reverse()), isCut: true };
    seqs.push(seq);
  }
  return { seqs: Int32Array.from(seqs.reverse()), isCut: false };
}
