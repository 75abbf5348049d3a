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
import { tryPercentDecode } from '../../base/percent.ts';
import { parsePointer, valueAt } from '../../base/pointer.ts';
import { numberAt } from '../keywords.ts';
import { patternMatcher } from '../match-pattern.ts';
import type { Schema, SchemaName } from '../schema.ts';
import { findTwins } from '../unique-items.ts';
import { evaluatedIn, schemasOfMember } from './evaluated.ts';

/** Schemas by name, complete: every reference leads to one of them. */
type SchemaMap = ReadonlyMap<SchemaName, Schema>;

/** Returns whether a value fits a schema. */
export function fits(schemas: SchemaMap, schema: Json, value: Json, depth = 0): boolean {
  if (schema === false) return false;
  if (!isObject(schema)) return true;
  // Deeper than this, a schema refers to itself without end.
  if (depth > DEPTH_MAX) return false;
  const isMet = (one: Json, part: Json): boolean => fits(schemas, one, part, depth + 1);
  const ref = own(schema, '$ref');
  return (
    (typeof ref !== 'string' || isMet(referred(schemas, ref), value)) &&
    fitsType(schema, value) &&
    fitsChoice(schema, value, isMet) &&
    (typeof value !== 'string' || fitsText(schema, value)) &&
    (!isNumber(value) || fitsNumber(schema, Number(value))) &&
    (!Array.isArray(value) || fitsList(schema, value as readonly Json[], isMet)) &&
    (!isObject(value) || fitsObject(schema, value, isMet)) &&
    fitsRest(schemas, schema, value, isMet)
  );
}

const DEPTH_MAX = 64;

type IsMet = (schema: Json, value: Json) => boolean;

function referred(schemas: SchemaMap, ref: string): Json {
  const [file = '', pointer = ''] = ref.split('#');
  const root = schemas.get(file.replace(/\.json$/, ''));
  const steps = parsePointer(tryPercentDecode(pointer) ?? 'none');
  return (steps === null || root === undefined ? undefined : valueAt(root, steps)) ?? true;
}

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

function fitsChoice(schema: JsonObject, value: Json, isMet: IsMet): boolean {
  const here = (one: Json): boolean => isMet(one, value);
  const [any, one, not] = [own(schema, 'anyOf'), own(schema, 'oneOf'), own(schema, 'not')];
  const asked = own(schema, 'if');
  const answer = asked === undefined ? true : own(schema, here(asked) ? 'then' : 'else');
  return (
    listOf(own(schema, 'allOf')).every(here) &&
    (any === undefined || listOf(any).some(here)) &&
    (one === undefined || listOf(one).filter(here).length === 1) &&
    (not === undefined || !here(not)) &&
    (answer === undefined || here(answer))
  );
}

function fitsText(schema: JsonObject, value: string): boolean {
  const [least, most] = [own(schema, 'minLength'), own(schema, 'maxLength')];
  const length = [...value].length;
  if (typeof least === 'number' && length < least) return false;
  if (typeof most === 'number' && length > most) return false;
  const pattern = own(schema, 'pattern');
  if (typeof pattern === 'string' && !patternMatcher(pattern)(value)) return false;
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

function fitsList(schema: JsonObject, value: readonly Json[], isMet: IsMet): boolean {
  const [least, most] = [own(schema, 'minItems'), own(schema, 'maxItems')];
  if (typeof least === 'number' && value.length < least) return false;
  if (typeof most === 'number' && value.length > most) return false;
  if (own(schema, 'uniqueItems') === true && findTwins(value, { isScalar: false }) !== null)
    return false;
  const first = listOf(own(schema, 'prefixItems'));
  const items = own(schema, 'items') ?? true;
  return (
    value.every((one, index) => isMet(first[index] ?? items, one)) &&
    fitsCount(schema, value, isMet)
  );
}

/** Whether enough items fit `contains`, and not too many. */
function fitsCount(schema: JsonObject, value: readonly Json[], isMet: IsMet): boolean {
  const wanted = own(schema, 'contains');
  if (wanted === undefined) return true;
  const count = value.filter((one) => isMet(wanted, one)).length;
  const least = numberAt(schema, 'minContains') ?? 1;
  return count >= least && count <= (numberAt(schema, 'maxContains') ?? count);
}

function fitsObject(schema: JsonObject, value: JsonObject, isMet: IsMet): boolean {
  const required = listOf(own(schema, 'required'));
  if (!required.every((name) => Object.hasOwn(value, String(name)))) return false;
  const names = Object.keys(value);
  const [least, most] = [own(schema, 'minProperties'), own(schema, 'maxProperties')];
  if (typeof least === 'number' && names.length < least) return false;
  if (typeof most === 'number' && names.length > most) return false;
  const allowed = own(schema, 'propertyNames') ?? true;
  return (
    names.every((name) => isMet(allowed, name)) &&
    Object.entries(value).every(([name, one]) =>
      schemasOfMember(schema, name).every((member) => isMet(member, one)),
    ) &&
    fitsDependents(schema, value, isMet)
  );
}

/** Whether what is there has beside it what it needs. */
function fitsDependents(schema: JsonObject, value: JsonObject, isMet: IsMet): boolean {
  const [needed, schemas] = [own(schema, 'dependentRequired'), own(schema, 'dependentSchemas')];
  const present = (all: Json | undefined): readonly (readonly [string, Json])[] =>
    Object.entries(all !== undefined && isObject(all) ? all : {}).filter(([name]) =>
      Object.hasOwn(value, name),
    );
  return (
    present(needed).every(([, names]) =>
      listOf(names).every((name) => Object.hasOwn(value, String(name))),
    ) && present(schemas).every(([, one]) => isMet(one, value))
  );
}

/** Whether what no other keyword has evaluated fits `unevaluatedProperties` and `unevaluatedItems`. */
function fitsRest(schemas: SchemaMap, schema: JsonObject, value: Json, isMet: IsMet): boolean {
  const [members, items] = [own(schema, 'unevaluatedProperties'), own(schema, 'unevaluatedItems')];
  if (members === undefined && items === undefined) return true;
  if (value === null || typeof value !== 'object') return true;
  const rest = Array.isArray(value) ? items : members;
  if (rest === undefined) return true;
  const evaluated = evaluatedIn(schema, value, {
    isMet,
    referred: (ref) => referred(schemas, ref),
  });
  return Object.entries(value as Record<string, Json>).every(
    ([key, one]) => evaluated.has(key) || isMet(rest, one),
  );
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
