// The fetched rows of the list, limited in number: the least recently used go first. Fetches one
// batch at a time, and always the latest request.

import { ROWS_MAX } from '../../inspector/wire.ts';
import type { Row } from '../../journal/interaction/row.ts';

export interface RowStore {
  get(seq: number): Row | undefined;
  /** Fetches these rows if needed. Drops earlier requests that are still waiting. */
  want(seqs: readonly number[]): void;
  /** Fetches a changed row again. */
  renew(seq: number): void;
}

export const ROWS_KEPT = 4000;

/** Creates a store over a function that fetches; `onChange` is called when rows arrive. */
export function createRowStore(
  fetchRows: (seqs: readonly number[]) => Promise<readonly Row[]>,
  onChange: () => void,
): RowStore {
  const rows = new Map<number, Row>();
  let wanted: readonly number[] = [];
  let isBusy = false;

  async function pump(): Promise<void> {
    isBusy = true;
    while (wanted.length > 0) {
      const asked = wanted.slice(0, ROWS_MAX);
      wanted = wanted.slice(ROWS_MAX);
      const came = await fetchRows(asked).catch(() => []);
      for (const row of came) keep(row);
      if (came.length === 0) break;
      wanted = wanted.filter((seq) => !rows.has(seq));
      onChange();
    }
    isBusy = false;
  }

  function keep(row: Row): void {
    rows.delete(row.seq);
    rows.set(row.seq, row);
    for (const seq of rows.keys()) {
      if (rows.size <= ROWS_KEPT) break;
      rows.delete(seq);
    }
  }

  return {
    get: (seq) => rows.get(seq),
    want(seqs) {
      for (const row of seqs.map((seq) => rows.get(seq))) if (row !== undefined) keep(row);
      wanted = seqs.filter((seq) => !rows.has(seq));
      if (!isBusy && wanted.length > 0) void pump();
    },
    renew(seq) {
      rows.delete(seq);
      wanted = [...wanted, seq];
      if (!isBusy) void pump();
    },
  };
}
