// Keywords of OpenAPI and of older versions of JSON Schema as those of 2020-12: `nullable`,
// `exclusiveMinimum: true`, `example`, `dependencies`, lists of `items`. And what counts beside `$ref`.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../../base/json.ts';
import { isExtension, keywordNamed } from '../../../schema/keywords/keyword-table.ts';
import { ownKeywordsIn } from '../../../schema/keywords/own-keywords.ts';

/** Returns a schema in which no keyword has a form that 2020-12 does not know. */
export function withOlderForms(given: JsonObject): JsonObject {
  const { dependencies, additionalItems, ...rest } = given;
  const items = own(given, 'items');
  const isList = Array.isArray(items);
  if (dependencies === undefined && additionalItems === undefined && !isList) return given;
  return {
    ...rest,
    ...(isList ? { prefixItems: items, items: additionalItems ?? true } : {}),
    ...(dependencies !== undefined && isObject(dependencies) ? dependents(dependencies) : {}),
  };
}

function dependents(dependencies: JsonObject): JsonObject {
  const all = Object.entries(dependencies);
  const [names, schemas] = [
    all.filter(([, one]) => Array.isArray(one)),
    all.filter(([, one]) => !Array.isArray(one)),
  ];
  return {
    ...(names.length > 0 ? { dependentRequired: objectOf(names) } : {}),
    ...(schemas.length > 0 ? { dependentSchemas: objectOf(schemas) } : {}),
  };
}

/**
 * The keywords beside `$ref` that limit values. OpenAPI 3.0 and Swagger 2.0 ignore them (Reference
 * Object); words and marks, which fail no value, are read all the same.
 */
export function limitsBeside(given: JsonObject): readonly string[] {
  return Object.keys(given).filter((keyword) => {
    const row = keywordNamed(keyword);
    const isRead = keyword === '$ref' || isExtension(keyword) || row?.says === 'tells';
    return row !== undefined && !isRead;
  });
}
/** Forms of older versions that are read elsewhere. */
export function isOldForm(keyword: string, value: Json): boolean {
  return (keyword.startsWith('exclusive') || keyword === 'required') && typeof value === 'boolean';
}

/** `exclusiveMinimum: true` beside `minimum: 3`. */
export function oldBounds(given: JsonObject): readonly [string, Json][] {
  return (['Minimum', 'Maximum'] as const).flatMap((side): readonly [string, Json][] => {
    const bound = own(given, side.toLowerCase());
    return own(given, `exclusive${side}`) === true && typeof bound === 'number'
      ? [[`exclusive${side}`, bound]]
      : [];
  });
}

export function exampleOf(given: JsonObject): readonly [string, Json][] {
  const example = own(given, 'example');
  return example === undefined || Array.isArray(own(given, 'examples'))
    ? []
    : [['examples', [example]]];
}

/** Values that are no lists, beside the type of a list, are those of its elements. */
export function withEnumOfItems(schema: JsonObject): JsonObject {
  const { enum: options, ...list } = schema;
  if (own(schema, 'type') !== 'array' || !Array.isArray(options)) return schema;
  if ((options as readonly Json[]).some((one) => Array.isArray(one))) return schema;
  const items = own(schema, 'items') ?? {};
  if (!isObject(items) || own(items, 'enum') !== undefined) return list;
  return { ...list, items: { ...items, enum: options } };
}

/** A schema that admits null besides: by its type, or else as one of two. */
export function nullableOf(given: JsonObject, schema: JsonObject): JsonObject {
  if (own(given, 'nullable') !== true && own(given, 'x-nullable') !== true) return schema;
  const type = own(schema, 'type');
  const options = own(schema, 'enum');
  const withNull = Array.isArray(options) ? { enum: [...new Set([...options, null])] } : {};
  if (type !== undefined && own(schema, '$ref') === undefined)
    return {
      ...schema,
      ...withNull,
      ...nullAmong(schema),
      type: [...new Set([type, 'null'].flat())] as Json,
    };
  const { readOnly, writeOnly, description, title, ...rest } = schema;
  const marks = { readOnly, writeOnly, description, title, ...objectOf(ownKeywordsIn(schema)) };
  const kept = Object.entries(marks).filter((one): one is [string, Json] => one[1] !== undefined);
  return objectOf([...kept, ['anyOf', [rest, { type: 'null' }]]]);
}

/** The alternatives of a schema, with null as one more. */
function nullAmong(schema: JsonObject): JsonObject {
  const keywords = ['anyOf', 'oneOf'].filter((keyword) => Array.isArray(own(schema, keyword)));
  return objectOf(
    keywords.map((keyword) => [
      keyword,
      [...(own(schema, keyword) as readonly Json[]), { type: 'null' }],
    ]),
  );
}
