// How much of a contract a run must try: a share of its laws, or everything.

import type { LawResult, Report } from '../report.ts';

/**
 * `all`: every law and every operation of the contract, and every pact. `pacts`: every pact. A share
 * of the laws: above 0, at most 1.
 */
export type Required = 'all' | 'pacts' | number | null;

/** Returns whether a run tried as many laws as are required. */
export function isEnough(
  { laws, untried }: Pick<Report, 'laws' | 'untried'>,
  required: NonNullable<Required>,
): boolean {
  if (required === 'pacts') return true;
  return required === 'all' ? untried.length === 0 : triedOf(laws) >= required * laws.length;
}

/** How many laws were exercised. */
export function triedOf(laws: readonly Pick<LawResult, 'result'>[]): number {
  return laws.filter(({ result }) => result !== 'not-exercised').length;
}

/** Writes a requirement as the command line takes it: `all`, `pacts`, `80%`. */
export function shownShare(required: NonNullable<Required>): string {
  return typeof required === 'string' ? required : `${Number((required * 100).toFixed(4))}%`;
}
