// Which members of an item are its clients': nothing else changes them. The others may be the
// service's own: the time of a change, a counter of versions, a sum. No contract need say which.

import type { Json } from '../../base/json.ts';
import { type Candidate, isMoment, type Mismatch } from '../../oracle/expectation.ts';
import type { ContractRules } from './contract-rules.ts';
import { type ItemKnowledge, isSeen } from './item-knowledge.ts';
import type { KeptMembers } from './kept-members.ts';

/**
 * Tells whether a member has the value that a client gave it last. The service was seen to store what
 * was sent, and neither its contract nor a value says that it writes the member, too.
 */
export function isClients(
  { contract, made }: Pick<ContractRules, 'contract' | 'made'>,
  habits: KeptMembers,
  member: string,
  values: readonly (Json | undefined)[],
): boolean {
  if (made.includes(member) || contract.hidden?.includes(member) === true) return false;
  return habits.takes(member) && !values.some(isMoment);
}

/**
 * Returns the mismatches that the service must explain. After an item was seen, its own members may
 * change at any time.
 */
export function mismatchesOfClients(
  { rules, habits }: { readonly rules: ContractRules; readonly habits: KeptMembers },
  known: ItemKnowledge,
  mismatches: readonly Mismatch[],
): readonly Mismatch[] {
  if (!isSeen(known)) return mismatches;
  return mismatches.filter(({ member }) =>
    isClients(rules, habits, member, valuesOf(known.expectation.get(member) ?? [])),
  );
}

/** Returns the values that a member may have. */
export function valuesOf(candidates: readonly Candidate[]): readonly (Json | undefined)[] {
  return candidates.map(({ value }) => value);
}
