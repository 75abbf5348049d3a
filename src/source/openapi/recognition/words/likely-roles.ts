// The role that an operation most likely has, by all evidence together: the one that operations like it
// have in other documents, as people labelled them. For a mock alone, where no rule tells.

import { onlySwitches } from '../../../../contract/declared.ts';
import type { Kind } from '../../../../contract/operation-kinds.ts';
import type { ApiOperation } from '../../operations.ts';
import { asServed } from '../../usual-places.ts';
import type { OperationIndex } from '../resource.ts';
import { evidenceOf } from './evidence.ts';
import { weightsOf } from './weights.ts';

/** A role counts if it is at least this likely: half of the labelled operations like it have it. */
const LIKELY = 0.5;

/** A role, and what speaks for it. */
export interface LikelyRole {
  readonly kind: Kind;
  /** In words, as a part of a sentence. */
  readonly because: string;
}

/** Operations with the roles that they most likely have. */
export type LikelyRoles = ReadonlyMap<ApiOperation, LikelyRole>;

/** The roles of the operations for which one is likely. */
export function likelyRoles(free: readonly ApiOperation[], index: OperationIndex): LikelyRoles {
  return new Map(
    free.flatMap((one): readonly (readonly [ApiOperation, LikelyRole])[] => {
      const role = onlySwitches(asServed(one).declared) ? null : likelyRole(one, index);
      return role === null ? [] : [[one, role]];
    }),
  );
}

/** The most likely role of an operation; `null` if it most likely has none, or no role is likely. */
function likelyRole(operation: ApiOperation, index: OperationIndex): LikelyRole | null {
  const { roles, weights } = weightsOf(asServed(operation).method);
  const evidence = evidenceOf(operation, index).flatMap((one) => {
    const weight = weights.get(one);
    return weight === undefined ? [] : [{ one, weight }];
  });
  const sums = roles.map((_, at) =>
    evidence.reduce((sum, { weight }) => sum + (weight[at] ?? 0), 0),
  );
  const most = Math.max(...sums);
  const at = sums.indexOf(most);
  const kind = roles[at] ?? 'none';
  const likelihood = 1 / sums.reduce((sum, one) => sum + Math.exp(one - most), 0);
  if (kind === 'none' || likelihood < LIKELY) return null;
  const forIt = evidence
    .map(({ one, weight }) => ({ one, by: (weight[at] ?? 0) - (weight[0] ?? 0) }))
    .filter(({ by }) => by > 0)
    .toSorted((one, other) => other.by - one.by);
  // Counts and versions weigh, and tell a reader nothing.
  const telling = forIt.filter(({ one }) => TELLING.test(one));
  const told = (telling.length > 0 ? telling : forIt).slice(0, 2).map(({ one }) => one);
  return { kind, because: `most operations like it ${SAYS[kind]} (${told.join(', ')})` };
}

const TELLING =
  /^(?:path|summary|description|parameter|says|below an? |sends an? |takes|body with|answers (?:an? |what)|answer has|may)/;

const SAYS: Readonly<Record<Kind, string>> = {
  list: 'list items',
  create: 'create an item',
  read: 'read an item',
  replace: 'replace an item',
  update: 'change an item',
  remove: 'remove an item',
};
