// Plain text tables, and figures as text. No colour.

import type { Spread } from './figures.ts';

/** Returns a table: the first column aligned left, all others right. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [header, ...rows];
  const widths = header.map((_, column) =>
    Math.max(...all.map((row) => [...(row[column] ?? '')].length)),
  );
  const lineOf = (row: readonly string[]): string =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0, column))
      .join('  ')
      .trimEnd();
  const rule = widths
    .map((width) => '-'.repeat(width))
    .join('  ')
    .trimEnd();
  return [lineOf(header), rule, ...rows.map(lineOf)].join('\n');
}

/** The cell of what was not measured. */
export const NOTHING = 'n/a';

/** A number with as many digits as are worth reading: 12,345 or 123 or 12.3 or 1.23. */
export function number(value: number | null | undefined): string {
  if (value === null || value === undefined) return NOTHING;
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** The middle of several rounds. */
export function median(spread: Spread | null | undefined): string {
  return number(spread?.median);
}

/** The middle of several rounds, with the lowest and the highest. */
export function range(spread: Spread | null | undefined): string {
  return spread === null || spread === undefined
    ? NOTHING
    : `${median(spread)} (${number(spread.min)}..${number(spread.max)})`;
}

/** Bytes as mebibytes. */
export function mebibytes(bytes: number | null | undefined): string {
  return bytes === null || bytes === undefined ? NOTHING : number(bytes / 1_048_576);
}

function pad(cell: string, width: number, column: number): string {
  const blanks = ' '.repeat(Math.max(0, width - [...cell].length));
  return column === 0 ? cell + blanks : blanks + cell;
}
