// The probes of `learn` about ids: what is said of one that was removed, how they are given out,
// and what becomes of one in the body. They come last, since they remove what they make.

import { isObject, type Json, pick } from '../../base/json.ts';
import { idTypeOf } from '../../model/ids/ids.ts';
import { numbersOf } from '../../oracle/body-shape.ts';
import type { Observed, Trial } from '../../oracle/infer-choices.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import type { Probe } from './probe.ts';
import type { ProbeContext } from './probe-context.ts';
import { Untold } from './probe-request.ts';
import { withWrongType } from './write-probes.ts';

export const idProbes: readonly Probe[] = [
  { kind: 'steps', tells: ['disallowed.status'], steps: postToItem },
  { kind: 'steps', tells: ['remove.status', 'remove.body'], steps: removeOne },
  {
    kind: 'calls',
    tells: ['removed.status'],
    trial: 'removed-id',
    calls: (context) => [['read', context.session.call('read', goneOf(context).key, null)]],
  },
  { kind: 'steps', tells: ['remove.missing'], steps: removeRemoved },
  { kind: 'steps', tells: ['replace.missing'], steps: replaceRemoved },
  { kind: 'steps', tells: ['check.order'], steps: replaceRemovedWrongly },
  { kind: 'steps', tells: ['id.numbers', 'id.texts'], steps: giveOut },
  { kind: 'steps', tells: ['create.id'], steps: sendId },
];

function goneOf(context: ProbeContext): OwnedItem {
  if (context.gone === null) throw new Untold('nothing could be removed');
  return context.gone;
}

async function postToItem(context: ProbeContext): Promise<readonly Observed[]> {
  context.needs('create');
  const { session } = context;
  const sent = pick(context.make.plain(), session.traits.createMembers);
  const { path } = session.call('read', context.victim().key, null);
  const call = { ...session.call('create', null, JSON.stringify(sent)), path };
  await context.ask({ trial: 'disallowed', operation: null, call });
  return [];
}

/** Two items, of which the older one goes: its id is free, and it is not the highest. */
async function removeOne(context: ProbeContext): Promise<readonly Observed[]> {
  context.needs('remove');
  const older = await context.create(context.make.plain());
  context.items.splice(1, 0, await context.create(context.make.plain()));
  await context.remove(older);
  context.gone = older;
  return [];
}

async function removeRemoved(context: ProbeContext): Promise<readonly Observed[]> {
  const { session } = context;
  const removal = session.call('remove', goneOf(context).key, null);
  await expectGone(context);
  await context.ask({
    trial: 'remove-removed',
    operation: null,
    call: removal,
    send: (call) => session.guard.sendToGone(call),
  });
  return [];
}

async function replaceRemoved(context: ProbeContext): Promise<readonly Observed[]> {
  const item = goneOf(context);
  context.needs('replace');
  const { status, isMade } = await putToGone(
    context,
    'replace-removed',
    JSON.stringify(context.whole(item, context.make.plain())),
  );
  if (status >= 300) return [];
  return [{ choice: 'replace.missing', option: isMade ? 'create' : 'succeed' }];
}

/**
 * A body that is wrong, to an id that is gone: the status says which was looked at first, where the
 * two differ.
 */
async function replaceRemovedWrongly(context: ProbeContext): Promise<readonly Observed[]> {
  const item = goneOf(context);
  const missing = context.statuses.get('PUT replace-removed');
  if (missing === undefined || missing < 300) throw new Untold('PUT makes what is missing');
  const whole = context.whole(item, context.make.plain());
  const bodies: readonly (readonly [string, string])[] = [
    ['replace malformed', JSON.stringify(whole).slice(0, -1)],
    ['replace wrong-type', JSON.stringify(withWrongType(context, whole))],
  ];
  for (const [trial, text] of bodies) {
    const wrong = context.statuses.get(trial) ?? 0;
    if (wrong < 400 || wrong === missing) continue;
    const { status } = await putToGone(context, 'other', text);
    if (status === missing) return [{ choice: 'check.order', option: 'missing-first' }];
    if (status === wrong) return [{ choice: 'check.order', option: 'body-first' }];
  }
  throw new Untold(
    'a wrong body and a missing item are answered alike, or wrong bodies are not refused',
  );
}

