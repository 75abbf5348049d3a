// The probe of `learn` for PATCH: which patches change an item of the run.

import { own } from '../../base/json.ts';
import { wayOf } from '../../contract/operation-way.ts';
import { readBody } from '../../model/message/call.ts';
import { doneWith, type MoveResult, notExercised } from '../scenario/move-result.ts';
import type { OwnedItem } from '../session/owned-item.ts';
import { type Probe, type Probed, spareProbe } from './probe.ts';
import type { ProbeContext } from './probe-context.ts';

export const patchProbe: Probe = spareProbe(
  'update',
  ['update.media', 'update.status', 'update.body'],
  tryPatches,
);

const MERGE = ['application/merge-patch+json', 'application/json'] as const;
const STEPS = 'application/json-patch+json';

async function tryPatches(context: ProbeContext, spare: OwnedItem): Promise<Probed> {
  const { method } = wayOf(context.session.service.contract, 'update');
  if (method !== 'PATCH') return notExercised(`${method} changes items here, and takes plain JSON`);
  const statuses: number[] = [];
  const taken: string[] = [];
  for (const type of [...MERGE, STEPS]) {
    const patched = await tryPatch(context, spare, type);
    if (patched.kind !== 'done') return patched;
    const { status, isDone } = patched.value;
    statuses.push(status);
    if (isDone) taken.push(type);
  }
  const isMerge = MERGE.some((type) => taken.includes(type));
  const isSteps = taken.includes(STEPS);
  if (isMerge || isSteps) {
    const option = isMerge && isSteps ? 'both' : isMerge ? 'merge-patch' : 'json-patch';
    return doneWith([{ choice: 'update.media', option }]);
  }
  if (statuses.every((status) => NOT_OFFERED.has(status)))
    return doneWith([{ choice: 'update.media', option: 'none' }]);
  return notExercised(`no patch was accepted: ${[...new Set(statuses)].join(', ')}`);
}

const NOT_OFFERED: ReadonlySet<number> = new Set([404, 405, 501]);

async function tryPatch(
  context: ProbeContext,
  item: OwnedItem,
  type: string,
): Promise<MoveResult<{ readonly status: number; readonly isDone: boolean }>> {
  const { service } = context.session;
  const values = context.make.plain();
  const marked = context.markedMember(values);
  if (marked.kind !== 'done') return marked;
  const member = marked.value;
  const value = own(values, member) ?? '';
  const id = service.traits.replaceId === 'sent' ? { [service.contract.id]: item.id } : {};
  const patch =
    type === STEPS ? [{ op: 'replace', path: `/${member}`, value }] : { ...id, [member]: value };
  const headers = { accept: 'application/json', 'content-type': type };
  const body = readBody(JSON.stringify(patch));
  const call = { ...service.call('update', item.key, ''), headers, body };
  const reply = await context.ask({ trial: 'other', operation: 'update', call });
  if (reply.kind !== 'done') return reply;
  const { status } = reply.value;
  if (status >= 300) return doneWith({ status, isDone: false });
  const record = await context.read(item);
  if (record.kind !== 'done') return record;
  return doneWith({ status, isDone: own(record.value, member) === value });
}
