// Readers of the keywords from which values are made: bounds, and the schemas of which one applies.

import { isObject, type Json, type JsonObject, objectOf, own } from '../base/json.ts';
import { remember } from '../base/remember.ts';
import { kindsIn } from './keywords/kinds.ts';
import { mergeSchemas } from './merge.ts';
import type { Schemas } from './schema.ts';

/** Returns the number that a keyword has, if it is one. */
export function numberAt(schema: JsonObject, keyword: string): number | undefined {
  const value = own(schema, keyword);
  return typeof value === 'number' ? value : undefined;
}

/** Returns the bounds of lengths or counts: `minLength` and `maxLength`, or those of items. */
export function sizeBounds(
  schema: JsonObject,
  of: 'Length' | 'Items',
): { readonly least: number; readonly most: number } {
  return {
    least: numberAt(schema, `min${of}`) ?? 0,
    most: numberAt(schema, `max${of}`) ?? Number.MAX_SAFE_INTEGER,
  };
}

/**
 * Returns the schemas of which one applies (`anyOf`, else `oneOf`), without those of which no values
 * are made; `undefined` without either.
 */
export function branchesOf(schema: JsonObject): readonly Json[] | undefined {
  const all = [own(schema, 'anyOf'), own(schema, 'oneOf')].find(Array.isArray) as
    | readonly Json[]
    | undefined;
  const kinds = kindsIn(schema);
  return kinds === null ? all : all?.slice(0, kinds.made);
}

/** Returns a schema with one of its branches in place of all. */
export function withBranch(schemas: Schemas, schema: JsonObject, branch: Json): JsonObject {
  return chosenOf(schema)(schemas)(branch);
}

const OF_BRANCHES: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'x-standin-kinds']);

/** What `withBranch` returned, as long as the schema is in use. */
const chosenOf = remember(
  (schema: JsonObject) =>
    remember(
      (schemas: Schemas) =>
        remember((branch: Json): JsonObject => {
          const kinds = kindsIn(schema);
          const rest = objectOf(
            Object.entries(schema).filter(([keyword]) => !OF_BRANCHES.has(keyword)),
          );
          // A value tells of which kind it is.
          const told = kinds === null ? [] : [{ required: [kinds.member] }];
          return mergedSchema(schemas, rest, branch, ...told);
        }),
      new WeakMap(),
    ),
  new WeakMap(),
);

/** Returns one schema for some that all apply, with everything that they include. */
export function mergedSchema(schemas: Schemas, ...all: readonly Json[]): JsonObject {
  const [only, second] = all;
  if (only !== undefined && second === undefined && isObject(only)) return schemas.wholeOf(only);
  return mergeSchemas(all.flatMap((one) => schemas.partsOf(one)));
}
