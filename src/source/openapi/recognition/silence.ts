// What a document leaves unsaid of an answer: the whole body, or what stands in an envelope that says
// no more than how the request went: `{code, data, msg}` with any `data`.

import { isObject, type Json, type JsonObject, own } from '../../../base/json.ts';
import type { Schemas } from '../../../schema/schema.ts';
import type { ApiOperation } from '../operations.ts';
import { successOf } from '../outcomes.ts';
import { openContents } from '../shapes.ts';

/** Where an answer may be anything, and whether the document says that it is an object there. */
export interface SilentPlace {
  /** The steps to it in the body of the answer. */
  readonly at: readonly string[];
  readonly isObject: boolean;
}

/**
 * Returns the place of which a document says nothing in the success of an operation; `null` if it
 * names a member, a list, an example, or says that there is no body.
 */
export function silentPlaceOf(operation: ApiOperation, schemas: Schemas): SilentPlace | null {
  const { status, body } = successOf(operation, 200);
  const anywhere = { at: [], isObject: false };
  if (body === null) {
    const isEmpty = operation.method === 'GET' && (status === 204 || status === 205);
    return isEmpty ? null : anywhere;
  }
  // Tools write `""` where nobody gave an example.
  const shows = body.examples.some(({ value }) => value !== '' && value !== null);
  if (body.format !== 'json' || shows) return null;
  // JSON of which nothing is said may be anything.
  if (body.schema === null) return anywhere;
  const parts = schemas.partsByName(body.schema);
  // `{}` is anything: FastAPI writes it of lists, too.
  const isOfObject = parts.some((part) => Object.keys(part).some((one) => !SILENT.has(one)));
  if (parts.every(isSilent)) return { at: [], isObject: isOfObject };
  if (parts.every(isListOfAny)) return anywhere;
  const contents = openContents(schemas, body.schema, isSilent);
  if (contents === null) return null;
  const member = schemas.memberAt(body.schema, [contents]) ?? {};
  return { at: [contents], isObject: own(member, 'type') === 'object' };
}

/** Whether a schema says nothing but that a value is an object. */
export function isSilent(schema: JsonObject): boolean {
  return Object.entries(schema).every(([keyword, value]) => saysNothing(keyword, value));
}

/** Whether a schema says nothing but that a value is an array. */
function isListOfAny(schema: JsonObject): boolean {
  const { items = {}, ...others } = schema;
  const isOpen = items === true || (isObject(items) && isSilent(items));
  return own(others, 'type') === 'array' && isOpen && isSilent({ ...others, type: 'object' });
}

function saysNothing(keyword: string, value: Json): boolean {
  if (keyword === 'type') return value === 'object';
  // A map of anything, as Go's tools write it.
  const isOpen = value === true || (isObject(value) && Object.keys(value).length === 0);
  return keyword === 'additionalProperties' ? isOpen : SILENT.has(keyword);
}

const SILENT = new Set(['title', 'description', 'deprecated', 'examples', '$id']);
