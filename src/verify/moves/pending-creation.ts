// Counts a creation from before it is sent until its id is known.

import type { Scenario } from '../scenario/scenario.ts';

/**
 * As long as it is not known which id a creation gave out, an item that nobody owns is not to be
 * wondered at.
 */
export async function trackPendingCreation<T>(
  scenario: Scenario,
  make: () => Promise<T>,
): Promise<T> {
  const { items } = scenario.session;
  items.creating++;
  items.created++;
  try {
    return await make();
  } finally {
    items.creating--;
  }
}
