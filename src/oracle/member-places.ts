// Places within the members of an item: of all that an object holds, one value may be the service's.

import { isObject, type Json, own } from '../base/json.ts';

/** The steps from a member to a value within it; none for the member itself. */
export type Place = readonly string[];

/** Places within members, by the name of the member. */
export type PlacesOfMembers = ReadonlyMap<string, readonly Place[]>;

/** Whether a place is the whole member. */
export function isWhole(place: Place): boolean {
  return place.length === 0;
}

/** Returns the places at which two values differ; objects are compared member by member. */
export function placesApart(one: Json | undefined, other: Json | undefined): readonly Place[] {
  if (one === undefined || other === undefined || !isObject(one) || !isObject(other))
    return JSON.stringify(one) === JSON.stringify(other) ? [] : [[]];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((name) =>
    placesApart(own(one, name), own(other, name)).map((place) => [name, ...place]),
  );
}

/** Returns a value without what is at some places within it. */
export function without(value: Json | undefined, places: readonly Place[]): Json | undefined {
  if (places.length === 0 || value === undefined || !isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, held]): [string, Json][] => {
    const below = places.filter(([first]) => first === name).map(([, ...rest]) => rest);
    if (below.some(isWhole)) return [];
    return [[name, without(held, below) ?? null]];
  });
  return Object.fromEntries(entries);
}
