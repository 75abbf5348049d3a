// Plausible values for the members of a schema, guided by names, descriptions, formats, options and
// bounds. Whether a value fits in the end is not looked at: whoever uses one checks it.

import { equal } from '../../base/equal.ts';
import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { mergeSchemas } from '../merge.ts';
import type { Schemas } from '../schema.ts';
import { plausibleNumber } from './numbers.ts';
import { plausibleText } from './texts.ts';
import { type Subject, subjectOf, topicOf, wordsOf } from './topics.ts';
import type { Actor, Values } from './values.ts';

/** Where a value stands. */
export interface Position {
  readonly schemas: Schemas;
  readonly values: Values;
  /** Whom the object is about: its name, its address of mail and its times fit each other. */
  readonly actor: Actor;
  readonly subject: Subject;
  /** The member whose value it is, or is part of. */
  readonly key: string;
  /** Stands in a text that is to differ from all others; `null` where it need not. */
  readonly serial: number | null;
  readonly depth: number;
}

/** How deep values go: what may be left out is, from here on. */
const DEPTH_MAX = 5;
/** How many items an array has at most beyond its least count. */
const ITEMS_MAX = 4;
const FLAG_ODDS = 0.4;

/** Gives a value for a schema that is merged; `undefined` where none comes to mind. */
export function plausibleValue(position: Position, schema: JsonObject): Json | undefined {
  if (position.depth > DEPTH_MAX) return undefined;
  const { values } = position;
  const branches = [own(schema, 'anyOf'), own(schema, 'oneOf')].find(Array.isArray) as
    | readonly Json[]
    | undefined;
  if (branches !== undefined && branches.length > 0) {
    const rest = objectOf(
      Object.entries(schema).filter(([keyword]) => keyword !== 'anyOf' && keyword !== 'oneOf'),
    );
    const branch = branches[values.whole(0, branches.length - 1)] ?? true;
    return plausibleValue(
      { ...position, depth: position.depth + 1 },
      mergedWith(position, [rest, branch]),
    );
  }
  const constant = own(schema, 'const');
  if (constant !== undefined) return constant;
  const options = own(schema, 'enum');
  if (Array.isArray(options))
    return options[values.whole(0, options.length - 1)] as Json | undefined;
  return ofType(position, schema);
}

function ofType(position: Position, schema: JsonObject): Json | undefined {
  const { key, subject } = position;
  const description = own(schema, 'description');
  const topic = topicOf(wordsOf(key), typeof description === 'string' ? description : '', subject);
  switch (typeOf(schema)) {
    case 'boolean':
      return position.values.flag(FLAG_ODDS);
    case 'integer':
    case 'number':
      return (
        exampleOf(position, schema, topic === null) ?? plausibleNumber(position, schema, topic)
      );
    case 'array':
      return arrayOf(position, schema);
    case 'object':
      return objectFrom(position, schema);
    case 'string':
      return exampleOf(position, schema, topic === null) ?? plausibleText(position, schema, topic);
    default:
      return undefined;
  }
}

/** Examples are taken where nothing better is known, and values need not differ. */
function exampleOf(
  { values, serial }: Position,
  schema: JsonObject,
  isUnknown: boolean,
): Json | undefined {
  const examples = own(schema, 'examples');
  if (!isUnknown || serial !== null || !Array.isArray(examples)) return undefined;
  return examples[values.whole(0, examples.length - 1)] as Json | undefined;
}

function typeOf(schema: JsonObject): Json | undefined {
  const type = own(schema, 'type');
  if (Array.isArray(type)) return (type as readonly Json[]).find((one) => one !== 'null');
  if (type !== undefined) return type;
  if (own(schema, 'properties') !== undefined) return 'object';
  return own(schema, 'items') === undefined ? 'string' : 'array';
}

function arrayOf(position: Position, schema: JsonObject): Json | undefined {
  const { values } = position;
  const items = own(schema, 'items');
  const least = numeric(schema, 'minItems') ?? 0;
  const most = Math.max(
    least,
    Math.min(numeric(schema, 'maxItems') ?? Number.MAX_SAFE_INTEGER, least + ITEMS_MAX),
  );
  if (items === undefined || own(schema, 'prefixItems') !== undefined)
    return least === 0 ? [] : undefined;
  const item = mergedWith(position, [items]);
  const made: Json[] = [];
  for (let left = values.whole(least, most); left > 0; left--) {
    const value = plausibleValue({ ...position, serial: null, depth: position.depth + 1 }, item);
    if (value !== undefined && !made.some((one) => equal(one, value))) made.push(value);
  }
  return made;
}

function objectFrom(position: Position, schema: JsonObject): Json | undefined {
  const properties = own(schema, 'properties');
  if (!isObject(properties)) return {};
  const subject = subjectOf(position.key, Object.keys(properties));
  const actor = subject === 'person' ? position.values.actor() : position.actor;
  const members: [string, Json][] = [];
  for (const [key, below] of Object.entries(properties)) {
    const place = { ...position, actor, subject, key, serial: null, depth: position.depth + 1 };
    const value = plausibleValue(place, mergedWith(position, [below]));
    if (value !== undefined) members.push([key, value]);
  }
  return objectOf(members);
}

function mergedWith({ schemas }: Position, all: readonly Json[]): JsonObject {
  return mergeSchemas(all.flatMap((one) => schemas.partsOf(one)));
}

function numeric(schema: JsonObject, keyword: string): number | undefined {
  const value = own(schema, keyword);
  return typeof value === 'number' ? value : undefined;
}
