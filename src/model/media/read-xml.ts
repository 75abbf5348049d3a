// Bodies of requests in XML as JSON, by the names and types in their schema: a mock that takes JSON
// also takes XML where the specification declares both.

import {
  isObject,
  type Json,
  type JsonObject,
  numberFrom,
  objectOf,
  own,
} from '../../base/json.ts';
import type { Operation } from '../../contract/contract.ts';
import { bodyOfType } from '../../contract/declared.ts';
import { mergedSchema } from '../../schema/keywords.ts';
import type { Schemas } from '../../schema/schema.ts';
import { type Body, type Call, header } from '../message/call.ts';
import { isAttribute, nameOf, xmlIn } from './xml.ts';
import { type XmlElement, xmlElements } from './xml-elements.ts';

/** Media types that are XML. */
export const XML = /^(?:application|text)\/xml$|\+xml$/;

/** Returns a call with JSON in place of XML that its operation declares. */
export function readXmlCall(schemas: Schemas, operation: Operation | undefined, call: Call): Call {
  const bodies = operation?.request?.bodies;
  if (bodies === undefined) return call;
  const given = header(call.headers, 'content-type') ?? '';
  const type = (given.split(';')[0] ?? '').trim().toLowerCase();
  const { body } = call;
  if (!XML.test(type) || (body.kind !== 'broken' && body.kind !== 'json')) return call;
  const declared = bodyOfType(bodies, type);
  if (declared === null || declared.schema === null || !XML.test(declared.type)) return call;
  const root = xmlElements(body.text);
  // An operation with rows reads JSON alone.
  const isReadAsJson = operation?.body !== undefined;
  const headers = isReadAsJson
    ? { ...call.headers, 'content-type': 'application/json' }
    : call.headers;
  if (root === null) return { ...call, headers, body: NO_XML };
  const schema = mergedSchema(schemas, { $ref: `${declared.schema}.json` });
  const value = jsonOf(schemas, schema, root);
  const text = JSON.stringify(value);
  const read: Body = { kind: 'json', value, text, duplicate: null, form: FORM };
  return { ...call, headers, body: read };
}

const FORM = 'application/xml';

const NO_XML: Body = {
  kind: 'broken',
  flaw: 'syntax',
  message: 'the body is no well-formed XML',
  text: '',
  form: FORM,
};

function jsonOf(schemas: Schemas, schema: JsonObject, element: XmlElement): Json {
  const types = typesIn(schema);
  const items = mergedSchema(schemas, own(schema, 'items') ?? true);
  if (types.includes('array'))
    return element.children.map((child) => jsonOf(schemas, items, child));
  const properties = own(schema, 'properties');
  const isNested = element.children.length > 0 || element.attributes.size > 0;
  if (isObject(properties) || types.includes('object') || (types.length === 0 && isNested))
    return membersOf(schemas, schema, isObject(properties) ? properties : {}, element);
  return scalarOf(types, element.text);
}

/** The members that an element has; what the schema does not name keeps the name that it has. */
function membersOf(
  schemas: Schemas,
  schema: JsonObject,
  properties: JsonObject,
  element: XmlElement,
): JsonObject {
  const left = new Set(element.children);
  const takeAll = (name: string): readonly XmlElement[] => {
    const found = [...left].filter((child) => child.name === name);
    for (const child of found) left.delete(child);
    return found;
  };
  const known = Object.entries(properties).flatMap(([key, given]): readonly [string, Json][] => {
    const member = mergedSchema(schemas, given);
    const { name } = nameOf(key, member);
    if (isAttribute(member)) {
      const text = element.attributes.get(name);
      return text === undefined ? [] : [[key, scalarOf(typesIn(member), text)]];
    }
    if (!typesIn(member).includes('array') || own(xmlIn(member), 'wrapped') === true) {
      const [first] = takeAll(name);
      return first === undefined ? [] : [[key, jsonOf(schemas, member, first)]];
    }
    const items = mergedSchema(schemas, own(member, 'items') ?? true);
    const all = takeAll(nameOf(key, items).name);
    return all.length === 0 ? [] : [[key, all.map((one) => jsonOf(schemas, items, one))]];
  });
  const more = mergedSchema(schemas, own(schema, 'additionalProperties') ?? true);
  const unknown = [...left].map((child): [string, Json] => [
    child.name,
    jsonOf(schemas, more, child),
  ]);
  return objectOf([...known, ...unknown]);
}

function typesIn(schema: JsonObject): readonly Json[] {
  const type = own(schema, 'type');
  return Array.isArray(type) ? (type as readonly Json[]) : type === undefined ? [] : [type];
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A text that is no value of its type stays a text, which the schema refuses. */
function scalarOf(types: readonly Json[], text: string): Json {
  const word = text.trim();
  if (types.includes('boolean') && (word === 'true' || word === 'false')) return word === 'true';
  const isNumber = types.includes('integer') || types.includes('number');
  if (isNumber && NUMBER.test(word)) return numberFrom(word);
  return types.includes('null') && text === '' ? null : text;
}
