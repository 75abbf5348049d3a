// Creations and changes of items at other paths than those of their collection.

import type { Kind } from '../../../contract/operation-kinds.ts';
import { methods } from '../../../contract/operation-kinds.ts';
import { isParameter } from '../api-paths.ts';
import type { ApiOperation } from '../operations.ts';
import { isLike, isReceipt } from '../shapes.ts';
import type { Answers } from './answers.ts';
import { isSame, type OperationIndex, onlyOne, type Resource, wordsOf } from './resource.ts';
import { is201, saysCreation } from './role-rules.ts';

/** Creations below an owner of items that a flat resource has: `POST /owners/{id}/pets`. */
export function creationsBelow(
  resources: readonly Resource[],
  { operations, answers, byPath, isUsed }: OperationIndex,
): readonly Resource[] {
  const flat = resources.filter(
    ({ isOne, rows, segments }) => !isOne && rows === null && !segments.some(isParameter),
  );
  return operations.flatMap((operation): readonly Resource[] => {
    const { path, method } = operation;
    const last = path.segments.at(-1) ?? '';
    const isBelow = path.segments.some(isParameter) && !isParameter(last);
    if (method !== 'POST' || !isBelow || isUsed(operation)) return [];
    if (answers.flawOfBody(operation) !== null) return [];
    const item = answers.itemOf(operation, wordsOf(path.segments));
    const owner = flat.find(
      (one) => one.segments.at(-1) === last && item !== null && isSame(item, one),
    );
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
    if (isParameter(segments.at(-1)) || ofItem.has('GET')) return [];
    const post = at.get('POST');
    if (at.size > (post === undefined ? 0 : 1)) return [];
    const owners = resources.filter(
      ({ isOne, rows, segments: others, id }) =>
        !isOne && rows === null && id.member !== null && others.at(-1) === segments.at(-1),
    );
    const [owner] = onlyOne(owners);
    if (owner === undefined || owner.path === path) return [];
    const isOpen = (kind: Kind, one: ApiOperation | undefined): one is ApiOperation =>
      one !== undefined && !isUsed(one) && !owner.operations.has(kind);
    const found = CHANGES.flatMap((kind): readonly (readonly [Kind, ApiOperation])[] => {
      const operation = ofItem.get(methods[kind].method);
      if (!isOpen(kind, operation)) return [];
      const isMeant = kind === 'remove' || answers.flawOfBody(operation) === null;
      return isMeant ? [[kind, operation]] : [];
    });
    if (isOpen('create', post) && takesItemOf(post, owner, answers))
      found.unshift(['create', post]);
    if (found.length === 0) return [];
    const operations = new Map(found);
    const saw = `nothing else does so with the items of ${owner.path}, which have the same name`;
    const seen = new Map(found.map(([kind]) => [kind, saw] as const));
    return [{ ...owner, path, segments, list: null, operations, seen, rows: owner }];
  });
}

const CHANGES = ['replace', 'update', 'remove'] as const;

/** Whether what an operation takes are members of the items of a resource, and it answers nothing else. */
function takesItemOf(
  operation: ApiOperation,
  { item, segments }: Resource,
  answers: Answers,
): boolean {
  if (answers.flawOfBody(operation) !== null) return false;
  const words = wordsOf(segments);
  const sent = [...(answers.itemSent(operation, words)?.members.keys() ?? [])];
  const common = sent.filter((name) => item.members.has(name));
  const answered = answers.itemOf(operation, words);
  if (sent.length === 0) return is201(operation) && saysCreation(operation);
  const fitsAnswer = answered === null || isReceipt(answered) || isLike(answered, item);
  return fitsAnswer && common.length > 0 && common.length * 2 >= sent.length;
}
