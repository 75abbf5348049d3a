// Texts are cut between characters: half of one is no text that can be written as UTF-8.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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

describe('truncate', () => {
  it('keeps nothing of the rest in memory', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    collect();
    const before = process.memoryUsage().heapUsed;
    const kept = Array.from({ length: 60 }, (_, index) =>
      truncate(JSON.stringify([index, 'x'.repeat(1_000_000)]), 100),
    );
    collect();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
    expect(kept).toHaveLength(60);
  });

  it('says that something is missing if it is', () => {
    expect([truncate('abc', 3), truncate('abcd', 3), truncate('ab😀d', 3)]).toEqual([
      'abc',
      'abc…',
      'ab…',
    ]);
  });
});
