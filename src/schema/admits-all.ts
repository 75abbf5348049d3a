// Whether one schema admits what another one admits, as far as types, constants and members tell.
// Lengths, bounds, patterns and formats do not count.

import { equal } from '../base/equal.ts';
import { isObject, type Json, type JsonObject, own } from '../base/json.ts';
import { alternativesOf, typesOf } from './alternatives.ts';
import type { Schemas } from './schema.ts';

/** Whether each value that is sent may be shown as it is. */
export function admitsAll(schemas: Schemas, shown: Json, sent: Json, depth = 0): boolean {
  const possible = alternativesOf(schemas, shown);
  return alternativesOf(schemas, sent).every((one) =>
    possible.some((other) => goTogether(schemas, other, one, depth)),
  );
}

function goTogether(schemas: Schemas, shown: JsonObject, sent: JsonObject, depth: number): boolean {
  const [wanted, given] = [typesOf(shown), typesOf(sent)];
  if (wanted.length > 0 && !given.every((type) => wanted.includes(type))) return false;
  const [options, sentOptions] = [own(shown, 'enum'), own(sent, 'enum')];
  if (
    Array.isArray(options) &&
    Array.isArray(sentOptions) &&
    !sentOptions.every((one: Json) => one === null || options.some((other) => equal(other, one)))
  )
    return false;
  if (depth > DEPTH_MAX) return true;
  const [items, sentItems] = [own(shown, 'items'), own(sent, 'items')];
  if (items !== undefined && sentItems !== undefined)
    return admitsAll(schemas, items, sentItems, depth + 1);
  const [members, sentMembers] = [own(shown, 'properties'), own(sent, 'properties')];
  if (!isObject(members) || !isObject(sentMembers)) return true;
  const isOpen = own(shown, 'additionalProperties') !== false;
  return Object.entries(sentMembers).every(([name, member]) => {
    const other = own(members, name);
    return other === undefined ? isOpen : admitsAll(schemas, other, member, depth + 1);
  });
}

/** Schemas may refer to themselves without end. */
const DEPTH_MAX = 3;
