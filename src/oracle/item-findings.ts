// Every finding about items, worded once: message, expected, actual and remedy by code. `verify`
// and `record` supply the facts and decide which operation is at fault, and by which clause.

import type { Json } from '../base/json.ts';
import { pluralize } from '../base/pluralize.ts';
import type { Pointer } from '../base/pointer.ts';
import { truncate } from '../base/truncate.ts';
import type { Contract } from '../contract/contract.ts';
import type { Kind } from '../contract/operation-kinds.ts';
import { type ClauseSubject, clauseOf } from './clause.ts';
import { show } from './expectation.ts';
import type { Finding } from './finding.ts';
import type { Unsteady } from './stored-forms.ts';

/** The facts that each sentence needs. `item` is an item as `itemName` writes it. */
export interface ItemFacts {
  'not-created': CreatedFacts;
  'made-twice': { readonly item: string; readonly first: string };
  'made-a-copy': { readonly item: string; readonly original: string | null };
  'refused-and-created': ItemFact;
  'describes-another': SeenFacts;
  'answer-differs': ValueFacts;
  'id-not-unique': { readonly key: string };
  'id-of-another': { readonly key: string; readonly actual: string };
  'wrong-scope': { readonly item: string; readonly path: string };
  'filter-ignored': {
    readonly query: string;
    readonly actual: string;
    /** Absent: for the items that fit. */
    readonly asks?: 'page';
    /** Whether the items are right, and what the list says of their number is not. */
    readonly isCount?: boolean;
  };
  'wrong-order': { readonly query: string; readonly actual: string };
  'wrong-link': ValueFacts;
  'wrong-embedded': { readonly asked: string; readonly actual: string };
  'not-cascaded': ValueFacts & { readonly removed: string };
  'wrong-total': { readonly at: string; readonly told: number; readonly items: number };
  'page-repeats': PageFacts & { readonly actual: string };
  'page-refused': PageFacts & { readonly actual: string };
  'page-endless': PageFacts;
  lost: GoneFacts;
  'all-lost': { readonly count: number };
  'removed-another': GoneFacts;
  'not-removed': RemovedFacts;
  'still-readable': RemovedFacts;
  'still-listed': RemovedFacts;
  'came-back': RemovedFacts & { readonly after: string };
  'not-replaced': ValueFacts & {
    /** The members that were not stored, if others were; absent or empty if none was. */
    readonly members?: readonly string[];
    readonly leftOut?: LeftOut;
  };
  'value-changed': ValueFacts & { readonly leftOut?: LeftOut };
  'not-stored': {
    readonly member: string;
    /** All others, if the operation stores no member at all; absent or empty if it stores one. */
    readonly others?: readonly string[];
    /** Two values of the member that were sent, and what was read back of each. */
    readonly lost: readonly [LostValue, LostValue];
  };
  'changed-unsent': ValueFacts;
  'changed-another': ValueFacts & { readonly after: string };
  'changed-by-reading': ValueFacts;
  'refused-and-changed': ValueFacts;
  'open-to-others': ValueFacts & {
    /** What the second user may not do with the item. */
    readonly lacks: 'read' | 'change';
  };
  'normalised-sometimes': ValueFacts & { readonly unsteady: Unsteady };
  'torn-write': ValueFacts;
  'read-differs': ValueFacts;
  'list-differs': ValueFacts;
  'overwrote-another': ItemFact;
  'harmed-others': { readonly times: number };
  'stale-read': ItemFact & {
    /** The last write. */
    readonly write: Kind;
    /** `back`: it had returned the new state before; `first`: only the first read is stale. */
    readonly manner: 'back' | 'first';
    readonly afterMs: number;
  };
  'wrong-item': { readonly item: string; readonly expected: string; readonly actual: string };
  'made-up': { readonly key: string; readonly actual: string };
  'not-readable': SeenFacts;
  'not-listed': SeenFacts;
  'listed-twice': { readonly item: string; readonly times: number };
  refused: SeenFacts;
}

export type ItemFindingCode = keyof ItemFacts;

interface ItemFact {
  readonly item: string;
}

interface PageFacts {
  /** From 1 on. */
  readonly page: number;
}

