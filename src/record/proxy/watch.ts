// What the proxy tells of one request as it passes. Whoever watches neither waits nor throws, and
// changes nothing.

/** Names and values in turn, as they came: `['Host', '127.0.0.1:3000', 'Accept', 'text/plain']`. */
export type RawFields = readonly string[];

export interface RequestHead {
  readonly method: string;
  /** Path and query as they are sent on. */
  readonly target: string;
  readonly fields: RawFields;
}

export interface ReplyHead {
  readonly status: number;
  readonly fields: RawFields;
}

/** Told of one request and its reply, in this order; `ended` is always the last one. */
export interface ExchangeWatch {
  requestBytes(chunk: Buffer): void;
  /** The whole request has passed. */
  requestEnded(): void;
  reply(head: ReplyHead): void;
  replyBytes(chunk: Buffer): void;
  /**
   * The reply has passed as far as it came. `trouble` says why no further; `null` where it came
   * whole.
   */
  ended(trouble: string | null): void;
}

/**
 * Whether a request goes to the service, or is answered by the proxy itself because it must not.
 */
export type RequestFate = 'sent' | 'refused';

/** Called as soon as the head of a request is there, before anything is sent on. */
export type BeginWatch = (head: RequestHead, fate: RequestFate) => ExchangeWatch;
