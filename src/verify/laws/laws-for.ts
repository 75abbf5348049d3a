// Which laws a contract gives something to try. Knows no service: whether a law can be tried there,
// a run finds out.

import type { Contract } from '../../contract/contract.ts';
import { isSpecified } from '../../contract/is-specified.ts';
import { laws } from './all-laws.ts';
import { type Budget, budgets, type Law } from './law.ts';

export interface LawsForOptions {
  readonly contract: Contract;
  readonly budget: Budget;
  /** The names of the only laws to try; `null` for all. */
  readonly only: readonly string[] | null;
  /** The names of the header fields of the run that hold credentials. */
  readonly credentials: readonly string[];
  /** Whether actions that may change something are sent. */
  readonly mayWriteActions: boolean;
  /** Whether the run has the credentials of a second user. */
  readonly hasSecondUser: boolean;
}

/**
 * Returns the laws of a run in their order. A law about an operation that the contract lacks is not
 * among them, unless you named it.
 */
export function lawsFor(options: LawsForOptions): readonly Law[] {
  const { contract, budget, only, credentials, mayWriteActions, hasSecondUser } = options;
  const given = { 'write-actions': mayWriteActions, 'second-user': hasSecondUser };
  if (only !== null) return laws.filter(({ name }) => only.includes(name));
  return laws.filter((law) => {
    const { operation, needs = [], isAlone = false, applies = () => true } = law;
    return (
      budgets.indexOf(law.budget) <= budgets.indexOf(budget) &&
      (isAlone || [operation, ...needs].every((kind) => isSpecified(contract, kind))) &&
      applies(contract, credentials) &&
      (law.asked === undefined || given[law.asked])
    );
  });
}
