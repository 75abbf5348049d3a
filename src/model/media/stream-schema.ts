// What the schema of a stream says of its items: of each by itself, or of the list that they are; of
// an event, or of its data. The data of an event is a text, which may be that of JSON.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { remember } from '../../base/remember.ts';
import type { Body } from '../../contract/declared.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import { fits } from '../../schema/walk/fits.ts';
import { framingOf } from './streams.ts';

export interface ItemSchema {
  readonly name: SchemaName;
  /** `list`: the schema is that of all items together, and says what each is by `items`. */
  readonly of: 'item' | 'list';
  /** `data`: what the schema is about is the data of an event. */
  readonly about: 'item' | 'event' | 'data';
}

/** Returns the schema of the items of a stream; `null` if the specification says nothing of them. */
export function itemSchemaOf(schemas: Schemas, body: Body): ItemSchema | null {
  const name = body.itemSchema ?? body.schema;
  if (name === null) return null;
  const types = typesIn(schemas.mentionsByName(name));
  const isList = body.itemSchema === undefined && types.has('array');
  // A text as a whole: the stream itself.
  const isText = types.size === 1 && types.has('string');
  if (body.itemSchema === undefined && isText) return null;
  const isEvent = framingOf(body.type) === 'events';
  const about = !isEvent ? 'item' : isOfEvents(schemas, name, isList) ? 'event' : 'data';
  return { name, of: isList ? 'list' : 'item', about };
}

/** Whether the members that a schema names are fields of an event, data among them. */
function isOfEvents(schemas: Schemas, name: SchemaName, isList: boolean): boolean {
  const parts = schemas.mentionsByName(name);
  const all = isList ? parts.flatMap((part) => schemas.mentionsOf(own(part, 'items'))) : parts;
  const names = new Set(all.flatMap((part) => Object.keys(propertiesOf(part))));
  return names.has('data') && [...names].every((one) => EVENT_FIELDS.has(one));
}

/** The fields of an event (HTML Standard, Server-sent events). */
const EVENT_FIELDS: ReadonlySet<string> = new Set(['data', 'event', 'id', 'retry', 'comment']);

/** How the data of an event is read. */
export type DataForm =
  | { readonly kind: 'text' }
  /** As JSON, if it is that. */
  | { readonly kind: 'json'; readonly mayBeText: boolean }
  /** It is a text, whose content has a schema. */
  | { readonly kind: 'content'; readonly schema: Json };

/** Returns how the data of an event is read, by what its schema says of this event. */
export function dataFormOf(
  schemas: Schemas,
  { name, of, about }: ItemSchema,
  fields: JsonObject,
): DataForm {
  const whole = schemas.partsByName(name);
  const parts = of === 'list' ? whole.flatMap((one) => schemas.partsOf(own(one, 'items'))) : whole;
  const data = about === 'data' ? parts : dataIn(schemas, parts, fields);
  const content = data.find((one) => own(one, 'contentSchema') !== undefined);
  if (content !== undefined)
    return { kind: 'content', schema: own(content, 'contentSchema') ?? true };
  const mentioned = about === 'data' ? data.flatMap((one) => schemas.mentionsOf(one)) : data;
  const types = typesIn(mentioned);
  if (types.size === 0)
    return mentioned.some((one) => own(one, 'properties') !== undefined)
      ? { kind: 'json', mayBeText: false }
      : { kind: 'text' };
  const isText = types.has('string');
  return isText && types.size === 1 ? { kind: 'text' } : { kind: 'json', mayBeText: isText };
}

/** The schemas of the data of an event, also those of branches that it fits otherwise. */
function dataIn(
  schemas: Schemas,
  parts: readonly JsonObject[],
  fields: JsonObject,
): readonly JsonObject[] {
  const inMembers = parts.flatMap((part) => schemas.mentionsOf(own(propertiesOf(part), 'data')));
  const inBranches = parts
    .flatMap((part) => [...listAt(part, 'anyOf'), ...listAt(part, 'oneOf')])
    .map((branch) => schemas.partsOf(branch))
    .filter((branch) => branch.every((part) => fitsBeside(schemas, part, fields)))
    .flatMap((branch) => dataIn(schemas, branch, fields));
  return [...inMembers, ...inBranches];
}

/** Whether an event fits a schema in everything but its data. */
function fitsBeside(schemas: Schemas, part: JsonObject, fields: JsonObject): boolean {
  return fits(schemas.all(), besideData(part), fields);
}

const besideData = remember((part: JsonObject): JsonObject => {
  const { data: _, ...properties } = propertiesOf(part);
  const kept = Object.entries(part).filter(([keyword]) => !WITH_DATA.has(keyword));
  return objectOf([...kept, ['properties', properties]]);
}, new WeakMap());

/** What leads to other schemas, which are looked at by themselves, or may be about the data. */
const WITH_DATA: ReadonlySet<string> = new Set(
  '$ref allOf anyOf oneOf properties unevaluatedProperties'.split(' '),
);

function propertiesOf(part: JsonObject): JsonObject {
  const properties = own(part, 'properties');
  return isObject(properties) ? properties : {};
}

function listAt(part: JsonObject, keyword: string): readonly Json[] {
  const value = own(part, keyword);
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function typesIn(parts: readonly JsonObject[]): ReadonlySet<string> {
  return new Set(
    parts.flatMap((part) => {
      const type = own(part, 'type');
      return (Array.isArray(type) ? type : [type]).filter((one) => typeof one === 'string');
    }) as readonly string[],
  );
}
