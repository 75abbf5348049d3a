// Performs one move of a law or a walk.

import { methods } from '../../contract/operation-kinds.ts';
import type { Expectation } from '../../oracle/expectation.ts';
import { compareActions } from '../actions/compare-actions.ts';
import { createMany, removeAll } from '../actions/many-items.ts';
import { performActions } from '../actions/perform-actions.ts';
import { readActions, readPlainly } from '../actions/read-actions.ts';
import { writeActions } from '../actions/write-actions.ts';
import { checkItems } from '../checks/check-items.ts';
import { checkLists } from '../checks/check-lists.ts';
import { countItems } from '../checks/count-items.ts';
import { followPages } from '../checks/follow-pages.ts';
import { whyNoRoom } from '../guard/claims.ts';
import type { Side } from '../guard/turns.ts';
import { type Move, needsOf } from '../move.ts';
import { done, type MoveResult, notExercised } from '../scenario/move-result.ts';
import { trackPendingCreation } from '../scenario/pending-creation.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { settle } from '../scenario/settle.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import type { Session } from '../session/session.ts';
import { tryAsSecondUser } from '../users/second-user.ts';
import { createItem } from './create-item.ts';
import { filterLists } from './filter-lists.ts';
import { provokeRefusals } from './provoke-refusals.ts';
import { readForeignItems, readNextId, readUnknownItem } from './read-foreign-items.ts';
import { compareItem, readItem } from './read-item.ts';
import { readRepeatedly } from './read-repeatedly.ts';
import { removeItem } from './remove-item.ts';
import { replaceItem, replaceSome } from './replace-item.ts';
import { updateBySteps, updateItem } from './update-item.ts';
import { writeInvalidBody } from './write-invalid-body.ts';
import { writePrefixIds } from './write-prefix-ids.ts';
import { removeRemoved, replaceRemoved, updateRemoved } from './write-removed-item.ts';
import { writeSingle } from './write-single.ts';

/** Performs a move: sends it, judges the replies, and records the expected state. */
export async function performMove(scenario: Scenario, move: Move): Promise<MoveResult> {
  const { turns } = scenario.session;
  const now = async (): Promise<MoveResult> => {
    const seen = await readUnproven(scenario, move);
    return seen.kind === 'done' ? perform(scenario, move) : seen;
  };
  if (move.kind === 'pause') return now();
  return turns.take(sendsInvalid(move) ? 'apart' : 'usual', now);
}

/** Whether a move sends what may be stored although it is invalid: nothing else may read that. */
function sendsInvalid(move: Move): boolean {
  return (
    move.kind === 'write-flawed' || (move.kind === 'provoke' && methods[move.operation].hasBody)
  );
}

/**
 * Does something apart from creations, or creates apart from that, at a service that gives the ids of
 * removed items again: a new item would be there between the look at such an id and the write to it.
 */
function besideReuse(
  { session }: Scenario,
  side: Side,
  use: () => Promise<MoveResult>,
): Promise<MoveResult> {
  return session.items.areIdsReused ? session.turnsOfIds.take(side, use) : use();
}

/**
 * Reads an item that has not shown yet that it is the run's before a move writes to it. The guard
 * would do so, but compares nothing: a creation that was stored wrongly would be written over unseen.
 */
async function readUnproven(scenario: Scenario, move: Move): Promise<MoveResult> {
  if (move.kind !== 'replace' && move.kind !== 'update' && move.kind !== 'remove') return done;
  const item = scenario.items.get(move.item);
  const isUnproven = item?.isAlive === true && scenario.session.sender.guard.isUnproven(item.key);
  return isUnproven ? compareItem(scenario, item) : done;
}

