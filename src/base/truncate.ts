// The beginning of a text that is too long to show.

/** Returns the first `charsMax` UTF-16 units of a text, or one fewer to keep a character whole. */
export function beginningOf(text: string, charsMax: number): string {
  const isHalf =
    charsMax > 0 && charsMax < text.length && (text.codePointAt(charsMax - 1) ?? 0) > 0xffff;
  return text.length <= charsMax ? text : copyOf(text.slice(0, isHalf ? charsMax - 1 : charsMax));
}

/** A part of a text keeps the whole text in memory: what may be kept long is a text of its own. */
function copyOf(part: string): string {
  return JSON.parse(JSON.stringify(part)) as string;
}

/** Shortens a text of more than `charsMax` characters to its beginning and "…". */
export function truncate(text: string, charsMax: number): string {
  return text.length > charsMax ? `${beginningOf(text, charsMax)}…` : text;
}
