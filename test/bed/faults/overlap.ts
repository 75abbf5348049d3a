// How a step is made to overlap with other requests.

import type { Parts } from '../parts.ts';
import type { StoredUser } from '../service.ts';
import { pause } from './planting.ts';

/** How long a faulty step takes, in milliseconds: long enough for another request to arrive. */
export const STEP_MS = 15;

/**
 * Reads the whole storage, waits, and puts what it has read back over everything that was written
 * meanwhile.
 */
export async function overwriteAll(
  parts: Parts,
  own: () => readonly StoredUser[],
  write: () => unknown,
): Promise<void> {
  const before = own();
  await pause(STEP_MS);
  for (const user of own())
    if (!before.some(({ id }) => id === user.id)) await parts.erase(user.id);
  for (const user of before) if (parts.find(user.id, 'read') !== undefined) await parts.save(user);
  await write();
}
