// What a run did not verify, though it is there, and what that costs the verdict.

import type { NotVerified, Report } from '../report.ts';
import type { Required } from './required.ts';

/** Returns the verdict of a run that found nothing wrong, and did not verify everything. */
export function verdictWithout(
  notVerified: readonly NotVerified[],
  required: Required,
): Pick<Report, 'verdict' | 'reason' | 'remedy'> | null {
  const decisive =
    notVerified.find(({ costs }) => costs === 'verdict') ??
    notVerified.find((one) => one.costs === 'partly' && isRequired(one, required));
  if (decisive !== undefined) {
    const { what, why, remedy } = decisive;
    return { verdict: 'unjudged', reason: `Not verified: ${what}: ${why}.`, remedy };
  }
  return notVerified.some(({ costs }) => costs === 'partly')
    ? { verdict: 'partly', reason: null, remedy: null }
    : null;
}

function isRequired({ about }: NotVerified, required: Required): boolean {
  return required === 'all' || required === about;
}
