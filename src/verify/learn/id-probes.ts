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
    calls: (lab) => [['read', lab.session.call('read', goneOf(lab).key, null)]],
  },
  { kind: 'steps', tells: ['remove.missing'], steps: removeRemoved },
  { kind: 'steps', tells: ['replace.missing'], steps: replaceRemoved },
  { kind: 'steps', tells: ['check.order'], steps: replaceRemovedWrongly },
  { kind: 'steps', tells: ['id.numbers', 'id.texts'], steps: giveOut },
  { kind: 'steps', tells: ['create.id'], steps: sendId },
];

function goneOf(lab: ProbeContext): OwnedItem {
  if (lab.gone === null) throw new Untold('nothing could be removed');
  return lab.gone;
}

async function postToItem(lab: ProbeContext): Promise<readonly Observed[]> {
  lab.needs('create');
  const { session } = lab;
  const sent = pick(lab.make.plain(), session.traits.createMembers);
  const { path } = session.call('read', lab.victim().key, null);
  const call = { ...session.call('create', null, JSON.stringify(sent)), path };
  await lab.ask({ trial: 'disallowed', operation: null, call });
  return [];
}

/** Two items, of which the older one goes: its id is free, and it is not the highest. */
async function removeOne(lab: ProbeContext): Promise<readonly Observed[]> {
  lab.needs('remove');
  const older = await lab.create(lab.make.plain());
  lab.items.splice(1, 0, await lab.create(lab.make.plain()));
  await lab.remove(older);
  lab.gone = older;
  return [];
}

async function removeRemoved(lab: ProbeContext): Promise<readonly Observed[]> {
  const { session } = lab;
  const removal = session.call('remove', goneOf(lab).key, null);
  await expectGone(lab);
  await lab.ask({
    trial: 'remove-removed',
    operation: null,
    call: removal,
    send: (call) => session.guard.sendToGone(call),
  });
  return [];
}

async function replaceRemoved(lab: ProbeContext): Promise<readonly Observed[]> {
  const item = goneOf(lab);
  lab.needs('replace');
  const { status, isMade } = await putToGone(
    lab,
    'replace-removed',
    JSON.stringify(lab.whole(item, lab.make.plain())),
  );
  if (status >= 300) return [];
  return [{ choice: 'replace.missing', option: isMade ? 'create' : 'succeed' }];
}

/**
 * A body that is wrong, to an id that is gone: the status says which was looked at first, where the
 * two differ.
 */
async function replaceRemovedWrongly(lab: ProbeContext): Promise<readonly Observed[]> {
  const item = goneOf(lab);
  const missing = lab.statuses.get('PUT replace-removed');
  if (missing === undefined || missing < 300) throw new Untold('PUT makes what is missing');
  const whole = lab.whole(item, lab.make.plain());
  const bodies: readonly (readonly [string, string])[] = [
    ['replace malformed', JSON.stringify(whole).slice(0, -1)],
    ['replace wrong-type', JSON.stringify(withWrongType(lab, whole))],
  ];
  for (const [trial, text] of bodies) {
    const wrong = lab.statuses.get(trial) ?? 0;
    if (wrong < 400 || wrong === missing) continue;
    const { status } = await putToGone(lab, 'other', text);
    if (status === missing) return [{ choice: 'check.order', option: 'missing-first' }];
    if (status === wrong) return [{ choice: 'check.order', option: 'body-first' }];
  }
  throw new Untold(
    'a wrong body and a missing item are answered alike, or wrong bodies are not refused',
  );
}

/** Sends a replacement to the id that is gone; what it makes there is the run's, and goes again. */
async function putToGone(
  lab: ProbeContext,
  trial: Trial,
  text: string,
): Promise<{ readonly status: number; readonly isMade: boolean }> {
  const { guard } = lab.session;
  const item = goneOf(lab);
  await expectGone(lab);
  const { status } = await lab.ask({
    trial,
    operation: null,
    call: lab.put(item, text),
    send: (call) => guard.sendToGone(call),
  });
  if (status >= 300) return { status, isMade: false };
  const look = await lab.ask({
    trial: 'other',
    operation: null,
    call: lab.session.call('read', item.key, null),
  });
  const isMade = look.status < 300 && look.body.kind === 'json' && isObject(look.body.value);
  if (isMade) await lab.remove(await lab.adopt(item.key, item.id, item.sent));
  return { status, isMade };
}

async function expectGone(lab: ProbeContext): Promise<void> {
  if (!(await lab.isGone(goneOf(lab))))
    throw new Untold('the id that was removed belongs to another item');
}

/** Two creations, the first of which goes before the second: does an id come back? */
async function giveOut(lab: ProbeContext): Promise<readonly Observed[]> {
  const { contract, schemas } = lab.session;
  const gone = goneOf(lab);
  const isText = idTypeOf(contract, schemas) === 'string';
  lab.tally.miss([isText ? 'id.numbers' : 'id.texts'], `ids are ${isText ? 'texts' : 'numbers'}`);
  const first = await lab.create(lab.make.plain());
  lab.isReused = first.key === gone.key;
  await lab.remove(first);
  const second = await lab.create(lab.make.plain());
  const ids = lab.given;
  if (isText) return [{ choice: 'id.texts', option: textsOf(ids) }];
  if (lab.isReused) return [{ choice: 'id.numbers', option: 'the lowest or last that is free' }];
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
async function sendId(lab: ProbeContext): Promise<readonly Observed[]> {
  const { contract, traits } = lab.session;
  const gone = goneOf(lab);
  if (lab.isReused) throw new Untold('ids that were removed are given out again');
  await expectGone(lab);
  const values = (): Record<string, Json> => pick(lab.make.plain(), traits.createMembers);
  const { received, item } = await lab.tryCreate('other', { ...values(), [contract.id]: gone.id });
  if (received.status >= 300) {
    const isKnown = received.status === 409 && lab.seen('invalid.status') !== '409';
    if (isKnown) throw new Untold('a creation with an id of its own was refused with 409');
    return [{ choice: 'create.id', option: 'refuse' }];
  }
  if (item === null) throw new Untold('what was created could not be found');
  await lab.remove(item);
  if (item.key !== gone.key) return [{ choice: 'create.id', option: 'ignore' }];
  const there = lab.items[1];
  if (there !== undefined)
    await lab.tryCreate('taken-id', { ...values(), [contract.id]: there.id });
  return [{ choice: 'create.id', option: 'keep' }];
}
