// Schemas that refer to themselves without a step into the value: no check of them ends. And those
// that refer to others in so many ways that a check takes too long.

import { isObject, type Json, own } from '../base/json.ts';
import { keywordsWith } from './keywords/keyword-table.ts';
import { schemasAt } from './keywords/subschemas.ts';
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

/**
 * How many schemas may apply to one place of a value, each counted as often as it is referred to:
 * thirty schemas that refer to the one before twice have a billion.
 */
export const WEIGHT_MAX = 20_000;

/** Returns the schemas that are too heavy, the lowest of each chain. None of them may be endless. */
export function findHeavy(schemas: ReadonlyMap<SchemaName, Schema>): ReadonlySet<SchemaName> {
  const weights = new Map<SchemaName, number>();
  const heavy = new Set<SchemaName>();
  const weigh = (name: SchemaName): number => {
    const known = weights.get(name);
    if (known !== undefined) return known;
    // While its own weight is not known: it is not endless, so this one is never asked for.
    weights.set(name, 1);
    const below = referencesInPlace(schemas.get(name) ?? true);
    const weight = below.reduce((sum, one) => sum + weigh(one), 1);
    if (weight > WEIGHT_MAX) heavy.add(name);
    const counted = weight > WEIGHT_MAX ? 1 : weight;
    weights.set(name, counted);
    return counted;
  };
  for (const name of schemas.keys()) weigh(name);
  return heavy;
}

/** The schemas that apply to the same place of a value. */
function referencesInPlace(schema: Json): readonly SchemaName[] {
  if (Array.isArray(schema)) return schema.flatMap((one: Json) => referencesInPlace(one));
  if (!isObject(schema)) return [];
  const ref = own(schema, '$ref');
  return [
    ...(typeof ref === 'string' ? [ref.replace(/\.json$/, '')] : []),
    ...IN_PLACE.flatMap((keyword) => {
      const value = own(schema, keyword);
      return value === undefined ? [] : schemasAt(keyword, value).flatMap(referencesInPlace);
    }),
  ];
}

/** The keywords whose schemas are about the value itself. */
const IN_PLACE = keywordsWith(({ about }) => ['value', 'perhaps', 'question'].includes(about));
