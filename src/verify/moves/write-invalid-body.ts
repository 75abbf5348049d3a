// Sends a write that may be refused, and then must have no effect.

import { pick } from '../../base/json.ts';
import { truncate } from '../../base/truncate.ts';
import type { Expectation } from '../../oracle/expectation.ts';
import type { Move } from '../move.ts';
import { findCreatedId } from '../scenario/find-created-id.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { markIn } from '../session/item-marker.ts';
import { put } from './replace-item.ts';

/** Sends a body as it is, in a creation or a replacement. */
export async function writeInvalidBody(
  scenario: Scenario,
  move: Extract<Move, { kind: 'write-flawed' }>,
): Promise<void> {
  const { session } = scenario;
  const item = move.item === null ? null : scenario.item(move.item);
  const kind = item === null ? 'create' : 'replace';
  const call = session.call(kind, item === null ? null : item.key, move.text);
  const received = await scenario.exchange(kind, call);
  const judgement = scenario.judge(kind, received, session.rulings(call), 'unusual');
  scenario.wrote(kind, item);
  if (judgement.answer === 'refused') return;
  session.notes.add(`${kind} took ${truncate(move.text, 60)}`);
  // What a service makes of a body that the contract does not show is its own; it goes before
  // anyone looks at it.
  if (item !== null) {
    item.expectation = unknown(item.expectation);
    await put(scenario, item, pick(item.sent, session.traits.replaceMembers), 'unusual');
    return;
  }
  const mark = markIn(move.text, session.token);
  const found = await findCreatedId(scenario, {}, mark, received);
  const key = found === null ? null : String(found.id);
  if (key === null || session.holds(key) || !(await session.claim(key, mark))) return;
  if (!session.offers('remove')) return;
  const claim = session.guard.claimOf(key);
  await session.send(session.call('remove', key, null));
  await session.guard.release(key, claim);
}

function unknown(expectation: Expectation): Expectation {
  return new Map(
    [...expectation.keys()].map((member) => [
      member,
      [{ value: undefined, isAny: true, by: 'service' }],
    ]),
  );
}
