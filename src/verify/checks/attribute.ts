// Turns a discrepancy into a finding: decides which operation is at fault, and by which clause.

import type { JsonObject } from '../../base/json.ts';
import type { Kind } from '../../contract/operation-kinds.ts';
import type { ClauseSubject } from '../../oracle/clause.ts';
import { agrees, type Mismatch, show } from '../../oracle/expectation.ts';
import type { Finding } from '../../oracle/finding.ts';
import { type ItemFacts, itemFinding, itemName } from '../../oracle/item-findings.ts';
import { markIn } from '../guard/item-marker.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { holdsMark, type OwnedItem } from '../session/owned-item.ts';
import type { Discrepancy } from './discrepancies.ts';

/** Returns the finding for a discrepancy. */
export function attribute(scenario: Scenario, discrepancy: Discrepancy): Finding {
  const { contract } = scenario.session.service;
  switch (discrepancy.kind) {
    case 'flawed':
      return discrepancy.finding;
    case 'stray':
      return stray(scenario, discrepancy);
    case 'all-lost': {
      const { count } = discrepancy;
      return itemFinding(contract, { code: 'all-lost', operation: 'create' }, { count });
    }
    default:
      return attributeItem(scenario, discrepancy, itemName(contract, discrepancy.item.key));
  }
}

type ItemDiscrepancy = Exclude<Discrepancy, { readonly kind: 'flawed' | 'stray' | 'all-lost' }>;

function attributeItem(scenario: Scenario, discrepancy: ItemDiscrepancy, item: string): Finding {
  const { contract } = scenario.session.service;
  switch (discrepancy.kind) {
    case 'lost':
      return lost(scenario, discrepancy.item, item, discrepancy.status);
    case 'unreadable': {
      const actual = `status ${discrepancy.status}`;
      return itemFinding(contract, { code: 'not-readable', operation: 'read' }, { item, actual });
    }
    case 'wrong-item':
      return itemFinding(
        contract,
        { code: 'wrong-item', operation: 'read', at: `/${contract.id}` },
        {
          item,
          expected: show(discrepancy.item.id),
          actual: show(discrepancy.record[contract.id]),
        },
      );
    case 'unlisted': {
      const { elements, pages } = discrepancy.list;
      const actual = `${elements.length} other elements${pages > 1 ? ` on ${pages} pages` : ''}`;
      return itemFinding(contract, { code: 'not-listed', operation: 'list' }, { item, actual });
    }
    case 'listed-twice': {
      const { times } = discrepancy;
      return itemFinding(contract, { code: 'listed-twice', operation: 'list' }, { item, times });
    }
    case 'changed': {
      const finding = changed(scenario, discrepancy, item);
      if (STORED_BADLY.has(finding.code) && showsLastWrite(scenario, discrepancy))
        scenario.session.lag.ruleOut(finding);
      if (finding.code === 'value-changed') scenario.itemOf.set(finding, discrepancy.item);
      return finding;
    }
    case 'read-differs':
    case 'list-differs': {
      const operation = discrepancy.kind === 'list-differs' ? 'list' : 'read';
      const { at, values } = firstOf(discrepancy.mismatches);
      return itemFinding(contract, { code: discrepancy.kind, operation, at }, { item, ...values });
    }
    default:
      return stillThere(scenario, discrepancy, item);
  }
}

/** No creation of the run made the item, yet it holds values that the run sent. */
function stray(
  scenario: Scenario,
  { key, kin, isCreated }: Extract<Discrepancy, { kind: 'stray' }>,
): Finding {
  const { contract } = scenario.session.service;
  const item = itemName(contract, key);
  const last = scenario.since.writes.at(-1)?.kind;
  if (last !== undefined && !isCreated) {
    const original = kin === null ? null : itemName(contract, kin);
    return itemFinding(contract, { code: 'made-a-copy', operation: last }, { item, original });
  }
  const operation = 'create';
  return kin === null
    ? itemFinding(contract, { code: 'refused-and-created', operation }, { item })
    : itemFinding(
        contract,
        { code: 'made-twice', operation },
        { item, first: itemName(contract, kin) },
      );
}

/** The item is neither readable nor listed: the last write lost it. */
function lost(scenario: Scenario, owned: OwnedItem, item: string, status: number | null): Finding {
  const { contract } = scenario.session.service;
  const { kind: operation, isOwn, about, words: after } = culpritOf(scenario, owned, 'lost');
  const actual =
    status === null ? 'it is not in the list' : `status ${status}, and it is not in the list`;
  if (isOwn && operation === 'create') {
    const blame = { code: 'not-created', operation, about } as const;
    return itemFinding(contract, blame, { item, request: null, actual });
  }
  const code = !isOwn && operation === 'remove' ? 'removed-another' : 'lost';
  return itemFinding(contract, { code, operation, about }, { item, after, actual });
}

