// Where a product keeps items of one kind, written down by hand after its documentation. The planted
// faults and the comparison with the mock go by it; `verify` never sees it.

import { isObject, type Json, own } from '../../src/base/json.ts';

export type PlaceOperation = 'list' | 'create' | 'read' | 'replace' | 'update' | 'remove';

export interface Place {
  /** The path of one item on the wire, with the id as `{id}`: `/api/v2/silence/{id}`. */
  readonly item: string;
  /** Paths that only look like those of an item: `/todos/count`. */
  readonly others?: readonly string[];
  /** The path at which an item is read, if it is another: `/modalities/{id}/configuration`. */
  readonly shows?: string;
  /** The path of the list; `null` if there is none. */
  readonly list: string | null;
  /** Where the items are in the answer of the list: `mappings`, or `''` for the answer itself. */
  readonly itemsAt: string;
  /** The member that names an item, or `''` if the list has the ids alone. */
  readonly id: string;
  /** The call that makes an item; at the path of the item, the client chooses the id. */
  readonly create: {
    readonly method: 'POST' | 'PUT';
    readonly path: string;
    /** The member of the answer that has the id; `0` if the answer is a list of ids, or of items. */
    readonly answers?: string;
  };
  readonly has: readonly ('read' | 'replace' | 'update' | 'remove')[];
  /** What a successful removal answers; `soft` if the product itself still shows the item then. */
  readonly removed?: { readonly status: number; readonly body?: string } | 'soft';
  /** A member that the document requires in each answer with an item. */
  readonly requires?: string;
  /** Query parameters that narrow the list. */
  readonly narrowedBy?: readonly string[];
  /** A body that creates an item; `id` stands for an id that the client chooses. */
  readonly sample: (id: string) => Json | undefined;
  /** A body that changes it. */
  readonly change?: (id: string) => Json;
}

/** A call at a place. */
export interface At {
  readonly place: Place;
  readonly operation: PlaceOperation;
  /** `null` for a list, and for a creation whose id the product chooses. */
  readonly id: string | null;
}

/** Returns the place and the operation of a call; `null` if it is at none. */
export function placeOf(
  places: readonly Place[],
  call: { readonly method: string; readonly path: string },
): At | null {
  for (const place of places) {
    const { method } = call;
    if (place.others?.includes(call.path)) continue;
    const id = idIn(place.item, call.path);
    if (method === place.create.method && place.create.path === place.item && id !== null)
      return { place, operation: 'create', id };
    if (method === place.create.method && call.path === place.create.path)
      return { place, operation: 'create', id: null };
    if (method === 'GET' && call.path === place.list) return { place, operation: 'list', id: null };
    const operation = METHODS.get(method);
    const named = operation === 'read' ? idIn(place.shows ?? place.item, call.path) : id;
    if (named !== null && operation !== undefined && place.has.includes(operation))
      return { place, operation, id: named };
  }
  return null;
}

const METHODS: ReadonlyMap<string, 'read' | 'replace' | 'update' | 'remove'> = new Map([
  ['GET', 'read'],
  ['PUT', 'replace'],
  ['PATCH', 'update'],
  ['DELETE', 'remove'],
]);

function idIn(template: string, path: string): string | null {
  const [before, after] = template.split('{id}');
  if (before === undefined || after === undefined) return null;
  if (!path.startsWith(before) || !path.endsWith(after)) return null;
  const id = path.slice(before.length, path.length - after.length);
  if (id === '' || id.includes('/')) return null;
  try {
    return decodeURIComponent(id);
  } catch {
    return null;
  }
}

/** Returns the path of an item. */
export function itemPath(place: Place, id: string): string {
  return place.item.replace('{id}', encodeURIComponent(id));
}

/** Returns the path at which an item is read. */
export function readPath(place: Place, id: string): string {
  return (place.shows ?? place.item).replace('{id}', encodeURIComponent(id));
}

/** Returns the items in the answer of a list; `null` if it has none there. */
export function itemsIn(place: Place, answer: Json): readonly Json[] | null {
  const items = place.itemsAt === '' ? answer : memberOf(answer, place.itemsAt);
  return Array.isArray(items) ? items : null;
}

/** Returns the id that a creation answered; `null` if it answered none. */
export function answeredId({ create, id: member }: Place, answer: Json | undefined): string | null {
  const { answers } = create;
  if (answers === undefined) return null;
  const found = Array.isArray(answer) ? answer[Number(answers)] : memberOf(answer, answers);
  const id = isObject(found) ? memberOf(found, member) : found;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}

/** Returns the answer of a list with other items. */
export function withItems(place: Place, answer: Json, items: readonly Json[]): Json {
  return place.itemsAt === ''
    ? [...items]
    : { ...(isObject(answer) ? answer : {}), [place.itemsAt]: [...items] };
}

/** Returns the id of an item as a text; `null` if it has none. */
export function idOf(place: Place, item: Json | undefined): string | null {
  const id = place.id === '' ? item : memberOf(item, place.id);
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}

function memberOf(value: Json | undefined, name: string): Json | undefined {
  return isObject(value) ? own(value, name) : undefined;
}
