// What the rows of a contract have in common: the values of its path, and `where`.

import { type JsonObject, own } from '../../base/json.ts';
import { parsePointer } from '../../base/pointer.ts';
import type { ScopeMember } from '../contract.ts';
import { parametersOf } from '../nested-path.ts';
import type { GivenResource } from './given-resource.ts';

/** Returns the scope of a contract. `paths` has the resource at each path of the project. */
export function defineScope(
  resource: GivenResource,
  paths: ReadonlyMap<string, string>,
): readonly ScopeMember[] {
  const { document } = resource;
  const path = String(own(document, 'path'));
  const given = Object.entries((own(document, 'where') ?? {}) as JsonObject);
  const named = given.map(([place, value]) => {
    const [, parameter] = typeof value === 'string' ? (/^\{([^{}]+)\}$/.exec(value) ?? []) : [];
    return { place, parameter: parameter ?? null, value };
  });
  const others = parametersOf(path)
    .filter((name) => named.every(({ parameter }) => parameter !== name))
    .map((name) => ({ place: memberLike(resource, name), parameter: name, value: '' }));
  return [...others, ...named].map(({ place, parameter, value }): ScopeMember => {
    const at = place.startsWith('/') ? (parsePointer(place) ?? []) : [place];
    const like = isNumber(resource.member(at) ?? {}) ? 0 : '';
    return {
      at,
      parameter,
      value: parameter === null ? value : like,
      parent: parameter === null ? null : parentOf(document, { path, parameter, paths }),
    };
  });
}

/** Whether a member is a number, or null. */
function isNumber(member: JsonObject): boolean {
  const types = [own(member, 'type') ?? []].flat().filter((one) => one !== 'null');
  return types.length > 0 && types.every((one) => one === 'integer' || one === 'number');
}

/**
 * The member of an item with the name of a parameter: `owner_id` is like `ownerId`. The id of an
 * item is not that of what it is below, even if the path calls both `id`.
 */
function memberLike(resource: GivenResource, parameter: string): string {
  const isAlike = (name: string): boolean => letters(name) === letters(parameter);
  if (!resource.isOne && isAlike(resource.id)) return `standin-${parameter}`;
  const found = Object.keys(resource.members()).find(isAlike);
  // An object is no value of a path: `owner: {login}` beside `/repositories/{owner}`.
  if (found !== undefined && isObjectIn(resource, found)) return `standin-${parameter}`;
  return found ?? parameter;
}

function isObjectIn(resource: GivenResource, name: string): boolean {
  const member = resource.member([name]) ?? {};
  return own(member, 'type') === 'object' || own(member, 'properties') !== undefined;
}

interface PathParameter {
  readonly path: string;
  readonly parameter: string;
  readonly paths: ReadonlyMap<string, string>;
}

function parentOf(document: JsonObject, { path, parameter, paths }: PathParameter): string | null {
  const within = own((own(document, 'within') ?? {}) as JsonObject, parameter);
  if (typeof within === 'string') return within;
  const place = `/{${parameter}}`;
  const above = path.slice(0, path.indexOf(place));
  // What has a collection of its own is no item: `/repositories/{owner}`.
  const isPlace = paths.has(above + place);
  const parent = paths.get(above) ?? null;
  // Nor is what lists the same rows by their members: `/shifts/{worker}/{site}` beside `/shifts`.
  const isChoice =
    parent === own(document, 'rows') && /^(?:\/\{[^{}]+\})+$/.test(path.slice(above.length));
  return isPlace || isChoice ? null : parent;
}

/** The letters of a name, so that different ways to write it are alike. */
function letters(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
}
