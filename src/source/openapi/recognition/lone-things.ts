// Things that one operation makes or lists, and that nothing else reads or changes at the usual paths.

import { lettersOf } from '../../../base/names.ts';
import type { Kind } from '../../../contract/operation-kinds.ts';
import { type ApiPath, isParameter } from '../api-paths.ts';
import { type IdClues, identify } from '../identify.ts';
import type { ApiOperation } from '../operations.ts';
import { type ItemShape, isReceipt, type ListShape, thingCalled } from '../shapes.ts';
import { asServed } from '../usual-places.ts';
import { isEntrance, rowsUseOf } from './actions-on-rows.ts';
import {
  type Candidate,
  isSame,
  type OperationIndex,
  type Resource,
  singularOf,
  wordsOf,
} from './resource.ts';
import { is201 } from './role-rules.ts';
import { isComputed, isPlural, namesNoThings, whyOfThings } from './things-listed.ts';
import { saysCreation, saysQuestion } from './words/verbs.ts';

/** Creations of things that only lists at other paths show: `GET /visits/patient/{patientId}`. */
export function madeAlone(
  resources: readonly Resource[],
  index: OperationIndex,
): readonly Resource[] {
  const lists = freeLists(index);
  return creationsAlone(resources, index, (_, { name }, { path }) => {
    const list = lists.find(
      (one) => name !== null && name === one.name && one.path.text.startsWith(`${path}/`),
    );
    return list === undefined ? null : `${list.path.text} lists what it answers`;
  });
}

/** Creations that say so in words alone, of things that lists at paths below them show by their name. */
export function madeByWords(
  resources: readonly Resource[],
  index: OperationIndex,
): readonly Resource[] {
  const { answers, isUsed } = index;
  const lists = freeLists(index);
  return index.candidates().flatMap(({ segments, path, at, ofItem, words }) => {
    const post = at.get('POST');
    if (post === undefined || isUsed(post) || at.has('GET') || ofItem.size > 0) return [];
    const answered = answers.itemOf(post, words);
    const tellsNothing = answered === null || isReceipt(answered);
    if (!tellsNothing || !saysCreation(post) || answers.flawOfBody(post) !== null) return [];
    const found = lists.find(
      (one) => one.path.text.startsWith(`${path}/`) && words.includes(thingCalled(one.name ?? '')),
    );
    if (found === undefined || resources.some((one) => one.item.name === found.name)) return [];
    const item = answers.elementOf(found.list, words);
    const id = identify({ ...NO_PARAMETER, members: item.members, words });
    const operations = new Map<Kind, ApiOperation>([['create', post]]);
    const why = `only its words say so ("${post.summary}"): ${found.path.text} lists what they name`;
    const seen = new Map<Kind, string>([['create', why]]);
    return [{ path, segments, isOne: false, item, list: null, id, operations, seen, rows: null }];
  });
}

/** Creations of things that nothing shows: they answer a new one that is called as their path. */
export function madeUnseen(
  resources: readonly Resource[],
  index: OperationIndex,
): readonly Resource[] {
  return creationsAlone(resources, index, (post, item, { words, segments }) => {
    if (isEntrance(post) || rowsUseOf(post, resources, index) !== null) return null;
    // A verb of its path was taken away: `POST /jobs/save-job`.
    const isMoved = asServed(post) !== post;
    const isMeant = isMoved || post.assumed !== undefined || is201(post) || saysCreation(post);
    const last = segments.at(-1) ?? '';
    if (tellsNoMore(item)) {
      const isKnown = resources.some((one) => one.segments.at(-1) === last);
      const isThings = (isMoved || isPlural(last)) && !namesNoThings(post) && !isKnown;
      return isMeant && isThings ? `it makes one of "${last}", and answers a receipt` : null;
    }
    const thing = thingCalled(item.name ?? item.at.at(-1) ?? '');
    const isCalled = words.some((word) => word.length > 2 && thing.includes(word));
    if (!isCalled || TOKENS.test(thing)) return null;
    const sent = index.answers.itemSent(post, words)?.members ?? NO_MEMBERS;
    const { member, isGuess } = identify({ ...NO_PARAMETER, members: item.members, words });
    const isNew = member !== null && !isGuess && !sent.has(member);
    // What takes nothing of what it answers, and answers no id, does something else: `UploadResponse`.
    const shares = [...sent.keys()].some((name) => item.members.has(name));
    const isOfItem = isNew || sent.size === 0 || shares;
    const isMade = isMeant ? isOfItem : isNew && isPlural(last) && !isComputed(post);
    return isMade ? `it answers a new "${item.name ?? item.at.at(-1)}"` : null;
  });
}

const NO_MEMBERS: ItemShape['members'] = new Map();

/** Names of what gives access: a client gets it once, and reads it never again. */
const TOKENS = /token|session$|tan$/;

