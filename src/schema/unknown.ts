// Finds members of a value that its schema does not name, at any depth, and the known name that each may be a slip for.

import { isObject, type Json, type JsonObject, objectOf, own } from '../base/json.ts';
import { suggest } from '../base/suggest.ts';
import type { SchemaName, Schemas } from './schema.ts';

export interface UnknownMember {
  readonly steps: readonly string[];
  /** The known member that it may be a slip for and that is not there itself; `null` where there is none. */
  readonly near: string | null;
}

/**
 * Finds the members that a schema does not name. Where a schema names no members, or says by `additionalProperties`,
 * `unevaluatedProperties` or `patternProperties` what others may be, nothing is unknown: it has spoken for itself.
 */
export function findUnknown(schemas: Schemas, name: SchemaName, value: JsonObject): readonly UnknownMember[] {
  const found: UnknownMember[] = [];
  visit(shapeOf(schemas, name), value, NO_STEPS, found);
  return found;
}

/** Gives a value without some of its members. */
export function withoutMembers(value: JsonObject, members: readonly UnknownMember[]): JsonObject {
  return members.reduce<JsonObject>((whole, member) => without(whole, member.steps) as JsonObject, value);
}

const OPEN_KEYWORDS = ['additionalProperties', 'unevaluatedProperties', 'patternProperties'];
const NO_STEPS: readonly string[] = [];

/** What a schema, with everything it includes, says of members and items. Worked out once, and no deeper than values go. */
class Shape {
  /** `null` where the schema leaves its members open. */
  readonly members: ReadonlyMap<string, () => Shape> | null;
  readonly items: () => Shape | null;

  constructor(schemas: Schemas, parts: readonly JsonObject[]) {
    const named = new Map<string, Json[]>();
    for (const part of parts) {
      const properties = own(part, 'properties');
      if (!isObject(properties)) continue;
      for (const [key, schema] of Object.entries(properties)) named.set(key, [...(named.get(key) ?? []), schema]);
    }
    const isOpen = named.size === 0 || parts.some((part) => OPEN_KEYWORDS.some((keyword) => own(part, keyword) !== undefined));
    const below = (all: readonly Json[]): Shape =>
      new Shape(
        schemas,
        all.flatMap((one) => schemas.mentionsOf(one)),
      );
    this.members = isOpen ? null : new Map([...named].map(([key, all]) => [key, once(() => below(all))]));
    const items = parts.map((part) => own(part, 'items')).filter((one) => one !== undefined);
    this.items = once(() => (items.length === 0 ? null : below(items)));
  }
}

const shapes = new WeakMap<Schemas, Map<SchemaName, Shape>>();

function shapeOf(schemas: Schemas, name: SchemaName): Shape {
  const known = shapes.get(schemas) ?? new Map<SchemaName, Shape>();
  shapes.set(schemas, known);
  const shape = known.get(name) ?? new Shape(schemas, schemas.mentionsByName(name));
  known.set(name, shape);
  return shape;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function visit(shape: Shape, value: Json, steps: readonly string[], found: UnknownMember[]): void {
  if (value === null || typeof value !== 'object') return;
  if (Array.isArray(value)) {
    const items = shape.items();
    if (items === null) return;
    (value as readonly Json[]).forEach((item, index) => {
      if (item !== null && typeof item === 'object') visit(items, item, [...steps, String(index)], found);
    });
    return;
  }
  if (shape.members === null) return;
  for (const key of Object.keys(value)) {
    const member = (value as JsonObject)[key] as Json;
    const known = shape.members.get(key);
    if (known === undefined)
      found.push({ steps: [...steps, key], near: nearestAbsent(key, shape.members.keys(), value as JsonObject) });
    else if (member !== null && typeof member === 'object') visit(known(), member, [...steps, key], found);
  }
}

function nearestAbsent(key: string, known: Iterable<string>, value: JsonObject): string | null {
  return suggest(
    key,
    [...known].filter((one) => !Object.hasOwn(value, one)),
  );
}

function without(value: Json, steps: readonly string[]): Json {
  const [step, ...rest] = steps;
  if (step === undefined) return value;
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item, index) => (String(index) === step ? without(item, rest) : item));
  if (!isObject(value)) return value;
  const entries = Object.entries(value);
  if (rest.length === 0) return objectOf(entries.filter(([key]) => key !== step));
  return objectOf(entries.map(([key, member]) => [key, key === step ? without(member, rest) : member]));
}
