// Members whose mere presence says something of others: null there is not the same as nothing.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { remember } from '../../base/remember.ts';
import type { SchemaName, Schemas } from '../schema.ts';

/** Returns whether the presence of a member of a schema decides what else fits. */
export function isTied(schemas: Schemas, name: SchemaName, member: string): boolean {
  const tied = tiedIn(schemas)(name);
  return tied === 'all' || tied.has(member);
}

const tiedIn = remember((schemas: Schemas) => {
  return remember((name: SchemaName): ReadonlySet<string> | 'all' => {
    const parts = schemas.mentionsByName(name);
    return parts.some((part) => COUNTING.some((keyword) => own(part, keyword) !== undefined))
      ? 'all'
      : new Set(parts.flatMap(namesIn));
  });
}, new WeakMap());

/** Keywords about all members together. */
const COUNTING = ['maxProperties', 'minProperties', 'propertyNames'];

function namesIn(part: JsonObject): readonly string[] {
  const questions = ['not', 'if'].flatMap((keyword) => own(part, keyword) ?? []);
  const dependent = ['dependentRequired', 'dependentSchemas'].flatMap((keyword) => {
    const held = own(part, keyword);
    return isObject(held) ? Object.keys(held) : [];
  });
  return [...questions.flatMap(namedIn), ...dependent];
}

function namedIn(question: Json): readonly string[] {
  if (!isObject(question)) return [];
  const [required, properties] = [own(question, 'required'), own(question, 'properties')];
  const parts = ['anyOf', 'allOf', 'oneOf'].flatMap((keyword) => own(question, keyword) ?? []);
  return [
    ...(Array.isArray(required) ? required.map(String) : []),
    ...(isObject(properties) ? Object.keys(properties) : []),
    ...parts.flatMap(namedIn),
    ...[own(question, 'not') ?? true].flatMap(namedIn),
  ];
}