async function perform(scenario: Scenario, move: Move): Promise<MoveResult> {
  if (move.kind === 'create' && scenario.session.service.contract.isSingle === true)
    return writeSingle(scenario, move);
  // A move whose operation the contract lacks is skipped. A law that needs it is never tried.
  if (!needsOf(move).every((kind) => scenario.session.service.offers(kind))) return done;
  if (isLeftOut(scenario, move)) return done;
  switch (move.kind) {
    case 'create':
      if (move.isAny === true && takeIdle(scenario, move.item)) return done;
      if (isSpent(scenario.session))
        return notExercised(whyNoRoom(scenario.session.sender.guard.leave));
      return besideReuse(scenario, 'usual', () =>
        trackPendingCreation(scenario, () => createItem(scenario, move)),
      );
    case 'replace':
      return replaceItem(scenario, move);
    case 'replace-some':
      return replaceSome(scenario, move);
    case 'update':
      return updateItem(scenario, move);
    case 'update-steps':
      return updateBySteps(scenario, move);
    case 'remove':
      return withItem(scenario, move.item, (item) => removeItem(scenario, item));
    case 'replace-removed':
      return besideReuse(scenario, 'apart', () =>
        trackPendingCreation(scenario, () => replaceRemoved(scenario, move)),
      );
    case 'update-removed':
      return besideReuse(scenario, 'apart', () =>
        trackPendingCreation(scenario, () => updateRemoved(scenario, move)),
      );
    case 'remove-removed':
      return besideReuse(scenario, 'apart', () =>
        withItem(scenario, move.item, (item) => removeRemoved(scenario, item)),
      );
    case 'write-flawed':
      // An invalid item that is accepted, and stays, would break the list.
      if (move.item === null && scenario.session.items.areScarce)
        return notExercised(whyNoRoom(scenario.session.sender.guard.leave));
      return trackPendingCreation(scenario, () => writeInvalidBody(scenario, move));
    case 'provoke':
      return provokeRefusals(scenario, move);
    case 'write-alike':
      return writePrefixIds(scenario, move);
    case 'read':
      return withItem(scenario, move.item, (item) => readItem(scenario, item));
    case 'read-over':
      return withItem(scenario, move.item, (item) => readRepeatedly(scenario, item, move.between));
    case 'list':
      return checkLists(scenario, move.times ?? 1);
    case 'look':
      return checkItems(scenario, move.scope ?? 'touched');
    case 'read-next':
      return readNextId(scenario);
    case 'read-unknown':
      return readUnknownItem(scenario, move.most);
    case 'read-others':
      return move.item === null || !scenario.items.has(move.item)
        ? readActions(scenario, null)
        : withItem(scenario, move.item, (item) => readActions(scenario, item));
    case 'write-actions':
      return move.item === null || !scenario.items.has(move.item)
        ? writeActions(scenario, null)
        : withItem(scenario, move.item, (item) => writeActions(scenario, item));
    case 'act':
      return withItem(scenario, move.item, (item) => performActions(scenario, item));
    case 'compare-actions':
      return compareForItems(scenario, move);
    case 'create-many':
      return createMany(scenario, move.created);
    case 'remove-all':
      return removeAll(scenario);
    case 'as-second-user':
      return asSecondUser(scenario, move);
    case 'filter':
      return filterLists(scenario, move.created);
    case 'count':
      return countItems(scenario);
    case 'follow-pages':
      return followPages(scenario);
    case 'read-plainly':
      return readPlainly(scenario, move.operation);
    case 'read-foreign':
      return readForeignItems(scenario, move.most);
    case 'pause':
      scenario.since.isPaused = true;
      await scenario.session.clock.wait(move.ms);
      return done;
    case 'together':
      return together(scenario, move.moves);
  }
}

/**
 * Whether an unusual write is to an item whose creation was refused, as it may be, or a PATCH that
 * the service does not take.
 */
function isLeftOut(scenario: Scenario, move: Move): boolean {
  if ((move.kind !== 'replace' && move.kind !== 'update') || move.manner !== 'unusual')
    return false;
  const { updateForms } = scenario.session.service.traits;
  return !scenario.items.has(move.item) || (move.kind === 'update' && updateForms.length === 0);
}

/** Whether no more item may be made, but for what a service should refuse. */
function isSpent({ items, sender }: Session): boolean {
  return items.areScarce && sender.guard.room() <= items.reserve;
}

/** Takes an item that another law has done with into the scenario, if there is one. */
function takeIdle(scenario: Scenario, label: string): boolean {
  const item = scenario.session.items.idle.shift();
  if (item !== undefined) scenario.items.set(label, item);
  return item !== undefined;
}

async function withItem(
  scenario: Scenario,
  label: string,
  perform: (item: OwnedItem) => Promise<MoveResult>,
): Promise<MoveResult> {
  const item = scenario.item(label);
  return item.kind === 'done' ? perform(item.value) : item;
}

async function asSecondUser(
  scenario: Scenario,
  { update, replace }: Extract<Move, { kind: 'as-second-user' }>,
): Promise<MoveResult> {
  const items = [scenario.item('update'), scenario.item('replace'), scenario.item('remove')];
  const [first, second, third] = items.flatMap((one) => (one.kind === 'done' ? [one.value] : []));
  if (first === undefined || second === undefined || third === undefined) return scenario.item('');
  const owned = { update: first, replace: second, remove: third };
  return tryAsSecondUser(scenario, owned, { update, replace });
}

async function compareForItems(
  scenario: Scenario,
  { pairs, spare = [], which }: Extract<Move, { kind: 'compare-actions' }>,
): Promise<MoveResult> {
  const found: (readonly OwnedItem[])[] = [];
  for (const labels of [...pairs, spare]) {
    const row = labels.flatMap((label) => scenario.items.get(label) ?? []);
    if (row.length < labels.length) return scenario.item('');
    found.push(row);
  }
  const items = { pairs: found.slice(0, -1), spare: found.at(-1) ?? [] };
  return compareActions(scenario, items, which);
}

/** Performs several moves at once. If two of them replace one item, either result is admitted. */
async function together(scenario: Scenario, moves: readonly Move[]): Promise<MoveResult> {
  const writes = new Map<OwnedItem, Expectation[]>();
  const verdict = await settle(
    moves.map(async (move) => {
      if (move.kind !== 'replace' || !scenario.session.service.offers(move.kind))
        return perform(scenario, move);
      return withItem(scenario, move.item, async (item) => {
        const left = await replaceItem(scenario, move);
        if (left.kind === 'done' && left.value !== null)
          writes.set(item, [...(writes.get(item) ?? []), left.value]);
        return left;
      });
    }),
  );
  if (verdict.kind !== 'done') return verdict;
  for (const [item, rivals] of writes) if (rivals.length > 1) item.rivals = rivals;
  return done;
}
