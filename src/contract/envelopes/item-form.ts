// Items whose members stand elsewhere on the wire, as JSON:API and HAL have them. One mapping by data:
// which members are moved, where the others are, what is always there. Knows no messages.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { valueAt, withValueAt } from '../../base/pointer.ts';

/** How an item stands on the wire. */
export interface ItemForm {
  readonly name: FormName;
  readonly mediaType: string;
  /** Members with a place of their own. */
  readonly moved: readonly MovedMember[];
  /** Where all other members are. */
  readonly rest: readonly string[];
  /** Members at the top that are none of the item. */
  readonly foreign: readonly string[];
  /** What is always there. */
  readonly fixed: readonly { readonly at: readonly string[]; readonly value: Json }[];
  /** The place of the address of the item. */
  readonly self: readonly string[];
}

export const formNames = ['json:api', 'hal'] as const;
export type FormName = (typeof formNames)[number];

/** A member that holds ids, which are texts on the wire. */
export interface MovedMember {
  readonly member: string;
  readonly at: readonly string[];
  /** The type in `{"type": "people", "id": "9"}`; `null` if the id stands alone. */
  readonly to: string | null;
  readonly holds: 'one' | 'list';
  readonly ids: 'number' | 'string';
}

/** Returns an item as it stands on the wire; `address` is its own, `null` in a request. */
export function toWire(form: ItemForm, item: JsonObject, address: string | null): JsonObject {
  const rest = Object.entries(item).filter(
    ([name]) => !form.moved.some(({ member }) => member === name),
  );
  let wire: Json = {};
  for (const { at, value } of form.fixed) wire = withValueAt(wire, at, value);
  for (const moved of form.moved) {
    const value = own(item, moved.member);
    if (value !== undefined) wire = withValueAt(wire, moved.at, idsToWire(moved, value));
  }
  if (form.rest.length === 0) wire = objectOf([...Object.entries(wire as JsonObject), ...rest]);
  else wire = withValueAt(wire, form.rest, objectOf(rest));
  return (address === null ? wire : withValueAt(wire, form.self, address)) as JsonObject;
}

/** Returns the item in what stands on the wire; what is no object stays as it is. */
export function fromWire(form: ItemForm, wire: Json): Json {
  if (!isObject(wire)) return wire;
  const moved = form.moved.flatMap((one): [string, Json][] => {
    const value = valueAt(wire, one.at);
    return value === undefined ? [] : [[one.member, idsFromWire(one, value)]];
  });
  const rest = valueAt(wire, form.rest);
  const others = isObject(rest ?? null)
    ? Object.entries(rest as JsonObject).filter(([name]) => !form.foreign.includes(name))
    : [];
  const names = new Set(moved.map(([name]) => name));
  return objectOf([...moved, ...others.filter(([name]) => !names.has(name))]);
}

/** Returns the place of a member of an item on the wire. */
export function placeOnWire(form: ItemForm, steps: readonly string[]): readonly string[] {
  const [first, ...rest] = steps;
  const moved = form.moved.find(({ member }) => member === first);
  if (moved !== undefined) return [...moved.at, ...rest];
  return first === undefined ? [] : [...form.rest, ...steps];
}

function idsToWire(moved: MovedMember, value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => idsToWire(moved, one));
  if (value === null || typeof value === 'object') return value;
  return moved.to === null ? String(value) : { type: moved.to, id: String(value) };
}

function idsFromWire(moved: MovedMember, value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => idsFromWire(moved, one));
  const id = moved.to !== null && isObject(value) ? (own(value, 'id') ?? null) : value;
  const isNumber = moved.ids === 'number' && typeof id === 'string' && /^-?\d{1,15}$/.test(id);
  return isNumber ? Number(id) : id;
}
