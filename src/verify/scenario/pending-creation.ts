// Counts a creation as pending until its id is known.

import type { Scenario } from './scenario.ts';

/** While a creation is pending, an item with an unknown id in the list is no stray. */
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
