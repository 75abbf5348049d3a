// Items that look real, in the place of those that traffic showed. Loads the values of faker, which
// take longer than reading a document.

import { hash32 } from '../../base/hash.ts';
import { type Json, type JsonObject, objectOf } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import { plausibleValue } from '../../schema/plausible/plausible.ts';
import { subjectOf } from '../../schema/plausible/topics.ts';
import { createValues } from '../../schema/plausible/values.ts';
import type { Schemas } from '../../schema/schema.ts';

/** Makes an item of a contract: always the same for a serial. */
export function plausibleItem(
  schemas: Schemas,
  { resource, item }: Contract,
  serial: number,
): JsonObject {
  const members = schemas.membersOf(item);
  const values = createValues(hash32(`${resource} ${serial}`) >>> 0);
  const subject = subjectOf(resource, [...members.keys()]);
  const place = { schemas, values, actor: values.actor(), subject, depth: 0 };
  return objectOf(
    [...members].flatMap(([key, schema]): [string, Json][] => {
      const value = plausibleValue({ ...place, key, serial: null }, schema);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}
