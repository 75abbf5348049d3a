// The base address of a recorded request.

import type { RecordedRequest } from '../interaction/recorded.ts';

/**
 * Returns the address from the Host field, with http; port 3000 of this machine without a valid
 * one.
 */
export function baseUrlOf({ headers }: RecordedRequest): string {
  const host = headers.find(([name]) => name === 'host' || name === ':authority')?.[1] ?? '';
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)
    ? `http://${host}`
    : 'http://127.0.0.1:3000';
}
