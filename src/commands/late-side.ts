// Standin's page and API beside what a command serves. They are loaded when somebody first asks for them: most runs never need them.

import type { Side } from '../http/side.ts';

/** Gives a side that is made when it is first called. */
export function lateSide(make: () => Promise<Side>): Side {
  let made: Promise<Side> | null = null;
  return {
    prefix: '/__standin',
    async answer(call) {
      made ??= make();
      return (await made).answer(call);
    },
  };
}

/** Says whether only this machine can reach an address. */
export function isLoopback(host: string): boolean {
  return /^(?:127\.[\d.]+|localhost|::1)$/.test(host);
}
