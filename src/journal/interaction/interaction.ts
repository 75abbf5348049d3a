// One exchange between a client and the mock, as journalled: request, reply, and the ruling.

import type { Call, Reply } from '../../model/message/call.ts';
import type { DeliveryFate } from '../../model/message/delivery.ts';
import type { Ruling } from '../../model/ruling/ruling.ts';

/** One call and its reply, with the ruling between them. */
export interface Interaction {
  /** Counts from 1. */
  readonly seq: number;
  /** Arrival of the call, in milliseconds since 1970. */
  readonly at: number;
  /** From the whole call to the whole answer, without sending it. */
  readonly elapsedMs: number;
  readonly source: 'mock' | 'proxy' | 'verify';
  readonly call: Call;
  readonly reply: Reply;
  readonly ruling: Ruling;
  /** The world that it happened in; absent in the one that all share. */
  readonly world?: string;
  /** The reply without an override, a directive or a fault; absent if there was none. */
  readonly original?: Reply;
  /** What a breakpoint did to the reply, in a clause; absent if it was not held. */
  readonly held?: string;
  /** The fate of a delayed reply; absent if it was sent, or is still delayed. */
  readonly fate?: DeliveryFate;
}
