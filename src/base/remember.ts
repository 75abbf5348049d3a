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
