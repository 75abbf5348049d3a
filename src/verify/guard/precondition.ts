// The condition of a write that a service asks for with 428 (RFC 6585 section 3): the validator that
// it shows with the item itself. Pure.

import { type Call, header } from '../../model/message/call.ts';
import type { Received } from '../../model/message/received.ts';

/** A header field that makes a write conditional. */
export interface Precondition {
  readonly name: 'If-Match' | 'If-Unmodified-Since';
  readonly value: string;
}

/** Returns the condition that the reply to a read leads to; `null` if it shows no validator. */
export function conditionFrom({ status, headers }: Received): Precondition | null {
  if (status >= 300) return null;
  const tag = header(headers, 'etag');
  if (tag !== undefined) return { name: 'If-Match', value: tag };
  const date = header(headers, 'last-modified');
  return date === undefined ? null : { name: 'If-Unmodified-Since', value: date };
}

/** Whether a call has a condition already. */
export function isConditional({ headers }: Call): boolean {
  return FIELDS.some((field) => header(headers, field) !== undefined);
}

const FIELDS = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

/** Returns a call with a condition. */
export function withCondition(call: Call, { name, value }: Precondition): Call {
  return { ...call, headers: { ...call.headers, [name.toLowerCase()]: value } };
}
