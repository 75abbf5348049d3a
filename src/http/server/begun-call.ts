// Calls that were begun on the fast path, and that node:http must go on with.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Call, Reply } from '../../model/message/call.ts';

/** A call that is under way: it waits, or its answer is there and must be sent. */
export type BegunCall =
  | { readonly kind: 'prepared'; readonly call: Call; readonly pending: Promise<void> }
  /** `answer` returns the reply, or throws what went wrong. */
  | { readonly kind: 'answered'; readonly call: Call; readonly answer: () => Reply };

const begun = new WeakMap<Socket, BegunCall>();

/** Keeps a call until node:http has read it again. */
export function leaveBegun(socket: Socket, call: BegunCall): void {
  begun.set(socket, call);
}

/** Returns the call that a request is, if it was begun. */
export function takeBegun({ socket }: IncomingMessage): BegunCall | undefined {
  const call = begun.get(socket);
  if (call !== undefined) begun.delete(socket);
  return call;
}
