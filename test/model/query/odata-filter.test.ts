// `$filter` of OData, read as a condition: what it compares, and where reading ends.

import { describe, expect, it } from 'vitest';
import { readExpression } from '../../../src/model/query/odata-filter.ts';
import type { Condition, ValueTest } from '../../../src/model/query/query.ts';

const field = (path: string, test: ValueTest): Condition => ({
  kind: 'field',
  path,
  test,
  counts: 'always',
});
const is = (path: string, ...operands: (string | number | boolean)[]): Condition =>
  field(path, { op: 'is', operands });
const not = (of: Condition): Condition => ({ kind: 'not', of });

describe('readExpression', () => {
  it.each<[text: string, where: Condition]>([
    ["name eq 'O''Hara'", is('name', "O'Hara")],
    ['isFull eq true', is('isFull', true)],
    ['id eq 0f3a-11', is('id', '0f3a-11')],
    ['hull/length lt -2.5e1', field('hull.length', { op: '<', operands: [-25] })],
    [
      'made ge 2026-01-31T10:00:00Z',
      field('made', { op: '>=', operands: ['2026-01-31T10:00:00Z'] }),
    ],
    ['price le 5', field('price', { op: '<=', operands: [5] })],
    ['price ne 5', not(is('price', 5))],
    ['owner ne null', field('owner', { op: 'is-not', operands: [null] })],
    ['owner eq null', not(field('owner', { op: 'is-not', operands: [null] }))],
    ['size in (1, 2)', is('size', 1, 2)],
    ["contains(name,'Bo')", field('name', { op: 'contains', text: 'bo' })],
    ["startswith(toupper(name),'B') eq false", not(field('name', { op: 'starts', text: 'b' }))],
    ["endswith(name,'t') eq true", field('name', { op: 'ends', text: 't' })],
    ['not (a eq 1)', not(is('a', 1))],
    [
      'a eq 1 or b eq 2 and c eq 3',
      { kind: 'any', of: [is('a', 1), { kind: 'all', of: [is('b', 2), is('c', 3)] }] },
    ],
  ])('reads %s', (text, where) => {
    expect(readExpression(text)).toEqual({ kind: 'condition', where });
  });

  it.each([
    '',
    'name',
    'name is 4',
    'name eq',
    'name eq )',
    "'name' eq 4",
    '(a eq 1',
    'a eq 1)',
    'not',
    'size in 1',
    'size in (1',
    'size in (1,)',
    "contains(name,'a'",
    'contains(name,4)',
    "contains('a',name)",
    "contains(tolower(name,'a')",
    "contains(name 'a')",
    "contains(name,'a') eq 4",
    "length(name,'a')",
    'a eq 1 %',
    `${'('.repeat(30)}a eq 1${')'.repeat(30)}`,
    Array.from({ length: 200 }, () => 'a eq 1').join(' or '),
  ])('does not read %s', (text) => {
    expect(readExpression(text).kind).toBe('flawed');
  });

  it('says where reading ends', () => {
    expect(readExpression('a eq 1 %')).toEqual({ kind: 'flawed', at: ' %' });
  });
});
