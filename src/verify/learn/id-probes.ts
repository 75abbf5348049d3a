// The probes of `learn` about ids. They come last, since they remove what they make.

import { type Json, type JsonObject, pick } from '../../base/json.ts';
import type { Trial } from '../../contract/choice-row.ts';
import { idTypeOf } from '../../model/ids/ids.ts';
import type { Call } from '../../model/message/call.ts';
import { numbersOf } from '../../oracle/body-shape.ts';
import { done, doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import { isThereNow, type OwnedItem } from '../session/owned-item.ts';
import {
  callsProbe,
  type ItemSteps,
  onlyReplies,
  type Probe,
  type ProbeCall,
  type Probed,
  type Steps,
  spareProbe,
} from './probe.ts';
import type { ProbeContext } from './probe-context.ts';
import { withWrongType } from './write-probes.ts';

export const idProbes: readonly Probe[] = [
  spareProbe('create', ['disallowed.status'], postToItem),
  { kind: 'steps', needs: 'remove', tells: ['remove.status', 'remove.body'], steps: removeOne },
  callsProbe('removed-id', ['removed.status'], readRemoved),
  { kind: 'steps', tells: ['remove.missing'], steps: onRemoved(removeRemoved) },
  {
    kind: 'steps',
    needs: 'replace',
    tells: ['replace.missing'],
    steps: onRemoved(replaceRemoved),
  },
  { kind: 'steps', tells: ['check.order'], steps: onRemoved(replaceRemovedWrongly) },
  { kind: 'steps', tells: ['id.numbers', 'id.texts'], steps: onRemoved(giveOut) },
  { kind: 'steps', tells: ['create.id'], steps: onRemoved(sendId) },
];

/** Runs steps on an item that was removed, and whose id no other item has. */
function onRemoved(steps: ItemSteps): Steps {
  return async (context) => {
    // Some probes alone may be wanted, without the one that removes an item.
    const isTried = context.isRemovalTried || !context.session.service.offers('remove');
    const removal = isTried ? done : await removeOne(context);
    if (removal.kind !== 'done') return removal;
    const removed = removedOf(context);
    return removed.kind === 'done' ? steps(context, removed.value) : removed;
  };
}

function removedOf({ gone }: ProbeContext): MoveResult<OwnedItem> {
  return gone === null ? notExercised('nothing could be removed') : doneWith(gone);
}

function readRemoved(context: ProbeContext): MoveResult<readonly ProbeCall[]> {
  const removed = removedOf(context);
  if (removed.kind !== 'done') return removed;
  return doneWith([['read', context.session.service.call('read', removed.value.key, null)]]);
}

async function postToItem(context: ProbeContext, spare: OwnedItem): Promise<Probed> {
  const { service } = context.session;
  const sent = pick(context.make.plain(), service.traits.createMembers);
  const { path } = service.call('read', spare.key, null);
  const call = { ...service.call('create', null, JSON.stringify(sent)), path };
  const reply = await context.ask({ trial: 'disallowed', operation: null, call });
  if (reply.kind !== 'done' || reply.value.status >= 300) return onlyReplies(reply);
  // A service may take it for a replacement, or create an item all the same: that one is removed.
  const made = await context.adoptIfMade(sent, spare, reply.value);
  if (made.kind !== 'done') return made;
  if (made.value !== null) return onlyReplies(await context.remove(made.value));
  const isCreated = reply.value.status === 201 && !context.names(reply.value, spare);
  if (!isCreated) await context.claimAgain(spare, null);
  return doneWith([]);
}

/** Creates two items and removes the older one: its id is free and is not the highest. */
async function removeOne(context: ProbeContext): Promise<Probed> {
  context.isRemovalTried = true;
  const older = await context.create(context.make.plain());
  if (older.kind !== 'done') return older;
  const newer = await context.create(context.make.plain());
  if (newer.kind !== 'done') return newer;
  context.items.splice(1, 0, newer.value);
  const removal = await context.remove(older.value);
  if (removal.kind !== 'done') return removal;
  context.gone = older.value;
  return doneWith([]);
}

async function removeRemoved(context: ProbeContext, removed: OwnedItem): Promise<Probed> {
  const { service, sender } = context.session;
  const gone = await expectGone(context, removed);
  if (gone.kind !== 'done') return gone;
  const call = service.call('remove', removed.key, null);
  const send = (one: Call) => sender.guard.sendToReleased(one);
  return onlyReplies(await context.ask({ trial: 'remove-removed', operation: null, call, send }));
}

async function replaceRemoved(context: ProbeContext, removed: OwnedItem): Promise<Probed> {
  const text = JSON.stringify(context.whole(removed, context.make.plain()));
  const put = await putToGone(context, removed, 'replace-removed', text);
  if (put.kind !== 'done') return put;
  const { status, isMade } = put.value;
  if (status >= 300) return doneWith([]);
  return doneWith([{ choice: 'replace.missing', option: isMade ? 'create' : 'succeed' }]);
}

/** Sends a wrong body to an id that is gone: the status tells which was checked first. */
async function replaceRemovedWrongly(context: ProbeContext, removed: OwnedItem): Promise<Probed> {
  const missing = context.statuses.get('PUT replace-removed');
  if (missing === undefined) return notExercised('no PUT of a removed item was answered');
  if (missing < 300) return notExercised('PUT creates missing items');
  const whole = context.whole(removed, context.make.plain());
  const wrongType = withWrongType(context, whole);
  if (wrongType.kind !== 'done') return wrongType;
  const bodies: readonly (readonly [string, string])[] = [
    ['replace malformed', JSON.stringify(whole).slice(0, -1)],
    ['replace wrong-type', JSON.stringify(wrongType.value)],
  ];
  for (const [trial, text] of bodies) {
    const wrong = context.statuses.get(trial) ?? 0;
    if (wrong < 400 || wrong === missing) continue;
    const put = await putToGone(context, removed, 'other', text);
    if (put.kind !== 'done') return put;
    const { status } = put.value;
    if (status === missing) return doneWith([{ choice: 'check.order', option: 'missing-first' }]);
    if (status === wrong) return doneWith([{ choice: 'check.order', option: 'body-first' }]);
  }
  return notExercised(
    'a wrong body and a missing item are answered alike, or wrong bodies are not refused',
  );
}

/** Sends a replacement to an id that is gone. What it makes there is the run's and is removed. */
async function putToGone(
  context: ProbeContext,
  removed: OwnedItem,
  trial: Trial,
  text: string,
): Promise<MoveResult<{ readonly status: number; readonly isMade: boolean }>> {
  const { guard } = context.session.sender;
  const gone = await expectGone(context, removed);
  if (gone.kind !== 'done') return gone;
  const send = (one: Call) => guard.sendToReleased(one);
  const put = await context.ask({ trial, operation: null, call: context.put(removed, text), send });
  if (put.kind !== 'done') return put;
  const { status } = put.value;
  if (status >= 300) return doneWith({ status, isMade: false });
  const { service } = context.session;
  const call = service.call('read', removed.key, null);
  const look = await context.ask({ trial: 'other', operation: null, call });
  if (look.kind !== 'done') return look;
  const isShown = isThereNow(look.value, context.statuses.get('read unknown-id') ?? 404);
  if (!isShown && service.offers('read')) return doneWith({ status, isMade: false });
  if (!isShown) {
    // The list may show it, or the answer.
    const sent = JSON.parse(text) as JsonObject;
    const found = await context.adoptIfMade(sent, removed, put.value);
    if (found.kind !== 'done') return found;
    if (found.value === null) return notExercised('no read shows whether the PUT made an item');
    const removal = await context.remove(found.value);
    return removal.kind === 'done' ? doneWith({ status, isMade: true }) : removal;
  }
  const made = await context.adopt(removed.key, removed.id, removed.sent);
  const removal = made.kind === 'done' ? await context.remove(made.value) : made;
  return removal.kind === 'done' ? doneWith({ status, isMade: true }) : removal;
}

async function expectGone(context: ProbeContext, removed: OwnedItem): Promise<MoveResult> {
  const isGone = await context.isGone(removed);
  if (isGone.kind !== 'done' || isGone.value) return isGone;
  return notExercised('the id that was removed belongs to another item');
}

/** Creates two items, and removes the first before the second: does an id come back? */
async function giveOut(context: ProbeContext, removed: OwnedItem): Promise<Probed> {
  const { contract, schemas } = context.session.service;
  const isText = idTypeOf(contract, schemas) === 'string';
  if (isText) context.tally.miss(['id.numbers'], 'ids are texts');
  else context.tally.miss(['id.texts'], 'ids are numbers');
  const first = await context.create(context.make.plain());
  if (first.kind !== 'done') return first;
  context.isReused = first.value.key === removed.key;
  const removal = await context.remove(first.value);
  if (removal.kind !== 'done') return removal;
  const second = await context.create(context.make.plain());
  if (second.kind !== 'done') return second;
  const ids = context.given;
  if (isText) return doneWith([{ choice: 'id.texts', option: textsOf(ids) }]);
  if (context.isReused)
    return doneWith([{ choice: 'id.numbers', option: 'the lowest or the last free id' }]);
  const isNext = second.value.key === first.value.key;
  const option = isNext ? 'highest-plus-one' : numbersOf(ids);
  return doneWith([{ choice: 'id.numbers', option }]);
}

function textsOf(ids: readonly Json[]): string {
  if (ids.every((id) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(String(id))))
    return 'uuid';
  if (ids.every((id) => /^[\w-]{11}$/.test(String(id)))) return 'base64url';
  return ids.every((id) => /^\d+$/.test(String(id))) ? 'sequence' : 'others';
}

/** Sends the id that was removed: no other item has it, and no new id is used up. */
async function sendId(context: ProbeContext, removed: OwnedItem): Promise<Probed> {
  const { contract, traits } = context.session.service;
  if (context.isReused) return notExercised('the service reuses removed ids');
  const gone = await expectGone(context, removed);
  if (gone.kind !== 'done') return gone;
  const withId = (id: Json): JsonObject => ({
    ...pick(context.make.plain(), traits.createMembers),
    [contract.id]: id,
  });
  const tried = await context.tryCreate('other', withId(removed.id));
  if (tried.kind !== 'done') return tried;
  const { received, item } = tried.value;
  if (received.status >= 300) {
    const isKnown = received.status === 409 && context.seen('invalid.status') !== '409';
    if (isKnown) return notExercised('a creation with its own id was refused with 409');
    return doneWith([{ choice: 'create.id', option: 'refuse' }]);
  }
  if (item === null) return notExercised('the created item could not be found');
  const removal = await context.remove(item);
  if (removal.kind !== 'done') return removal;
  if (item.key !== removed.key) return doneWith([{ choice: 'create.id', option: 'ignore' }]);
  const there = context.items[1];
  const taken =
    there === undefined ? removal : await context.tryCreate('taken-id', withId(there.id));
  return taken.kind === 'done' ? doneWith([{ choice: 'create.id', option: 'keep' }]) : taken;
}
