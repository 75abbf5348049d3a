// The situations that a call can be in.

export const refusals = [
  'unrouted',
  'limited',
  'unauthorized',
  'disallowed',
  'unacceptable',
  'oversized',
  'unsupported',
  'malformed',
  'unexpected',
  'missing',
  'invalid',
  'taken',
  'stale',
] as const;
/** Why a call is refused. */
export type Refusal = (typeof refusals)[number];
/** What a call finds itself in: `ok`, or one reason to be refused. */
export type Situation = 'ok' | Refusal;
