// How a filter is asked of a file. That it means the same as in memory is held by
// recording.test.ts.

import { describe, expect, it } from 'vitest';
import { type NumberedOperation, sqlOf } from '../../../src/journal/filter/sql.ts';
import { filterOf } from '../archive-suite.ts';

const operations: readonly NumberedOperation[] = [
  { id: 1, resource: 'users', operation: 'read' },
  { id: 2, resource: 'posts', operation: 'read' },
  { id: 3, resource: null, operation: null },
];

describe('sqlOf', () => {
  it.each([
    ['', '1', []],
    ['status:404', '(status >= 400 and status = ?)', [404]],
    ['status:2xx', '(status between ? and ?)', [200, 299]],
    ['status:none', 'status is null', []],
    ['-status:404', 'not coalesce((status >= 400 and status = ?), 0)', [404]],
    ['op:users.read', 'operation = ?', [1]],
    ['op:read', 'operation in (?, ?)', [1, 2]],
    ['op:other', 'operation = ?', [3]],
    ['op:remove', '0', []],
    ['is:violating', 'verdict = 1', []],
    ['path:/A', 'instr(path, ?) > 0', ['/a']],
    ['path:/a[?]*', 'path glob ?', ['/a[[][?]]*']],
    [
      'method:get seq:>5',
      'method = ? and seq between ? and ?',
      ['GET', 6, Number.MAX_SAFE_INTEGER],
    ],
    [
      '-(status:404 OR op:read)',
      'not coalesce((coalesce((status >= 400 and status = ?), 0) or coalesce(operation in (?, ?), 0)), 0)',
      [404, 1, 2],
    ],
    [
      '(method:get -is:failed) OR is:noted',
      '(coalesce((coalesce(method = ?, 0) and coalesce(not coalesce(status is null, 0), 0)), 0) or coalesce(seq in (select seq from annotation), 0))',
      ['GET'],
    ],
  ])('translates %s completely into SQL', (text, where, values) => {
    expect(sqlOf(filterOf(text), operations)).toEqual({ where, values, rest: [] });
  });

  it('narrows texts by their trigrams and leaves the rest to be compared', () => {
    const filter = filterOf('body:"LOAF \\""');
    const unindexed = 'select seq from interaction where unindexed = 1';
    expect(sqlOf(filter, operations)).toEqual({
      where: `seq in (select rowid from words where words match ? union all ${unindexed})`,
      values: ['"loa" AND "oaf" AND "af " AND "f """'],
      rest: filter.terms,
    });
    expect(sqlOf(filterOf('(method:get regex:a)'), operations)).toMatchObject({
      where: '(coalesce(method = ?, 0))',
      rest: filterOf('(method:get regex:a)').terms,
    });
    for (const text of [
      'lo',
      '(lo regex:x)',
      '-(method:get loaf)',
      '-loaf',
      'header:a',
      `path:${'*a'.repeat(1_990)}`,
    ]) {
      expect(sqlOf(filterOf(text), operations).where).toBe(
        text.startsWith('path') ? 'path glob ?' : '1',
      );
    }
  });
});
