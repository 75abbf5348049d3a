// Values as XML, with the names that `xml` in their schemas gives them (OpenAPI 3.1 section 4.8.26).

import { isObject, type Json, type JsonObject, jsonText, own } from '../../base/json.ts';
import { mergedSchema } from '../../schema/keywords.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';

/** Returns a value as an XML document. */
export function xmlOf(schemas: Schemas, name: SchemaName | null, value: Json): string {
  const schema = name === null ? {} : wholeByName(schemas, name);
  // Names with dots are made of the place of a schema that has none.
  const root = name !== null && plainName(name) && !name.includes('.') ? name : 'root';
  return `<?xml version="1.0" encoding="UTF-8"?>\n${elementOf(schemas, root, schema, value, 'named')}\n`;
}

function wholeByName(schemas: Schemas, name: SchemaName): JsonObject {
  return mergedSchema(schemas, { $ref: `${name}.json` });
}

/** `named`: the schema itself says how the element is called. */
function elementOf(
  schemas: Schemas,
  usual: string,
  schema: JsonObject,
  value: Json,
  by: 'named' | 'wrapper',
): string {
  const { name, attributes } = nameOf(usual, schema);
  if (Array.isArray(value)) {
    const items = mergedSchema(schemas, own(schema, 'items') ?? true);
    const inner =
      plainName(refName(own(schema, 'items'))) && by === 'named'
        ? refName(own(schema, 'items'))
        : usual;
    const all = (value as readonly Json[]).map((one) =>
      elementOf(schemas, inner, items, one, 'named'),
    );
    return `<${name}${attributes}>${all.join('')}</${name}>`;
  }
  if (!isObject(value)) return `<${name}${attributes}>${textOf(value)}</${name}>`;
  const members = Object.entries(value).map(([key, one]) => ({
    key,
    one,
    member: memberOf(schemas, schema, key),
  }));
  const inside = members.filter(({ member, one }) => isAttribute(member) && !isNested(one));
  const fields = inside.map(
    ({ key, one, member }) => ` ${nameOf(key, member).name}="${textOf(one)}"`,
  );
  const content = members
    .filter((one) => !inside.includes(one))
    .map(({ key, one, member }) => memberText(schemas, key, member, one));
  return `<${name}${attributes}${fields.join('')}>${content.join('')}</${name}>`;
}

/** A list is its elements, one after the other, unless its schema wraps them. */
function memberText(schemas: Schemas, key: string, schema: JsonObject, value: Json): string {
  const usual = elementName(key);
  if (!Array.isArray(value) || own(xmlIn(schema), 'wrapped') === true)
    return elementOf(schemas, usual, schema, value, 'wrapper');
  const items = mergedSchema(schemas, own(schema, 'items') ?? true);
  return (value as readonly Json[])
    .map((one) => elementOf(schemas, usual, items, one, 'named'))
    .join('');
}

function memberOf(schemas: Schemas, schema: JsonObject, key: string): JsonObject {
  const properties = own(schema, 'properties');
  const found = isObject(properties) ? own(properties, key) : undefined;
  return mergedSchema(schemas, found ?? own(schema, 'additionalProperties') ?? true);
}

export function nameOf(
  usual: string,
  schema: JsonObject,
): { readonly name: string; readonly attributes: string } {
  const xml = xmlIn(schema);
  const [given, prefix, namespace] = ['name', 'prefix', 'namespace'].map((one) => own(xml, one));
  const local = plainName(given) ? given : usual;
  const isPrefixed = plainName(prefix);
  const attribute = isPrefixed ? `xmlns:${prefix}` : 'xmlns';
  return {
    name: isPrefixed ? `${prefix}:${local}` : local,
    attributes: typeof namespace === 'string' ? ` ${attribute}="${escaped(namespace)}"` : '',
  };
}

export function xmlIn(schema: JsonObject): JsonObject {
  const xml = own(schema, 'xml');
  return isObject(xml) ? xml : {};
}

export function isAttribute(schema: JsonObject): boolean {
  const xml = xmlIn(schema);
  return own(xml, 'attribute') === true || own(xml, 'nodeType') === 'attribute';
}

function isNested(value: Json): boolean {
  return typeof value === 'object' && value !== null;
}

function refName(schema: Json | undefined): string {
  const ref = isObject(schema) ? own(schema, '$ref') : undefined;
  return typeof ref === 'string' ? ref.replace(/\.json$/, '') : '';
}

/** A name that an element may have (XML 1.0 section 2.3). */
function plainName(name: Json | undefined): name is string {
  return typeof name === 'string' && /^[A-Za-z_][\w.-]*$/.test(name);
}

function elementName(key: string): string {
  const name = key.replaceAll(/[^\w.-]/g, '_');
  return plainName(name) ? name : `_${name}`;
}

function textOf(value: Json): string {
  if (value === null) return '';
  return escaped(typeof value === 'string' ? value : jsonText(value));
}

/** Without the characters that no XML document has (XML 1.0 section 2.2). */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
