// The exit code of a run, and of several.

import { describe, expect, it } from 'vitest';
import { exitCodeOf, exitCodeOfAll } from '../../../src/commands/shared/exit-code.ts';

describe('exitCodeOf', () => {
  it.each([
    ['conforms', 0],
    ['partly', 0],
    ['violates', 1],
    ['unjudged', 2],
  ] as const)('is, of a report that says %s, %i', (verdict, code) => {
    expect(exitCodeOf({ verdict, end: 'whole' }, 'done')).toBe(code);
  });

  it('is 2 of a run that was interrupted, and if a report could not be written', () => {
    expect(exitCodeOf({ verdict: 'partly', end: 'interrupted' }, 'done')).toBe(2);
    expect(exitCodeOf({ verdict: 'conforms', end: 'whole' }, 'failed')).toBe(2);
  });
});

describe('exitCodeOfAll', () => {
  it('is the worst: a violation before what could not be judged', () => {
    expect(exitCodeOfAll([0, 2, 1], 'whole')).toBe(1);
    expect(exitCodeOfAll([0, 2], 'whole')).toBe(2);
    expect(exitCodeOfAll([0, 1], 'stopped')).toBe(2);
  });
});