/** Sends a replacement to the id that is gone; what it makes there is the run's, and goes again. */
async function putToGone(
  context: ProbeContext,
  trial: Trial,
  text: string,
): Promise<{ readonly status: number; readonly isMade: boolean }> {
  const { guard } = context.session;
  const item = goneOf(context);
  await expectGone(context);
  const { status } = await context.ask({
    trial,
    operation: null,
    call: context.put(item, text),
    send: (call) => guard.sendToGone(call),
  });
  if (status >= 300) return { status, isMade: false };
  const look = await context.ask({
    trial: 'other',
    operation: null,
    call: context.session.call('read', item.key, null),
  });
  const isMade = look.status < 300 && look.body.kind === 'json' && isObject(look.body.value);
  if (isMade) await context.remove(await context.adopt(item.key, item.id, item.sent));
  return { status, isMade };
}

async function expectGone(context: ProbeContext): Promise<void> {
  if (!(await context.isGone(goneOf(context))))
    throw new Untold('the id that was removed belongs to another item');
}

/** Two creations, the first of which goes before the second: does an id come back? */
async function giveOut(context: ProbeContext): Promise<readonly Observed[]> {
  const { contract, schemas } = context.session;
  const gone = goneOf(context);
  const isText = idTypeOf(contract, schemas) === 'string';
  context.tally.miss(
    [isText ? 'id.numbers' : 'id.texts'],
    `ids are ${isText ? 'texts' : 'numbers'}`,
  );
  const first = await context.create(context.make.plain());
  context.isReused = first.key === gone.key;
  await context.remove(first);
  const second = await context.create(context.make.plain());
  const ids = context.given;
  if (isText) return [{ choice: 'id.texts', option: textsOf(ids) }];
  if (context.isReused)
    return [{ choice: 'id.numbers', option: 'the lowest or last that is free' }];
  return [
    {
      choice: 'id.numbers',
      option: second.key === first.key ? 'highest-plus-one' : numbersOf(ids),
    },
  ];
}

function textsOf(ids: readonly Json[]): string {
  if (ids.every((id) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(String(id))))
    return 'uuid';
  if (ids.every((id) => /^[\w-]{11}$/.test(String(id)))) return 'base64url';
  return ids.every((id) => /^\d+$/.test(String(id))) ? 'sequence' : 'others';
}

/**
 * Sends a creation with the id that was removed: nobody else has it, and no number beyond those
 * given out is used up.
 */
async function sendId(context: ProbeContext): Promise<readonly Observed[]> {
  const { contract, traits } = context.session;
  const gone = goneOf(context);
  if (context.isReused) throw new Untold('ids that were removed are given out again');
  await expectGone(context);
  const values = (): Record<string, Json> => pick(context.make.plain(), traits.createMembers);
  const { received, item } = await context.tryCreate('other', {
    ...values(),
    [contract.id]: gone.id,
  });
  if (received.status >= 300) {
    const isKnown = received.status === 409 && context.seen('invalid.status') !== '409';
    if (isKnown) throw new Untold('a creation with an id of its own was refused with 409');
    return [{ choice: 'create.id', option: 'refuse' }];
  }
  if (item === null) throw new Untold('what was created could not be found');
  await context.remove(item);
  if (item.key !== gone.key) return [{ choice: 'create.id', option: 'ignore' }];
  const there = context.items[1];
  if (there !== undefined)
    await context.tryCreate('taken-id', { ...values(), [contract.id]: there.id });
  return [{ choice: 'create.id', option: 'keep' }];
}
