// Numbers that look random and are the same again for the same seed. Not for secrets.

/** The largest seed that can be given. */
export const SEED_MAX = 2_147_483_647;

/** Returns a generator of numbers from 0 to below 1: mulberry32, which visits all 2^32 states. */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
