// How texts are compared: ignoring case, the same in memory and in a file. Both the searched text
// and the search text are folded.

/**
 * Returns a text in lower case. Both small sigmas become one (their form depends on the next
 * letter, so a part of a word would not match); lone surrogates and NUL become the replacement
 * character, as no index can have them.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  return NEEDS_CARE.test(lower)
    ? lower.toWellFormed().replace(CARE, (found) => (found === 'ς' ? 'σ' : '�'))
    : lower;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what it is about.
const NEEDS_CARE = /[ς\u0000\ud800-\udfff]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is what it is about.
const CARE = /[ς\u0000]/g;
