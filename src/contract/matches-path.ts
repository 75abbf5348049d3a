// Tells which paths belong to contracts, for callers that forward all others.

import type { Contract } from './contract.ts';
import { kinds } from './operation-kinds.ts';
import { createRouter } from './route.ts';

/**
 * Tells whether a path as it was sent is that of a collection or below one. The root and other
 * paths below the base path are not: they may belong to a page or to another mock.
 */
export function matchesPath(
  contracts: readonly Contract[],
  basePath: string,
  path: string,
): boolean {
  const router = contracts.some(({ operations }) => kinds.some((kind) => operations[kind]?.path))
    ? createRouter(contracts, basePath)
    : null;
  const route = router?.find(path);
  if (route != null && route.kind !== 'root') return true;
  return contracts.some((contract) => {
    const collection = basePath + contract.path;
    return path === collection || path.startsWith(`${collection}/`);
  });
}
