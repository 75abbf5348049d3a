// The line of an interaction in the list. Bodies and header fields are left out.

import type {
  Annotation,
  Recorded,
  RecordedBody,
  RecordedRequest,
  Source,
  Verdict,
} from './recorded.ts';

/** One line of the list. */
export interface Row {
  readonly seq: number;
  readonly at: number;
  readonly elapsedMs: number;
  /** Time until the first byte of the answer, if it was measured. */
  readonly firstByteMs?: number;
  readonly source: Source;
  readonly resource: string | null;
  readonly operation: string | null;
  readonly method: string;
  /** With the query, and the name of a GraphQL operation; cut at `TARGET_CHARS_SHOWN`. */
  readonly target: string;
  /** `null` without a reply. */
  readonly status: number | null;
  readonly verdict: Verdict;
  /** The first finding with its code, the trouble, or what was wrong with a refused call; else `null`. */
  readonly problem: string | null;
  readonly requestBytes: number;
  readonly replyBytes: number;
  readonly tags: readonly string[];
  readonly hasNote: boolean;
  readonly isAltered: boolean;
  /** The world of the mock; `null` for the one that all share. */
  readonly world: string | null;
  /** The replica that answered; absent in recordings that only one process writes. */
  readonly replica?: string;
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
    target: targetOf(request),
    status: reply?.status ?? null,
    verdict,
    problem: problemOf(recorded),
    requestBytes: bytesOf(request.body),
    replyBytes: bytesOf(reply?.body),
    tags: annotation.tags,
    hasNote: annotation.note !== '',
    isAltered: recorded.original !== null,
    world: recorded.world,
    ...(recorded.firstByteMs === undefined ? {} : { firstByteMs: recorded.firstByteMs }),
    ...(recorded.replica === undefined ? {} : { replica: recorded.replica }),
  };
}

/** Returns path and query, and the name of a GraphQL operation, cut at `TARGET_CHARS_SHOWN`. */
export function targetOf({ path, query, body }: RecordedRequest): string {
  const target = query === '' ? path : `${path}?${query}`;
  return `${target}${graphQlName(path, body)}`.slice(0, TARGET_CHARS_SHOWN).toWellFormed();
}

/** Returns the name of the operation that a body of GraphQL over HTTP has, after a space; else nothing. */
export function graphQlName(path: string, body: RecordedBody): string {
  if (body.kind !== 'text' || !/graphql$/i.test(path)) return '';
  const start = body.text.slice(0, GRAPHQL_CHARS_READ);
  const [, named] = /"operationName"\s*:\s*"(\w+)"/.exec(start) ?? [];
  const [, first] = /\b(?:query|mutation|subscription)\s+(\w+)/.exec(start) ?? [];
  const name = named ?? first;
  return name === undefined ? '' : ` ${name}`;
}

const GRAPHQL_CHARS_READ = 10_000;

/** Returns the first finding with its code, the trouble, or what was wrong with a refused call. */
export function problemOf({ findings: [first], trouble, reply, ruled }: Recorded): string | null {
  const isRefused = reply !== null && reply.status >= 400 && reply.status === ruled?.status.value;
  const why = trouble ?? (isRefused ? ruled.detail : null);
  const text = first === undefined ? why : `${first.code}: ${first.message}`;
  return text?.slice(0, PROBLEM_CHARS_SHOWN).toWellFormed() ?? null;
}

const PROBLEM_CHARS_SHOWN = 200;

/** Returns the whole length of a body; 0 if there is none, or it is unknown. */
export function bytesOf(body: RecordedBody | undefined): number {
  return body === undefined || body.kind === 'none' ? 0 : (body.bytes ?? 0);
}
