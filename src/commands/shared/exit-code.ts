// The exit code of a run, and of several runs.

import type { Report } from '../../verify/report.ts';

/**
 * 0: it conforms, as far as it was tried. 1: it does not. 2: it could not be judged, or not to the
 * end, or a report could not be written.
 */
export type ExitCode = 0 | 1 | 2;

/** Returns the exit code of one report; `writing` is `failed` if a file could not be written. */
export function exitCodeOf(
  { verdict, end }: Pick<Report, 'verdict' | 'end'>,
  writing: 'failed' | 'done',
): ExitCode {
  return writing === 'failed' || end === 'interrupted' ? 2 : CODES[verdict];
}

const CODES = { conforms: 0, partly: 0, violates: 1, unjudged: 2 } as const satisfies Record<
  Report['verdict'],
  ExitCode
>;

/** A violation counts even if other contracts could not be judged. A stopped run is not judged. */
export function exitCodeOfAll(codes: readonly ExitCode[], end: 'whole' | 'stopped'): ExitCode {
  if (end === 'stopped') return 2;
  return codes.includes(1) ? 1 : codes.includes(2) ? 2 : 0;
}
