// One exchange between a client and a service, as recorded: plain data for a line of JSON, the same
// for the mock, a service behind the proxy, and a run of `verify`. Everything that shows, searches,
// stores or exports interactions uses this form.

import type { Kind } from '../../contract/operation-kinds.ts';
import type { By } from '../../model/ruling/ruling.ts';
import type { Finding } from '../../oracle/finding.ts';

export interface Recorded {
  /**
   * Counts from 1, without gaps: for the mock in the order of arrival, otherwise in the order of
   * completion. In a mock's file, a delayed reply counts when it is sent, or can no longer be.
   */
  readonly seq: number;
  /** Arrival of the call, in milliseconds since 1970. */
  readonly at: number;
  /** From the whole call to the whole answer. */
  readonly elapsedMs: number;
  /** From the whole call to the first byte of the answer; absent if only the whole is known. */
  readonly firstByteMs?: number;
  readonly source: Source;
  /** The resource of the contract for the path; `null` if there is none. */
  readonly resource: string | null;
  /** The requested operation; `null` if the contract has none. */
  readonly operation: Kind | null;
  readonly request: RecordedRequest;
  /** `null` without a reply; `trouble` says why. */
  readonly reply: RecordedReply | null;
  /**
   * What went wrong on the way (`connection reset`, `no answer within 10 s`), or what the mock was
   * asked to do to its reply (`held back 320 ms, as requested`) and the result; else `null`.
   */
  readonly trouble: string | null;
  readonly verdict: Verdict;
  /**
   * Violations of the contract, each with clause, place, expected, actual and remedy. Empty unless
   * the verdict is `violates`.
   */
  readonly findings: readonly Finding[];
  /** The ruling on the call; `null` if no contract covers it. */
  readonly ruled: RecordedRuling | null;
  /** The reply of the mock to the same call; `null` if the mock replied, or cannot know. */
  readonly mock: RecordedReply | null;
  /** Earlier events of the requested item, one sentence each: "id 7 was deleted by request 12". */
  readonly history: readonly string[];
  /** The law, walk or pact that a run of `verify` sent it for; else `null`. */
  readonly law: string | null;
  /** The whole reply without an override or a fault; `null` if it was not altered. */
  readonly original: RecordedReply | null;
  /** The world of the mock; `null` for the shared one, and without a mock. */
  readonly world: string | null;
  /** The replica that answered; absent in recordings that only one process writes. */
  readonly replica?: string;
  /**
   * The origin of the service: `https://api.example.com`; `null` for a mock, whose address the host
   * field has.
   */
  readonly service: string | null;
  /** What came over time: events of an event stream, messages of a WebSocket; absent without. */
  readonly stream?: RecordedStream;
}

export type Unnumbered = Omit<Recorded, 'seq'>;

export type Source = 'mock' | 'proxy' | 'verify';

/** `not-shown`: the contract does not specify such a reply. `unjudged`: it was not checked. */
export type Verdict = 'conforms' | 'violates' | 'not-shown' | 'unjudged';

export interface RecordedRequest {
  /** In capitals, as sent. */
  readonly method: string;
  /** The path as sent: percent-encoded, without query. */
  readonly path: string;
  /** The text after the `?`, as sent; empty if there is none. */
  readonly query: string;
  /** Name and value of each field in order, names in lower case. */
  readonly headers: readonly Field[];
  readonly body: RecordedBody;
}

export interface RecordedReply {
  readonly status: number;
  readonly headers: readonly Field[];
  readonly body: RecordedBody;
}

export type Field = readonly [name: string, value: string];

/** The bytes of a body, as far as they are kept. */
export type RecordedBody =
  | { readonly kind: 'none' }
  /** `bytes` is the whole length in UTF-8; with `cut`, `text` is shorter. */
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number; readonly cut: boolean }
  /** Bodies that are not UTF-8, in base64. */
  | {
      readonly kind: 'bytes';
      readonly base64: string;
      readonly bytes: number;
      readonly cut: boolean;
    }
  /** Not kept: too long, or streamed. `bytes` is `null` if the length is unknown. */
  | { readonly kind: 'unkept'; readonly bytes: number | null };

export interface RecordedStream {
  readonly kind: 'events' | 'websocket';
  /** In the order of their times. */
  readonly parts: readonly StreamPart[];
  /** What was left out beyond the limits: whole parts, and bytes that were not read. */
  readonly left: { readonly parts: number; readonly bytes: number };
}

/** An event, or a message or control frame of a WebSocket. */
export interface StreamPart {
  /** From the whole call to the last byte of the part; `null` if it was not measured. */
  readonly offsetMs: number | null;
  readonly from: 'client' | 'service';
  /** The type of the event, or the opcode: text, binary, close, ping, pong. */
  readonly name: string;
  readonly body: RecordedBody;
}

/** Who decided what, in the words of the rule book. */
export interface RecordedRuling {
  readonly situation: { readonly value: string; readonly by: By };
  readonly status: { readonly value: number; readonly by: By };
  readonly headers: readonly { readonly name: string; readonly value: string; readonly by: By }[];
  readonly content: { readonly kind: string; readonly by: By };
  /** `none`, `put` or `remove`. */
  readonly effect: string;
  /** What was wrong with the call, or why a success changed nothing, in a sentence; else `null`. */
  readonly detail: string | null;
  /** The query parameters that nothing read; absent if there are none. */
  readonly ignored?: readonly string[];
}

/** What people add to an interaction. Stored separately. */
export interface Annotation {
  /** In lower case, without spaces; at most `TAGS_MAX`. */
  readonly tags: readonly string[];
  readonly note: string;
}

export const TAGS_MAX = 16;
/** Characters of one tag, and of a note. */
export const TAG_CHARS_MAX = 40;
export const NOTE_CHARS_MAX = 10_000;
