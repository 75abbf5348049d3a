// The base address of a run, if the paths of the contracts have its path already. A run and `clean`
// must agree: a ledger names that address.

import type { Contract } from '../../contract/contract.ts';

/** The base address without a path that the paths of all contracts have already. */
export function baseBefore(baseUrl: string, contracts: readonly Contract[]): string {
  const url = new URL(baseUrl);
  const path = url.pathname.replace(/\/$/, '');
  const paths = contracts.flatMap(({ path: collection, operations, actions = [] }) => [
    ...(Object.keys(operations).length === 0 ? [] : [collection]),
    ...actions.map((action) => action.path),
  ]);
  const isBelow = (one: string): boolean => one === path || one.startsWith(`${path}/`);
  if (path === '' || !paths.every(isBelow)) return baseUrl;
  url.pathname = '/';
  return url.href;
}
