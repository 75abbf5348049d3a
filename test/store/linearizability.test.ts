// The checker itself: histories that one process could have made, and some that none could.

import { describe, expect, it } from 'vitest';
import { type Called, isLinearizable } from './linearizability.ts';
import { type Asked, type Told, usersModel } from './users-model.ts';

const model = usersModel([[1, 'Ann']]);
type Call = Called<Asked, Told>;

function call(began: number, ended: number, input: Asked, output: Told | null): Call {
  return { began, ended, input, output };
}
const found = (...users: Told['users']): Told => ({ isFound: true, users });
const gone: Told = { isFound: false, users: [] };

describe('isLinearizable', () => {
  it.each<[what: string, history: readonly Call[]]>([
    ['nothing', []],
    ['a read of what is there', [call(0, 1, { kind: 'read', id: 1 }, found([1, 'Ann']))]],
    [
      'a read beside a write that shows either',
      [
        call(0, 9, { kind: 'replace', id: 1, name: 'Bob' }, found([1, 'Bob'])),
        call(1, 2, { kind: 'read', id: 1 }, found([1, 'Ann'])),
        call(3, 4, { kind: 'read', id: 1 }, found([1, 'Bob'])),
      ],
    ],
    [
      'a write without an answer that shows later',
      [
        call(0, Number.POSITIVE_INFINITY, { kind: 'replace', id: 1, name: 'Bob' }, null),
        call(5, 6, { kind: 'read', id: 1 }, found([1, 'Ann'])),
        call(7, 8, { kind: 'read', id: 1 }, found([1, 'Bob'])),
      ],
    ],
    [
      'a write without an answer that never shows',
      [
        call(0, Number.POSITIVE_INFINITY, { kind: 'create', name: 'Bob' }, null),
        call(5, 6, { kind: 'list' }, found([1, 'Ann'])),
      ],
    ],
  ])('accepts %s', (_what, history) => {
    expect(isLinearizable(history, model)).toBe(true);
  });

  it.each<[what: string, history: readonly Call[]]>([
    [
      'a read of what was there before an answered write',
      [
        call(0, 1, { kind: 'replace', id: 1, name: 'Bob' }, found([1, 'Bob'])),
        call(2, 3, { kind: 'read', id: 1 }, found([1, 'Ann'])),
      ],
    ],
    [
      'a value that is there, and then is not',
      [
        call(0, 9, { kind: 'replace', id: 1, name: 'Bob' }, found([1, 'Bob'])),
        call(1, 2, { kind: 'read', id: 1 }, found([1, 'Bob'])),
        call(3, 4, { kind: 'read', id: 1 }, found([1, 'Ann'])),
      ],
    ],
    [
      'an id that is given twice',
      [
        call(0, 5, { kind: 'create', name: 'Bob' }, found([2, 'Bob'])),
        call(0, 5, { kind: 'create', name: 'Cid' }, found([2, 'Cid'])),
      ],
    ],
    [
      'a lost creation',
      [
        call(0, 1, { kind: 'create', name: 'Bob' }, found([2, 'Bob'])),
        call(2, 3, { kind: 'list' }, found([1, 'Ann'])),
      ],
    ],
    [
      'a removal that finds what was removed',
      [
        call(0, 1, { kind: 'remove', id: 1 }, found()),
        call(2, 3, { kind: 'remove', id: 1 }, found()),
      ],
    ],
    ['a user that nobody has made', [call(0, 1, { kind: 'read', id: 7 }, found([7, 'Eve']))]],
    ['a user that is missing', [call(0, 1, { kind: 'read', id: 1 }, gone)]],
    [
      'two lists that show two creations in two orders',
      [
        call(0, 9, { kind: 'create', name: 'Bob' }, found([2, 'Bob'])),
        call(0, 9, { kind: 'create', name: 'Cid' }, found([3, 'Cid'])),
        call(1, 2, { kind: 'list' }, found([1, 'Ann'], [2, 'Bob'])),
        call(3, 4, { kind: 'list' }, found([1, 'Ann'], [3, 'Cid'])),
      ],
    ],
  ])('refuses %s', (_what, history) => {
    expect(isLinearizable(history, model)).toBe(false);
  });
});
