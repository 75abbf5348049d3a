// How texts are compared: in any case, the same in memory and in a file. What is searched and what
// is searched for are both folded.

/**
 * Gives a text in lower case, with one form for both small sigmas (which one stands depends on what
 * follows, so that a part of a word would not be found in it) and the replacement character for
 * lone surrogates and NUL, which no index of a file holds.
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
