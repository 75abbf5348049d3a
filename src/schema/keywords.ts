// The keywords that are Standin's own and the formats that it knows, each in one table; and readers
// of the keywords from which values are made.

import { isObject, type Json, type JsonObject, objectOf, own } from '../base/json.ts';
import { remember } from '../base/remember.ts';
import { mergeSchemas } from './merge.ts';
import type { Schemas } from './schema.ts';

/** Formats that any text has. */
export const OPEN_FORMATS: ReadonlySet<Json | undefined> = new Set(['password', 'binary']);

/** The formats that are checked. */
export const KNOWN_FORMATS: readonly string[] =
  'date time date-time iso-time iso-date-time duration uri uri-reference uri-template url email hostname ipv4 ipv6 regex uuid json-pointer relative-json-pointer byte int32 int64 float double password binary'.split(
    ' ',
  );

interface OwnKeyword {
  readonly admits: (value: Json) => boolean;
}

/** The keywords of Standin on members of items, and the values that each admits. */
export const OWN_KEYWORDS: Readonly<Record<string, OwnKeyword>> = {
  'x-unique': { admits: (value) => typeof value === 'boolean' },
  'x-ref': { admits: (value) => typeof value === 'string' && value !== '' },
  'x-standin-redact': { admits: (value) => typeof value === 'boolean' || value === 'phone' },
};

/** Returns the keywords of Standin that stand in a schema, with their values. */
export function ownKeywordsIn(schema: JsonObject): readonly (readonly [string, Json])[] {
  return Object.keys(OWN_KEYWORDS).flatMap((keyword) => {
    const value = own(schema, keyword);
    return value === undefined ? [] : [[keyword, value] as const];
  });
}

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

/** Returns the schemas of which one applies (`anyOf`, else `oneOf`); `undefined` without either. */
export function branchesOf(schema: JsonObject): readonly Json[] | undefined {
  return [own(schema, 'anyOf'), own(schema, 'oneOf')].find(Array.isArray) as
    | readonly Json[]
    | undefined;
}

/** Returns a schema with one of its branches in place of all. */
export function withBranch(schemas: Schemas, schema: JsonObject, branch: Json): JsonObject {
  return chosenOf(schema)(schemas)(branch);
}

/** What `withBranch` returned, as long as the schema is in use. */
const chosenOf = remember(
  (schema: JsonObject) =>
    remember(
      (schemas: Schemas) =>
        remember((branch: Json): JsonObject => {
          const rest = objectOf(
            Object.entries(schema).filter(
              ([keyword]) => keyword !== 'anyOf' && keyword !== 'oneOf',
            ),
          );
          return mergedSchema(schemas, rest, branch);
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
