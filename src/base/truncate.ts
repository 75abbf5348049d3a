// The beginning of a text that is too long to be shown whole.

/**
 * Gives the first `charsMax` UTF-16 units of a text, and one less where a character would be cut in
 * half.
 */
export function beginningOf(text: string, charsMax: number): string {
  const isHalf =
    charsMax > 0 && charsMax < text.length && (text.codePointAt(charsMax - 1) ?? 0) > 0xffff;
  return text.slice(0, isHalf ? charsMax - 1 : charsMax);
}

/** Gives a text that is longer than `charsMax` as its beginning and "…", any other as it is. */
export function truncate(text: string, charsMax: number): string {
  return text.length > charsMax ? `${beginningOf(text, charsMax)}…` : text;
}
