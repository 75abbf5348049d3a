// Warns at the start about resources in which nothing can be created, because no id is left.

import type { Contract } from '../../contract/contract.ts';
import type { Mock } from '../../mock/mock.ts';
import { findNoId } from '../../model/rules/assign-id.ts';
import type { Project } from '../../project/load/project.ts';
import type { Checker } from '../../schema/check.ts';

/** Warns of a resource with POST that has no id left; `null` if it has. The checker must be loaded. */
export function warnOfExhaustedIds(
  { schemas }: Project,
  contract: Contract,
  { state, profile }: Mock,
  checker: Checker,
): string | null {
  const isGiven = (contract.shown['create.id'] ?? profile['create.id']) !== 'keep';
  if (contract.operations.create === undefined || !isGiven) return null;
  // These random values are not used, so they must not come from the seeded generator.
  const draw = {
    random: Math.random,
    uuid: () => crypto.randomUUID(),
    traffic: () => ({ calls: 0, secondsLeft: 60 }),
  };
  const flaw = findNoId(
    { schemas, checker, state, draw },
    contract,
    (key) => contract.shown[key] ?? profile[key],
  );
  return flaw === null
    ? null
    : `Warning: POST ${contract.path} can create nothing: ${flaw.detail}.\n${flaw.remedy}\n`;
}
