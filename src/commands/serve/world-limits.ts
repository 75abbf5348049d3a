// How long the worlds of a mock stay, and what is told when they get too many.

import { WORLDS_MAX, type WorldsOptions } from '../../mock/worlds.ts';
import type { LogTarget } from '../shared/log.ts';

/**
 * Gives the bounds of the worlds. Tells once that one made room for another; how many did stands in
 * the API.
 */
export function worldLimits(
  ttlSeconds: number | undefined,
  errors: LogTarget,
): Pick<WorldsOptions, 'idleMs' | 'onEviction'> {
  return {
    ...(ttlSeconds === undefined ? {} : { idleMs: ttlSeconds * 1_000 }),
    onEviction(name, evicted) {
      if (evicted > 1) return;
      errors.write(
        `Warning: there are ${WORLDS_MAX} worlds; ${name}, which was used longest ago, made room for a new one, and others will.\n` +
          'Remove worlds that are done with (DELETE /__standin/api/worlds/<name>), or let them expire sooner (--world-ttl).\n',
      );
    },
  };
}
