// Words of a POSIX shell that mean exactly their text, in sh, bash and zsh, on one line.

import { hasHidden } from '../../base/printable.ts';

/** A piece of a word: text, or a shell variable. */
export type ShellPart = string | { readonly variable: string };

/** Writes a word. Characters that a terminal would act on when pasted are made by `printf`. */
export function word(parts: readonly ShellPart[]): string {
  const joined = join(parts);
  const texts = joined.filter((part) => typeof part === 'string');
  if (texts.some(hasHidden)) return `"$(${printf(joined)})"`;
  if (joined.length === texts.length) return quote(texts.join(''));
  if (texts.every((text) => !/["$`\\!]/.test(text)))
    return `"${joined.map(inDoubleQuotes).join('')}"`;
  return joined
    .map((part) => (typeof part === 'string' ? quote(part) : `"$${part.variable}"`))
    .join('');
}

/** Writes a command that prints the text byte by byte, including bytes that no word can contain. */
export function printf(parts: readonly ShellPart[]): string {
  const joined = join(parts);
  const format = joined.map((part) => (typeof part === 'string' ? toFormat(part) : '%s')).join('');
  const values = joined.flatMap((part) =>
    typeof part === 'string' ? [] : [` "$${part.variable}"`],
  );
  return `printf ${quote(format.replace(/^-/, '\\055'))}${values.join('')}`;
}

/** Writes a command that prints bytes. */
export function printfBytes(bytes: Uint8Array): string {
  const format = [...bytes].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[\w ]/.test(character) ? character : octalOf(byte);
  });
  return `printf ${quote(format.join(''))}`;
}

/** Returns whether a word can contain a text unchanged. */
export function isPlain(parts: readonly ShellPart[]): boolean {
  return join(parts).every((part) => typeof part !== 'string' || !hasHidden(part));
}

/** Joins adjacent texts. A lone surrogate becomes the replacement character, as in UTF-8. */
function join(parts: readonly ShellPart[]): readonly ShellPart[] {
  const joined: ShellPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === 'string' && typeof last === 'string')
      joined[joined.length - 1] = last + part;
    else joined.push(part);
  }
  return joined
    .map((part) => (typeof part === 'string' ? part.toWellFormed() : part))
    .filter((part) => part !== '');
}

function quote(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function inDoubleQuotes(part: ShellPart, index: number, parts: readonly ShellPart[]): string {
  if (typeof part === 'string') return part;
  const next = parts[index + 1];
  return typeof next === 'string' && /^\w/.test(next)
    ? `\${${part.variable}}`
    : `$${part.variable}`;
}

function toFormat(text: string): string {
  let format = '';
  for (const character of text) {
    if (character === '\n') format += '\\n';
    else if (character === '\\' || character === '%') format += character + character;
    else format += hasHidden(character) ? octal(character) : character;
  }
  return format;
}

/** The bytes of a character in UTF-8, as the format of printf writes them. */
function octal(character: string): string {
  return [...new TextEncoder().encode(character)].map(octalOf).join('');
}

function octalOf(byte: number): string {
  return `\\${byte.toString(8).padStart(3, '0')}`;
}
