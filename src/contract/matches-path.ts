// Tells which paths belong to contracts, for callers that forward all others.

import type { Contract } from './contract.ts';

/**
 * Tells whether a path as it was sent is that of a collection or below one. The root and other
 * paths below the base path are not: they may belong to a page or to another mock.
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
