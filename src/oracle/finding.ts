// A finding: behaviour that contradicts the specification, a pinned choice, or itself. Data only.

import type { Pointer } from '../base/pointer.ts';
import type { Kind } from '../contract/operation-kinds.ts';
import type { By } from '../model/ruling/ruling.ts';
import type { FindingCode } from './finding-codes.ts';

/**
 * `violates` the contract; `drifted` from a pin; `unkept` is what the pact of a consumer relies on.
 */
export type Breach = 'violates' | 'drifted' | 'unkept';

export interface Finding {
  readonly code: FindingCode;
  readonly breach: Breach;
  /** The operation at fault, as far as a client can tell. */
  readonly operation: Kind;
  /** Method and path of an operation that is none of the six kinds: `GET /health`. */
  readonly route?: string;
  /** The clause that the service breaks: `section 4, GET /users/{user_id}`. */
  readonly clause: string;
  /** The place in the body of the answer; `null` if the finding is not about one place. */
  readonly at: Pointer | null;
  /** What happened, in one sentence. */
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** Who decided the expected behaviour. */
  readonly by: By | `the pact of ${string}`;
  /** What to do, in one sentence. */
  readonly remedy: string;
}

/** Returns what tells findings about one operation from those about others. */
export function operationOf({ operation, route }: Pick<Finding, 'operation' | 'route'>): string {
  return route ?? operation;
}
