// Where a recorded request went to.

import type { RecordedRequest } from '../interaction/recorded.ts';

/**
 * Gives the address that was asked, by its Host field and http; this machine at port 3000 where
 * there is none that could be one.
 */
export function baseUrlOf({ headers }: RecordedRequest): string {
  const host = headers.find(([name]) => name === 'host' || name === ':authority')?.[1] ?? '';
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)
    ? `http://${host}`
    : 'http://127.0.0.1:3000';
}
