// What is wrong with one item, as seen at its own address and in the list. Together they show more
// than each alone.

import { isObject, type JsonObject, own, pick } from '../../base/json.ts';
import {
  agrees,
  type Expectation,
  type Match,
  type Mismatch,
  match,
  type SeenService,
  show,
} from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import type { ListOrder } from '../../oracle/stored-forms.ts';
import { markIn } from '../guard/item-marker.ts';
import type { ListRead } from '../scenario/read-list.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { holdsMark, type OwnedItem } from '../session/owned-item.ts';
import type { Session } from '../session/session.ts';
import { answeredDifferently } from './described-item.ts';
import { noteStored } from './note-stored.ts';
import type { ReadBack } from './read-back.ts';

/** Something that is not as expected. */
export type Discrepancy =
  | {
      readonly kind: 'lost' | 'unreadable';
      readonly item: OwnedItem;
      readonly status: number | null;
    }
  | { readonly kind: 'all-lost'; readonly item: OwnedItem; readonly count: number }
  | { readonly kind: 'wrong-item'; readonly item: OwnedItem; readonly record: JsonObject }
  | { readonly kind: 'flawed'; readonly finding: Finding }
  | { readonly kind: 'unlisted'; readonly item: OwnedItem; readonly list: ListRead }
  | { readonly kind: 'listed-twice'; readonly item: OwnedItem; readonly times: number }
  | {
      readonly kind: 'stray';
      readonly key: string;
      /** The key of the item whose creation sent what it holds; `null` if none is known. */
      readonly kin: string | null;
      /** Whether it holds what a refused creation sent. */
      readonly isRefused: boolean;
      /** Whether a creation made it, and no write to another item. */
      readonly isCreated: boolean;
    }
  | {
      readonly kind: 'changed';
      readonly item: OwnedItem;
      readonly mismatches: readonly Mismatch[];
      readonly record: JsonObject;
    }
  | {
      readonly kind: 'read-differs' | 'list-differs';
      readonly item: OwnedItem;
      readonly mismatches: readonly Mismatch[];
    }
  | { readonly kind: 'not-removed' | 'still-readable' | 'still-listed'; readonly item: OwnedItem };

/**
 * Returns what is wrong with an item that should exist. `list` or `seen` is `null` if it was not
 * read there.
 */
export function discrepancyOf(
  scenario: Scenario,
  item: OwnedItem,
  given: ListRead | null,
  seen: ReadBack | null,
): Discrepancy | null {
  const { service } = scenario.session;
  // Items that show no id can only be told apart by their paths.
  const isNamed = item.id !== null && service.showsIds;
  const list = item.id !== null && service.listsIds ? given : null;
  const listed =
    list === null ? [] : list.elements.filter((element) => service.keyOf(element) === item.key);
  const [element] = listed;
  if (seen?.kind === 'missing') {
    const isListed = element !== undefined || (list === null && item.touched.length === 0);
    return { kind: isListed ? 'unreadable' : 'lost', item, status: seen.status };
  }
  if (seen !== null && isNamed && !service.sameId(own(seen.record, service.contract.id), item.id)) {
    if (service.hasPlaceOfId(seen.record) && service.keyOf(seen.record) !== item.key)
      return { kind: 'wrong-item', item, record: seen.record };
  }
  if (list !== null && element === undefined && service.offers('list'))
    return { kind: 'unlisted', item, list };
  if (listed.length > 1) return { kind: 'listed-twice', item, times: listed.length };
  if (seen === null) {
    // A value in a normal form counts once reading shows it, too: the list may be the only one.
    const { sent, forms, changedByReads } = service;
    const strict = { sent, forms: service.offers('read') ? null : forms, changedByReads };
    if (element === undefined) return null;
    const discrepancy = listDiscrepancy(scenario, item, element, strict);
    if (discrepancy === null) learnForms(service, item, element);
    if (discrepancy === null) noteStored(scenario, item, { record: element, from: 'list' });
    return discrepancy;
  }
  return readDiscrepancy(scenario, item, seen, element ?? null);
}

/** Learns that values which the list shows as they were sent are stored so. */
function learnForms(service: SeenService, item: OwnedItem, element: JsonObject): void {
  const { stored } = match(item.expectation, element, Object.keys(element));
  for (const { kind, member, sent, stored: value } of stored)
    service.forms?.learn(kind, member, sent, value);
}

