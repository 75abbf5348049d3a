// Which moves may be performed at once: those on different items, between two looks.

import { describe, expect, it } from 'vitest';
import { create, look, read, remove, replace } from '../../../src/verify/laws/shorthand.ts';
import type { Move } from '../../../src/verify/move.ts';
import { stepsOf } from '../../../src/verify/run/chains.ts';

/** Steps as text: chains are apart by `|`. */
function told(moves: readonly Move[]): readonly string[] {
  return stepsOf(moves).map((chains) =>
    chains
      .map((chain) =>
        chain.map((move) => ('item' in move ? `${move.kind} ${move.item}` : move.kind)).join(', '),
      )
      .join(' | '),
  );
}

describe('stepsOf', () => {
  it.each<[what: string, moves: readonly Move[], steps: readonly string[]]>([
    ['items', [create('a', {}), create('b', {}), look], ['create a | create b', 'look']],
    [
      'what is done to one item, in its order',
      [create('a', {}), replace('a', {}, 'unusual'), read('a'), create('b', {}), read('b')],
      ['create a, replace a, read a | create b, read b'],
    ],
    [
      'no removal, nor what comes after it',
      [create('a', {}), remove('a'), create('b', {}), read('b')],
      ['create a', 'remove a', 'create b, read b'],
    ],
    [
      'no unusual creation beside a plain one',
      [create('a', {}), create('b', {}, 'unusual'), create('c', {}, 'unusual'), create('d', {})],
      ['create a', 'create b | create c', 'create d'],
    ],
    [
      'creations after writes to others',
      [replace('a', {}), create('b', {}), create('c', {}, 'unusual')],
      ['replace a | create b', 'create c'],
    ],
  ])('lets these be done at once: %s', (_what, moves, steps) => {
    expect(told(moves)).toEqual(steps);
  });
});