interface SeenFacts extends ItemFact {
  /** What the service answered or showed instead. */
  readonly actual: string;
}

interface CreatedFacts {
  /** `null` if the service did not say which item it created. */
  readonly item: string | null;
  /** The request that created it; `null` if requests have no numbers. */
  readonly request: number | null;
  readonly actual: string;
}

interface GoneFacts extends SeenFacts {
  /** What happened just before: `after remove of another item`. */
  readonly after: string;
}

interface RemovedFacts extends ItemFact {
  /** The request that removed it; `null` if requests have no numbers. */
  readonly request: number | null;
  /** The item as it was shown. Absent if the finding shows it elsewhere. */
  readonly shown?: string;
}

/** A member that a PUT left out, and did not treat as it has to be. */
interface LeftOut {
  readonly member: string;
  /** Whether another PUT of the run showed how the service treats it. */
  readonly isUnlike: boolean;
}

interface LostValue {
  readonly sent: Json;
  readonly read: Json | undefined;
}

interface ValueFacts extends ItemFact {
  readonly expected: string;
  readonly actual: string;
}

/** Names an item in messages by its path: `users/7`. */
export function itemName({ resource }: Pick<Contract, 'resource'>, key: string): string {
  return `${resource}/${encodeURIComponent(key.toWellFormed())}`;
}

type Sentences = Pick<Finding, 'message' | 'expected' | 'actual' | 'remedy'>;

/** The sentences that are not among the facts themselves. */
type OtherSentences<Code extends ItemFindingCode> = Omit<Sentences, keyof ItemFacts[Code]>;

/** The operation at fault, and the clause it breaks: its own unless `about` names another. */
export interface Blame<Code extends ItemFindingCode> {
  readonly code: Code;
  readonly operation: Kind;
  readonly about?: ClauseSubject | undefined;
  readonly at?: Pointer | undefined;
}

/** Words a finding about an item. */
export function itemFinding<Code extends ItemFindingCode>(
  contract: Contract,
  { code, operation, about = operation, at }: Blame<Code>,
  facts: ItemFacts[Code],
): Finding {
  // Facts have what their sentences leave out, as the type of `sentences` says.
  const place = at ? ` at ${at}` : '';
  const all: object = { ...facts, ...sentences[code](facts, operation, place) };
  const { message, expected, actual, remedy } = all as Sentences;
  const clause = clauseOf(contract, about);
  const blame = { code, breach: 'violates', operation, clause, at: at ?? null } as const;
  return { ...blame, by: 'contract', message, expected, actual, remedy };
}

const TARGET_ONLY = 'Make each operation change only its target.';
const REFUSED_CHANGES_NOTHING = 'Check the request before you store anything.';
const SAME_EVERYWHERE = 'Show the stored values everywhere.';
const REMOVE_EVERYWHERE = 'Remove the item everywhere: it must be neither readable nor listed.';

const ITEM_PRESENT = 'the item, in the list and by its id';

