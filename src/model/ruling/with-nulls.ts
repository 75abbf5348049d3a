// A record that shows null for members that were never set.

import { type JsonObject, objectOf } from '../../base/json.ts';

/** Returns a record with null for each of some members that it lacks. */
export function withNulls(record: JsonObject, members: readonly string[]): JsonObject {
  const unset = members.filter((member) => !Object.hasOwn(record, member));
  return unset.length === 0
    ? record
    : objectOf([...Object.entries(record), ...unset.map((member) => [member, null] as const)]);
}
