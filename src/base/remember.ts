// Functions that compute each result once.

/**
 * Returns a function that makes each result once, and keeps it by its key; weakly if you say so, but
 * for the last key: most calls ask about the same one as the call before.
 */
export function remember<K, V extends NonNullable<unknown> | null>(
  make: (key: K) => V,
  kept: { get(key: K): V | undefined; set(key: K, value: V): unknown } = new Map<K, V>(),
): (key: K) => V {
  let lastKey: K | undefined;
  let last: V | undefined;
  return (key) => {
    if (key === lastKey && last !== undefined) return last;
    const known = kept.get(key);
    const value = known === undefined ? make(key) : known;
    if (known === undefined) kept.set(key, value);
    lastKey = key;
    last = value;
    return value;
  };
}

/**
 * Returns a function that keeps the results for the last texts that it was asked about, as many as
 * `most`. Results for long texts are not kept.
 */
export function rememberTexts<V extends NonNullable<unknown>>(
  make: (text: string) => V,
  most: number,
): (text: string) => V {
  const kept = new Map<string, V>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const made = make(text);
    if (text.length > TEXT_CHARS_MAX) return made;
    const [oldest] = kept.keys();
    if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
    kept.set(text, made);
    return made;
  };
}

/** Longer texts are not worth keeping: hardly one comes again. */
export const TEXT_CHARS_MAX = 1_024;
