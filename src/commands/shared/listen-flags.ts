// The options for the address that a command listens on.

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
