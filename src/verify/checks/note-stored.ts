// Notes what became of the values of the last write to an item, once a read shows the item. Judges
// nothing: what is never stored is reported at the end of the run.

import { isEmpty } from '../../base/is-empty.ts';
import { type Json, type JsonObject, own } from '../../base/json.ts';
import { agrees, match } from '../../oracle/expectation.ts';
import { showable } from '../../oracle/shown-members.ts';
import type { Exchanged } from '../report.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { holdsMark, type OwnedItem, type Written } from '../session/owned-item.ts';

/** An item as it was shown. */
export interface Shown {
  readonly record: JsonObject;
  readonly from: 'read' | 'list';
}

/** Notes which of the values that were sent for an item it shows. */
export function noteStored(scenario: Scenario, item: OwnedItem, { record, from }: Shown): void {
  const { service } = scenario.session;
  service.stored.noteShown(Object.keys(record));
  const { written = null } = item;
  // A list need not show all members, if a read does.
  const isPart = from === 'list' && service.offers('read');
  if (!isPart || service.isListWhole()) item.written = null;
  // Of several writes at once it is not known which came last.
  if (written === null || item.rivals.length > 0) return;
  const { kind, sent: values, before, known, unused } = written;
  const made = [...service.made, ...service.unshowableMembers(kind, values)];
  for (const [member, sent] of Object.entries(showable(service.contract, values))) {
    if (!service.members.includes(member) || made.includes(member) || sent === null) continue;
    if (isPart && !Object.hasOwn(record, member)) continue;
    const [read, old] = [own(record, member), before === null ? undefined : own(before, member)];
    const wanted = new Map([[member, [{ value: sent, by: 'contract', sentBy: kind }]]] as const);
    // Empty values may be omitted.
    const isOmitted = isEmpty(sent) && read === undefined;
    const isOld = old !== undefined && isSame(sent, old);
    // The normal form of what was sent may be what the item had.
    const isUnchanged = isOld || (old !== undefined && read !== undefined && isSame(read, old));
    // It may have been there before, or be there by chance.
    const isUnmistakable = unused.includes(member) && isDistinctive(sent) && agrees(sent, read);
    const isSure = kind === 'create' || known.includes(member) || isUnmistakable;
    const { mismatches } = match(wanted, record, [member], service);
    if (isOld && mismatches.length > 0) continue;
    service.stored.note({
      kind,
      member,
      sent,
      read,
      isStored: isOmitted || mismatches.length === 0,
      isNew: !isOmitted && !isUnchanged && isSure,
      isId: String(read) === item.key,
      witness: () => witnessOf(scenario, item, written),
    });
  }
}

function isSame(one: Json, other: Json): boolean {
  return agrees(one, other) && agrees(other, one);
}

/** Whether a value is hardly there by chance. */
function isDistinctive(value: Json): boolean {
  return typeof value === 'string'
    ? value.length > 3
    : !isEmpty(value) && typeof value === 'object';
}

/** The write, and the read that shows what became of it. */
function witnessOf(
  { session: { service, sender } }: Scenario,
  item: OwnedItem,
  { kind, mark }: Written,
): readonly Exchanged[] {
  const sent = sender.guard.since(mark);
  const { path, method } = service.call(kind, kind === 'create' ? null : item.key, null);
  const read = service.offers('read')
    ? service.call('read', item.key, null)
    : service.call('list', null, null);
  const write = sent.find(
    ({ call }) =>
      call.method === method &&
      call.path === path &&
      (kind !== 'create' || call.body.kind !== 'json' || holdsMark(call.body.value, item.mark)),
  );
  const last = sent.findLast(({ call }) => call.method === 'GET' && call.path === read.path);
  return [write, last].filter((one) => one !== undefined);
}