function readDiscrepancy(
  scenario: Scenario,
  item: OwnedItem,
  seen: Extract<ReadBack, { kind: 'there' }>,
  element: JsonObject | null,
): Discrepancy | null {
  const { service, items } = scenario.session;
  const { record, flaws } = seen;
  loosenCalculated(scenario, item, record);
  const ofRead = matchRivals(item, record, service);
  const flawed = flaws.find(
    ({ at }) => !service.sound.has(memberOf(at)) || !isAmong(ofRead.mismatches, memberOf(at)),
  );
  if (flawed !== undefined) return { kind: 'flawed', finding: flawed };
  if (ofRead.mismatches.length > 0) {
    const members = ofRead.mismatches.map(({ member }) => member);
    const isListed = element !== null && members.every((member) => Object.hasOwn(element, member));
    const isListRight =
      isListed && match(item.expectation, element, members, service).mismatches.length === 0;
    if (isListRight && item.rivals.length === 0)
      return { kind: 'read-differs', item, mismatches: ofRead.mismatches };
    return { kind: 'changed', item, mismatches: ofRead.mismatches, record };
  }
  const differing =
    normalisedIn(item, record, element, service.forms.lists) ?? misplacedIn(item, record);
  if (differing !== null) return { kind: 'read-differs', item, mismatches: [differing] };
  const idle = unappliedReplacement(scenario, item, record);
  if (idle !== null) {
    // If the list shows what was sent, the write took effect and the read is stale.
    const isStale =
      element !== null && unappliedReplacement(scenario, item, { ...record, ...element }) === null;
    if (isStale && item.rivals.length === 0)
      return { kind: 'read-differs', item, mismatches: idle };
    return { kind: 'changed', item, mismatches: idle, record };
  }
  service.learn(ofRead);
  noteStored(scenario, item, { record, from: 'read' });
  for (const member of Object.keys(record)) service.sound.add(member);
  item.expectation = ofRead.settled;
  const answered = item.rivals.length > 0 ? null : answeredDifferently(scenario, item, record);
  item.answered = null;
  if (answered !== null) return { kind: 'flawed', finding: answered };
  item.rivals = [];
  items.keep(item);
  return element === null
    ? null
    : (listDiscrepancy(scenario, item, element) ?? madeApart(scenario, item, record, element));
}

/**
 * A member that the service makes, by its description, may hold any value from the first creation on
 * that did not take it.
 */
function loosenCalculated(scenario: Scenario, item: OwnedItem, record: JsonObject): void {
  const { service, items } = scenario.session;
  const { written = null } = item;
  if (written?.kind !== 'create' || item.rivals.length > 0) return;
  const differing = Object.keys(written.sent).filter(
    (member) => !agrees(own(written.sent, member), own(record, member)) && service.saysMade(member),
  );
  if (differing.length === 0) return;
  const some = { ...item, written: { ...written, sent: pick(written.sent, differing) } };
  noteStored(scenario, some, { record, from: 'read' });
  items.loosen(
    differing.filter((member) => service.made.includes(member)),
    () => false,
  );
}

/**
 * A member that the service makes, if the list shows another value than a read, and did so each
 * time: a value may change by itself between the two.
 */
function madeApart(
  { session: { service } }: Scenario,
  item: OwnedItem,
  record: JsonObject,
  element: JsonObject,
): Discrepancy | null {
  for (const member of service.madeMembers()) {
    if (service.changedByReads.has(member) || service.isUnlikeInList(member)) continue;
    const [read, listed] = [own(record, member), own(element, member)];
    if (read === undefined || listed === undefined) continue;
    if (agrees(read, listed)) {
      service.timesApart.set(member, Number.NEGATIVE_INFINITY);
      continue;
    }
    const times = (service.timesApart.get(member) ?? 0) + 1;
    service.timesApart.set(member, times);
    if (times < APART_LEAST) continue;
    const values = { expected: show(read), actual: show(listed) };
    const mismatch: Mismatch = { at: `/${member}`, member, ...values, by: 'contract' };
    return { kind: 'list-differs', item, mismatches: [mismatch] };
  }
  return null;
}

/** How often list and read must show different values before they count as different. */
const APART_LEAST = 3;

/**
 * Compares an item with its element of the list. A member that the list never showed is not
 * missing.
 */
