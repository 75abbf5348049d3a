// The line of an interaction in the list. Bodies and header fields are left out.

import type { Annotation, Recorded, RecordedBody, Source, Verdict } from './recorded.ts';

/** One line of the list. */
export interface Row {
  readonly seq: number;
  readonly at: number;
  readonly elapsedMs: number;
  readonly source: Source;
  readonly resource: string | null;
  readonly operation: string | null;
  readonly method: string;
  /** With the query; cut at `TARGET_CHARS_SHOWN`. */
  readonly target: string;
  /** `null` without a reply. */
  readonly status: number | null;
  readonly verdict: Verdict;
  /** The code of the first finding, or the trouble; else `null`. */
  readonly problem: string | null;
  readonly requestBytes: number;
  readonly replyBytes: number;
  readonly tags: readonly string[];
  readonly hasNote: boolean;
  readonly isAltered: boolean;
  /** The world of the mock; `null` for the one that all share. */
  readonly world: string | null;
}

export const TARGET_CHARS_SHOWN = 500;

/** Returns the row of an interaction and its annotation. */
export function toRow(recorded: Recorded, annotation: Annotation): Row {
  const { seq, at, elapsedMs, source, resource, operation, request, reply, verdict } = recorded;
  return {
    seq,
    at,
    elapsedMs,
    source,
    resource,
    operation,
    method: request.method,
    target: targetOf(request.path, request.query),
    status: reply?.status ?? null,
    verdict,
    problem: problemOf(recorded),
    requestBytes: bytesOf(request.body),
    replyBytes: bytesOf(reply?.body),
    tags: annotation.tags,
    hasNote: annotation.note !== '',
    isAltered: recorded.original !== null,
    world: recorded.world,
  };
}

/** Returns path and query, cut at `TARGET_CHARS_SHOWN`. */
export function targetOf(path: string, query: string): string {
  return (query === '' ? path : `${path}?${query}`).slice(0, TARGET_CHARS_SHOWN).toWellFormed();
}

/** Returns the code of the first finding, or the trouble. */
export function problemOf({ findings, trouble }: Recorded): string | null {
  return (findings[0]?.code ?? trouble)?.toWellFormed() ?? null;
}

/** Returns the whole length of a body; 0 if there is none, or it is unknown. */
export function bytesOf(body: RecordedBody | undefined): number {
  return body === undefined || body.kind === 'none' ? 0 : (body.bytes ?? 0);
}
