// Functions that compute each result once.

/** Returns a function that makes each result once, and keeps it by its key; weakly if you say so. */
export function remember<K, V extends NonNullable<unknown> | null>(
  make: (key: K) => V,
  kept: { get(key: K): V | undefined; set(key: K, value: V): unknown } = new Map<K, V>(),
): (key: K) => V {
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    kept.set(key, made);
    return made;
  };
}
