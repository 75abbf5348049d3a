// Members that objects inside an item must have and a request need not send: the service makes them.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { remember } from '../../base/remember.ts';
import { alternativeFor, alternativesOf } from '../../schema/alternatives.ts';
import { mergedSchema } from '../../schema/keywords.ts';
import { emptyValue } from '../../schema/sample/empty-value.ts';
import type { Schemas } from '../../schema/schema.ts';
import { fits } from '../../schema/walk/fits.ts';

/**
 * Whether a value of a schema may lack a member that `withNested` adds. Most schemas require none
 * of the objects inside: their values need not be looked at.
 */
export function mayLack(schemas: Schemas, schema: Json): boolean {
  return demands(schemas, knownOf(schemas), schema, DEPTH_MAX);
}

const knownOf = remember(
  (_schemas: Schemas): WeakMap<JsonObject, boolean> => new WeakMap(),
  new WeakMap(),
);

function demands(
  schemas: Schemas,
  known: WeakMap<JsonObject, boolean>,
  schema: Json,
  depth: number,
): boolean {
  if (!isObject(schema)) return false;
  const found = known.get(schema);
  if (found !== undefined) return found;
  // A schema that refers to itself has no end: it counts as one that demands something.
  known.set(schema, true);
  const isDemanding =
    depth === 0 ||
    alternativesOf(schemas, schema).some((one) => {
      const required = own(one, 'required');
      if (Array.isArray(required) && required.length > 0) return true;
      const properties = own(one, 'properties');
      const below = isObject(properties) ? Object.values(properties) : [];
      const items = own(one, 'items') ?? true;
      return [...below, items].some((part) => demands(schemas, known, part, depth - 1));
    });
  known.set(schema, isDemanding);
  return isDemanding;
}

/** Whether a value of a schema may have members below that only the service writes. */
export function mayHold(schemas: Schemas, schema: Json, depth = DEPTH_MAX): boolean {
  if (!isObject(schema) || depth === 0) return false;
  return alternativesOf(schemas, schema).some((one) => {
    const properties = own(one, 'properties');
    const below = isObject(properties) ? Object.values(properties) : [];
    const isHeld = below.some((part) => own(mergedSchema(schemas, part), 'readOnly') === true);
    const items = own(one, 'items') ?? true;
    return isHeld || [...below, items].some((part) => mayHold(schemas, part, depth - 1));
  });
}

/**
 * Returns a value whose members below that only the service writes are as they were before, and not as
 * they were sent; elements of lists are compared by their place.
 */
export function withHeld(
  schemas: Schemas,
  schema: Json,
  value: Json,
  before: Json | undefined,
): Json {
  if (value === null || typeof value !== 'object') return value;
  const whole = alternativeOf(schemas, schema, value);
  if (Array.isArray(value)) {
    const held = Array.isArray(before) ? (before as readonly Json[]) : [];
    const items = own(whole, 'items') ?? true;
    return (value as readonly Json[]).map((one, index) =>
      withHeld(schemas, items, one, held[index]),
    );
  }
  const properties = own(whole, 'properties') ?? {};
  const held = isObject(before ?? null) ? (before as JsonObject) : {};
  const isHeld = (name: string): boolean =>
    own(mergedSchema(schemas, own(properties as JsonObject, name) ?? true), 'readOnly') === true;
  const names = new Set([...Object.keys(value), ...Object.keys(held).filter(isHeld)]);
  return objectOf(
    [...names].flatMap((name): readonly [string, Json][] => {
      const known = own(held, name);
      if (isHeld(name)) return known === undefined ? [] : [[name, known]];
      const part = own(properties as JsonObject, name) ?? true;
      return [[name, withHeld(schemas, part, own(value as JsonObject, name) ?? null, known)]];
    }),
  );
}

/** The alternative that a value fits, but for members that it lacks; the first of its type if none. */
function alternativeOf(schemas: Schemas, schema: Json, value: Json): JsonObject {
  const all = alternativesOf(schemas, schema);
  const isFit = ({ required: _, ...one }: JsonObject): boolean => fits(schemas.all(), one, value);
  const found = all.length < 2 ? undefined : all.find(isFit);
  return found ?? alternativeFor(schemas, schema, value) ?? {};
}

/** How deep a schema is looked into. */
const DEPTH_MAX = 8;

/** Returns a value with the required members that it lacks; the same one if it lacks none. */
export function withNested(
  schemas: Schemas,
  schema: Json,
  value: Json,
  make: Make = (name, member) => emptyValue(schemas, name, member),
): Json {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value) && value.length === 0) return value;
  const whole = alternativeOf(schemas, schema, value);
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    const items = own(whole, 'items') ?? true;
    const all = list.map((one) => withNested(schemas, items, one, make));
    return all.every((one, index) => one === list[index]) ? value : all;
  }
  return isObject(value) ? completed(schemas, whole, value, make) : value;
}

/** Makes the value of a member that is missing; `undefined` if none can be made. */
type Make = (name: string, schema: JsonObject) => Json | undefined;

function completed(
  schemas: Schemas,
  schema: JsonObject,
  value: JsonObject,
  make: Make,
): JsonObject {
  const properties = own(schema, 'properties');
  const members = isObject(properties) ? properties : {};
  const entries = Object.entries(value).map(([name, one]): [string, Json] => [
    name,
    withNested(schemas, own(members, name) ?? true, one, make),
  ]);
  const required = (own(schema, 'required') ?? []) as readonly string[];
  const added = required
    .filter((name) => !Object.hasOwn(value, name))
    .flatMap((name): readonly [string, Json][] => {
      const made = make(name, mergedSchema(schemas, own(members, name) ?? true));
      return made === undefined ? [] : [[name, made]];
    });
  const isSame = added.length === 0 && entries.every(([name, one]) => one === own(value, name));
  return isSame ? value : objectOf([...entries, ...added]);
}