const sentences: {
  readonly [Code in ItemFindingCode]: (
    facts: ItemFacts[Code],
    operation: Kind,
    /** ` at /name`; empty if the finding is about no single member. */
    place: string,
  ) => OtherSentences<Code>;
} = {
  'not-created': ({ item, request }) => ({
    message:
      item === null
        ? 'create succeeded, but the new item cannot be found'
        : `${item} was created${byRequest(request)} but is not there`,
    expected: ITEM_PRESENT,
    remedy: 'Store the item before you answer with a success.',
  }),
  'made-twice': ({ item, first }) => ({
    message: `one create made two items: ${first} and ${item}`,
    expected: 'one item',
    actual: `${item}, with the same values`,
    remedy: 'Make one item for each create.',
  }),
  'made-a-copy': ({ item, original }, operation) => ({
    message:
      original === null
        ? `${operation} was refused but made ${item}`
        : `${operation} of ${original} also made ${item}`,
    expected: 'no new item',
    actual: `${item}, with the values that were sent`,
    remedy: TARGET_ONLY,
  }),
  'refused-and-created': ({ item }, operation) => ({
    message: `${operation} was refused but made ${item}`,
    expected: 'no new item',
    actual: `${item}, with the values that were sent`,
    remedy: REFUSED_CHANGES_NOTHING,
  }),
  'open-to-others': ({ item, lacks, expected, actual }, operation, place) => ({
    message:
      operation === 'list'
        ? `the list of a second user has ${item}, which that user may not ${lacks}`
        : `${operation} by a second user took effect on ${item}${place}, which that user may not ${lacks}`,
    expected,
    actual,
    remedy: 'Check whose item it is in each operation.',
  }),
  'answer-differs': ({ item, expected, actual }, operation, place) => ({
    message: `the answer to the ${operation} of ${item} shows a different value${place} than is stored`,
    expected,
    actual,
    remedy: 'Answer with the item as it is stored.',
  }),
  'describes-another': ({ item, actual }, operation) => ({
    message: `the answer to the ${operation} of ${item} describes another item`,
    expected: operation === 'create' ? 'the created item, or no item' : 'that item, or no item',
    actual,
    remedy:
      operation === 'create'
        ? 'Answer with the item that was created.'
        : 'Answer with the item that the path names, or without an item.',
  }),
  'id-not-unique': ({ key }) => ({
    message: `create returned the id ${key}, which another item already has`,
    expected: 'an id that no other item has',
    actual: `the id ${key} again`,
    remedy: 'Give no item the id of an item that still exists.',
  }),
  'id-of-another': ({ key }) => ({
    message: `create answered with the id ${key} of an item that the run did not create`,
    expected: 'the id of the item that was created',
    remedy: 'Give each new item an id that no item has, and answer with that id.',
  }),
  'wrong-scope': ({ item, path }, operation) => ({
    message:
      operation === 'list'
        ? `the list at ${path} has ${item}, which was created below another item`
        : `${path} shows ${item}, which was created below another item`,
    expected: operation === 'list' ? 'only the items of its parent' : 'a refusal, 404',
    actual: operation === 'list' ? `${item} as well` : item,
    remedy: 'Answer only with the items that belong to the path.',
  }),
  'filter-ignored': ({ query, asks, isCount, actual }) => {
    if (isCount === true)
      return {
        message: `the list with ?${query} is not counted right: ${actual}`,
        expected: 'as many items as fit it, in the total and on all pages',
        remedy: 'Count and divide into pages what the filter leaves.',
      };
    return asks === 'page'
      ? {
          message: `the list with ?${query} has more items than it asks for`,
          expected: 'at most as many items as it asks for',
          remedy: 'Cut the list into pages of the size that a client asks for.',
        }
      : {
          message: `the list with ?${query} does not have the items that fit: ${actual}`,
          expected: 'all items that fit it, and no others',
          remedy: 'Apply the filter to all items, and count and divide into pages what it leaves.',
        };
  },
  'wrong-order': ({ query }) => ({
    message: `the list with ?${query} is not in the order that this asks for`,
    expected:
      'numbers in the order of their values, texts and moments likewise, and equal ones the same each time',
    remedy: 'Sort all items by the values of the member, before you cut them into pages.',
  }),
  'wrong-link': ({ item }, operation, place) => ({
    message: `the answer to the ${operation} of ${item} has an address${place} that does not lead to it`,
    remedy: 'Show the address at which the item can be read.',
  }),
  'wrong-embedded': ({ asked }) => ({
    message: `${asked} shows other items than those that belong to it`,
    expected: 'the items that the references name',
    remedy: 'Find related items by their references.',
  }),
  'not-cascaded': ({ item, removed }) => ({
    message: `${removed} was removed, but ${item} still refers to it`,
    remedy: 'Do in one step what the contract says about items that refer to the removed one.',
  }),
  'wrong-total': ({ at, told, items }) => ({
    message: `the list says in ${at} that it has ${pluralize(told, 'item')}, but has ${items}`,
    expected: `${items}, the number of items on all pages`,
    actual: `${told}`,
    remedy: 'Count the same items that the list shows.',
  }),
  'page-repeats': ({ page }) => ({
    message: `page ${page} of the list has items of the pages before`,
    expected: 'items that come after them',
    remedy: 'Begin each page after the last item of the page that leads to it.',
  }),
  'page-refused': ({ page }) => ({
    message: `page ${page} of the list cannot be read, although the page before leads to it`,
    expected: 'a page of the list',
    remedy: 'Accept what each page shows of the next one, or show nothing.',
  }),
  'page-endless': ({ page }) => ({
    message: `the list does not end: page ${page} is empty, as those before, and leads to a further one`,
    expected: 'a last page, which leads to none',
    actual: 'a next page on each page',
    remedy: 'Show no next page if no items are left.',
  }),
  lost: ({ item, after }) => ({
    message: `${item} disappeared ${after}`,
    expected: ITEM_PRESENT,
    remedy: 'Keep every item until it is removed.',
  }),
  'all-lost': ({ count }) => ({
    message: 'all items created before are gone at once',
    expected: 'every item until it is removed',
    actual: `none of the ${count} items created at the start is in the list`,
    remedy: 'Keep every item until it is removed.',
  }),
  'removed-another': ({ item, after }) => ({
    message: `${item} disappeared ${after}`,
    expected: ITEM_PRESENT,
    remedy: 'Remove only the item that the path names.',
  }),
  'not-removed': (facts) => stillThere(facts, 'still there'),
  'still-readable': (facts) => stillThere(facts, 'still readable'),
  'still-listed': (facts) => stillThere(facts, 'still in the list'),
  'came-back': (facts) => stillThere(facts, `there again ${facts.after}`),
  'not-replaced': ({ item, members = [], leftOut }, operation) => {
    if (leftOut !== undefined) return treatedUnlike(leftOut, `${operation} of ${item} kept`);
    return {
      message:
        members.length === 0
          ? `${operation} of ${item} had no effect`
          : `${operation} of ${item} did not store ${members.map((one) => JSON.stringify(one)).join(', ')}`,
      remedy: 'Store the values that were sent, or refuse the request.',
    };
  },
  'value-changed': ({ item, expected, actual, leftOut }, operation, place) => {
    if (leftOut !== undefined) return treatedUnlike(leftOut, `${operation} of ${item} changed`);
    return {
      message: isBeginning(actual, expected)
        ? `${operation} of ${item} cut the text${place} that was sent`
        : `${operation} of ${item} stored a different value${place} than was sent`,
      remedy: 'Store values exactly as sent, or refuse the request.',
    };
  },
  'not-stored': ({ member, others = [], lost }, operation) => ({
    message: `${operation} ${
      others.length === 0
        ? `accepts "${member}" and does not store it`
        : `stores none of the members that it accepts (${[member, ...others].join(', ')}); of "${member}"`
    }: ${lost.map(({ sent, read }) => `sent ${brief(sent)}, read back ${brief(read)}`).join('; ')}`,
    expected: lost.map(({ sent }) => show(sent)).join(', then '),
    actual: lost.map(({ read }) => show(read)).join(', then '),
    remedy:
      others.length === 0
        ? `Store "${member}", or refuse it; or take it out of the request schema, or mark it readOnly there.`
        : 'Store the values that were sent, or refuse the request.',
  }),
  'changed-unsent': ({ item }, operation, place) => ({
    message: `${operation} of ${item} changed a member${place} that was not sent`,
    remedy: 'Change only the members that were sent.',
  }),
  'changed-another': ({ item, after }) => ({
    message: `${item} changed ${after}`,
    remedy: TARGET_ONLY,
  }),
  'changed-by-reading': ({ item }, operation) => ({
    message: `${operation === 'list' ? 'reading the list' : 'reading an item'} changed ${item}`,
    remedy: 'Reading must not change what clients set (RFC 9110 section 9.2.1).',
  }),
  'refused-and-changed': ({ item }, operation) => ({
    message: `${operation} of ${item} was refused but changed the item`,
    remedy: REFUSED_CHANGES_NOTHING,
  }),
  'normalised-sometimes': ({ item, unsteady }, operation) => {
    const { place, words, other, otherWords } = unsteady;
    const otherwise =
      other === operation ? `at other times ${otherWords}` : `${other} stores it ${otherWords}`;
    return {
      message: `${item}: ${operation} stores ${place} ${words}, but ${otherwise}`,
      remedy: 'Store a member in one form, in every write, or exactly as it is sent.',
    };
  },
  'torn-write': ({ item }) => ({
    message: `two simultaneous replacements of ${item} left a mix of both`,
    remedy: 'Store one of the two completely.',
  }),
  'read-differs': ({ item }, _operation, place) => ({
    message: `reading ${item} returns a different value${place} than was sent`,
    remedy: SAME_EVERYWHERE,
  }),
  'list-differs': ({ item }, _operation, place) => ({
    message: `the list shows a different value${place} for ${item} than the item has`,
    remedy: SAME_EVERYWHERE,
  }),
  'overwrote-another': ({ item }) => ({
    message: `${item}, which the run did not create, holds values that the run sent for another item`,
    expected: 'its earlier values',
    actual: 'values that the run sent',
    remedy: TARGET_ONLY,
  }),
  'harmed-others': ({ times }, operation) => ({
    message: `items that the run did not create changed ${times} times, always after ${operation}`,
    expected: 'no change to other items',
    actual: `${times} changes of other items, all after ${operation}`,
    remedy: TARGET_ONLY,
  }),
  'stale-read': ({ item, write, manner, afterMs }, operation) => {
    const what = operation === 'list' ? `the list shows ${item}` : `reading ${item} returns it`;
    const when =
      manner === 'back'
        ? 'although an earlier answer showed the new state'
        : 'the first time that it is read, however late that is';
    return {
      message: `${what} as it was before the ${write}, ${when}`,
      expected: `the state after the ${write}, at each time`,
      actual: `the state before it, ${Math.ceil(afterMs)} ms after it`,
      remedy: 'Show the same state in every reply, or none that is older than one shown before.',
    };
  },
  'wrong-item': ({ item }) => ({
    message: `reading ${item} returned another item`,
    remedy: 'Return only the item that the path names.',
  }),
  'made-up': ({ key }) => ({
    message: `reading the unused id ${key} returned an item`,
    expected: 'a refusal',
    remedy: 'Refuse to read an id that no item has.',
  }),
  'not-readable': ({ item }) => ({
    message: `${item} is in the list but cannot be read`,
    expected: ITEM_PRESENT,
    remedy: 'Return each item under the id that the list shows.',
  }),
  'not-listed': ({ item }) => ({
    message: `${item} can be read but is not in the list`,
    expected: ITEM_PRESENT,
    remedy: 'List every item, or link to the next page (Link: <...>; rel="next").',
  }),
  'listed-twice': ({ item, times }) => ({
    message: `${item} is in the list ${times} times`,
    expected: 'once',
    actual: `${times} times`,
    remedy: 'List each item once.',
  }),
  refused: ({ item }, operation) => ({
    message: `${operation} of ${item} was refused, although the item exists`,
    expected: 'a success, 2xx',
    remedy: 'Find the item that the path names.',
  }),
};

