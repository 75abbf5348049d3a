// The base address of a recorded request.

import type { Recorded } from '../interaction/recorded.ts';

/**
 * Returns the origin of the service, or that of the Host field, with http, or port 3000 of this
 * machine.
 */
export function baseUrlOf({ service, request }: Pick<Recorded, 'service' | 'request'>): string {
  if (service !== null) return service;
  const host =
    request.headers.find(([name]) => name === 'host' || name === ':authority')?.[1] ?? '';
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host)
    ? `http://${host}`
    : 'http://127.0.0.1:3000';
}
