// Everything known of a refusal before its body is written.

import type { Pointer } from '../../base/pointer.ts';
import type { Refusal } from '../../contract/situations.ts';
import type { Call } from '../message/call.ts';
import type { RuledHeader } from '../ruling/ruling.ts';

/** One error in a request body, in the form of the example in RFC 9457 section 3. */
export interface ProblemError {
  readonly pointer: Pointer;
  readonly detail: string;
  /** The violated keyword of the schema; `body` if there is no body at all. */
  readonly keyword?: string;
  /** What the keyword requires, without the value found: `must be string`. */
  readonly plain?: string;
}

/** What stops a message before the rule book: bad HTTP, a timeout, or a failure of Standin. */
export type ProtocolProblem = 'unreadable' | 'late' | 'failed';

export interface ProblemFacts {
  /** `directed` if the client asked for a status that no situation has. */
  readonly situation: Refusal | ProtocolProblem | 'directed';
  /** Replaces the title of the situation. */
  readonly title?: string;
  readonly status: number;
  readonly detail: string;
  readonly remedy: string | null;
  readonly errors: readonly ProblemError[];
  /** A few words for shapes without room for more; the reason phrase by default. */
  readonly brief?: string | undefined;
  /** The refused call; absent if none could be read. */
  readonly call?: Call;
  /** The header fields of the refusal. */
  readonly headers?: readonly RuledHeader[];
  /** If the id in the path is invalid: its name, and the type that it should have. */
  readonly malformedId?: { readonly name: string; readonly type: string };
}
