// Creations and changes of items at other paths than those of their collection.

import type { Kind } from '../../../contract/operation-kinds.ts';
import { methods } from '../../../contract/operation-kinds.ts';
import { isParameter } from '../api-paths.ts';
import type { ApiOperation } from '../operations.ts';
import { isLike, isReceipt } from '../shapes.ts';
import type { Answers } from './answers.ts';
import {
  isSame,
  type OperationIndex,
  onlyOne,
  type PathOperations,
  type Resource,
  wordsOf,
} from './resource.ts';
import { is201 } from './role-rules.ts';
import { isComputed, isPlural } from './things-listed.ts';
import { saysCreation } from './words/verbs.ts';

/** Creations below an owner of items that a flat resource has: `POST /owners/{id}/pets`. */
export function creationsBelow(
  resources: readonly Resource[],
  { operations, answers, byPath, isUsed }: OperationIndex,
): readonly Resource[] {
  const flat = resources.filter(({ isOne, rows }) => !isOne && rows === null);
  return operations.flatMap((operation): readonly Resource[] => {
    const { path, method } = operation;
    const last = path.segments.at(-1) ?? '';
    const isBelow = path.segments.some(isParameter) && !isParameter(last);
    if (method !== 'POST' || !isBelow || isUsed(operation)) return [];
    if (answers.flawOfBody(operation) !== null) return [];
    const item = answers.itemOf(operation, wordsOf(path.segments));
    const owners = item === null ? [] : flat.filter((one) => isSame(item, one));
    const owner =
      owners.find((one) => one.segments.at(-1) === last) ?? madeNowhere(operation, owners);
    if (owner === undefined || byPath.get(path.text)?.has('GET') === true) return [];
    const saw = `it answers an item of ${owner.path}, which it creates below another`;
    return [
      {
        ...owner,
        path: path.text,
        segments: path.segments,
        list: null,
        operations: new Map([['create', operation]]),
        seen: new Map([['create', saw]]),
        rows: owner,
      },
    ];
  });
}

/** The only resource of some items that nothing creates, if an operation is called a creation of things. */
function madeNowhere(operation: ApiOperation, owners: readonly Resource[]): Resource | undefined {
  const isThings = isPlural(operation.path.segments.at(-1) ?? '') && !isComputed(operation);
  const isMeant = isThings && (is201(operation) || saysCreation(operation));
  const [owner] = isMeant ? onlyOne(owners) : [];
  return owner?.operations.has('create') === true ? undefined : owner;
}

/**
 * Creations and changes of items at a path of their own: `DELETE /bookings/{id}` of
 * `/users/{id}/bookings`, `POST /admin/books` of `/books`.
 */
export function changesElsewhere(
  resources: readonly Resource[],
  index: OperationIndex,
): readonly Resource[] {
  const { answers, isUsed } = index;
  return index.candidates().flatMap(({ segments, path, at, ofItem }): readonly Resource[] => {
    const [get, read, post] = [at.get('GET'), ofItem.get('GET'), at.get('POST')];
    if (isParameter(segments.at(-1)) || get !== undefined) return [];
    if (read !== undefined && !isUsed(read)) return [];
    const own = resources.filter(({ isOne, rows }) => !isOne && rows === null);
    const above = own.find((one) => isOneAbove(one, { segments, ofItem }, answers));
    const [owner] =
      above === undefined ? onlyOne(own.filter(isNamedAs(segments, ofItem))) : [above];
    if (owner === undefined || owner.path === path) return [];
    const isOpen = (kind: Kind, one: ApiOperation | undefined): one is ApiOperation =>
      one !== undefined && !isUsed(one) && !owner.operations.has(kind);
    const found = CHANGES.flatMap((kind): readonly (readonly [Kind, ApiOperation])[] => {
      const operation = ofItem.get(methods[kind].method);
      if (!isOpen(kind, operation) || owner.id.member === null) return [];
      const isMeant = kind === 'remove' || answers.flawOfBody(operation) === null;
      return isMeant ? [[kind, operation]] : [];
    });
    const put = at.get('PUT');
    const { member } = owner.id;
    const sent = put === undefined ? null : answers.itemSent(put, wordsOf(segments));
    const isAsked = isParameter(owner.segments.at(-1)) && !ofItem.has('PUT');
    const isNamedIn = isAsked && member !== null && sent?.members.has(member) === true;
    if (isNamedIn && isOpen('replace', put)) found.push(['replace', put]);
    if (isOpen('create', post) && takesItemOf(post, owner, answers))
      found.unshift(['create', post]);
    if (found.length === 0) return [];
    const operations = new Map(found);
    const saw =
      above === undefined
        ? `nothing else does so with the items of ${owner.path}, which have the same name`
        : `its items are those of ${owner.path}, and nothing else does so with them`;
    const seen = new Map(found.map(([kind]) => [kind, saw] as const));
    return [{ ...owner, path, segments, list: null, operations, seen, rows: owner }];
  });
}

