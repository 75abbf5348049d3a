// Flags that have another name now.

import { describe, expect, it } from 'vitest';
import { withFlagsOfToday } from '../../src/commands/older-flags.ts';

describe('flags of today', () => {
  it.each([
    [['verify', '--write-others'], ['verify', '--write-actions'], 1],
    [['verify', '--write-actions', '--seed', '1'], ['verify', '--write-actions', '--seed', '1'], 0],
    [['verify', '--', '--write-others'], ['verify', '--', '--write-others'], 0],
    [[], [], 0],
  ])('of %j are %j', (given, today, count) => {
    const notes: string[] = [];
    expect(withFlagsOfToday(given, (note) => notes.push(note))).toEqual(today);
    expect(notes).toEqual(
      Array.from({ length: count }, () => 'Note: --write-others is called --write-actions now.\n'),
    );
  });
});
