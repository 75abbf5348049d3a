// Finds members that a schema does not name, at any depth, and the name that each may mean.

import { isObject, type Json, type JsonObject, objectOf, own } from '../base/json.ts';
import { remember } from '../base/remember.ts';
import { suggest } from '../base/suggest.ts';
import { otherMembers } from './keywords/keyword-table.ts';
import { requiredIn, type SchemaName, type Schemas } from './schema.ts';

export interface UnknownMember {
  readonly steps: readonly string[];
  /** The known, absent member that it may be a typo of; `null` if there is none. */
  readonly near: string | null;
}

/**
 * Finds the members that a schema does not name. If it names none, or describes other members with
 * `additionalProperties`, `unevaluatedProperties` or `patternProperties`, no member is unknown.
 */
export function findUnknownMembers(
  schemas: Schemas,
  name: SchemaName,
  value: JsonObject,
): readonly UnknownMember[] {
  const found: UnknownMember[] = [];
  visit(shapesOf(schemas)(name), value, null, found);
  return found;
}

/** Returns a value without some of its members, in one pass. */
export function withoutMembers(value: JsonObject, members: readonly UnknownMember[]): JsonObject {
  const root: Removal = new Map();
  for (const { steps } of members) mark(root, steps);
  return withoutMarked(value, root) as JsonObject;
}

/** The members and items that a schema describes, computed once and no deeper than the values. */
class Shape {
  /** `null` if the schema leaves its members open. */
  readonly members: ReadonlyMap<string, () => Shape> | null;
  readonly items: () => Shape | null;

  constructor(book: ShapeBook, parts: readonly JsonObject[]) {
    const named = new Map<string, Json[]>();
    for (const part of parts) {
      const properties = own(part, 'properties');
      if (!isObject(properties)) continue;
      for (const [key, schema] of Object.entries(properties))
        named.set(key, [...(named.get(key) ?? []), schema]);
    }
    const isOpen =
      named.size === 0 ||
      parts.some((part) => otherMembers.some((keyword) => own(part, keyword) !== undefined));
    // What must be there is known, though nothing says what it is.
    for (const key of requiredIn(parts)) if (!named.has(key)) named.set(key, []);
    const below = (all: readonly Json[]): Shape =>
      book.shapeOf(all.flatMap((one) => book.schemas.mentionsOf(one)));
    this.members = isOpen
      ? null
      : new Map([...named].map(([key, all]) => [key, once(() => below(all))]));
    const items = parts.map((part) => own(part, 'items')).filter((one) => one !== undefined);
    this.items = once(() => (items.length === 0 ? null : below(items)));
  }
}

/**
 * The shapes of some schemas, one for each set of parts: a schema that refers to itself has as many
 * as it has parts, not as values have places.
 */
class ShapeBook {
  readonly schemas: Schemas;
  private readonly shapes = new Map<string, Shape>();
  private readonly numbers = new Map<JsonObject, number>();

  constructor(schemas: Schemas) {
    this.schemas = schemas;
  }

  shapeOf(parts: readonly JsonObject[]): Shape {
    const unique = [...new Set(parts)];
    const sign = unique.map((part) => this.numberOf(part)).join();
    const shape = this.shapes.get(sign) ?? new Shape(this, unique);
    this.shapes.set(sign, shape);
    return shape;
  }

  private numberOf(part: JsonObject): number {
    const number = this.numbers.get(part) ?? this.numbers.size;
    this.numbers.set(part, number);
    return number;
  }
}

const shapesOf = remember((schemas: Schemas) => {
  const book = new ShapeBook(schemas);
  return remember((name: SchemaName) => book.shapeOf(schemas.mentionsByName(name)));
}, new WeakMap());

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The position of a value, as a linked list: most values have nothing to report. */
interface ValuePosition {
  readonly above: ValuePosition | null;
  readonly step: string;
}

function visit(
  shape: Shape,
  value: JsonObject | readonly Json[],
  place: ValuePosition | null,
  found: UnknownMember[],
): void {
  if (Array.isArray(value)) {
    const items = shape.items();
    if (items !== null) visitItems(items, value as readonly Json[], place, found);
    return;
  }
  if (shape.members === null) return;
  for (const key in value) {
    const member = (value as JsonObject)[key] as Json;
    const known = shape.members.get(key);
    if (known === undefined) {
      const near = nearestAbsent(key, shape.members.keys(), value as JsonObject);
      found.push({ steps: [...stepsTo(place), key], near });
    } else if (member !== null && typeof member === 'object')
      visit(known(), member, { above: place, step: key }, found);
  }
}

function visitItems(
  shape: Shape,
  items: readonly Json[],
  place: ValuePosition | null,
  found: UnknownMember[],
): void {
  items.forEach((item, index) => {
    if (item !== null && typeof item === 'object')
      visit(shape, item, { above: place, step: String(index) }, found);
  });
}

function stepsTo(place: ValuePosition | null): readonly string[] {
  return place === null ? [] : [...stepsTo(place.above), place.step];
}

function nearestAbsent(key: string, known: Iterable<string>, value: JsonObject): string | null {
  return suggest(
    key,
    [...known].filter((one) => !Object.hasOwn(value, one)),
  );
}

/** The members to remove, by step: `null` for the member itself, a map for members below it. */
type Removal = Map<string, Removal | null>;

function mark(removal: Removal, steps: readonly string[]): void {
  let at = removal;
  for (const step of steps.slice(0, -1)) {
    const known = at.get(step);
    if (known === null) return;
    const below: Removal = known ?? new Map();
    at.set(step, below);
    at = below;
  }
  at.set(steps.at(-1) as string, null);
}

function withoutMarked(value: Json, removal: Removal): Json {
  const kept = (step: string, member: Json): Json => {
    const below = removal.get(step);
    return below === undefined || below === null ? member : withoutMarked(member, below);
  };
  if (Array.isArray(value))
    return (value as readonly Json[]).map((item, index) => kept(String(index), item));
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([key]) => removal.get(key) !== null);
  return objectOf(members.map(([key, member]) => [key, kept(key, member)]));
}
