// Adds the operations that change items to a document of which only reading is known: for each
// collection whose items can be read. What they answer stays open.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';

/** Returns the document with the operations that somebody may expect there. */
export function withAssumedWrites(document: JsonObject): JsonObject {
  const paths = objectIn(document, 'paths');
  const schemas = objectIn(objectIn(document, 'components'), 'schemas');
  const added = Object.entries(paths).flatMap(([path, operations]): [string, Json][] => {
    const [, collection, parameter] = /^(.*)\/\{(\w+)\}$/.exec(path) ?? [];
    const read = objectIn(operations, 'get');
    const around = collection === undefined ? undefined : own(paths, collection);
    const schema = schemaOfSuccess(read);
    if (collection === undefined || around === undefined || schema === null) return [];
    const body = bodyLike(schema, schemas, ['id', '_id', parameter ?? 'id']);
    const taking = { requestBody: { content: { 'application/json': { schema: body } } } };
    return [
      [collection, { ...(around as JsonObject), post: { ...taking, responses: {} } }],
      [
        path,
        {
          ...(operations as JsonObject),
          put: { ...taking, responses: {} },
          patch: { ...taking, responses: {} },
          delete: { responses: {} },
        },
      ],
    ];
  });
  return { ...document, paths: { ...paths, ...objectOf(added) } };
}

function schemaOfSuccess(operation: JsonObject): Json | null {
  const content = objectIn(objectIn(objectIn(operation, 'responses'), '200'), 'content');
  const [media] = Object.values(content);
  return media !== undefined && isObject(media) ? (own(media, 'schema') ?? null) : null;
}

/** The schema of a body as a request has it: nothing is required, and an item has no id. */
function bodyLike(schema: Json, schemas: JsonObject, ids: readonly string[]): Json {
  if (!isObject(schema)) return schema;
  const ref = own(schema, '$ref');
  const target = typeof ref === 'string' ? own(schemas, ref.split('/').at(-1) ?? '') : undefined;
  if (target !== undefined) return withoutMembers(bodyLike(target, schemas, []), ids);
  const { required: _, ...rest } = schema;
  const properties = Object.entries(objectIn(rest, 'properties'));
  if (properties.length === 0) return rest;
  const inner = properties.map(([name, one]): [string, Json] => [
    name,
    bodyLike(one, schemas, ids),
  ]);
  return { ...rest, properties: objectOf(inner) };
}

function withoutMembers(schema: Json, names: readonly string[]): Json {
  const kept = Object.entries(objectIn(schema, 'properties')).filter(
    ([name]) => !names.includes(name),
  );
  return isObject(schema) ? { ...schema, properties: objectOf(kept) } : schema;
}

function objectIn(value: Json, member: string): JsonObject {
  const inner = isObject(value) ? own(value, member) : undefined;
  return inner !== undefined && isObject(inner) ? inner : {};
}
