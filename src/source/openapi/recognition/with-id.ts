// Items that are sent without their ids: the id stands in the path, with the type that it has there.

import { isObject, type Json, type JsonObject, own } from '../../../base/json.ts';
import type { SchemaName } from '../../../schema/schema.ts';
import type { ApiOperation } from '../operations.ts';
import type { SchemaBook } from '../schemas/schema-book.ts';

/** The type of the ids in the paths of items. */
export function typeOfId(ofItem: ReadonlyMap<string, ApiOperation>): 'integer' | 'string' {
  const [one] = ofItem.values();
  const type = own(parameterSchema(one), 'type');
  return type === 'integer' || type === 'number' ? 'integer' : 'string';
}

/** The schema of the last parameter of a path; empty if it has none. */
export function parameterSchema(one: ApiOperation | undefined): JsonObject {
  const wanted = one?.path.lastParameter ?? null;
  return one?.parameters.find(({ name, in: at }) => at === 'path' && name === wanted)?.schema ?? {};
}

/** What is sent, with an id. A schema that is closed has its members beside the id. */
export function withId(
  sent: SchemaName | undefined,
  { name, type }: { readonly name: string; readonly type: 'integer' | 'string' },
  book: Pick<SchemaBook, 'schemas'>,
): JsonObject {
  const id = { [name]: { type } };
  if (sent === undefined) return { type: 'object', properties: id, required: [name] };
  const schema: Json = book.schemas.get(sent) ?? true;
  const properties = isObject(schema) ? own(schema, 'properties') : undefined;
  if (!isObject(schema) || properties === undefined || !isObject(properties))
    return { allOf: [{ $ref: `${sent}.json` }], properties: id, required: [name] };
  const required = own(schema, 'required');
  const others = Array.isArray(required) ? (required as readonly Json[]) : [];
  const { maxProperties: _, ...open } = schema;
  return { ...open, properties: { ...id, ...properties }, required: [name, ...others] };
}
