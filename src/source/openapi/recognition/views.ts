// Lists of items that a collection elsewhere has: `GET /owners/{id}/pets` shows rows of `/pets`.

import { lettersOf } from '../../../base/names.ts';
import type { Kind } from '../../../contract/operation-kinds.ts';
import { type ApiPath, isParameter } from '../api-paths.ts';
import type { ApiOperation } from '../operations.ts';
import { hasThingsBeside, type ItemShape, isLike, type ListShape } from '../shapes.ts';
import { asServed } from '../usual-places.ts';
import { isSame, type OperationIndex, onlyOne, type Resource, wordsOf } from './resource.ts';
import { isAsking, isComputed } from './things-listed.ts';

/** Lists of items that a resource has: they show its rows. */
export function viewsOf(
  resources: readonly Resource[],
  { operations, answers, schemas, byPath, guesses, isUsed }: OperationIndex,
  where: 'near' | 'anywhere',
): readonly Resource[] {
  const owners = resources
    .filter(({ isOne, rows }) => !isOne && rows === null)
    .map((owner) => ({ owner, named: wordsOf(owner.segments) }));
  const isItem = (one: Pick<ItemShape, 'name'>): boolean =>
    resources.some((resource) => isSame(one, resource));
  return operations.flatMap((one): readonly Resource[] => {
    const operation = asServed(one);
    const { path, method } = operation;
    if (isUsed(one) || method !== 'GET') return [];
    const words = wordsOf(path.segments);
    const shown = ({ owner, named }: (typeof owners)[number]) => {
      const list = answers.listOf(operation, [...words, ...named]);
      const isShown = list !== null && isSame(list.element, owner);
      return isShown && !hasThingsBeside(schemas, list, isItem) ? [{ owner, list }] : [];
    };
    const shownLike = ({ owner, named }: (typeof owners)[number]) => {
      const list = answers.listOf(operation, [...words, ...named]);
      const isShown = list !== null && isLike(list.element, owner.item, owner.id.member);
      return isShown && !hasThingsBeside(schemas, list, isItem) ? [{ owner, list }] : [];
    };
    const above = owners.filter(({ owner }) => path.text.startsWith(`${owner.path}/`));
    const alike = owners.filter(({ owner }) => owner.segments.at(-1) === path.segments.at(-1));
    // What is assumed of a list has no more than an id: it is like anything.
    const far = () =>
      where === 'near' && one.assumed === undefined
        ? above.flatMap(shownLike)
        : onlyOne(owners.flatMap(shown));
    const isAsked = where === 'anywhere' && isComputed(operation);
    const exact = isAsked ? undefined : (above.flatMap(shown)[0] ?? alike.flatMap(shown)[0]);
    const isOpen = !isComputed(operation) || (where === 'near' && isAsking(operation));
    const found = exact ?? (guesses && isOpen ? far()[0] : undefined);
    if (found === undefined) return [];
    const { owner, list } = found;
    const isEnd = isParameter(path.segments.at(-1));
    if (isEnd && (namesItem(path, list, owner) || !canEnd(path, owner, byPath))) return [];
    const operations = new Map<Kind, ApiOperation>([['list', operation]]);
    const segments = path.segments.map((one) => namedAsMember(one, path, owner));
    return [{ ...owner, path: `/${segments.join('/')}`, segments, list, operations, rows: owner }];
  });
}

/**
 * A parameter by the name that the document has for it, if that is a member of the items: operations at
 * one path share one name otherwise.
 */
function namedAsMember(
  segment: string,
  { served = NO_NAMES }: ApiPath,
  { item }: Resource,
): string {
  const found = [...served].find(
    ([name, known]) => `{${known}}` === segment && item.members.has(name),
  );
  return found === undefined ? segment : `{${found[0]}}`;
}

const NO_NAMES: NonNullable<ApiPath['served']> = new Map();

/** Whether a path ends with the very id of an item, and its answer has a list in it: it is about one. */
function namesItem(
  { segments, lastParameter }: ApiPath,
  { at }: ListShape,
  owner: Resource,
): boolean {
  const isItem = `/${segments.slice(0, -1).join('/')}` === owner.path;
  const [, singular = ''] = wordsOf(owner.segments);
  const own = [
    'id',
    lettersOf(owner.id.member ?? 'id'),
    `${singular || wordsOf(owner.segments)[0]}id`,
  ];
  return isItem && at.length > 0 && own.includes(lettersOf(lastParameter ?? ''));
}

/**
 * Whether a list of items of an owner may end with a parameter: nothing else is there, or it is at the
 * path of an item (`GET /nodes/{mapId}` beside `DELETE /nodes/{id}`).
 */
function canEnd(
  { text, segments }: ApiPath,
  owner: Resource,
  byPath: OperationIndex['byPath'],
): boolean {
  const above = `/${segments.slice(0, -1).join('/')}`;
  const isBelow = above.startsWith(`${owner.path}/`) && !byPath.has(above);
  return isBelow || above === owner.path || byPath.get(text)?.size === 1;
}
