// All planted faults, and the way to start a base with one of them.

import type { Base } from '../parts.ts';
import type { Service, StoredUser } from '../service.ts';
import { answers } from './answers.ts';
import { changes } from './changes.ts';
import { characters } from './characters.ts';
import { concurrency } from './concurrency.ts';
import { concurrentPuts } from './concurrent-puts.ts';
import { creations } from './creations.ts';
import { effects } from './effects.ts';
import { forms } from './forms.ts';
import { halfNormal } from './half-normal.ts';
import { identities } from './identities.ts';
import { listShapes } from './list-shapes.ts';
import { lists } from './lists.ts';
import { memories } from './memories.ts';
import { omissions } from './omissions.ts';
import type { PlantedFault } from './planting.ts';
import { remains } from './remains.ts';
import { removals } from './removals.ts';
import { replies } from './replies.ts';
import { requestForms } from './request-forms.ts';
import { shapes } from './shapes.ts';
import { skillLists } from './skills.ts';
import { spilled } from './spills.ts';
import { texts } from './texts.ts';
import { unsafeReads } from './unsafe-reads.ts';
import { values } from './values.ts';

export type { PlantedFault } from './planting.ts';

/** The faults; each name occurs once. */
export const faults: readonly PlantedFault[] = [
  ...shapes,
  ...listShapes,
  ...replies,
  ...effects,
  ...removals,
  ...remains,
  ...answers,
  ...changes,
  ...spilled,
  ...lists,
  ...omissions,
  ...identities,
  ...creations,
  ...memories,
  ...unsafeReads,
  ...concurrency,
  ...concurrentPuts,
  ...texts,
  ...characters,
  ...values,
  ...skillLists,
  ...forms,
  ...halfNormal,
  ...requestForms,
];

/** Starts a base with the fault planted in it. Throws if it cannot be planted there. */
export function startFaulty(
  base: Base,
  fault: PlantedFault,
  users: readonly StoredUser[],
): Promise<Service> {
  const excuse = fault.notIn?.[base.name];
  if (excuse !== undefined)
    throw new Error(`${fault.name} cannot be planted in ${base.name}: ${excuse}`);
  return base.startPlanted(users, fault.plant);
}
