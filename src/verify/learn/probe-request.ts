// What a probe of `learn` sends, and what results from it. Data only.

import type { Trial } from '../../contract/choice-row.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import type { Call } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';
import type { GuardedExchange } from '../guard/guard.ts';
import type { OwnedItem } from '../session/owned-item.ts';

/** How many requests are sent before the remaining probes are given up. */
export const REQUESTS_MAX = 100;

/** A call of a probe, and what is special about it. */
export interface ProbeRequest {
  readonly trial: Trial;
  /** The operation whose usual success it would show; else `null`. */
  readonly operation: Kind | null;
  readonly call: Call;
  /** How to send it; through the session if absent. */
  readonly send?: (call: Call) => Promise<GuardedExchange>;
}

/** The result of a creation that may be refused. */
export interface Tried {
  readonly received: Received;
  readonly item: OwnedItem | null;
}
