// Compares what a reply shows of items with what is known about them. Counts something against the
// service only for items written through the proxy, only if a write in between or a read explains
// it, and never if requests overlapped.

import { isObject, type JsonObject, own } from '../../base/json.ts';
import { unlikeInList } from '../../contract/item-members.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import { toKey } from '../../model/ids/ids.ts';
import { agrees, type Mismatch, match, show } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import { mismatchesOfClients } from './clients-members.ts';
import { certainMembers, isUntouched, membersSentAnew, mustReplace } from './expected-item.ts';
import {
  absent,
  type ChangedCode,
  changed,
  idNotUnique,
  listedTwice,
  type StillThereBlame,
  stillThere,
  wrongItem,
} from './item-findings.ts';
import { type ItemKnowledge, isSeen } from './item-knowledge.ts';
import { RELIED_ON_MS, type RequestContext, type ShadowState } from './shadow-state.ts';

type View = 'read' | 'list';

/** Judges the record that a read returned. */
export function judgeRead(
  shadowState: ShadowState,
  key: string,
  record: JsonObject,
  asking: RequestContext,
): readonly Finding[] {
  const { rules } = shadowState;
  if (rules.contract.isSingle === true)
    return toList(judgeView(shadowState, key, record, asking, 'read'));
  const id = own(record, rules.contract.id);
  // `/users/me` may be an alias of an item with another id.
  if (id === undefined || toKey(id) !== key)
    return isId(shadowState, key) ? [wrongItem(rules, key, show(id))] : [];
  return toList(judgeView(shadowState, key, record, asking, 'read'));
}

/** Judges a reply that reports an item as missing. */
export function judgeMissing(
  shadowState: ShadowState,
  key: string,
  kind: Kind,
  status: number,
  asking: RequestContext,
): readonly Finding[] {
  const known = shadowState.certain(key, asking);
  if (known === null || known.state === 'gone') return [];
  if (shadowState.mayBeGoneWithAnother(known, asking)) return [];
  return toList(
    judgeAbsence(shadowState, known, kind === 'read' ? 'read' : kind, `status ${status}`),
  );
}

