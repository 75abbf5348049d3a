// The codes of system errors.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errnoOf } from '../../src/base/errno.ts';

describe('errnoOf', () => {
  it('returns the code of an error of the system', () => {
    try {
      readFileSync('/nowhere/at/all');
    } catch (error) {
      expect(errnoOf(error)).toBe('ENOENT');
    }
    expect.assertions(1);
  });

  it.each([[new Error('x')], ['ENOENT'], [null], [{ code: 'ENOENT' }]])(
    'returns "unknown" for what has none: %s',
    (error) => {
      expect(errnoOf(error)).toBe('unknown');
    },
  );
});
