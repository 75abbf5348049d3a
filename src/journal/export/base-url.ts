// The base address of a recorded request.

import type { RecordedRequest } from '../interaction/recorded.ts';

/** Returns the address from the Host field, or port 3000 of this machine; with http. */
export function baseUrlOf({ headers }: RecordedRequest): string {
  const host = headers.find(([name]) => name === 'host' || name === ':authority')?.[1] ?? '';
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)
    ? `http://${host}`
    : 'http://127.0.0.1:3000';
}
