// Members below others that only requests have (`writeOnly`), by the steps to them. `*` is any item of
// a list, or any member that the schema does not name.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { remember } from '../../base/remember.ts';
import type { SchemaName, Schemas } from '../schema.ts';

/** The steps to a member, from the value that has it below. */
export type Steps = readonly string[];

/** Returns the steps to the members of a value that only requests have. */
export function writeOnlyIn(schemas: Schemas, name: SchemaName): readonly Steps[] {
  return found(schemas)(name);
}

/** Returns those below other members. */
export function writeOnlyBelow(schemas: Schemas, name: SchemaName): readonly Steps[] {
  return found(schemas)(name).filter((one) => one.length > 1);
}

/** Whether any schema marks a member that only requests have. Most sets of schemas have none. */
export const hasWriteOnly = remember(
  (schemas: Schemas) => [...schemas.all().values()].some((schema) => isMarkedBelow(schema)),
  new WeakMap(),
);

const found = remember(
  (schemas: Schemas) =>
    remember((name: SchemaName): readonly Steps[] =>
      hasWriteOnly(schemas)
        ? stepsIn(schemas, schemas.mentionsByName(name), [], { left: PLACES_MAX })
        : NONE,
    ),
  new WeakMap(),
);

const NONE: readonly Steps[] = [];

function isMarkedBelow(value: Json): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (!Array.isArray(value) && own(value as JsonObject, 'writeOnly') === true) return true;
  return Object.values(value as Record<string, Json>).some(isMarkedBelow);
}

function stepsIn(
  schemas: Schemas,
  parts: readonly JsonObject[],
  steps: Steps,
  places: { left: number },
): readonly Steps[] {
  if (steps.length >= DEPTH_MAX || places.left-- <= 0) return NONE;
  return belowOf(parts).flatMap(([step, schemasThere]): readonly Steps[] => {
    const there = schemasThere.flatMap((one) => schemas.mentionsOf(one));
    const at = [...steps, step];
    if (there.some((part) => own(part, 'writeOnly') === true)) return [at];
    return there.length === 0 ? NONE : stepsIn(schemas, there, at, places);
  });
}

/** A schema may contain itself: at such a depth, or after as many places, nothing is looked for. */
const DEPTH_MAX = 10;
const PLACES_MAX = 2_000;

function belowOf(parts: readonly JsonObject[]): readonly (readonly [string, readonly Json[]])[] {
  const all = new Map<string, Json[]>();
  const add = (step: string, schema: Json | undefined): void => {
    if (schema !== undefined) all.set(step, [...(all.get(step) ?? []), schema]);
  };
  for (const part of parts) {
    const [properties, patterns] = [own(part, 'properties'), own(part, 'patternProperties')];
    for (const [name, one] of Object.entries(isObject(properties) ? properties : {}))
      add(name, one);
    for (const one of Object.values(isObject(patterns) ? patterns : {})) add('*', one);
    for (const keyword of ['items', 'additionalProperties']) add('*', own(part, keyword));
    const first = own(part, 'prefixItems');
    for (const one of Array.isArray(first) ? (first as readonly Json[]) : []) add('*', one);
  }
  return [...all];
}

/** Returns a value without the members at some steps; the same one if it has none of them. */
export function withoutSteps(value: Json, all: readonly Steps[]): Json {
  if (all.length === 0 || value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const below = all.flatMap(([step, ...rest]) => (step === '*' ? [rest] : []));
    const items = (value as readonly Json[]).map((one) => withoutSteps(one, below));
    return items.every((one, index) => one === value[index]) ? value : items;
  }
  const entries = Object.entries(value as JsonObject);
  const kept = entries.flatMap(([name, one]): readonly [string, Json][] => {
    const below = all.flatMap(([step, ...rest]) => (step === name || step === '*' ? [rest] : []));
    if (below.some((rest) => rest.length === 0)) return [];
    return [[name, withoutSteps(one, below)]];
  });
  const isSame =
    kept.length === entries.length &&
    kept.every(([name, one]) => one === own(value as JsonObject, name));
  return isSame ? value : objectOf(kept);
}

/** Returns the places at which a value has members at some steps. */
export function placesOf(value: Json, all: readonly Steps[], at: Steps = []): readonly Steps[] {
  if (all.length === 0 || value === null || typeof value !== 'object') return [];
  return Object.entries(value as Record<string, Json>).flatMap(([name, one]) => {
    const below = all.flatMap(([step, ...rest]) => (step === name || step === '*' ? [rest] : []));
    const here = [...at, name];
    if (below.some((rest) => rest.length === 0)) return [here];
    return placesOf(one, below, here);
  });
}
