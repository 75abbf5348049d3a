// What the proxy reports about a request as it passes. A watcher never waits, throws or acts.

/** Names and values in turn, unchanged: `['Host', '127.0.0.1:3000', 'Accept', 'text/plain']`. */
export type RawFields = readonly string[];

export interface RequestHead {
  readonly method: string;
  /** The path and query that are sent on. */
  readonly target: string;
  readonly fields: RawFields;
}

export interface ReplyHead {
  readonly status: number;
  readonly fields: RawFields;
}

/**
 * Called for one request and its reply, in this order; `ended` is always the last call. After a
 * reply with 101 the bytes of both directions follow, in any order.
 */
export interface ExchangeWatch {
  requestBytes(chunk: Buffer): void;
  /** The request is complete. */
  requestEnded(): void;
  reply(head: ReplyHead): void;
  replyBytes(chunk: Buffer): void;
  /**
   * The reply has ended. `trouble` says why it is incomplete; `null` if it is complete. `held` is
   * what breakpoints did.
   */
  ended(trouble: string | null, held?: HeldExchange): void;
}

/** What breakpoints did to an exchange. */
export interface HeldExchange {
  /** In clauses. */
  readonly note: string;
  /** How long it waited for a reader, in milliseconds. */
  readonly heldMs: number;
  /** The reply of the service, if the client got another one or none. */
  readonly original: (ReplyHead & { readonly body: Uint8Array }) | null;
}

/** Whether a request is sent to the service, or refused by the proxy itself. */
export type RequestFate = 'sent' | 'refused';

/** Called as soon as the head of a request has arrived, before anything is sent on. */
export type BeginWatch = (head: RequestHead, fate: RequestFate) => ExchangeWatch;
