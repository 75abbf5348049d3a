// One exchange between a client and a service, as it is journalled: what was asked, what was
// answered, and how that was ruled.

import type { Call, Reply } from '../../model/message/call.ts';
import type { DeliveryFate } from '../../model/message/delivery.ts';
import type { Ruling } from '../../model/ruling/ruling.ts';

/** One call and its answer, with the ruling that led from one to the other. */
export interface Interaction {
  /** Counts from 1. */
  readonly seq: number;
  /** When the call came, in milliseconds since 1970. */
  readonly at: number;
  /** From the whole call to the whole answer, without sending it. */
  readonly elapsedMs: number;
  readonly source: 'mock' | 'proxy' | 'verify';
  readonly call: Call;
  readonly reply: Reply;
  readonly ruling: Ruling;
  /** The world that it happened in; absent in the one that all share. */
  readonly world?: string;
  /**
   * The answer as it would have been without an override, a directive or a fault; absent where
   * there was none.
   */
  readonly original?: Reply;
  /**
   * What became of an answer that was held back; absent where it was sent, or is held back still.
   */
  readonly fate?: DeliveryFate;
}
