// Members that objects inside an item must have and a request need not send: the service makes them.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { alternativeFor } from '../../schema/alternatives.ts';
import { mergedSchema } from '../../schema/keywords.ts';
import { emptyValue } from '../../schema/sample/empty-value.ts';
import type { Schemas } from '../../schema/schema.ts';

/** Returns a value with the required members that it lacks; the same one if it lacks none. */
export function withNested(schemas: Schemas, schema: Json, value: Json): Json {
  if (value === null || typeof value !== 'object') return value;
  const whole = alternativeFor(schemas, schema, value) ?? {};
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    const items = own(whole, 'items') ?? true;
    const all = list.map((one) => withNested(schemas, items, one));
    return all.every((one, index) => one === list[index]) ? value : all;
  }
  return isObject(value) ? completed(schemas, whole, value) : value;
}

function completed(schemas: Schemas, schema: JsonObject, value: JsonObject): JsonObject {
  const properties = own(schema, 'properties');
  const members = isObject(properties) ? properties : {};
  const entries = Object.entries(value).map(([name, one]): [string, Json] => [
    name,
    withNested(schemas, own(members, name) ?? true, one),
  ]);
  const required = (own(schema, 'required') ?? []) as readonly string[];
  const added = required
    .filter((name) => !Object.hasOwn(value, name))
    .flatMap((name): readonly [string, Json][] => {
      const made = emptyValue(schemas, name, mergedSchema(schemas, own(members, name) ?? true));
      return made === undefined ? [] : [[name, made]];
    });
  const isSame = added.length === 0 && entries.every(([name, one]) => one === own(value, name));
  return isSame ? value : objectOf([...entries, ...added]);
}
