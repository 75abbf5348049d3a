// What can be foreseen when a mock begins: resources of which nothing can be created, for no id is
// left for it.

import type { Mock } from '../../mock/mock.ts';
import { findNoId } from '../../model/rules/assign-id.ts';
import type { Project } from '../../project/load/project.ts';
import type { Checker } from '../../schema/check.ts';

/**
 * Gives a warning for each resource with POST whose ids the mock gives out and cannot. The checker
 * must be loaded.
 */
export function warnOfExhaustedIds(
  { contracts, schemas }: Project,
  mock: Mock,
  checker: Checker,
): readonly string[] {
  const { state, profile } = mock;
  // What is drawn here is for nobody: it must not be missing from what is drawn by the seed.
  const draw = {
    random: Math.random,
    uuid: () => crypto.randomUUID(),
    traffic: () => ({ calls: 0, secondsLeft: 60 }),
  };
  return contracts.flatMap((contract) => {
    const isGiven = (contract.shown['create.id'] ?? profile['create.id']) !== 'keep';
    if (contract.operations.create === undefined || !isGiven) return [];
    const flaw = findNoId(
      { schemas, checker, state, draw },
      contract,
      (key) => contract.shown[key] ?? profile[key],
    );
    return flaw === null
      ? []
      : [`Warning: POST ${contract.path} can create nothing: ${flaw.detail}.\n${flaw.remedy}\n`];
  });
}
