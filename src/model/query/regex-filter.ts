// Regular expressions of clients, in bounded time: a pattern that backtracking could try again and
// again runs on a state machine instead.

import { compileRegex } from '../../base/regex/machine.ts';
import { isFound } from '../../base/regex/run-machine.ts';

/** Maximum length of a pattern in characters. */
export const PATTERN_CHARS_MAX = 256;
/** Maximum number of states of its machine. */
export const PATTERN_STATES_MAX = 500;
/** Number of characters of a text that a machine searches. */
export const SEARCHED_CHARS_MAX = 8_192;

export interface PatternFlaw {
  /** The text after "the pattern ...". */
  readonly message: string;
  readonly remedy: string;
}

/** Returns why a pattern is rejected, or `null`. */
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
      message: 'is not a regular expression',
      remedy: 'Put a backslash before special characters that you mean literally.',
    };
  }
  if (isPlain(pattern)) return null;
  const machine = compileRegex(pattern, 'i', PATTERN_STATES_MAX);
  if (machine.kind === 'machine') return null;
  return machine.kind === 'too-large'
    ? {
        message: 'repeats too often to be matched in bounded time',
        remedy: 'Use smaller repetition counts.',
      }
    : {
        message: `holds ${machine.what}, which cannot be matched in bounded time`,
        remedy: 'Leave it out.',
      };
}

/** Returns a predicate that tells whether a valid pattern matches a text, in any case. */
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
