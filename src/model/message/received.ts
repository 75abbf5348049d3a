// An answer as a client received it. What the mock makes to be sent is a `Reply`.

import type { Body, Headers } from './call.ts';

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  /** Decoded, and read as JSON whatever its media type says. */
  readonly body: Body;
}
