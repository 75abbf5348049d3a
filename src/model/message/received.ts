// A response as a client received it. What the mock sends is a `Reply`.

import type { Body, Headers } from './call.ts';

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  /** Decoded, and read as JSON whatever the media type is. */
  readonly body: Body;
  /** Whether it is a stream that went on: the body is what was read of it. */
  readonly cut?: true;
}
