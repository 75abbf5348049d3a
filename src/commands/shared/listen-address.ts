// The address that a command listens on: the option for the host, and the port if you name none.

import { StandinError } from '../../base/errors.ts';
import type { Read } from './option.ts';

export const hostOption = {
  flags: '--host <address>',
  about: 'address to listen on',
  details: 'address to listen on; with any other, others can reach it, and a warning says so',
  preset: '127.0.0.1',
  read: readHost,
} as const;

function readHost(text: string): Read<string> {
  return text.trim() === ''
    ? { why: 'Name an address, or leave it out for 127.0.0.1.' }
    : { value: text };
}

/** Number of further ports that are tried. */
const PORTS_TRIED = 20;

/** Opens the port that was given or, if that is `null`, the first free one from `usual` on. */
export async function openPort<T>(
  given: number | null,
  usual: number,
  open: (port: number) => Promise<T>,
): Promise<T> {
  const last = given ?? usual + PORTS_TRIED;
  for (let port = given ?? usual; ; port++) {
    try {
      return await open(port);
    } catch (error) {
      if (!(error instanceof StandinError) || error.code !== 'port-taken' || port >= last)
        throw error;
    }
  }
}
