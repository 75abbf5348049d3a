// Makes text from services and files safe to show: no character can control a terminal, change the
// direction of text or stay invisible.

import { beginningOf } from './truncate.ts';

/** Control and format characters, line separators, lone surrogates and noncharacters. */
export const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/** Escapes hidden characters as JSON does: `\u001b`. Newlines are among them. */
export function printable(text: string): string {
  return text.replaceAll(HIDDEN, escapeUnits);
}

/** Escapes hidden characters other than newlines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** Returns whether a text has characters that `printable` would escape. */
export function hasHidden(text: string): boolean {
  return text.search(HIDDEN) !== -1;
}

/** Cuts a text after `charsMax` characters, never in the middle of one, and adds its length. */
export function cut(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  return `${beginningOf(text, charsMax)}… (${text.length} characters)`;
}

/** Writes a character as its UTF-16 units: `\u001b`, or two of them. */
function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }).join('');
}