/** POST that takes and answers things that no resource has, if there is a reason. */
function creationsAlone(
  resources: readonly Resource[],
  index: OperationIndex,
  whyOf: (post: ApiOperation, item: ItemShape, candidate: Candidate) => string | null,
): readonly Resource[] {
  const { answers, isUsed } = index;
  return index.candidates().flatMap((candidate) => {
    const { segments, path, at, ofItem, words } = candidate;
    const post = at.get('POST');
    if (post === undefined || isUsed(post) || at.has('GET') || ofItem.size > 0) return [];
    const item = answers.itemOf(post, words);
    if (item === null || answers.flawOfBody(post) !== null || saysQuestion(post)) return [];
    // `POST /stations/{id}/reports` answers 201: reports are things there.
    if (isComputed(post) && !(is201(post) && isPlural(segments.at(-1) ?? ''))) return [];
    if (resources.some((one) => one.rows === null && isSame(item, one))) return [];
    const why = whyOf(post, item, candidate);
    if (why === null) return [];
    const sent = tellsNoMore(item) ? answers.itemSent(post, words) : null;
    const kept = sent ?? item;
    const id = identify({ ...NO_PARAMETER, members: kept.members, words });
    const operations = new Map<Kind, ApiOperation>([['create', post]]);
    const seen = new Map<Kind, string>([['create', why]]);
    const known = { path, segments, isOne: false, item: kept, list: null, id, operations, seen };
    return [{ ...known, rows: null }];
  });
}

/** Whether an answer tells no more of a new item than its id: `{message, orderId}`. */
function tellsNoMore({ members }: ItemShape): boolean {
  const others = [...members].filter(([name]) => !/id$/i.test(name));
  return isReceipt({ members: new Map(others) });
}

/** The operations that list things and do nothing known, with the name of the things. */
function freeLists({ operations, answers, isUsed }: OperationIndex): readonly {
  readonly name: string | null;
  readonly path: ApiPath;
  readonly list: ListShape;
}[] {
  return operations.flatMap((one) => {
    const isFree = one.method === 'GET' && !isUsed(one) && !isComputed(one);
    const list = isFree ? answers.listOf(one, wordsOf(one.path.segments)) : null;
    return list === null ? [] : [{ name: list.element.name, path: asServed(one).path, list }];
  });
}

/** Whether an element is that of several lists that do nothing known: it may be anything. */
export function elementsOfMany(index: OperationIndex): (name: string | null) => boolean {
  const named = Map.groupBy(freeLists(index), ({ name }) => name);
  return (name) => name !== null && (named.get(name) ?? []).length > 2;
}

/** Lists of things that nothing else reads or changes, if they are things: they keep their rows. */
export function listsAlone(
  resources: readonly Resource[],
  index: OperationIndex,
): readonly Resource[] {
  const { answers, isUsed } = index;
  const found: Resource[] = [];
  const named = Map.groupBy(freeLists(index), ({ name }) => name);
  const all = [...index.candidates(), ...endingSo(index)].toSorted(
    (one, other) =>
      one.segments.filter(isParameter).length - other.segments.filter(isParameter).length,
  );
  for (const { segments, path, at, words } of all) {
    const only = at.get('GET');
    if (only === undefined || isUsed(only)) continue;
    if (
      (isComputed(only) && !isOfThings(only, index)) ||
      resources.some((one) => one.path === path)
    )
      continue;
    const list = answers.listOf(only, words);
    if (list === null) continue;
    const item = answers.elementOf(list, words);
    const isKnown = [...resources, ...found].some(
      (one) => !one.isOne && one.rows === null && isSame(item, one),
    );
    if (isKnown) continue;
    const id = identify({ ...NO_PARAMETER, members: item.members, words });
    if (isParameter(segments.at(-1)) && !isCalledAfter(item, segments)) continue;
    const saw = whyOfThings(id, { segments, list: asServed(only) });
    // What several lists show, and nothing tells apart, may be anything: the answers of a data base.
    const { name } = list.element;
    const isAny = name !== null && (named.get(name) ?? []).length > 1;
    const isOpen = at.size > 1 || (isAny && !isCalledAfter(item, segments));
    if (saw === null || (id.member === null && isOpen)) continue;
    const operations = new Map<Kind, ApiOperation>([['list', only]]);
    const seen = new Map<Kind, string>([['list', saw]]);
    const resource = { path, segments, isOne: false, item, list, id, operations, seen };
    found.push({ ...resource, rows: null });
  }
  return found;
}

/** Paths of lists that end with what the list is asked for: `/seats/screening/{screeningId}`. */
function endingSo({
  operations,
  byPath,
}: OperationIndex): readonly Pick<Candidate, 'segments' | 'path' | 'at' | 'words'>[] {
  return operations.flatMap(({ path: { text, segments } }) => {
    const at = byPath.get(text);
    const isAlone = at?.size === 1 && at.has('GET');
    return at !== undefined && isAlone && isParameter(segments.at(-1))
      ? [{ segments, path: text, at, words: wordsOf(segments) }]
      : [];
  });
}

/** Whether `GET /reports` lists things that the document calls so. */
function isOfThings(one: ApiOperation, { answers }: OperationIndex): boolean {
  const { segments } = one.path;
  const last = segments.at(-1) ?? '';
  const list = answers.listOf(one, wordsOf(segments));
  return isPlural(last) && thingCalled(list?.element.name ?? '') === singularOf(lettersOf(last));
}

/** Whether a step of a path names things: a list that ends with a parameter may be of anything. */
function isCalledAfter({ name }: ItemShape, segments: readonly string[]): boolean {
  const thing = thingCalled(name ?? '');
  return segments
    .filter((one) => !isParameter(one) && one.length > 2)
    .some((one) => thing.includes(singularOf(lettersOf(one))));
}

/** An item that no path names. */
const NO_PARAMETER: Omit<IdClues, 'members' | 'words'> = {
  parameter: null,
  schema: {},
  isCalled: true,
};
