// Ways in which a service finds the id of a new user.

/** Returns an id that no user has. */
export type NextId = (taken: ReadonlyMap<number, unknown>) => number;

/** Counts on from `first` in steps and returns no id twice. */
export function counting(first: number, step: number): NextId {
  let next = first;
  return (taken) => {
    while (taken.has(next)) next += step;
    const id = next;
    next += step;
    return id;
  };
}

/** The lowest positive integer that is free, also one that was given before. */
export function lowestFree(): NextId {
  return (taken) => {
    let id = 1;
    while (taken.has(id)) id += 1;
    return id;
  };
}

/** Anything from 1 to 2^53 - 1, in no order; the same ones at each start. */
export function scattered(): NextId {
  const draw = randomBelowOne(20_240_607);
  const given = new Set<number>();
  return (taken) => {
    for (;;) {
      const id = 1 + Math.floor(draw() * (Number.MAX_SAFE_INTEGER - 1));
      if (taken.has(id) || given.has(id)) continue;
      given.add(id);
      return id;
    }
  };
}

/** Numbers from 0 up to 1 that look random: two 32-bit words of mulberry32 make one of 53 bits. */
export function randomBelowOne(seed: number): () => number {
  let state = seed | 0;
  const word = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return () => ((word() >>> 5) * 2 ** 26 + (word() >>> 6)) / 2 ** 53;
}
