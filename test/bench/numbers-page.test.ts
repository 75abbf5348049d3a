// The tables of docs/numbers.md can be written and read back, and a number that no longer holds is
// reported.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  compareTables,
  describeDisagreement,
  NUMBERS_PAGE,
  type NumberTable,
  readCells,
  withGetCost,
  withTable,
} from '../../bench/numbers-page.ts';
import { root } from '../support/root.ts';

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

describe('withGetCost', () => {
  test('writes the number of the table into the sentence', () => {
    const text = 'faulty; a mocked GET costs\n1.1 times a bare server. 1.1 is left.';
    expect(withGetCost(text, 1.2064)).toBe(text.replace('1.1 times', '1.2 times'));
  });

  test('refuses a text that does not have it', () => {
    expect(() => withGetCost('A GET is cheap.', 1)).toThrow('does not say');
  });
});

describe('a table between its markers', () => {
  test('is written with a few digits, and leaves the rest of the text alone', () => {
    expect(withTable(empty, 't', table)).toBe(
      [
        'before',
        '<!-- numbers:begin t -->',
        '| | CPU | count |',
        '|---|---|---|',
        '| one | 1.23 | 12,345 |',
        '| two | 123 | - |',
        '| another run may differ by a factor of | 1.50 | 1 |',
        '<!-- numbers:end t -->',
        'after',
        '',
      ].join('\n'),
    );
  });

  test('reads back as the numbers it was written from', () => {
    const cells = readCells(withTable(empty, 't', table), 't');
    expect(cells.get('one')?.get('count')).toBe(12_345);
    expect(cells.get('two')?.get('count')).toBeNull();
    expect(compareTables(cells, table)).toEqual([]);
  });

  test('stays the same when it is written again', () => {
    const once = withTable(empty, 't', table);
    expect(withTable(once, 't', table)).toBe(once);
  });

  test.each([
    ['no markers', 'nothing here', 'has no place for the table "t"'],
    [
      'a cell that is not a number',
      withTable(empty, 't', table).replace('1.23', 'fast'),
      'holds "fast" at "one"',
    ],
  ])('rejects %s', (_what, text, message) => {
    expect(() => readCells(text, 't')).toThrow(message);
  });
});

describe('a new run', () => {
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

  test('agrees within the noise of each column, up and down', () => {
    expect(compareTables(published, fresh([1.8, 12_345]))).toEqual([]);
    expect(compareTables(published, fresh([0.83, 12_345]))).toEqual([]);
  });

  test('disagrees beyond the noise, and by any difference in a column without noise', () => {
    const found = compareTables(published, fresh([1.9, 12_344], [80, null]));
    expect(found.map(describeDisagreement)).toEqual([
      'docs/numbers.md says 1.23 for "one", CPU; this run gave 1.90: more than 1.5 times apart',
      'docs/numbers.md says 12,345 for "one", count; this run gave 12,344: it must be the same',
      'docs/numbers.md says 123 for "two", CPU; this run gave 80.0: more than 1.5 times apart',
    ]);
  });

  test('cannot be compared if it has other rows, other columns or other empty cells', () => {
    expect(() => compareTables(published, { ...table, rows: table.rows.slice(1) })).toThrow(
      '2 rows, not 1',
    );
    expect(() =>
      compareTables(published, {
        ...table,
        columns: [{ title: 'other', kind: 'count', noise: 1 }],
      }),
    ).toThrow('"one", other');
    expect(() => compareTables(published, fresh([1.2, null]))).toThrow(
      '"one", count has a value in only one of the two',
    );
  });
});

describe('docs/numbers.md', () => {
  const cells = (name: string): ReturnType<typeof readCells> =>
    readCells(readFileSync(NUMBERS_PAGE, 'utf8'), name);

  test('has both tables', () => {
    expect(cells('servers').get('Standin')?.get('GET one')).toBeGreaterThan(0.5);
    expect(cells('bed').get('correct')?.get('services')).toBeGreaterThan(100);
  });

  test('agrees with the line of numbers in the README', () => {
    const sum = (title: string, of = 'faulty'): number =>
      [...cells('bed')]
        .filter(([row]) => row.startsWith(of))
        .reduce((total, [, row]) => total + (row.get(title) ?? 0), 0);
    const wronglyFailed = sum('wrongly failed', 'correct') || 'none';
    const get = cells('servers').get('Standin')?.get('GET one')?.toFixed(1);
    const readme = readFileSync(join(root, 'README.md'), 'utf8').replaceAll('\n', ' ');
    expect(readme).toContain(
      `finds ${sum('found')} of ${sum('services')} faulty ones and fails ${wronglyFailed} of ${sum('services', 'correct')} correct ones`,
    );
    expect(readme).toContain(`a mocked GET costs ${get} times a bare`);
  });
});
