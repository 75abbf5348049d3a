// The tables of numbers in the README: they are written and read back, and a number that no longer
// holds is told.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  compareTables,
  type NumberTable,
  README,
  readCells,
  tellDisagreement,
  withFigures,
  withTable,
} from '../../bench/numbers-page.ts';

const table: NumberTable = {
  columns: [
    { title: 'CPU', kind: 'ratio', noise: 1.5 },
    { title: 'count', kind: 'count', noise: 1 },
  ],
  rows: [
    { name: 'one', values: [1.234, 12_345] },
    { name: 'two', values: [123.4, null] },
  ],
};
const empty = 'before\n<!-- numbers:begin t -->\nold\n<!-- numbers:end t -->\nafter\n';

describe('a table between its markers', () => {
  test('is written with the digits that are worth reading, and leaves the rest alone', () => {
    expect(withTable(empty, 't', table)).toBe(
      [
        'before',
        '<!-- numbers:begin t -->',
        '| | CPU | count |',
        '|---|---|---|',
        '| one | 1.23 | 12,345 |',
        '| two | 123 | - |',
        '| another run: within, times | 1.50 | 1 |',
        '<!-- numbers:end t -->',
        'after',
        '',
      ].join('\n'),
    );
  });

  test('is read back, and agrees with what it was written from', () => {
    const cells = readCells(withTable(empty, 't', table), 't');
    expect(cells.get('one')?.get('count')).toBe(12_345);
    expect(cells.get('two')?.get('count')).toBeNull();
    expect(compareTables(cells, table)).toEqual([]);
  });

  test('is written again as it was', () => {
    const once = withTable(empty, 't', table);
    expect(withTable(once, 't', table)).toBe(once);
  });

  test.each([
    ['no markers', 'nothing here', 'has no place for the table "t"'],
    [
      'a cell that is no number',
      withTable(empty, 't', table).replace('1.23', 'fast'),
      'holds "fast" at "one"',
    ],
  ])('%s: is refused', (_what, text, message) => {
    expect(() => readCells(text, 't')).toThrow(message);
  });
});

describe('what is said again of a table', () => {
  const said = (name: string): string =>
    `${withTable(empty, 't', table)}<!-- figure t/${name}/CPU -->9<!-- /figure --> times\n`;

  test('is written as it stands there', () => {
    expect(withFigures(said('one'), 't')).toContain(
      '<!-- figure t/one/CPU -->1.23<!-- /figure --> times',
    );
  });

  test('is left alone where it is of another table, and told where the table has no such cell', () => {
    expect(withFigures(said('one').replace('figure t/', 'figure other/'), 't')).toContain(
      '-->9<!--',
    );
    expect(() => withFigures(said('three'), 't')).toThrow('has no cell for "three", CPU');
  });
});

describe('a fresh run', () => {
  const published = readCells(withTable(empty, 't', table), 't');
  const fresh = (
    one: readonly (number | null)[],
    two: readonly (number | null)[] = [123.4, null],
  ): NumberTable => ({
    ...table,
    rows: [
      { name: 'one', values: one },
      { name: 'two', values: two },
    ],
  });

  test('agrees within the noise of its column, up and down', () => {
    expect(compareTables(published, fresh([1.8, 12_345]))).toEqual([]);
    expect(compareTables(published, fresh([0.83, 12_345]))).toEqual([]);
  });

  test('disagrees beyond it, and where nothing may differ by the least', () => {
    const found = compareTables(published, fresh([1.9, 12_344], [80, null]));
    expect(found.map(tellDisagreement)).toEqual([
      'README.md says 1.23 for "one", CPU; this run gave 1.90: more than 1.5 times apart',
      'README.md says 12,345 for "one", count; this run gave 12,344: it must be the same',
      'README.md says 123 for "two", CPU; this run gave 80.0: more than 1.5 times apart',
    ]);
  });

  test('with other rows or columns, or a value in one of both only, is no match', () => {
    expect(() => compareTables(published, { ...table, rows: table.rows.slice(1) })).toThrow(
      '2 rows in the place of 1',
    );
    expect(() =>
      compareTables(published, {
        ...table,
        columns: [{ title: 'other', kind: 'count', noise: 1 }],
      }),
    ).toThrow('"one", other');
    expect(() => compareTables(published, fresh([1.2, null]))).toThrow(
      '"one", count is measured in one of both only',
    );
  });
});

test('the README has both tables, with numbers in them, and says the same of them elsewhere', () => {
  const text = readFileSync(README, 'utf8');
  expect(withFigures(text, 'servers')).toBe(text);
  expect(text).toContain('<!-- figure servers/Standin/GET one -->');
  expect(readCells(text, 'servers').get('Standin')?.get('GET one')).toBeGreaterThan(0.5);
  expect(readCells(text, 'bed').get('correct')?.get('services')).toBeGreaterThan(100);
});