/** A value within a sentence. */
function brief(value: Json | undefined): string {
  return truncate(show(value), BRIEF_CHARS_MAX);
}

const BRIEF_CHARS_MAX = 60;

function treatedUnlike(
  { member, isUnlike }: LeftOut,
  what: string,
): Pick<Sentences, 'message' | 'remedy'> {
  const unlike = isUnlike ? '; in another item it does not' : '';
  return {
    message: `${what} ${JSON.stringify(member)}, which it left out${unlike}`,
    remedy: 'Treat a member that PUT leaves out in one way: keep it, or clear it.',
  };
}

function stillThere({ item, request, shown }: RemovedFacts, state: string): Sentences {
  return {
    message: `${item} was removed${byRequest(request)} but is ${state}`,
    expected: 'no item with this id',
    actual: `the removed item${shown === undefined ? '' : `: ${shown}`}`,
    remedy: REMOVE_EVERYWHERE,
  };
}

function byRequest(request: number | null): string {
  return request === null ? '' : ` by request ${request}`;
}

/** Whether a text that is shown is the beginning of the one that was expected, both in quotes. */
function isBeginning(actual: string, expected: string): boolean {
  const isText = actual.length > 2 && actual.startsWith('"') && actual.endsWith('"');
  return isText && !expected.startsWith(actual) && expected.startsWith(actual.slice(0, -1));
}
