// The shape of JSON bodies, place by place: how often each member was there, with which types, and
// in which interaction. Two shapes of one operation tell what a client sees change.

import { isObject, type Json, own } from '../../base/json.ts';

type JsonType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** How often something was seen, and the number of an interaction that shows it. */
export interface Sighting {
  count: number;
  seq: number;
}

export interface BodyShape {
  /** How many values were seen here. */
  count: number;
  readonly types: Map<JsonType, Sighting>;
  readonly members: Map<string, MemberShape>;
  elements: BodyShape | null;
}

export interface MemberShape extends BodyShape {
  /** An interaction with an object that lacks the member; `null` if none lacks it. */
  without: number | null;
}

/** How deep bodies are looked at. */
const DEPTH_MAX = 16;
/** At most this many members of one object are compared, over all bodies. */
const MEMBERS_MAX = 500;
/** Maximum number of elements of one array that are looked at. */
const ELEMENTS_MAX = 200;

export function emptyShape(): BodyShape {
  return { count: 0, types: new Map(), members: new Map(), elements: null };
}

/** Adds one body to a shape. */
export function takeBody(shape: BodyShape, body: Json, seq: number): void {
  take(shape, body, seq, 0);
}

function take(shape: BodyShape, value: Json, seq: number, depth: number): void {
  shape.count++;
  const type = typeOf(value);
  const before = shape.types.get('object');
  addSighting(shape.types, type, { count: 1, seq });
  if (depth >= DEPTH_MAX) return;
  if (Array.isArray(value)) {
    shape.elements ??= emptyShape();
    for (const element of (value as readonly Json[]).slice(0, ELEMENTS_MAX))
      take(shape.elements, element, seq, depth + 1);
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      let below = shape.members.get(name);
      if (below === undefined) {
        if (shape.members.size >= MEMBERS_MAX) continue;
        // The object before this one had no such member.
        const without = before === undefined || before.count === 0 ? null : before.seq;
        below = { ...emptyShape(), without };
        shape.members.set(name, below);
      }
      take(below, member, seq, depth + 1);
    }
    for (const [name, below] of shape.members)
      if (below.without === null && own(value, name) === undefined) below.without = seq;
  }
}

/** Adds the second shape to the first one, which must not be used by itself any more. */
export function mergeShapes(one: BodyShape, other: BodyShape): void {
  const [objects, others] = [one.types.get('object'), other.types.get('object')];
  for (const [name, member] of other.members) {
    const known = one.members.get(name);
    if (known === undefined)
      one.members.set(name, { ...member, without: member.without ?? objects?.seq ?? null });
    else {
      known.without ??= member.without;
      mergeShapes(known, member);
    }
  }
  for (const [name, member] of one.members)
    if (!other.members.has(name)) member.without ??= others?.seq ?? null;
  if (one.elements === null) one.elements = other.elements;
  else if (other.elements !== null) mergeShapes(one.elements, other.elements);
  one.count += other.count;
  for (const [type, sighting] of other.types) addSighting(one.types, type, sighting);
}

/** Adds what was seen under a name. The first example stays. */
export function addSighting<Key>(
  all: Map<Key, Sighting>,
  key: Key,
  { count, seq }: Sighting,
): void {
  const known = all.get(key);
  if (known === undefined) all.set(key, { count, seq });
  else known.count += count;
}

function typeOf(value: Json): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as JsonType;
}
