// What an item shows of a member that a request sends in another type: a tenant for the id of one,
// a list for a single value. Values that the item may have stay.

import { equal } from '../../base/equal.ts';
import { hash32 } from '../../base/hash.ts';
import { isObject, type Json, type JsonObject, jsonText, objectOf, own } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import { membersListed, unlikeInList, unlikeMembers } from '../../contract/item-members.ts';
import { alternativeFor, alternativesOf, typesOf } from '../../schema/alternatives.ts';
import { sampleValue } from '../../schema/sample/sample.ts';
import type { Schemas } from '../../schema/schema.ts';

/** Returns the members of a request as items show them. Those that `before` has already stay. */
export function asShown(
  schemas: Schemas,
  contract: Contract,
  sent: JsonObject,
  before: JsonObject | null,
  find?: FindShown,
): JsonObject {
  const unlike = unlikeMembers(contract, schemas);
  if (unlike.size === 0) return sent;
  const members = new Map([
    ...membersListed(contract, schemas),
    ...schemas.membersOf(contract.item),
  ]);
  return objectOf(
    Object.entries(sent).map(([name, value]) => {
      const old = before === null ? undefined : own(before, name);
      const isOld = old !== undefined && equal(old, value);
      return isOld || !unlike.has(name)
        ? [name, value]
        : [name, shownValue(schemas, name, members.get(name) ?? {}, value, find)];
    }),
  );
}

/** Finds the item of which a value is the id, as a member may show it; `undefined` if none is there. */
export type FindShown = (member: string, shown: JsonObject, id: Json) => JsonObject | undefined;

/** Returns an item as an element of the list, which may have members in another type. */
export function asListed(schemas: Schemas, contract: Contract, item: JsonObject): JsonObject {
  const unlike = unlikeInList(contract, schemas);
  if (unlike.size === 0) return item;
  return objectOf(
    Object.entries(item).map(([name, value]) => {
      const member = unlike.get(name);
      return [name, member === undefined ? value : shownValue(schemas, name, member, value)];
    }),
  );
}

/** What an item shows of a value that it may not have as it is. */
export function shownValue(
  schemas: Schemas,
  name: string,
  schema: Json,
  value: Json,
  find?: FindShown,
): Json {
  if (value === null) return value;
  const fitting = alternativeFor(schemas, schema, value);
  if (fitting !== undefined) return withParts(schemas, name, fitting, value, find);
  const [first = {}] = alternativesOf(schemas, schema);
  return converted(schemas, name, first, value, find);
}

/** A value of the right type, with all its parts as they are shown. */
function withParts(
  schemas: Schemas,
  name: string,
  shown: JsonObject,
  value: Json,
  find?: FindShown,
): Json {
  const options = own(shown, 'enum');
  if (Array.isArray(options))
    return options.some((one: Json) => equal(one, value)) ? value : (options[0] as Json);
  if (Array.isArray(value)) {
    const items = own(shown, 'items');
    const list = value as readonly Json[];
    if (items === undefined) return value;
    return list.map((one) => shownValue(schemas, name, items, one, find));
  }
  if (!isObject(value)) return value;
  const members = own(shown, 'properties');
  if (!isObject(members)) return value;
  const given = Object.entries(value).flatMap(([key, one]): readonly [string, Json][] => {
    const member = own(members, key);
    if (member === undefined)
      return own(shown, 'additionalProperties') === false ? [] : [[key, one]];
    return [[key, shownValue(schemas, key, member, one, find)]];
  });
  return objectOf(given);
}

function converted(
  schemas: Schemas,
  name: string,
  shown: JsonObject,
  value: Json,
  find?: FindShown,
): Json {
  const types = typesOf(shown);
  if (types.includes('array')) {
    const one = shownValue(schemas, name, own(shown, 'items') ?? true, value, find);
    return [one];
  }
  if (types.includes('string') && typeof value !== 'object' && own(shown, 'enum') === undefined)
    return String(value);
  // An object where its id is shown.
  const id = isObject(value)
    ? IDENTIFYING.map((key) => own(value, key)).find(isIdOf(shown))
    : undefined;
  if (id !== undefined) return id;
  const found = isObject(value) ? undefined : find?.(name, shown, value);
  if (found !== undefined) return found;
  const sample = sampleOf(schemas, name, shown, value) ?? value;
  if (!isObject(sample) || typeof value === 'object') return sample;
  // A single value is what identifies the thing that it stands for.
  const members = own(shown, 'properties');
  const named = IDENTIFYING.flatMap((key): readonly [string, Json][] => {
    const member = isObject(members) ? own(members, key) : undefined;
    return member === undefined || alternativeFor(schemas, member, value) === undefined
      ? []
      : [[key, member]];
  });
  const [[key, member] = []] = named;
  return key === undefined || member === undefined
    ? sample
    : { ...sample, [key]: shownValue(schemas, key, member, value) };
}

/** Whether a value may be shown for an object that it identifies. */
function isIdOf(shown: JsonObject): (value: Json | undefined) => boolean {
  const types = typesOf(shown);
  return (value) =>
    (typeof value === 'string' || typeof value === 'number') &&
    own(shown, 'enum') === undefined &&
    types.includes(typeof value);
}

/** Usual names of members that say which thing an object is. */
const IDENTIFYING = ['id', 'uuid', 'gid', 'value', 'key', 'name', 'code', 'slug'];

/** The same value is shown alike each time. */
function sampleOf(
  schemas: Schemas,
  name: string,
  shown: JsonObject,
  value: Json,
): Json | undefined {
  return sampleValue(schemas, name, shown, {
    serial: 1 + ((hash32(jsonText(value)) >>> 0) % SERIALS),
    token: '',
    marked: [],
    readOnly: 'made',
    optional: 'left-out',
  });
}

const SERIALS = 500;
