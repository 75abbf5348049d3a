// What is known of a refusal before it has a body.

import type { Pointer } from '../../base/pointer.ts';
import type { Refusal } from '../../contract/situations.ts';
import type { Call } from '../message/call.ts';
import type { RuledHeader } from '../ruling/ruling.ts';

/** One thing wrong with a request body, in the form of the example in RFC 9457 section 3. */
export interface ProblemError {
  readonly pointer: Pointer;
  readonly detail: string;
  /** The keyword of the schema that it breaks; `body` where there is no body at all. */
  readonly keyword?: string;
  /** What the keyword asks for, without what was found: `must be string`. */
  readonly plain?: string;
}

/**
 * What stops a message before any rule book sees it: it is no HTTP, it does not arrive in time, or
 * Standin itself fails.
 */
export type ProtocolProblem = 'unreadable' | 'late' | 'failed';

export interface ProblemFacts {
  /** `directed` where a status was asked for that no situation has. */
  readonly situation: Refusal | ProtocolProblem | 'directed';
  /** In the place of the title of the situation. */
  readonly title?: string;
  readonly status: number;
  readonly detail: string;
  readonly remedy: string | null;
  readonly errors: readonly ProblemError[];
  /**
   * A few words for shapes that have no room for more; those of the status where there are none.
   */
  readonly brief?: string | undefined;
  /** The call that is refused; absent where there was none that could be read. */
  readonly call?: Call;
  /** The header fields that go with the refusal. */
  readonly headers?: readonly RuledHeader[];
  /** Where an id in the path cannot be one: its name, and the type that it should be of. */
  readonly malformedId?: { readonly name: string; readonly type: string };
}