function listDiscrepancy(
  scenario: Scenario,
  item: OwnedItem,
  element: JsonObject,
  against: SeenService = scenario.session.service,
): Discrepancy | null {
  const { session } = scenario;
  const { service, items } = session;
  // A read need not show what the service makes, such as a counter that only the list has, and no
  // value that the list shows in a type of its own.
  const isOfList = (member: string): boolean =>
    service.isUnlikeInList(member) ||
    (service.made.includes(member) &&
      (item.expectation.get(member) ?? []).every((one) => one.value === undefined && !one.isAny));
  const shown = service.members.filter(
    (member) =>
      (service.traits.listed.has(member) || Object.hasOwn(element, member)) && !isOfList(member),
  );
  const admitted = rivalsInList(session, item).filter(
    (one) => match(one, element, shown, against).mismatches.length === 0,
  );
  const [first] = admitted;
  if (first === undefined)
    return {
      kind: 'list-differs',
      item,
      mismatches: match(item.expectation, element, shown, against).mismatches,
    };
  if (first !== item.expectation) {
    item.expectation = first;
    items.keep(item);
  }
  if (!service.offers('read')) item.rivals = admitted.length > 1 ? admitted : [];
  for (const member of service.members)
    if (Object.hasOwn(element, member)) service.traits.listed.add(member);
  return null;
}

/** If single items can be read, that tells which of several concurrent writes won. */
function rivalsInList(session: Session, item: OwnedItem): readonly Expectation[] {
  return item.rivals.length === 0 || session.service.offers('read')
    ? [item.expectation]
    : item.rivals;
}

function memberOf(at: string | null): string {
  return at?.split('/')[1]?.replaceAll('~1', '/').replaceAll('~0', '~') ?? '';
}

function isAmong(mismatches: readonly Mismatch[], member: string): boolean {
  return mismatches.some((mismatch) => mismatch.member === member);
}

/** A member that the list shows as it was sent, and reading shows in a normal form. */
function normalisedIn(
  item: OwnedItem,
  record: JsonObject,
  element: JsonObject | null,
  lists: ListOrder,
): Mismatch | null {
  if (element === null) return null;
  for (const [member, [first]] of item.expectation) {
    if (first?.sentBy === undefined || !Object.hasOwn(element, member)) continue;
    const { value: sent, by } = first;
    const [read, listed] = [own(record, member), own(element, member)];
    if (!agrees(sent, listed) || agrees(sent, read, lists)) continue;
    return { at: `/${member}`, member, expected: show(sent), actual: show(read), by };
  }
  return null;
}

/** A nested object that was sent and is missing, while its members are in the item itself. */
function misplacedIn(item: OwnedItem, record: JsonObject): Mismatch | null {
  for (const [member, value] of Object.entries(item.sent)) {
    if (!isObject(value) || Object.keys(value).length === 0 || own(record, member) !== undefined)
      continue;
    const isBeside = Object.entries(value).every(([key, one]) => agrees(one, own(record, key)));
    if (isBeside)
      return {
        at: `/${member}`,
        member,
        expected: show(value),
        actual: 'its members directly in the item',
        by: 'contract',
      };
  }
  return null;
}

/** If several writes ran at once, the item must be the whole result of one of them. */
function matchRivals(item: OwnedItem, record: JsonObject, service: SeenService): Match {
  const matches = (item.rivals.length > 0 ? item.rivals : [item.expectation]).map((one) =>
    match(one, record, null, service),
  );
  return matches.find((one) => one.mismatches.length === 0) ?? (matches[0] as Match);
}

/**
 * A replacement may leave unspecified members unchanged, but not all those that it sent. Of several
 * at once, one did.
 */
function unappliedReplacement(
  scenario: Scenario,
  item: OwnedItem,
  record: JsonObject,
): readonly Mismatch[] | null {
  if (!item.touched.includes('replace') || item.before === null) return null;
  const idle = (item.rivals.length > 0 ? item.rivals : [item.expectation]).map((one) =>
    leftOut(scenario, one, record),
  );
  return idle.includes(null) ? null : (idle[0] ?? null);
}

/**
 * The members of a replacement, if the service stored none of them, now or ever. A member that was
 * sent as it was before shows nothing: the service may take this one alone.
 */
