// Finds the members that make a creation fail (5xx), by halves. The largest body that works is kept,
// so that all laws can be tried without them.

import { toPointer } from '../../base/pointer.ts';
import type { Finding } from '../../oracle/finding.ts';
import { performMove } from '../moves/perform-move.ts';
import { Scenario } from '../scenario/scenario.ts';
import type { ItemFactory } from '../session/item-factory.ts';
import type { Session } from '../session/session.ts';

/** Whether a finding says that a creation failed in the service. */
export function isFailedCreation({ code, operation }: Finding): boolean {
  return code === 'failed' && operation === 'create';
}

/**
 * Returns the members without which creations work, of those that were added to `working`. Creations
 * send all others from then on.
 */
export async function findBreakingMembers(
  session: Session,
  make: ItemFactory,
  working: readonly string[],
): Promise<readonly string[]> {
  const { service, items } = session;
  const scenario = new Scenario(session);
  const all = service.membersOf('create');
  const kept = [...working];
  const breaking: string[] = [];
  let tries = 0;
  const add = async (members: readonly string[]): Promise<void> => {
    const [first] = members;
    if (first === undefined) return;
    service.traits.createMembers = [...kept, ...members];
    const item = `grown${tries++}`;
    const values = make.plain({ flag: true });
    const made = await performMove(scenario, { kind: 'create', item, values, manner: 'unusual' });
    if (made.kind === 'done' && scenario.items.has(item)) kept.push(...members);
    else if (members.length === 1 || tries >= TRIES_MAX) breaking.push(...members);
    else {
      const half = Math.ceil(members.length / 2);
      await add(members.slice(0, half));
      await add(members.slice(half));
    }
  };
  const left = all.filter((member) => !working.includes(member));
  const half = Math.ceil(left.length / 2);
  try {
    if (items.areScarce) breaking.push(...left);
    else for (const part of [left.slice(0, half), left.slice(half)]) await add(part);
  } finally {
    service.traits.createMembers = all.filter((member) => kept.includes(member));
    await scenario.cleanUp();
  }
  return breaking;
}

/** How many creations are sent to find them. */
const TRIES_MAX = 24;

/** Returns the finding that a creation failed, about the members that make it fail. */
export function breakingFinding(finding: Finding, members: readonly string[]): Finding {
  const names = members.map((member) => JSON.stringify(member)).join(', ');
  const [only] = members.length === 1 ? members : [];
  return {
    ...finding,
    at: only === undefined ? null : toPointer([only]),
    message: `create fails if it is sent ${names}, and succeeds without: ${finding.message}`,
    remedy: `Accept ${names} as the request schema says, or refuse it. All laws were tried without it.`,
  };
}
