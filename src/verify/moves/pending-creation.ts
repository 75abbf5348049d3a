// Counts a creation from before it is sent until its id is known.

import type { Scenario } from '../scenario/scenario.ts';

/**
 * As long as it is not known which id a creation gave out, an item that nobody owns is not to be
 * wondered at.
 */
export async function trackPendingCreation(
  scenario: Scenario,
  make: () => Promise<void>,
): Promise<void> {
  const { session } = scenario;
  session.creating++;
  session.created++;
  try {
    await make();
  } finally {
    session.creating--;
  }
}
