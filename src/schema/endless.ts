// Schemas that refer to themselves without a step into the value: no check of them ends.

import { isObject, type Json, own } from '../base/json.ts';
import type { Schema, SchemaName } from './schema.ts';

/** Returns the schemas that lead back to themselves at the same place of a value. */
export function findEndless(schemas: ReadonlyMap<SchemaName, Schema>): ReadonlySet<SchemaName> {
  const next = new Map(
    [...schemas].map(([name, schema]) => [name, referencesInPlace(schema)] as const),
  );
  const leadsBack = (name: SchemaName): boolean => {
    const seen = new Set(next.get(name));
    for (const one of seen) for (const further of next.get(one) ?? []) seen.add(further);
    return seen.has(name);
  };
  return new Set([...schemas.keys()].filter(leadsBack));
}

/** The schemas that apply to the same place of a value. */
function referencesInPlace(schema: Json): readonly SchemaName[] {
  if (Array.isArray(schema)) return schema.flatMap((one: Json) => referencesInPlace(one));
  if (!isObject(schema)) return [];
  const ref = own(schema, '$ref');
  const dependent = own(schema, 'dependentSchemas');
  return [
    ...(typeof ref === 'string' ? [ref.replace(/\.json$/, '')] : []),
    ...IN_PLACE.flatMap((keyword) => referencesInPlace(own(schema, keyword) ?? true)),
    ...(isObject(dependent) ? referencesInPlace(Object.values(dependent)) : []),
  ];
}

const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];
