// The schemas that stand in a schema, one step down, by the table of keywords. Data is none.

import { isObject, type Json, type JsonObject, objectOf } from '../../base/json.ts';
import { keywordNamed } from './keyword-table.ts';

/** Returns the schemas that stand in one, one step down. */
export function subschemasOf(schema: JsonObject): readonly Json[] {
  return Object.entries(schema).flatMap(([keyword, value]) => schemasAt(keyword, value));
}

/** Returns the schemas that the value of a keyword holds. */
export function schemasAt(keyword: string, value: Json): readonly Json[] {
  switch (keywordNamed(keyword)?.holds) {
    case 'schema':
      return Array.isArray(value) ? (value as readonly Json[]) : [value];
    case 'schemas':
      return Array.isArray(value) ? (value as readonly Json[]) : [];
    case 'schema-map':
      return isObject(value) ? Object.values(value) : [];
    default:
      return [];
  }
}

/** Returns a schema with other schemas in it, one step down; the same one if all are the same. */
export function withSubschemas(schema: JsonObject, change: (one: Json) => Json): JsonObject {
  let isSame = true;
  const changed = (one: Json): Json => {
    const other = change(one);
    if (other !== one) isSame = false;
    return other;
  };
  const members = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    if (schemasAt(keyword, value).length === 0) return [keyword, value];
    if (Array.isArray(value)) return [keyword, (value as readonly Json[]).map(changed)];
    if (keywordNamed(keyword)?.holds !== 'schema-map') return [keyword, changed(value)];
    const all = Object.entries(value as JsonObject);
    return [keyword, objectOf(all.map(([name, one]) => [name, changed(one)]))];
  });
  return isSame ? schema : objectOf(members);
}
