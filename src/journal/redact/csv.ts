// Redacts tables in text (RFC 4180, also with other separators) by the names in the first line.

import type { MessageSide, RedactionContext } from './context.ts';
import { redactValue } from './json-text.ts';

/** Replaces the cells of secret columns and searches the others as text. Quotes stay unchanged. */
export function redactCsv(text: string, pass: RedactionContext, side: MessageSide): string {
  const [first = ''] = /^[^\r\n]*/.exec(text) ?? [];
  const separator =
    SEPARATORS.toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ',';
  const names: string[] = [];
  let column = 0;
  let isFirst = true;
  return text.replaceAll(CELLS, (written) => {
    if (written === separator) column++;
    if (SEPARATORS.includes(written)) return written;
    if (/^[\r\n]/.test(written)) {
      isFirst = false;
      column = 0;
      return written;
    }
    const value = read(written);
    if (isFirst) names[column] = value.replace(/^\ufeff/, '').trim();
    const shown = isFirst
      ? redactValue(value, pass, side)
      : redactCell(names[column] ?? '', value, pass, side);
    return shown === value ? written : print(shown, written);
  });
}

const SEPARATORS: readonly string[] = [',', ';', '\t', '|'];
/** A cell in quotes, an end of line, a separator, or the text of a cell. */
const CELLS = /"(?:[^"]|"")*"?|[\r\n]+|[,;\t|]|[^",;\t|\r\n]+/g;

function redactCell(
  name: string,
  value: string,
  pass: RedactionContext,
  side: MessageSide,
): string {
  const place = pass.tools.places.marked(name);
  switch (pass.fateOf(name, place, side, () => [])) {
    case 'kept':
      return value;
    case 'hidden':
      return pass.hide(value, place);
    case 'address':
      return pass.hideAddress(value, place);
    case 'searched':
      return redactValue(value, pass, side);
  }
}

function read(written: string): string {
  return written.startsWith('"')
    ? written
        .slice(1, written.length > 1 && written.endsWith('"') ? -1 : undefined)
        .replaceAll('""', '"')
    : written;
}

function print(value: string, written: string): string {
  return written.startsWith('"') ? `"${value.replaceAll('"', '""')}"` : value;
}
