// Collections at several paths that have the same rows: a nested one and a flat one.

import type { Kind } from '../../../contract/operation-kinds.ts';
import { methods } from '../../../contract/operation-kinds.ts';
import { isParameter } from '../api-paths.ts';
import { isLike } from '../shapes.ts';
import { isSame, type Resource, saysViewer } from './resource.ts';

/** Returns resources, each that shows the rows of another one with that one. */
export function withSharedRows(found: readonly Resource[]): readonly Resource[] {
  const made = found.map((one) => (isMadeBelow(one, found) ? withoutUpsert(one) : one));
  const byNoun = Map.groupBy(made, nounOf);
  return made.map((one) => sharing(one, byNoun.get(nounOf(one)) ?? []));
}

/**
 * A nested collection shows the rows of a flat one with the same name and the same items, and so does
 * a flat one with a longer path: `/me/videos` those of `/videos`.
 */
function sharing(resource: Resource, namesakes: readonly Resource[]): Resource {
  if (resource.isOne) return resource;
  const [owner] = namesakes
    .filter(
      (other) =>
        !other.isOne &&
        isFlatter(other, resource) &&
        (other.id.member === resource.id.member || hasIdOf(resource, other)) &&
        isSame(other.item, resource),
    )
    .toSorted((one, other) => (isFlatter(one, other) ? -1 : isFlatter(other, one) ? 1 : 0));
  return owner === undefined ? resource : { ...resource, id: owner.id, rows: owner };
}

/**
 * Collections whose paths differ only in who sees them, and whose items are alike, have the same rows:
 * what `POST /admin/books` makes is in `/books`. The one that makes them has them. For a mock alone.
 */
export function withRowsOfViewers(resources: readonly Resource[]): readonly Resource[] {
  const owners = resources.filter(({ isOne, rows }) => !isOne && rows === null);
  const ownerOf = (resource: Resource): Resource => {
    const alike = owners.filter(
      (one) => one === resource || (isSeenAs(one, resource) && isSeenAs(resource, one)),
    );
    const [shortest = resource] = alike.toSorted(
      (one, other) => one.segments.length - other.segments.length,
    );
    return alike.find(({ operations }) => operations.has('create')) ?? shortest;
  };
  return resources.map((one) => {
    const own = one.rows ?? one;
    const owner = owners.includes(own) ? ownerOf(own) : own;
    return owner === one || owner === one.rows ? one : { ...one, rows: owner };
  });
}

function isSeenAs(one: Resource, other: Resource): boolean {
  const [shown, seen] = [one, other].map(({ segments }) =>
    segments.filter((step) => !saysViewer(step)).join('/'),
  );
  return (
    shown === seen &&
    one.id.member === other.id.member &&
    isLike(one.item, other.item, one.id.member)
  );
}

/** Whether no path tells the items of a resource apart, but that of another one does for sure. */
function hasIdOf({ id, operations }: Resource, { id: other }: Resource): boolean {
  const isOpen = id.member === null || id.isGuess;
  const isNamed = other.member !== null && !other.isGuess;
  return (
    isOpen && isNamed && [...operations.keys()].every((kind) => methods[kind].on === 'collection')
  );
}

/** Whether POST creates the items of a flat collection below something else: PUT then creates none. */
function isMadeBelow(one: Resource, all: readonly Resource[]): boolean {
  return all.some(
    (other) =>
      isFlatter(one, other) &&
      nounOf(one) === nounOf(other) &&
      isSame(one.item, other) &&
      other.operations.get('create')?.method === 'POST',
  );
}

function withoutUpsert(resource: Resource): Resource {
  const { operations, seen } = resource;
  const create = operations.get('create');
  const says = create?.answers.some(({ status }) => status === '201') === true;
  if (says || create === undefined || create !== operations.get('replace')) return resource;
  const without = <Value>(all: ReadonlyMap<Kind, Value>): Map<Kind, Value> =>
    new Map([...all].filter(([kind]) => kind !== 'create'));
  return {
    ...resource,
    operations: without(operations),
    ...(seen === undefined ? {} : { seen: without(seen) }),
  };
}

function nounOf({ segments }: Resource): string {
  return segments.at(-1) ?? '';
}

function isFlatter(one: Resource, other: Resource): boolean {
  const [parameters, others] = [one, other].map(({ segments }) => segments.filter(isParameter));
  const [count = 0, otherCount = 0] = [parameters?.length, others?.length];
  return count < otherCount || (otherCount === 0 && one.segments.length < other.segments.length);
}
