// A finding: one thing that a service did which the specification, or a pinned choice, or the
// service itself rules out. Data alone.

import type { Pointer } from '../base/pointer.ts';
import type { Kind } from '../contract/operation-kinds.ts';
import type { By } from '../model/ruling/ruling.ts';
import type { FindingCode } from './finding-codes.ts';

/**
 * `violates` the contract; `inconsistent` with itself where the contract leaves it open; `drifted`
 * from a pinned choice.
 */
export type Breach = 'violates' | 'inconsistent' | 'drifted';

export interface Finding {
  readonly code: FindingCode;
  readonly breach: Breach;
  /** The operation at fault, as far as an outsider can tell. */
  readonly operation: Kind;
  /** The clause of the specification that is broken: `section 4, GET /users/{user_id}`. */
  readonly clause: string;
  /** Where in the body of the answer; `null` where it is not about one place. */
  readonly at: Pointer | null;
  /** What happened, in one sentence. */
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** Who decided what was expected. */
  readonly by: By;
  /** What to do now, in one sentence. */
  readonly remedy: string;
}