function changed(
  scenario: Scenario,
  { item: owned, mismatches, record }: Extract<Discrepancy, { kind: 'changed' }>,
  item: string,
): Finding {
  const { contract } = scenario.session.service;
  const { at, values } = firstOf(mismatches);
  const unsteady = mismatches.find((one) => one.unsteady !== undefined)?.unsteady;
  if (unsteady !== undefined && owned.rivals.length === 0) {
    const blame = { code: 'normalised-sometimes', operation: unsteady.operation, at } as const;
    return itemFinding(contract, blame, { item, unsteady, ...values });
  }
  const culprit = culpritOf(scenario, owned, 'changed');
  const { isOwn, about, words: after } = culprit;
  const isRefused = isOwn && isRefusedInVain(owned, mismatches, record);
  const operation = isRefused ? owned.lastWrite : culprit.kind;
  if (owned.rivals.length > 0) {
    const blame = { code: 'torn-write', operation: 'replace', at } as const;
    return itemFinding(contract, blame, { item, ...values });
  }
  if (!isOwn) {
    const code = about === 'methods' ? 'changed-by-reading' : 'changed-another';
    return itemFinding(contract, { code, operation, about, at }, { item, after, ...values });
  }
  if (operation === 'update' && owned.patched !== null && discrepancyIsUnsent(owned, mismatches)) {
    const code = owned.patched === 'refused' ? 'refused-and-changed' : 'changed-unsent';
    return itemFinding(contract, { code, operation, about, at }, { item, ...values });
  }
  if (isOwn && !isRefused && operation === 'replace' && isOfRefused(owned, mismatches, record))
    return itemFinding(
      contract,
      { code: 'refused-and-changed', operation, about, at },
      { item, ...values },
    );
  const isAsBefore =
    owned.before !== null &&
    mismatches.every(({ member }) => agrees(owned.before?.[member], record[member]));
  const leftOut = leftOutBy(scenario, owned, mismatches);
  if (!isAsBefore)
    return itemFinding(
      contract,
      { code: 'value-changed', operation, about, at },
      { item, ...leftOut, ...values },
    );
  const blame = { code: 'not-replaced', operation, about, at } as const;
  const names = mismatches.map(({ member }) => member);
  const members = isStoredBeside(owned, record, names) ? names : [];
  return itemFinding(contract, blame, { item, members, ...leftOut, ...values });
}

/** Findings about what an accepted write to the item itself stored. */
const STORED_BADLY: ReadonlySet<Finding['code']> = new Set(['value-changed', 'not-replaced']);

/**
 * Whether an item shows a value of the last write to it that the run had never sent before, or a part
 * of one with its mark. There is no older state of a new item.
 */
function showsLastWrite(
  { session }: Scenario,
  {
    item: { written, before, sent, lastWrite },
    mismatches,
    record,
  }: Extract<Discrepancy, { kind: 'changed' }>,
): boolean {
  const isNew = lastWrite === 'create' && before === null;
  const values = isNew ? sent : (written?.sent ?? {});
  const names = isNew ? Object.keys(sent) : (written?.unused ?? []);
  return names.some((name) => {
    const [value = null, shown = null] = [values[name], record[name]];
    if (!mismatches.some(({ member }) => member === name)) return agrees(value, shown);
    const mark = markIn(value, session.items.token);
    const isOfThis = mark !== session.items.token && !holdsMark(before?.[name] ?? null, mark);
    return isOfThis && holdsMark(shown, mark);
  });
}

/** The member of the first difference, if the last write was a PUT that did not send it. */
function leftOutBy(
  { session: { service } }: Scenario,
  { written }: OwnedItem,
  [first]: readonly Mismatch[],
): Pick<ItemFacts['not-replaced'], 'leftOut'> {
  const isSent = first === undefined || Object.hasOwn(written?.sent ?? {}, first.member);
  if (written?.kind !== 'replace' || isSent) return {};
  const { member } = first;
  return { leftOut: { member, isUnlike: service.habits.has(`replace ${member} left out`) } };
}

/**
 * Whether a PUT was refused, and nothing that it sent is shown: then the write before it, which nobody
 * has looked at, is to blame.
 */
