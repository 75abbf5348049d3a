// How long worlds are kept, and the warning if there are too many.

import { WORLDS_MAX, type WorldsOptions } from '../../mock/worlds.ts';
import type { LogTarget } from '../shared/log.ts';

/** Returns the limits of worlds. Warns once when a world is evicted; the API has the count. */
export function worldLimits(
  ttlSeconds: number | undefined,
  errors: LogTarget,
): Pick<WorldsOptions, 'idleMs' | 'onEviction'> {
  return {
    ...(ttlSeconds === undefined ? {} : { idleMs: ttlSeconds * 1_000 }),
    onEviction(name, evicted) {
      if (evicted > 1) return;
      errors.write(
        `Warning: there are ${WORLDS_MAX} worlds; ${name}, the least recently used, was removed for a new one; others will follow.\n` +
          'Remove worlds that you no longer need (DELETE /__standin/api/worlds/<name>), or let them expire sooner (--world-ttl).\n',
      );
    },
  };
}
