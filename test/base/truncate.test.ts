// Texts are cut between characters: half of one is no text that can be written as UTF-8.

import { describe, expect, it } from 'vitest';
import { beginningOf, truncate } from '../../src/base/truncate.ts';

describe('startOf', () => {
  it.each([
    ['abc', 2, 'ab'],
    ['abc', 3, 'abc'],
    ['abc', 9, 'abc'],
    ['abc', 0, ''],
    ['a😀b', 2, 'a'],
    ['a😀b', 3, 'a😀'],
    ['😀', 1, ''],
    ['😀', 0, ''],
    ['\ud83dbc', 1, '\ud83d'],
    ['a\ude00bc', 2, 'a\ude00'],
  ])('cuts %j at %i to %j', (text, charsMax, start) => {
    expect(beginningOf(text, charsMax)).toBe(start);
  });
});

describe('shortened', () => {
  it('says that something is missing if it is', () => {
    expect([truncate('abc', 3), truncate('abcd', 3), truncate('ab😀d', 3)]).toEqual([
      'abc',
      'abc…',
      'ab…',
    ]);
  });
});
