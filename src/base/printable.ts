// Makes what a service or a file said safe to show anywhere: nothing can draw on a terminal, change
// direction or go unseen.

import { beginningOf } from './truncate.ts';

/**
 * Control and format characters, line and paragraph separators, lone surrogates, and what is no
 * character at all.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/**
 * Writes characters that cannot be seen, or that do something, as JSON does: `\u001b`. Newlines are
 * among them.
 */
export function printable(text: string): string {
  return text.replaceAll(HIDDEN, escapeUnits);
}

/** The same for a text of several lines: newlines stay. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** Says whether a text has characters that `printable` would write out. */
export function hasHidden(text: string): boolean {
  return text.search(HIDDEN) !== -1;
}

/**
 * Cuts a text that is longer than `charsMax` characters, says so, and never cuts a character in
 * half.
 */
export function cut(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  return `${beginningOf(text, charsMax)}… (${text.length} characters)`;
}

/** Writes a character as its UTF-16 units: `\u001b`, or two of them. */
export function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }).join('');
}
