// The tables of numbers in the README: each stands between two markers, is written by the run that
// measures it, and is held against later runs.

import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NOTHING, number } from './tables.ts';

/** A table whose first column names the rows; `null` where nothing was measured. */
export interface NumberTable {
  readonly columns: readonly NumberColumn[];
  readonly rows: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
}

export interface NumberColumn {
  readonly title: string;
  readonly kind: 'ratio' | 'count';
  /**
   * A fresh run agrees as long as it differs by no more than this factor, up or down; 1 where it
   * must be the same.
   */
  readonly noise: number;
}

/** What the README has in a cell, and what a fresh run gave. */
export interface Disagreement {
  readonly row: string;
  readonly column: string;
  readonly published: number;
  readonly fresh: number;
  readonly noise: number;
}

export const README: string = fileURLToPath(new URL('../README.md', import.meta.url));

/**
 * Writes a table into the README, in the place of the one of its name. Throws an Error where the
 * file has no place for it.
 */
export function publish(name: string, table: NumberTable): void {
  writeFileSync(README, withFigures(withTable(readFileSync(README, 'utf8'), name, table), name));
}

/**
 * A number of a table that is said again elsewhere: `<!-- figure table/row/column -->1.05<!--
 * /figure -->`.
 */
const FIGURE = /(<!-- figure ([^/]+)\/([^/]+)\/([^/>]+) -->)(.*?)(<!-- \/figure -->)/g;

/**
 * Gives a text with what is said again of a table as it stands there. Throws an Error where the
 * table has no such cell.
 */
export function withFigures(text: string, name: string): string {
  const cells = textCells(text, name);
  return text.replace(
    FIGURE,
    (
      whole,
      open: string,
      table: string,
      row: string,
      column: string,
      _was: string,
      close: string,
    ) => {
      if (table !== name) return whole;
      const value = cells.get(row)?.get(column);
      if (value === undefined)
        throw new Error(`the table "${name}" has no cell for "${row}", ${column}`);
      return `${open}${value}${close}`;
    },
  );
}

/**
 * Gives what the README says otherwise than a fresh run, beyond the noise. Throws an Error where
 * the README lacks the table, a row or a column.
 */
export function disagreements(name: string, fresh: NumberTable): readonly Disagreement[] {
  return compareTables(readCells(readFileSync(README, 'utf8'), name), fresh);
}

/** Says it in a line. */
export function tellDisagreement({ row, column, published, fresh, noise }: Disagreement): string {
  const bound = noise === 1 ? 'it must be the same' : `more than ${noise} times apart`;
  return `README.md says ${number(published)} for "${row}", ${column}; this run gave ${number(fresh)}: ${bound}`;
}

/** Gives a text with a table between its markers. */
export function withTable(text: string, name: string, { columns, rows }: NumberTable): string {
  const { from, to } = placeOf(text, name);
  const lines = [
    ['', ...columns.map(({ title }) => title)],
    ['---', ...columns.map(() => '---')],
    ...[...rows, { name: NOISE_ROW, values: columns.map(({ noise }) => noise) }].map((row) => [
      row.name,
      ...row.values.map((value, at) =>
        value === null ? NO_VALUE : shown(value, columns[at]?.kind ?? 'ratio'),
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

/** Reads the table of a name. Throws an Error where there is none, or a cell is no number. */
export function readCells(text: string, name: string): Cells {
  const rows = [...textCells(text, name)];
  return new Map(
    rows.map(([row, cells]) => [
      row,
      new Map([...cells].map(([title, cell]) => [title, readCell(cell, name, row)])),
    ]),
  );
}

function textCells(text: string, name: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const { from, to } = placeOf(text, name);
  const [header = [], , ...rows] = text.slice(from, to).trim().split('\n').map(cellsOf);
  return new Map(
    rows.map(([row = '', ...cells]) => [
      row,
      new Map(cells.map((cell, at) => [header[at + 1] ?? '', cell])),
    ]),
  );
}

/**
 * Holds published cells against a fresh table, by the noise that was published. Throws an Error
 * where they have other rows or columns.
 */
export function compareTables(
  published: Cells,
  { columns, rows }: NumberTable,
): readonly Disagreement[] {
  if (published.size !== rows.length + 1)
    throw new Error(`the table has ${published.size - 1} rows in the place of ${rows.length}`);
  const noises = published.get(NOISE_ROW);
  return rows.flatMap(({ name, values }) =>
    columns.flatMap(({ title }, at): Disagreement[] => {
      const noise = noises?.get(title) ?? 1;
      const before = published.get(name)?.get(title);
      const value = values[at] ?? null;
      if (before === undefined) throw new Error(`the table has no cell for "${name}", ${title}`);
      if (before === null && value === null) return [];
      if (before === null || value === null)
        throw new Error(`"${name}", ${title} is measured in one of both only`);
      return agree(before, value, noise)
        ? []
        : [{ row: name, column: title, published: before, fresh: value, noise }];
    }),
  );
}

function agree(a: number, b: number, noise: number): boolean {
  return a === b || (noise > 1 && Math.max(a, b) <= Math.min(a, b) * noise);
}

/** The row that says within which factor a fresh run agrees. */
const NOISE_ROW = 'another run: within, times';
/** What stands where nothing can be measured. */
const NO_VALUE = '-';

function shown(value: number, kind: NumberColumn['kind']): string {
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
    throw new Error(`the table "${name}" holds ${JSON.stringify(cell)} at "${row}": no number`);
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