/** Judges a list that was requested without a query. */
export function judgeList(
  shadowState: ShadowState,
  elements: readonly JsonObject[],
  total: number | null,
  asking: RequestContext,
): readonly Finding[] {
  const counts = new Map<string, number>();
  for (const element of elements) {
    const key = keyOf(shadowState, element);
    if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const { shared } = asking;
  const isQuiet = !shared.isAll && !shared.hasNew && shared.keys.size === 0;
  const twice = isQuiet ? [...counts].find(([, count]) => count > 1) : undefined;
  if (twice !== undefined) return [listedTwice(shadowState.rules, ...twice)];
  for (const element of elements) {
    const key = keyOf(shadowState, element);
    const finding = key === null ? null : judgeView(shadowState, key, element, asking, 'list');
    if (finding !== null) return [finding];
  }
  return toList(judgeMissingElements(shadowState, counts, elements.length, total, asking));
}

/** Judges the id that a create returned. A client may mean the existing item. */
export function judgeNewId(
  shadowState: ShadowState,
  key: string,
  sent: JsonObject | null,
  asking: RequestContext,
): readonly Finding[] {
  const known = shadowState.items.get(key);
  const { rules } = shadowState;
  if (
    known?.state !== 'there' ||
    known.write === null ||
    sent === null ||
    own(sent, rules.contract.id) !== undefined
  )
    return [];
  // Each user, and each world, may have its own ids.
  if (known.viewer !== asking.viewer) return [];
  if (asking.shared.isAll || asking.shared.keys.has(key) || asking.at - known.at > RELIED_ON_MS)
    return [];
  const before = certainMembers(known);
  const isOther = match(known.expectation, sent, rules.shown).mismatches.some(({ member }) => {
    const [value, stored] = [own(sent, member) ?? null, own(before, member)];
    return shadowState.forms.compare('create', member, value, stored).kind === 'other';
  });
  return isOther ? [idNotUnique(rules, known)] : [];
}

/** Returns the key of an element of the list. */
export function keyOf({ rules }: ShadowState, element: JsonObject): string | null {
  const id = own(element, rules.contract.id);
  return typeof id === 'string' || typeof id === 'number' ? toKey(id) : null;
}

/** Tells whether a list is certainly complete: empty, shorter than before, or of its total size. */
export function isWhole(
  shadowState: ShadowState,
  count: number,
  total: number | null,
  viewer: string,
): boolean {
  return count === 0 || total === count || count < (shadowState.lists.get(viewer)?.most ?? 0);
}

function judgeView(
  shadowState: ShadowState,
  key: string,
  record: JsonObject,
  asking: RequestContext,
  side: View,
): Finding | null {
  const known = shadowState.certain(key, asking);
  if (known === null || known.write === null) return null;
  if (known.state === 'there') return judgeContent(shadowState, known, record, side);
  if (
    known.write.kind !== 'remove' ||
    asking.shared.hasNew ||
    !isSame(shadowState, known, record, side)
  )
    return null;
  return judgeStillThere(shadowState, known, record, side);
}

/** Whether the record is the removed item, and not another item with its id. */
function isSame(
  shadowState: ShadowState,
  known: ItemKnowledge,
  record: JsonObject,
  side: View,
): boolean {
  if (shadowState.isCreatedSince(known.since) && Object.keys(certainMembers(known)).length === 0)
    return false;
  return (
    match(known.expectation, record, membersSeen(shadowState, record, side), shadowState).mismatches
      .length === 0
  );
}

function judgeStillThere(
  shadowState: ShadowState,
  known: ItemKnowledge,
  record: JsonObject,
  side: View,
): Finding | null {
  const { rules } = shadowState;
  const found = (operation: Kind, code: StillThereBlame['code']): Finding =>
    stillThere(rules, known, { operation, code }, record);
  const [here, there] =
    side === 'read' ? [known.readBy, known.listedBy] : [known.listedBy, known.readBy];
  if (here > 0) {
    const culprit = shadowState.writeSince(known);
    return culprit === null ? null : found(culprit.kind, 'came-back');
  }
  if (there > 0) return found(side, side === 'read' ? 'still-readable' : 'still-listed');
  return found('remove', 'not-removed');
}

function judgeContent(
  shadowState: ShadowState,
  known: ItemKnowledge,
  record: JsonObject,
  side: View,
): Finding | null {
  const { rules } = shadowState;
  const compared = match(
    known.expectation,
    record,
    membersSeen(shadowState, record, side),
    shadowState,
  );
  const mismatches = mismatchesOfClients(shadowState, known, compared.mismatches);
  if (mismatches.length === 0) {
    const kind = isSeen(known) ? null : ineffectiveWrite(shadowState, known, record);
    return kind === null ? null : changed(rules, known, kind, 'not-replaced', []);
  }
  if (known.refused !== null)
    return changed(rules, known, known.refused.kind, 'refused-and-changed', mismatches);
  const other = shadowState.writeSince(known);
  const isOthers =
    other?.sent !== undefined && other.sent !== null && isAsSent(other.sent, record, mismatches);
  if (!isSeen(known)) {
    if (side === 'list' && known.doubts === 0) return null;
    if (other !== null && isOthers)
      return changed(rules, known, other.kind, 'changed-another', mismatches);
    const code = changeCode(shadowState, known, record, mismatches);
    return changed(rules, known, known.write?.kind ?? side, code, mismatches);
  }
  // The list contradicted the write before any read confirmed it.
  if (side === 'list' && known.doubts > 0 && !isOthers)
    return changed(rules, known, 'list', 'list-differs', mismatches);
  if (other !== null) return changed(rules, known, other.kind, 'changed-another', mismatches);
  const { before, write } = known;
  const isBack =
    before !== null &&
    mismatches.every(({ member }) => agrees(own(before, member), own(record, member)));
  if (isBack && (write?.kind === 'replace' || write?.kind === 'update'))
    return changed(rules, known, write.kind, 'not-replaced', mismatches);
  const isOneSided = (side === 'read' ? known.readBy : known.listedBy) === 0;
  return isOneSided ? changed(rules, known, side, `${side}-differs`, mismatches) : null;
}

/**
 * Returns the kind of the last write if it should have changed the item and did not. A PATCH should,
 * if the service takes its form.
 */
function ineffectiveWrite(
  { rules, habits, forms }: ShadowState,
  known: ItemKnowledge,
  record: JsonObject,
): 'replace' | 'update' | null {
  const { before, write, patch } = known;
  const kind = write?.kind;
  if (kind !== 'replace' && kind !== 'update') return null;
  const sentAnew = membersSentAnew(rules, kind, known, forms);
  const isDue =
    kind === 'replace'
      ? mustReplace(rules, habits, sentAnew)
      : patch !== null && habits.takesAny(patch.kind);
  return isDue && isUntouched(rules, before, sentAnew, record) ? kind : null;
}

function changeCode(
  { rules, forms }: ShadowState,
  known: ItemKnowledge,
  record: JsonObject,
  mismatches: readonly Mismatch[],
): ChangedCode {
  const { write, before, patch } = known;
  if (write?.kind === 'replace') {
    const sentAnew = membersSentAnew(rules, 'replace', known, forms);
    return isUntouched(rules, before, sentAnew, record) ? 'not-replaced' : 'value-changed';
  }
  if (write?.kind !== 'update' || patch === null || before === null) return 'value-changed';
  if (!mismatches.some(({ member }) => patch.touched.includes(member))) return 'changed-unsent';
  return mismatches.every(({ member }) => agrees(own(before, member), own(record, member)))
    ? 'not-replaced'
    : 'value-changed';
}

/** Whether an item holds the values that were sent to another item. */
function isAsSent(sent: JsonObject, record: JsonObject, mismatches: readonly Mismatch[]): boolean {
  return mismatches.every(
    ({ member }) => Object.hasOwn(sent, member) && agrees(own(sent, member), own(record, member)),
  );
}

function judgeAbsence(
  shadowState: ShadowState,
  known: ItemKnowledge,
  by: Kind,
  actual: string,
): Finding | null {
  const { rules } = shadowState;
  if (known.write === null) return null;
  const notListed = { operation: 'list', code: 'not-listed' } as const;
  const other = shadowState.writeSince(known);
  if (!isSeen(known)) {
    const { kind: operation } = known.write;
    if (by === 'list' && known.doubts === 0) return null;
    // This service stores what it creates: a created item was seen.
    if (other?.kind === 'remove' && shadowState.isKeeping)
      return absent(rules, known, { operation: 'remove', code: 'removed-another' }, actual);
    const code = operation === 'create' ? 'not-created' : 'lost';
    return absent(rules, known, { operation, code, target: 'it' }, actual);
  }
  if (by === 'list' && known.doubts > 0) return absent(rules, known, notListed, actual);
  if (other !== null) {
    const { kind: operation } = other;
    const code = operation === 'remove' ? 'removed-another' : 'lost';
    return absent(rules, known, { operation, code }, actual);
  }
  if (by === 'list') return known.listedBy === 0 ? absent(rules, known, notListed, actual) : null;
  if (by !== 'read') return absent(rules, known, { operation: by, code: 'refused' }, actual);
  if (known.readBy > 0) return null;
  return absent(rules, known, { operation: 'read', code: 'not-readable' }, actual);
}

/** Finds a known item that a complete list lacks, or another list between two that it shows. */
function judgeMissingElements(
  shadowState: ShadowState,
  counts: ReadonlyMap<string, number>,
  count: number,
  total: number | null,
  asking: RequestContext,
): Finding | null {
  const isAll = isWhole(shadowState, count, total, asking.viewer);
  const before = shadowState.lists.get(asking.viewer);
  for (const key of isAll ? shadowState.items.keys() : between(before?.keys ?? [], counts)) {
    const known = counts.has(key) ? null : shadowState.certain(key, asking);
    if (known === null || known.state === 'gone') continue;
    if (shadowState.mayBeGoneWithAnother(known, asking)) continue;
    // An item that was written since then may have moved to another page.
    if (!isAll && known.since > (before?.tick ?? 0)) continue;
    const finding = judgeAbsence(shadowState, known, 'list', `${count} other elements`);
    if (finding !== null) return finding;
  }
  return null;
}

/** Returns the keys that are missing between two remaining ones in the same order. */
function between(
  before: readonly string[],
  counts: ReadonlyMap<string, number>,
): readonly string[] {
  const order = new Map([...counts.keys()].map((key, index) => [key, index]));
  const placeOf = (key: string | undefined): number => order.get(key ?? '') ?? -1;
  const left = before.filter((key) => counts.has(key));
  const isSameOrder = left.every(
    (key, index) => index === 0 || placeOf(key) > placeOf(left[index - 1]),
  );
  const [first, last] = [before.indexOf(left[0] ?? ''), before.indexOf(left.at(-1) ?? '')];
  if (!isSameOrder || first < 0 || before.length > GAPS_MAX) return [];
  return before.slice(first, last).filter((key) => !counts.has(key));
}

/** Maximum length of a list in which gaps are searched. */
const GAPS_MAX = 1_000;

function membersSeen(
  shadowState: ShadowState,
  record: JsonObject,
  side: View,
): readonly string[] | null {
  if (side === 'read') return null;
  const { members, contract, schemas } = shadowState.rules;
  const unlike = unlikeInList(contract, schemas);
  return members.filter((member) => Object.hasOwn(record, member) && !unlike.has(member));
}

function isId(shadowState: ShadowState, key: string): boolean {
  const { hasNumericIds } = shadowState.rules;
  return hasNumericIds
    ? /^-?\d+$/.test(key) && String(Number(key)) === key
    : shadowState.items.has(key);
}

/** Returns the elements of a list that are objects. */
export function itemsIn(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter((one) => isObject(one)) : [];
}

function toList(finding: Finding | null): readonly Finding[] {
  return finding === null ? [] : [finding];
}