function leftOut(
  scenario: Scenario,
  expectation: Expectation,
  record: JsonObject,
): readonly Mismatch[] | null {
  const idle: Mismatch[] = [];
  for (const [member, candidates] of expectation) {
    const about = `replace ${member} sent`;
    const isAsBefore = candidates.some(
      ({ sentBy, isSilent }) => sentBy === 'replace' && isSilent === true,
    );
    if (isAsBefore) return null;
    const kept = candidates.find(({ habit }) => habit?.about === about && habit.way === 'kept');
    if (kept === undefined) continue;
    const wanted: Expectation = new Map([[member, [kept]]]);
    const { mismatches } = match(wanted, record, [member], scenario.session.service);
    if (mismatches.length === 0) return null;
    idle.push(...mismatches);
  }
  return idle.length === 0 ? null : idle;
}

/** Returns what is wrong if an item should be gone. */
export function remainsOf(
  scenario: Scenario,
  item: OwnedItem,
  list: ListRead | null,
  seen: ReadBack,
): Discrepancy | null {
  const { service } = scenario.session;
  const listed = (list?.elements ?? []).filter((element) => service.keyOf(element) === item.key);
  const isListed = listed.some((element) => isSame(scenario, item, element));
  const record = seen.kind === 'there' ? seen.record : null;
  const key = record === null ? null : service.keyOf(record);
  if (record !== null && key !== null && key !== item.key)
    return { kind: 'wrong-item', item, record };
  const isNamed = item.id !== null && record !== null && service.hasPlaceOfId(record);
  const isThere = record !== null && (!isNamed || key === item.key);
  // The list has the ids of what is there, and lacks this one: no other item has got it.
  const isNobodys = !isNamed && service.listsIds && list !== null && listed.length === 0;
  const isRead = isThere && (isNobodys || isSame(scenario, item, record));
  if (!isRead && !isListed) return null;
  const isShown = listed.length > 0 || !(isNamed || isNobodys);
  return {
    kind: isRead && isShown ? 'not-removed' : isRead ? 'still-readable' : 'still-listed',
    item,
  };
}

/**
 * The id may have been given to another item: it is the removed one only if it shows something of
 * it.
 */
function isSame(scenario: Scenario, item: OwnedItem, record: JsonObject): boolean {
  if (item.mark !== '' && holdsMark(record, item.mark)) return true;
  return scenario.session.service.members.some((member) => {
    const [first] = item.expectation.get(member) ?? [];
    return (
      first?.value !== undefined &&
      isDistinctive(first.value) &&
      agrees(first.value, own(record, member))
    );
  });
}

/** Flags and empty values identify no item. */
function isDistinctive(value: JsonObject[string]): boolean {
  return typeof value === 'object' && value !== null
    ? Object.keys(value).length > 0
    : typeof value === 'string' && value.length > 3;
}

/** Finds an element that holds values of the run, and that no creation of the run made. */
export function strayIn(
  scenario: Scenario,
  elements: readonly JsonObject[],
): {
  readonly key: string;
  readonly mark: string;
  readonly discrepancy: Extract<Discrepancy, { kind: 'stray' }>;
} | null {
  const { service, items, bystanders } = scenario.session;
  for (const element of elements) {
    const key = service.keyOf(element);
    if (
      key === null ||
      items.everOwned.has(key) ||
      bystanders.knows(key) ||
      !holdsMark(element, items.token)
    )
      continue;
    const own = [...scenario.items.values()].find((item) => holdsMark(element, item.mark));
    const [mark, kin] =
      own === undefined
        ? ([...items.createdMarks].find(([one]) => holdsMark(element, one)) ?? [items.token, null])
        : [own.mark, own.key];
    const isRefused = [...items.refusedMarks].some(
      (refused) => refused !== items.token && holdsMark(element, refused),
    );
    const holdsLast = ({ written, sent }: OwnedItem): boolean =>
      holdsMark(element, markIn(written?.sent ?? sent, items.token));
    // A service that was seen to make several items makes this one so, too.
    const isKnown = kin !== null && items.areListed;
    const isCreated = isRefused || isKnown || isOfCreation(scenario, kin, holdsLast);
    return { key, mark, discrepancy: { kind: 'stray', key, kin, isRefused, isCreated } };
  }
  return null;
}

/**
 * Whether a creation made a stray, and not the last change of its kin: what PUT wrote has another mark
 * than what was created.
 */
function isOfCreation(
  { since }: Pick<Scenario, 'since'>,
  kin: string | null,
  holdsLast: (item: OwnedItem) => boolean,
): boolean {
  const last = since.writes.at(-1);
  if (last?.kind !== 'replace' && last?.kind !== 'update') return true;
  if (kin === null) return false;
  if (last.item === null || kin !== last.item.key) return true;
  return last.kind === 'replace' && !holdsLast(last.item);
}
