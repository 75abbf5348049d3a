// The numbers of the interactions that match a filter, updated as new ones arrive.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ReportedFilterFlaw } from '../../inspector/wire.ts';
import type { Totals } from '../../journal/archive.ts';
import { parseFilter } from '../../journal/filter/parse-filter.ts';
import { ApiFailure, type FoundMatches, findMatches } from '../shared/api.ts';

export interface MatchesState {
  /** Oldest first. */
  readonly seqs: Int32Array;
  readonly isCut: boolean;
  readonly isAsking: boolean;
  /** The error of the filter; the numbers are then those of the last valid one. */
  readonly flaw: ReportedFilterFlaw | null;
  readonly failure: string | null;
  /** The filter of these numbers. */
  readonly query: string | null;
}

/** Pause in typing before the filter is applied, in milliseconds. */
const TYPING_MS = 60;
const none: MatchesState = {
  seqs: new Int32Array(0),
  isCut: false,
  isAsking: true,
  flaw: null,
  failure: null,
  query: null,
};

/**
 * Finds the matching interactions when the filter changes, and new ones when the totals change.
 * Does not ask the server if the filter is invalid.
 */
export function useMatches(query: string, totals: Totals): MatchesState {
  const [matches, setMatches] = useState<MatchesState>(none);
  const newest = useRef<number | null>(null);
  const tail = useRef<AbortController | null>(null);
  const [epoch, setEpoch] = useState(0);

  useEffect(() => {
    const ending = new AbortController();
    tail.current?.abort();
    newest.current = null;
    const parsed = parseFilter(query);
    if (parsed.kind === 'flawed') {
      setMatches((last) => ({ ...last, isAsking: false, flaw: parsed.flaw, failure: null }));
      return;
    }
    setMatches((last) => ({ ...last, isAsking: true }));
    const timer = setTimeout(
      () => {
        findMatches(query, 0, ending.signal).then(
          (found) => {
            newest.current = found.newest;
            setMatches({ ...none, seqs: found.seqs, isCut: found.isCut, isAsking: false, query });
          },
          (error: unknown) =>
            ending.signal.aborted ||
            setMatches((last) => ({ ...last, isAsking: false, ...failureOf(error) })),
        );
      },
      matches.query === null ? 0 : TYPING_MS,
    );
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [query, epoch]);

  useEffect(() => {
    if (newest.current === null || newest.current === totals.newest) return;
    if (totals.newest < newest.current) return setEpoch((count) => count + 1);
    const ending = new AbortController();
    const after = newest.current;
    if (tail.current !== null && !tail.current.signal.aborted) return;
    tail.current = ending;
    const add = (found: FoundMatches) => {
      tail.current = null;
      newest.current = found.newest;
      if (found.seqs.length > 0)
        setMatches((last) => ({ ...last, seqs: joined(last.seqs, found.seqs) }));
      else setMatches((last) => ({ ...last }));
    };
    findMatches(query, after, ending.signal).then(add, () => {
      if (tail.current === ending) tail.current = null;
    });
  }, [totals, query, matches]);

  const seqs = useMemo(
    () => matches.seqs.subarray(indexFrom(matches.seqs, totals.oldest)),
    [matches.seqs, totals.oldest],
  );
  return { ...matches, seqs };
}

/** Returns the index of the first number that is not below `seq`. */
export function indexFrom(seqs: Int32Array, seq: number): number {
  let [low, high] = [0, seqs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((seqs[middle] ?? 0) < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Appends numbers. The buffer grows by halves, so that a long list is seldom copied. */
function joined(seqs: Int32Array, more: Int32Array): Int32Array {
  const room = new Int32Array(seqs.buffer as ArrayBuffer, 0, seqs.buffer.byteLength >> 2);
  const from = seqs.byteOffset >> 2;
  const end = from + seqs.length;
  if (room.length >= end + more.length) {
    room.set(more, end);
    return room.subarray(from, end + more.length);
  }
  const fresh = new Int32Array(Math.ceil((seqs.length + more.length) * 1.5) + 64);
  fresh.set(seqs);
  fresh.set(more, seqs.length);
  return fresh.subarray(0, seqs.length + more.length);
}

function failureOf(error: unknown): {
  readonly flaw: ReportedFilterFlaw | null;
  readonly failure: string | null;
} {
  if (error instanceof ApiFailure && error.flaw !== null)
    return { flaw: error.flaw, failure: null };
  return { flaw: null, failure: error instanceof Error ? error.message : String(error) };
}
