// What an item shows of a member that a request sends in another type: a tenant for the id of one,
// a list for a single value. Values that the item may have stay.

import { equal } from '../../base/equal.ts';
import { hash32 } from '../../base/hash.ts';
import { isObject, type Json, type JsonObject, jsonText, objectOf, own } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import { unlikeMembers } from '../../contract/item-members.ts';
import { alternativeFor, alternativesOf, typesOf } from '../../schema/alternatives.ts';
import { sampleValue } from '../../schema/sample/sample.ts';
import type { Schemas } from '../../schema/schema.ts';

/** Returns the members of a request as items show them. Those that `before` has already stay. */
export function asShown(
  schemas: Schemas,
  contract: Contract,
  sent: JsonObject,
  before: JsonObject | null,
): JsonObject {
  const unlike = unlikeMembers(contract, schemas);
  if (unlike.size === 0) return sent;
  const members = schemas.membersOf(contract.item);
  return objectOf(
    Object.entries(sent).map(([name, value]) => {
      const old = before === null ? undefined : own(before, name);
      const isOld = old !== undefined && equal(old, value);
      return isOld || !unlike.has(name)
        ? [name, value]
        : [name, shownValue(schemas, name, members.get(name) ?? {}, value)];
    }),
  );
}

/** What an item shows of a value that it may not have as it is. */
export function shownValue(schemas: Schemas, name: string, schema: Json, value: Json): Json {
  if (value === null) return value;
  const fitting = alternativeFor(schemas, schema, value);
  if (fitting !== undefined) return withParts(schemas, name, fitting, value);
  const [first = {}] = alternativesOf(schemas, schema);
  return converted(schemas, name, first, value);
}

/** A value of the right type, with all its parts as they are shown. */
function withParts(schemas: Schemas, name: string, shown: JsonObject, value: Json): Json {
  const options = own(shown, 'enum');
  if (Array.isArray(options))
    return options.some((one: Json) => equal(one, value)) ? value : (options[0] as Json);
  if (Array.isArray(value)) {
    const items = own(shown, 'items');
    const list = value as readonly Json[];
    return items === undefined ? value : list.map((one) => shownValue(schemas, name, items, one));
  }
  if (!isObject(value)) return value;
  const members = own(shown, 'properties');
  if (!isObject(members)) return value;
  const given = Object.entries(value).flatMap(([key, one]): readonly [string, Json][] => {
    const member = own(members, key);
    if (member === undefined)
      return own(shown, 'additionalProperties') === false ? [] : [[key, one]];
    return [[key, shownValue(schemas, key, member, one)]];
  });
  return objectOf(given);
}

function converted(schemas: Schemas, name: string, shown: JsonObject, value: Json): Json {
  const types = typesOf(shown);
  if (types.includes('array')) {
    const one = shownValue(schemas, name, own(shown, 'items') ?? true, value);
    return [one];
  }
  if (types.includes('string') && typeof value !== 'object' && own(shown, 'enum') === undefined)
    return String(value);
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
