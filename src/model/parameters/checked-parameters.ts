// The parameters that a call may be refused for. Those that a protocol defines have rules of their own.

import { remember } from '../../base/remember.ts';
import type { Operation } from '../../contract/contract.ts';
import type { Parameter } from '../../contract/declared.ts';

type Declaring = Pick<Operation, 'parameters' | 'idempotencyKey'>;

/** Returns the parameters of an operation that are checked, without those of its path. */
export const checkedParameters = remember(
  ({ parameters = [], idempotencyKey }: Declaring): readonly Parameter[] =>
    parameters.filter(
      (one) =>
        one.in !== 'path' &&
        !(one.in === 'header' && isOfProtocol(one.name.toLowerCase(), idempotencyKey)),
    ),
  new WeakMap(),
);

function isOfProtocol(name: string, idempotencyKey: string | undefined): boolean {
  return PROTOCOL.has(name) || name.startsWith('if-') || name === idempotencyKey?.toLowerCase();
}

/**
 * Header fields of the connection and the body (RFC 9110, RFC 9112), of preferences (RFC 7240) and of
 * credentials. Conditions (`If-Match`) are looked at when the item is.
 */
const PROTOCOL: ReadonlySet<string> = new Set([
  'accept',
  'authorization',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'prefer',
  'te',
  'transfer-encoding',
]);
