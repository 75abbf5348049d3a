// The relations of json-server: besides the marks of the schemas, members with the name of a
// resource count (`postId` for `posts`).

import type { Contract, Reference } from '../../contract/contract.ts';
import { parametersOf } from '../../contract/nested-path.ts';
import { namedReference, referencesTo } from '../../contract/relations/references.ts';

/** Returns the references of one contract to another: marked ones, or else the one by its name. */
export function relationsTo(
  from: Contract,
  to: Contract,
  contracts: readonly Contract[],
): readonly Reference[] {
  const marked = referencesTo(from, to, contracts);
  return marked.length > 0 ? marked : [namedReference(to)];
}

/** Returns the collection that a name in a path or a query means; `undefined` if none. */
export function collectionNamed(
  name: string,
  contracts: readonly Contract[],
): Contract | undefined {
  return contracts.find(
    ({ path, isSingle }) =>
      isSingle !== true && parametersOf(path).length === 0 && lastOf(path) === name,
  );
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
