// The code that a run ends with, and that of several.

import type { Report } from '../../verify/report.ts';

/**
 * 0: it conforms. 1: it does not. 2: it could not be judged, or what was found could not be
 * written.
 */
export type ExitCode = 0 | 1 | 2;

/**
 * Gives the code of one report; `writing` is `failed` where a file that was asked for could not be
 * written.
 */
export function exitCodeOf(
  { verdict }: Pick<Report, 'verdict'>,
  writing: 'failed' | 'done',
): ExitCode {
  return writing === 'failed' ? 2 : CODES[verdict];
}

const CODES = { conforms: 0, violates: 1, unjudged: 2 } as const satisfies Record<
  Report['verdict'],
  ExitCode
>;

/**
 * Who violates a contract does, whatever else could not be judged. What was stopped before its end
 * is not judged.
 */
export function exitCodeOfAll(codes: readonly ExitCode[], end: 'whole' | 'stopped'): ExitCode {
  if (end === 'stopped') return 2;
  return codes.includes(1) ? 1 : codes.includes(2) ? 2 : 0;
}
