// Regular expressions of clients, in bounded time: a pattern that a backtracking matcher could try
// over and over again runs on a machine instead.

import { compileRegex } from '../../base/regex/machine.ts';
import { isFound } from '../../base/regex/run-machine.ts';

/** How many characters a pattern may have. */
export const PATTERN_CHARS_MAX = 256;
/** How many states its machine may have. */
export const PATTERN_STATES_MAX = 500;
/**
 * Of a longer text, a pattern that needs a machine is looked for in the first so many characters.
 */
export const SEARCHED_CHARS_MAX = 8_192;

export interface PatternFlaw {
  /** What follows "the pattern ...". */
  readonly message: string;
  readonly remedy: string;
}

/** Says why a pattern is not tried, or gives `null`. */
export function findPatternFlaw(pattern: string): PatternFlaw | null {
  if (pattern.length > PATTERN_CHARS_MAX)
    return {
      message: `has more than ${PATTERN_CHARS_MAX} characters`,
      remedy: 'Send a shorter one.',
    };
  try {
    new RegExp(pattern, 'i');
  } catch {
    return {
      message: 'is no regular expression',
      remedy: 'Write a backslash before signs that are meant as they are.',
    };
  }
  if (isPlain(pattern)) return null;
  const machine = compileRegex(pattern, 'i', PATTERN_STATES_MAX);
  if (machine.kind === 'machine') return null;
  return machine.kind === 'too-large'
    ? { message: 'counts too far to be tried in bounded time', remedy: 'Use smaller counts.' }
    : {
        message: `holds ${machine.what}, which cannot be tried in bounded time`,
        remedy: 'Leave it out.',
      };
}

/**
 * Gives what says whether a pattern without flaws is found in a text; capitals and small letters
 * are alike.
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  if (isPlain(pattern)) {
    const expression = new RegExp(pattern, 'i');
    return (text) => expression.test(text);
  }
  const read = compileRegex(pattern, 'i', PATTERN_STATES_MAX);
  if (read.kind !== 'machine') return () => false;
  const { machine } = read;
  const search = (text: string): boolean =>
    isFound(machine, text.length > SEARCHED_CHARS_MAX ? text.slice(0, SEARCHED_CHARS_MAX) : text);
  if (!isNearlyPlain(pattern)) return search;
  const expression = new RegExp(pattern, 'i');
  return (text) => (text.length <= SHORT_CHARS_MAX ? expression.test(text) : search(text));
}

/** In a text this short, one count that has no end takes at most some hundred thousand tries. */
const SHORT_CHARS_MAX = 500;

/** With one count, of one character, there are as many ways to try as the text is long. */
function isNearlyPlain(pattern: string): boolean {
  return isPlain(pattern.replace(/[*+]\??/, ''));
}

/** Without counts, alternatives and references there is but one way to try at each place. */
function isPlain(pattern: string): boolean {
  return !/[*+?{|(]|\\[1-9k]/.test(pattern);
}
