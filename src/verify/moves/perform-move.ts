// Does one move: sends it, judges the answer, and takes down what should be there now.

import type { Expectation } from '../../oracle/expectation.ts';
import { checkItems } from '../checks/check-items.ts';
import { type Move, needsOf } from '../move.ts';
import { readList } from '../scenario/read-list.ts';
import { Broken, type Scenario } from '../scenario/scenario.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import { createItem } from './create-item.ts';
import { trackPendingCreation } from './pending-creation.ts';
import { readForeignItems, readUnknownItem } from './read-foreign-items.ts';
import { readItem } from './read-item.ts';
import { readRepeatedly } from './read-repeatedly.ts';
import { removeItem } from './remove-item.ts';
import { replaceItem, replaceSome } from './replace-item.ts';
import { writeInvalidBody } from './write-invalid-body.ts';
import { writePrefixIds } from './write-prefix-ids.ts';
import { removeRemoved, replaceRemoved } from './write-removed-item.ts';

/**
 * Does a move on a stage. Throws `Broken` with what it found, and `NotExercised` where the service
 * does not let it be done.
 */
export async function performMove(scenario: Scenario, move: Move): Promise<void> {
  // What a contract does not have is left out; laws that say nothing without it are not tried.
  if (!needsOf(move).every((kind) => scenario.session.offers(kind))) return;
  switch (move.kind) {
    case 'create':
      return trackPendingCreation(scenario, () => createItem(scenario, move));
    case 'replace':
      await replaceItem(scenario, move);
      return;
    case 'replace-some':
      await replaceSome(scenario, move);
      return;
    case 'remove':
      return removeItem(scenario, scenario.item(move.item));
    case 'replace-removed':
      return trackPendingCreation(scenario, () => replaceRemoved(scenario, move));
    case 'remove-removed':
      return removeRemoved(scenario, scenario.item(move.item));
    case 'write-flawed':
      return trackPendingCreation(scenario, () => writeInvalidBody(scenario, move));
    case 'write-alike':
      return writePrefixIds(scenario, move);
    case 'read':
      return readItem(scenario, scenario.item(move.item));
    case 'read-over':
      return readRepeatedly(scenario, scenario.item(move.item), move.between);
    case 'list':
      return list(scenario, move.times ?? 1);
    case 'look':
      return checkItems(scenario, move.scope ?? 'touched');
    case 'read-unknown':
      return readUnknownItem(scenario);
    case 'read-foreign':
      return readForeignItems(scenario);
    case 'pause':
      scenario.since.isPaused = true;
      return scenario.session.wait(move.ms);
    case 'together':
      return together(scenario, move.moves);
  }
}

async function list(scenario: Scenario, times: number): Promise<void> {
  for (let count = 0; count < times; count++) await readList(scenario, () => false);
  scenario.since.reads.push('list');
}

/** Sends several at once; where they write to one item, what either leaves whole is admitted. */
async function together(scenario: Scenario, moves: readonly Move[]): Promise<void> {
  const writes = new Map<OwnedItem, Expectation[]>();
  await settle(
    moves.map(async (move) => {
      if (move.kind !== 'replace' || !scenario.session.offers(move.kind))
        return performMove(scenario, move);
      const item = scenario.item(move.item);
      const left = await replaceItem(scenario, move);
      if (left !== null) writes.set(item, [...(writes.get(item) ?? []), left]);
    }),
  );
  for (const [item, rivals] of writes) if (rivals.length > 1) item.rivals = rivals;
}

/** Waits for all, so that nothing is under way when the first finding is told. */
async function settle(all: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(all)).flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  );
  const worst = failed.find((reason) => reason instanceof Broken) ?? failed[0];
  if (worst !== undefined) throw worst;
}