function isRefusedInVain(
  { refused, touched, lastWrite }: OwnedItem,
  mismatches: readonly Mismatch[],
  record: JsonObject,
): boolean {
  if (refused === undefined || touched.at(-1) !== 'replace' || !touched.includes(lastWrite))
    return false;
  return mismatches.every(({ member }) => !agrees(refused[member], record[member]));
}

/** Whether the last PUT was refused, and a value that it sent is shown all the same. */
function isOfRefused(
  { refused, refusedInvalid, touched }: OwnedItem,
  mismatches: readonly Mismatch[],
  record: JsonObject,
): boolean {
  const bodies = [refused ?? {}, ...(refusedInvalid ?? [])];
  return (
    touched.at(-1) === 'replace' &&
    mismatches.some(({ member }) =>
      bodies.some((body) => Object.hasOwn(body, member) && agrees(body[member], record[member])),
    )
  );
}

/** Whether the last write stored another member than some. */
function isStoredBeside(
  { before, sent }: OwnedItem,
  record: JsonObject,
  members: readonly string[],
): boolean {
  return Object.keys(sent).some(
    (member) =>
      !members.includes(member) &&
      agrees(sent[member], record[member]) &&
      !agrees(before?.[member], record[member]),
  );
}

/** Whether the first difference is in a member that the last PATCH did not store. */
function discrepancyIsUnsent(
  { patched }: OwnedItem,
  [first]: Extract<Discrepancy, { kind: 'changed' }>['mismatches'],
): boolean {
  return patched === 'refused' || (first !== undefined && patched?.includes(first.member) !== true);
}

function firstOf([first]: Extract<Discrepancy, { kind: 'changed' }>['mismatches']): {
  readonly at: string;
  readonly values: { readonly expected: string; readonly actual: string };
} {
  return {
    at: first?.at ?? '',
    values: { expected: first?.expected ?? '', actual: first?.actual ?? '' },
  };
}

/** The item was removed, and a read or the list still shows it. */
function stillThere(
  scenario: Scenario,
  {
    kind,
    item: owned,
  }: Extract<Discrepancy, { readonly kind: 'not-removed' | 'still-readable' | 'still-listed' }>,
  item: string,
): Finding {
  const { contract } = scenario.session.service;
  const removed = { item, request: null };
  if (kind !== 'not-removed') {
    const operation = kind === 'still-readable' ? 'read' : 'list';
    return itemFinding(contract, { code: kind, operation }, removed);
  }
  if (owned.touched.includes('remove'))
    return itemFinding(contract, { code: 'not-removed', operation: 'remove' }, removed);
  const last = scenario.since.writes.at(-1)?.kind;
  const after = last === undefined ? 'after a while' : `after ${last} of another item`;
  const blame = { code: 'came-back', operation: last ?? 'remove' } as const;
  return itemFinding(contract, blame, { ...removed, after });
}

interface Culprit {
  readonly kind: Kind;
  /** Whether it was a write to the item itself. */
  readonly isOwn: boolean;
  readonly about?: ClauseSubject;
  readonly words: string;
}

/**
 * The operation to blame for a change of an item: the last write to it since the last check, else
 * the last write to any item, else a read, else time.
 */
function culpritOf(scenario: Scenario, item: OwnedItem, harm: 'lost' | 'changed'): Culprit {
  const { readingHarm } = scenario.session.service;
  if (readingHarm !== null)
    return { kind: readingHarm, isOwn: false, about: 'methods', words: 'after a read' };
  if (scenario.session.items.sentinels.includes(item)) {
    const kinds = scenario.session.items.window.kinds;
    const likeliest: readonly Kind[] =
      harm === 'lost'
        ? ['remove', 'replace', 'update', 'create']
        : ['replace', 'update', 'create', 'remove'];
    const kind = likeliest.find((one) => kinds.has(one)) ?? 'read';
    return {
      kind,
      isOwn: false,
      ...(kind === 'read' ? { about: 'methods' as const } : {}),
      words: `after ${kind} of another item`,
    };
  }
  const own = item.touched.at(-1);
  if (own !== undefined) return { kind: own, isOwn: true, words: `after ${own} of it` };
  const other = scenario.since.writes.findLast((write) => write.item !== item);
  if (other !== undefined)
    return { kind: other.kind, isOwn: false, words: `after ${other.kind} of another item` };
  if (scenario.since.isPaused)
    return { kind: item.lastWrite, isOwn: true, words: `some time after ${item.lastWrite} of it` };
  return {
    kind: scenario.since.reads.at(-1) ?? 'read',
    isOwn: false,
    about: 'methods',
    words: 'although it was only read',
  };
}
