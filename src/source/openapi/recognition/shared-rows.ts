// Collections at several paths that have the same rows: a nested one and a flat one.

import type { Kind } from '../../../contract/operation-kinds.ts';
import { methods } from '../../../contract/operation-kinds.ts';
import { isParameter } from '../api-paths.ts';
import { isSame, type Resource } from './resource.ts';

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
