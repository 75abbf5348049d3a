// One exchange between a client and a service as it is recorded: plain data that fits into a line
// of JSON, the same for the mock, for a real service behind the proxy, and for a run of `verify`.
// Whoever shows, searches, stores or exports interactions sees this form alone.

import type { Kind } from '../../contract/operation-kinds.ts';
import type { By } from '../../model/ruling/ruling.ts';
import type { Finding } from '../../oracle/finding.ts';

export interface Recorded {
  /**
   * Counts from 1, without gaps: of the mock in the order in which the calls came, elsewhere in
   * that in which they ended. In the file of a mock an answer that is held back comes when it is
   * sent, or never will be.
   */
  readonly seq: number;
  /** When the call came, in milliseconds since 1970. */
  readonly at: number;
  /** From the whole call to the whole answer. */
  readonly elapsedMs: number;
  readonly source: Source;
  /** The resource of the contract that the path belongs to; `null` where it belongs to none. */
  readonly resource: string | null;
  /** The operation that was asked for; `null` where it is none of the contract. */
  readonly operation: Kind | null;
  readonly request: RecordedRequest;
  /** `null` where nothing came back; `trouble` says why. */
  readonly reply: RecordedReply | null;
  /**
   * What went wrong on the way (`connection reset`, `no answer within 10 s`), or what the mock was
   * asked to do to its answer there (`held back 320 ms, as was asked for`), and what became of
   * that; else `null`.
   */
  readonly trouble: string | null;
  readonly verdict: Verdict;
  /**
   * What breaks the contract, each with clause, place, expected, actual and remedy. Empty unless
   * the verdict is `violates`.
   */
  readonly findings: readonly Finding[];
  /** What the rule book says of the call; `null` where no contract speaks of it. */
  readonly ruled: Ruled | null;
  /**
   * What the mock would have answered in the place of the service; `null` where it is the mock, or
   * cannot know.
   */
  readonly mock: RecordedReply | null;
  /**
   * What happened before to the item that is asked for, a sentence each: "id 7 was deleted by
   * request 12".
   */
  readonly history: readonly string[];
  /** The law, walk or pact that a run of `verify` sent it for; else `null`. */
  readonly law: string | null;
  /**
   * The answer as it would have been without an override or a fault, whole; `null` where it was not
   * altered.
   */
  readonly original: RecordedReply | null;
  /**
   * The world of the mock that it happened in; `null` for the one that all share, and where there
   * is no mock.
   */
  readonly world: string | null;
}

export type Unnumbered = Omit<Recorded, 'seq'>;

export type Source = 'mock' | 'proxy' | 'verify';

/** `not-shown`: the contract says nothing of such an answer. `unjudged`: nobody judged it. */
export type Verdict = 'conforms' | 'violates' | 'not-shown' | 'unjudged';

export interface RecordedRequest {
  /** In capitals, as sent. */
  readonly method: string;
  /** The path as sent: percent-encoded, without query. */
  readonly path: string;
  /** What follows the `?`, as sent; empty where there is none. */
  readonly query: string;
  /** Name and value of each field, in the order in which they came, names in lower case. */
  readonly headers: readonly Field[];
  readonly body: RecordedBody;
}

export interface RecordedReply {
  readonly status: number;
  readonly headers: readonly Field[];
  readonly body: RecordedBody;
}

export type Field = readonly [name: string, value: string];

/** The bytes of a body as far as they are kept. */
export type RecordedBody =
  | { readonly kind: 'none' }
  /** `bytes` is the whole length in UTF-8; `text` is shorter than that where `cut` is `true`. */
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number; readonly cut: boolean }
  /** What is no UTF-8, in base64. */
  | {
      readonly kind: 'bytes';
      readonly base64: string;
      readonly bytes: number;
      readonly cut: boolean;
    }
  /** Not kept at all: too long, or streamed past. `bytes` is `null` where nobody counted. */
  | { readonly kind: 'unkept'; readonly bytes: number | null };

/** Who decided what, in the words of the rule book. */
export interface Ruled {
  readonly situation: { readonly value: string; readonly by: By };
  readonly status: { readonly value: number; readonly by: By };
  readonly headers: readonly { readonly name: string; readonly value: string; readonly by: By }[];
  readonly content: { readonly kind: string; readonly by: By };
  /** `none`, `put` or `remove`. */
  readonly effect: string;
  /** What was wrong with the call, in a sentence; `null` where nothing was. */
  readonly detail: string | null;
}

/** What people add to an interaction. Kept beside it, never in it. */
export interface Annotation {
  /** In lower case, without spaces; at most `TAGS_MAX`. */
  readonly tags: readonly string[];
  readonly note: string;
}

export const TAGS_MAX = 16;
/** Characters of one tag, and of a note. */
export const TAG_CHARS_MAX = 40;
export const NOTE_CHARS_MAX = 10_000;
