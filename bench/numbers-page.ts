// The tables of numbers in docs/numbers.md. Each is between two markers; the run that measures it
// writes it, and later runs are compared with it.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NOTHING, number } from './tables.ts';

/** A table whose first column names the rows; `null` is what was not measured. */
export interface NumberTable {
  readonly columns: readonly NumberColumn[];
  readonly rows: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}

export interface NumberColumn {
  readonly title: string;
  readonly kind: 'ratio' | 'count';
  /** The factor by which a new run may differ, up or down; 1 if it must be the same. */
  readonly noise: number;
}

/** A number on the page, and what a new run measured. */
export interface Disagreement {
  readonly row: string;
  readonly column: string;
  readonly published: number;
  readonly fresh: number;
  readonly noise: number;
}

/** The name of the page, for messages. */
const NAME = 'docs/numbers.md';
/** The path of the page. */
export const NUMBERS_PAGE: string = fileURLToPath(new URL(`../${NAME}`, import.meta.url));

/** Replaces a table on the page. Throws an Error if the page has no place for it. */
export function publish(name: string, table: NumberTable): void {
  writeFileSync(NUMBERS_PAGE, withTable(readFileSync(NUMBERS_PAGE, 'utf8'), name, table));
}

/** Writes into the README what a GET costs. Throws an Error if the README does not say it. */
export function publishGetCost(ratio: number): void {
  const file = fileURLToPath(new URL('../README.md', import.meta.url));
  writeFileSync(file, withGetCost(readFileSync(file, 'utf8'), ratio));
}

/** Returns a text with another number in the sentence about the cost of a GET, that of the table. */
export function withGetCost(text: string, ratio: number): string {
  const sentence = /(a mocked GET costs\s+)[\d.]+( times a bare)/;
  if (!sentence.test(text)) throw new Error('the README does not say what a mocked GET costs');
  return text.replace(sentence, `$1${Number(number(ratio)).toFixed(1)}$2`);
}

/**
 * Returns the numbers on the page that differ from a new run by more than the noise. Throws an
 * Error if the page lacks the table, a row or a column.
 */
export function disagreements(name: string, fresh: NumberTable): readonly Disagreement[] {
  return compareTables(readCells(readFileSync(NUMBERS_PAGE, 'utf8'), name), fresh);
}

/** Returns a disagreement as one line. */
export function describeDisagreement({
  row,
  column,
  published,
  fresh,
  noise,
}: Disagreement): string {
  const bound = noise === 1 ? 'it must be the same' : `more than ${noise} times apart`;
  return `${NAME} says ${number(published)} for "${row}", ${column}; this run gave ${number(fresh)}: ${bound}`;
}

/** Returns a text with a table between its markers. */
export function withTable(text: string, name: string, { columns, rows }: NumberTable): string {
  const { from, to } = placeOf(text, name);
  const lines = [
    ['', ...columns.map(({ title }) => title)],
    ['---', ...columns.map(() => '---')],
    ...[...rows, { name: NOISE_ROW, values: columns.map(({ noise }) => noise) }].map((row) => [
      row.name,
      ...row.values.map((value, at) =>
        value === null ? NO_VALUE : formatted(value, columns[at]?.kind ?? 'ratio'),
      ),
    ]),
  ].map((cells) =>
    `|${cells.map((cell) => (cell === '---' ? cell : ` ${cell} `)).join('|')}|`.replace(
      '|  |',
      '| |',
    ),
  );
  return `${text.slice(0, from)}\n${lines.join('\n')}\n${text.slice(to)}`;
}

/** The cells of a published table, by row and column. */
export type Cells = ReadonlyMap<string, ReadonlyMap<string, number | null>>;

/** Reads a table. Throws an Error if there is none, or a cell is not a number. */
export function readCells(text: string, name: string): Cells {
  const { from, to } = placeOf(text, name);
  const [header = [], , ...rows] = text.slice(from, to).trim().split('\n').map(cellsOf);
  return new Map(
    rows.map(([row = '', ...cells]) => [
      row,
      new Map(cells.map((cell, at) => [header[at + 1] ?? '', readCell(cell, name, row)])),
    ]),
  );
}

/**
 * Compares published cells with a new table, within the published noise. Throws an Error if their
 * rows or columns differ.
 */
export function compareTables(
  published: Cells,
  { columns, rows }: NumberTable,
): readonly Disagreement[] {
  if (published.size !== rows.length + 1)
    throw new Error(`the table has ${published.size - 1} rows, not ${rows.length}`);
  const noises = published.get(NOISE_ROW);
  return rows.flatMap(({ name, values }) =>
    columns.flatMap(({ title }, at): Disagreement[] => {
      const noise = noises?.get(title) ?? 1;
      const before = published.get(name)?.get(title);
      const value = values[at] ?? null;
      if (before === undefined) throw new Error(`the table has no cell for "${name}", ${title}`);
      if (before === null && value === null) return [];
      if (before === null || value === null)
        throw new Error(`"${name}", ${title} has a value in only one of the two`);
      return agree(before, value, noise)
        ? []
        : [{ row: name, column: title, published: before, fresh: value, noise }];
    }),
  );
}

function agree(a: number, b: number, noise: number): boolean {
  return a === b || (noise > 1 && Math.max(a, b) <= Math.min(a, b) * noise);
}

/** The row that holds the noise of each column. */
const NOISE_ROW = 'another run may differ by a factor of';
/** The cell of what cannot be measured. */
const NO_VALUE = '-';

function formatted(value: number, kind: NumberColumn['kind']): string {
  return kind === 'count' && Number.isInteger(value)
    ? value.toLocaleString('en-US')
    : number(value);
}

function cellsOf(line: string): readonly string[] {
  return line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}

function readCell(cell: string, name: string, row: string): number | null {
  if (cell === NO_VALUE || cell === NOTHING) return null;
  const value = Number(cell.replaceAll(',', ''));
  if (cell === '' || Number.isNaN(value))
    throw new Error(
      `the table "${name}" holds ${JSON.stringify(cell)} at "${row}", which is not a number`,
    );
  return value;
}

function placeOf(text: string, name: string): { readonly from: number; readonly to: number } {
  const [begin, end] = [`<!-- numbers:begin ${name} -->`, `<!-- numbers:end ${name} -->`];
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from)
    throw new Error(`the file has no place for the table "${name}": ${begin} ... ${end}`);
  return { from: from + begin.length, to };
}