/**
 * Changes at a path of their own of things that nothing lists or reads: `PATCH /comments/{id}` of
 * `POST /posts/{id}/comments`, if it answers what the creation answers, or nothing.
 */
export function changesOfUnseen(
  unseen: readonly Resource[],
  others: readonly Resource[],
  index: OperationIndex,
): readonly Resource[] {
  const { answers } = index;
  return changesElsewhere([...others, ...unseen], index).filter(
    ({ rows, segments, operations }) =>
      rows !== null &&
      unseen.includes(rows) &&
      [...operations.values()].every((operation) => {
        const answered = answers.itemOf(operation, wordsOf(segments));
        return answered === null || isReceipt(answered) || isSame(answered, rows);
      }),
  );
}

/** Whether the items of a resource are those below a path, by its name. */
function isNamedAs(segments: readonly string[], ofItem: PathOperations) {
  const ends = [...ofItem.values()].some(
    ({ path: { segments: steps, lastParameter } }) => steps.at(-1) !== `{${lastParameter}}`,
  );
  // `/series/{userId}` lists and makes what `/series/{id}` removes, by another name.
  return ({ segments: others }: Resource): boolean =>
    isParameter(others.at(-1))
      ? ends && others.slice(0, -1).join('/') === segments.join('/')
      : others.at(-1) === segments.at(-1);
}

/**
 * Whether a path is a step below a list, and what is changed there is an item of the list:
 * `PUT /debts/{caseId}/period/{id}` of `GET /debts/{caseId}`.
 */
function isOneAbove(
  owner: Resource,
  { segments, ofItem }: { readonly segments: readonly string[]; readonly ofItem: PathOperations },
  answers: Answers,
): boolean {
  if (owner.path !== `/${segments.slice(0, -1).join('/')}`) return false;
  return CHANGES.some((kind) => {
    const change = ofItem.get(methods[kind].method);
    const sent = change === undefined ? null : answers.itemSent(change, wordsOf(segments));
    return sent !== null && isSame(sent, owner);
  });
}

const CHANGES = ['replace', 'update', 'remove'] as const;

/** Whether what an operation takes are members of the items of a resource, and it answers nothing else. */
function takesItemOf(operation: ApiOperation, resource: Resource, answers: Answers): boolean {
  const { item, segments } = resource;
  if (answers.flawOfBody(operation) !== null) return false;
  const words = wordsOf(segments);
  const sent = [...(answers.itemSent(operation, words)?.members.keys() ?? [])];
  const common = sent.filter((name) => item.members.has(name));
  const answered = answers.itemOf(operation, words);
  if (answered !== null && isSame(answered, resource) && saysCreation(operation)) return true;
  if (sent.length === 0) return is201(operation) && saysCreation(operation);
  const fitsAnswer = answered === null || isReceipt(answered) || isLike(answered, item);
  return fitsAnswer && common.length > 0 && common.length * 2 >= sent.length;
}
