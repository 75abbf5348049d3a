// Plausible values for the members of a schema, guided by names, descriptions, formats, options and
// bounds. Does not check whether a value fits its schema: the caller does.

import { equal } from '../../base/equal.ts';
import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { branchesOf, mergedSchema, sizeBounds, withBranch } from '../keywords.ts';
import { plausibleNumber } from './numbers.ts';
import type { Position } from './position.ts';
import { plausibleText } from './texts.ts';
import { subjectOf, topicOf, wordsOf } from './topics.ts';

/** Maximum depth of values. */
const DEPTH_MAX = 5;
/** How many items an array has at most beyond its minimum. */
const ITEMS_MAX = 4;
const FLAG_ODDS = 0.4;

/** Makes a value for a merged schema; `undefined` if there is none. */
export function plausibleValue(position: Position, schema: JsonObject): Json | undefined {
  if (position.depth > DEPTH_MAX) return undefined;
  const { values } = position;
  const branches = branchesOf(schema);
  if (branches !== undefined && branches.length > 0) {
    const branch = branches[values.whole(0, branches.length - 1)] ?? true;
    return plausibleValue(
      { ...position, depth: position.depth + 1 },
      withBranch(position.schemas, schema, branch),
    );
  }
  const constant = own(schema, 'const');
  if (constant !== undefined) return constant;
  const options = own(schema, 'enum');
  if (Array.isArray(options))
    return options[values.whole(0, options.length - 1)] as Json | undefined;
  // Without a type, examples alone say what a value may be.
  const examples = own(schema, 'type') === undefined ? own(schema, 'examples') : undefined;
  if (Array.isArray(examples) && examples.every((one) => one === null)) return null;
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

/** Examples are used if the topic is unknown and values need not differ. */
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
  const { least, most } = sizeBounds(schema, 'Items');
  if (items === undefined || own(schema, 'prefixItems') !== undefined)
    return least === 0 ? [] : undefined;
  const item = mergedSchema(position.schemas, items);
  const made: Json[] = [];
  for (
    let left = values.whole(least, Math.max(least, Math.min(most, least + ITEMS_MAX)));
    left > 0;
    left--
  ) {
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
    const value = plausibleValue(place, mergedSchema(position.schemas, below));
    if (value !== undefined) members.push([key, value]);
  }
  return objectOf(members);
}
