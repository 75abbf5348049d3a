// Says which paths are those of some contracts, for whoever passes the others on.

import type { Contract } from './contract.ts';

/**
 * Says whether a path as it was sent is that of a collection, or stands below one. The root, and
 * what else is below the base path, is not: it may be a page's, or another mock's.
 */
export function matchesPath(
  contracts: readonly Contract[],
  basePath: string,
  path: string,
): boolean {
  return contracts.some((contract) => {
    const collection = basePath + contract.path;
    return path === collection || path.startsWith(`${collection}/`);
  });
}
