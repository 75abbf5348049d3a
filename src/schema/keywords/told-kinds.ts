// Schemas of which a member tells one apart, written so that a value is compared with its own schema
// alone: what is wrong is then said of that one, and not of all. The same values fit.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { kindsIn } from './kinds.ts';
import { withSubschemas } from './subschemas.ts';

/** Returns a schema that admits the same values; the same one if no member tells schemas apart. */
export function withKindsTold(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const changed = withSubschemas(schema, withKindsTold);
  const kinds = kindsIn(changed);
  const all = own(changed, 'anyOf');
  if (kinds === null || !Array.isArray(all)) return changed;
  const { anyOf: _, ...rest } = changed;
  const parts = own(changed, 'allOf');
  const isListed = valuesOf(changed, kinds.member) !== null;
  const told = toldApart(all as readonly Json[], kinds.member, isListed ? 'listed' : 'open');
  return { ...rest, allOf: [...(Array.isArray(parts) ? (parts as readonly Json[]) : []), told] };
}

/** With `listed`, the schema beside them says which values there are. */
function toldApart(all: readonly Json[], member: string, beside: 'listed' | 'open'): JsonObject {
  const kinds = all.flatMap((schema) => {
    const values = valuesOf(schema, member);
    return values === null ? [] : [{ schema, values }];
  });
  const others = all.filter((schema) => valuesOf(schema, member) === null);
  const values = [...new Set(kinds.flatMap((one) => one.values))];
  const has = (some: readonly Json[]): JsonObject => ({
    type: 'object',
    properties: { [member]: { enum: some } },
    required: [member],
  });
  const named = beside === 'listed' ? true : { properties: { [member]: { enum: values } } };
  return chosen(
    has(values),
    { allOf: kinds.map((one) => chosen(has(one.values), one.schema, true)) },
    chosen({ type: 'object', required: [member] }, others.length > 0 ? { anyOf: others } : named, {
      anyOf: all,
    }),
  );
}

/** A schema that asks one, and then applies one of two. An object of code has no member `then`. */
function chosen(asked: Json, then: Json, otherwise: Json): JsonObject {
  return objectOf([
    ['if', asked],
    ['then', then],
    ['else', otherwise],
  ]);
}

/** The values with which a member names a schema; `null` if it names none. */
function valuesOf(schema: Json, member: string): readonly Json[] | null {
  const properties = isObject(schema) ? own(schema, 'properties') : undefined;
  const told = properties !== undefined && isObject(properties) ? own(properties, member) : null;
  const values = told !== undefined && isObject(told) ? own(told, 'enum') : undefined;
  return Array.isArray(values) ? (values as readonly Json[]) : null;
}
