// Failures that may be those of what stands between the run and the service: an attempt that met
// nothing else is made again. What comes again, or has come several times, stands.

import type { Finding } from '../../oracle/finding.ts';
import { removeStrays } from '../cleanup/remove-strays.ts';
import { failedIn, mayPass } from '../guard/failures.ts';
import type { Session } from '../session/session.ts';

/** Whether a finding says only that a call failed in a way that may pass. */
export function isPassingFailure(finding: Finding): boolean {
  const what = failedIn(finding);
  return what !== null && mayPass(what);
}

/**
 * Attempts something; again if all that it found were failures that may pass, as often as the run
 * retries. `isAgain` tells the later attempts. The run counts the failures of all.
 */
export async function attemptUnlessPassing<T>(
  session: Session,
  attempt: (isAgain: boolean) => Promise<T>,
  findingsOf: (result: T) => readonly Finding[],
): Promise<T> {
  const { sender, clock, retries } = session;
  for (let again = 0; ; again++) {
    const startedAt = clock.now();
    const result = await attempt(again > 0);
    const found = findingsOf(result);
    const mayBeMade = sender.guard.breach() === null && clock.isTimeLeft(clock.now() - startedAt);
    if (found.length === 0 || !found.every(isPassingFailure) || !mayBeMade) return result;
    if (again >= retries || isFrequent(session, found)) return result;
    // A creation without an answer may have made its item.
    if (sender.hasUnclaimed()) await removeStrays(session);
  }
}

/** Whether the run has met so many such failures, or waited for them so long, that it is enough. */
function isFrequent({ sender }: Session, found: readonly Finding[]): boolean {
  const kinds = found.map(failedIn);
  const met = sender.guard.failures.all.filter(({ what }) => kinds.includes(what));
  const waitedMs = met.reduce((sum, { exchanged }) => sum + exchanged.elapsedMs, 0);
  return met.length >= FAILURES_MAX || waitedMs >= WAITED_MS_MAX;
}

/** After how many failures, or milliseconds of waiting for them, no attempt is made again. */
const FAILURES_MAX = 10;
const WAITED_MS_MAX = 15_000;
