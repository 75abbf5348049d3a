// Whether a value fits a schema, by walking both: examples are checked at every start, and compiling
// thousands of schemas for that would take minutes. Formats are checked as far as a pattern can.

import { equal } from '../../base/equal.ts';
import {
  isNumber,
  isObject,
  isWhole,
  type Json,
  type JsonObject,
  own,
  typeName,
} from '../../base/json.ts';
import type { Schema, SchemaName } from '../../schema/schema.ts';

/** Schemas by name, complete: every reference leads to one of them. */
type SchemaMap = ReadonlyMap<SchemaName, Schema>;

/** Returns whether a value fits a schema. */
export function fits(schemas: SchemaMap, schema: Json, value: Json, depth = 0): boolean {
  if (schema === false) return false;
  if (!isObject(schema)) return true;
  // Deeper than this, a schema refers to itself without end.
  if (depth > DEPTH_MAX) return false;
  const ref = own(schema, '$ref');
  if (typeof ref === 'string') {
    const target = schemas.get(ref.replace(/\.json$/, '')) ?? true;
    if (!fits(schemas, target, value, depth + 1)) return false;
  }
  return (
    fitsType(schema, value) &&
    fitsChoice(schemas, schema, value, depth) &&
    (typeof value !== 'string' || fitsText(schema, value)) &&
    (!isNumber(value) || fitsNumber(schema, Number(value))) &&
    (!Array.isArray(value) || fitsList(schemas, schema, value as readonly Json[], depth)) &&
    (!isObject(value) || fitsObject(schemas, schema, value, depth))
  );
}

const DEPTH_MAX = 64;

function fitsType(schema: JsonObject, value: Json): boolean {
  const type = own(schema, 'type');
  const types = (Array.isArray(type) ? type : type === undefined ? [] : [type]) as readonly Json[];
  if (types.length > 0 && !types.some((one) => isOf(one, value))) return false;
  const options = own(schema, 'enum');
  if (Array.isArray(options) && !options.some((one: Json) => equal(one, value))) return false;
  const constant = own(schema, 'const');
  return constant === undefined || equal(constant, value);
}

function isOf(type: Json, value: Json): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  return type === 'integer' ? isWhole(value) : typeName(value) === type;
}

function fitsChoice(schemas: SchemaMap, schema: JsonObject, value: Json, depth: number): boolean {
  const isMet = (one: Json): boolean => fits(schemas, one, value, depth + 1);
  const [any, one, not] = [own(schema, 'anyOf'), own(schema, 'oneOf'), own(schema, 'not')];
  return (
    listOf(own(schema, 'allOf')).every(isMet) &&
    (any === undefined || listOf(any).some(isMet)) &&
    (one === undefined || listOf(one).filter(isMet).length === 1) &&
    (not === undefined || !isMet(not))
  );
}

function fitsText(schema: JsonObject, value: string): boolean {
  const [least, most] = [own(schema, 'minLength'), own(schema, 'maxLength')];
  const length = [...value].length;
  if (typeof least === 'number' && length < least) return false;
  if (typeof most === 'number' && length > most) return false;
  const pattern = own(schema, 'pattern');
  if (typeof pattern === 'string' && !new RegExp(pattern, 'u').test(value)) return false;
  return FORMATS[String(own(schema, 'format'))]?.test(value) ?? true;
}

/** The formats that examples often miss. */
const FORMATS: Readonly<Record<string, RegExp>> = {
  'date-time':
    /^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])[Tt ](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/,
  date: /^\d{4}-(?:0\d|1[0-2])-(?:[0-2]\d|3[01])$/,
  time: /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):?[0-5]\d)$/,
  uuid: /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
  email: /^[^\s@()<>[\]]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i,
  uri: /^[a-z][a-z0-9+.-]*:[^\s{}<>"\\^`|]+$/i,
  url: /^(?:https?|ftp):\/\/[^\s/?#]+(?:[/?#]\S*)?$/i,
  hostname: /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,62})(?:\.[a-z0-9-]{1,63})*$/i,
  ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.|$)){4}$/,
  ipv6: /^[0-9a-f:.]*:[0-9a-f:.]*$/i,
  duration: /^P(?!$)(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/,
  byte: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
};

function fitsNumber(schema: JsonObject, value: number): boolean {
  const bound = (keyword: string, otherwise: number): number => {
    const given = own(schema, keyword);
    return typeof given === 'number' ? given : otherwise;
  };
  const step = own(schema, 'multipleOf');
  const quotient = typeof step === 'number' ? value / step : 0;
  return (
    value >= bound('minimum', -Infinity) &&
    value <= bound('maximum', Infinity) &&
    value > bound('exclusiveMinimum', -Infinity) &&
    value < bound('exclusiveMaximum', Infinity) &&
    Math.abs(quotient - Math.round(quotient)) < 1e-9 &&
    (own(schema, 'format') !== 'int32' || Math.abs(value) <= 2 ** 31)
  );
}

function fitsList(
  schemas: SchemaMap,
  schema: JsonObject,
  value: readonly Json[],
  depth: number,
): boolean {
  const [least, most] = [own(schema, 'minItems'), own(schema, 'maxItems')];
  if (typeof least === 'number' && value.length < least) return false;
  if (typeof most === 'number' && value.length > most) return false;
  const isUnique = own(schema, 'uniqueItems') === true;
  if (isUnique && new Set(value.map((one) => JSON.stringify(one))).size < value.length)
    return false;
  const first = listOf(own(schema, 'prefixItems'));
  const items = own(schema, 'items') ?? true;
  return value.every((one, index) => fits(schemas, first[index] ?? items, one, depth + 1));
}

function fitsObject(
  schemas: SchemaMap,
  schema: JsonObject,
  value: JsonObject,
  depth: number,
): boolean {
  const required = listOf(own(schema, 'required'));
  if (!required.every((name) => Object.hasOwn(value, String(name)))) return false;
  const [least, most] = [own(schema, 'minProperties'), own(schema, 'maxProperties')];
  const count = Object.keys(value).length;
  if (typeof least === 'number' && count < least) return false;
  if (typeof most === 'number' && count > most) return false;
  const properties = own(schema, 'properties');
  const named = isObject(properties) ? properties : {};
  const others = own(schema, 'additionalProperties') ?? true;
  return Object.entries(value).every(([name, one]) =>
    fits(schemas, own(named, name) ?? others, one, depth + 1),
  );
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
