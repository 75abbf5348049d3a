// Puts what a run found into SECURITY.md, between the marks of its side.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '../../SECURITY.md');

/** Replaces the lines of Markdown between the marks of a side. Throws if the marks are missing. */
export function writeTable(side: 'network side' | 'file side', lines: readonly string[]): void {
  const begin = `<!-- abuse of the ${side}: begin`;
  const end = `<!-- abuse of the ${side}: end -->`;
  const text = readFileSync(FILE, 'utf8');
  // The text after the first mark on its line says what writes the table; it stays.
  const from = text.indexOf('\n', text.indexOf(begin)) + 1;
  const to = text.indexOf(end);
  if (!text.includes(begin) || to < from)
    throw new Error(`${FILE} has no place for the table of the ${side}`);
  writeFileSync(FILE, `${text.slice(0, from)}${lines.join('\n')}\n${text.slice(to)}`);
}
