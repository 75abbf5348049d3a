// Makes the items below which nested items are verified.

import { StandinError } from '../../base/errors.ts';
import { Scenario } from '../scenario/scenario.ts';
import { createItemFactory, type ItemFactory } from '../session/item-factory.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import type { Session } from '../session/session.ts';
import { whyNotTestable } from '../session/testable-operations.ts';
import { makeTwo, probeCreate, recordBystanders } from './probe-service.ts';
import { checkReachable } from './reach-service.ts';

/** The ids of parents, and whether the run made them. */
export interface Parents {
  /** At least one. */
  readonly keys: readonly [string, ...string[]];
  readonly whose: 'own' | 'foreign';
}

/**
 * Makes two items that others can be below. If none can be made, returns the ids of items that are
 * there. Throws a StandinError if there are none.
 */
export async function makeParents(session: Session, mode: 'write' | 'read-only'): Promise<Parents> {
  const { service, items, bystanders } = session;
  await checkReachable(session);
  // The run of the contract itself reports flaws of answers.
  await service.passingOverFlaws(() => recordBystanders(session));
  if (mode === 'write' && whyNotTestable(session, 'create') === null) {
    const make = createItemFactory(session);
    await service.passingOverFlaws(() => probeCreate(session, make));
    const made = items.sentinels.length > 0 ? items.sentinels : await makeFlawed(session, make);
    const [first, ...others] = made.map(({ key }) => key);
    if (first !== undefined) return { keys: [first, ...others], whose: 'own' };
  }
  const [found, ...others] = bystanders.keys();
  if (found !== undefined) return { keys: [found, ...others], whose: 'foreign' };
  const { resource } = service.contract;
  throw new StandinError(
    'target-missing',
    `There are no ${resource} at the service, and none could be made: nothing can be verified below one.`,
    `Create one, or add values that the service accepts as "examples" to the schema of ${resource}.`,
  );
}

/** Makes items that are not as expected: what is below them can be verified all the same. */
async function makeFlawed(session: Session, make: ItemFactory): Promise<readonly OwnedItem[]> {
  if (session.items.everOwned.size === 0) return [];
  const scenario = new Scenario(session);
  await session.service.passingOverFlaws(() => makeTwo(scenario, make));
  return scenario.alive;
}
