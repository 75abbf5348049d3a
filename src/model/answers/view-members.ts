// Members that the list of one resource requires of rows that it shares with another, whose items do
// not have them: the list shows a value for each row that lacks one.

import { isObject, type Json, type JsonObject, objectOf } from '../../base/json.ts';
import { remember } from '../../base/remember.ts';
import type { Contract } from '../../contract/contract.ts';
import { sampleOfSchema } from '../../schema/sample/sample.ts';
import type { Schemas } from '../../schema/schema.ts';
import { SAMPLE } from '../ruling/specified-body.ts';

/** Returns the members with their values; `null` if there are none. */
export function viewMembers(schemas: Schemas, contract: Contract): JsonObject | null {
  return contract.rows === undefined ? null : membersIn(schemas)(contract.template ?? contract);
}

const membersIn = remember(
  (schemas: Schemas) =>
    remember(({ list, item }: Contract): JsonObject | null => {
      const known = new Set(schemas.requiredOf(item));
      const lacking = schemas.requiredOfItems(list).filter((member) => !known.has(member));
      if (lacking.length === 0) return null;
      const made = sampleOfSchema(schemas, list, { ...SAMPLE, count: 1 });
      const [first = null] = Array.isArray(made) ? (made as readonly Json[]) : [];
      const members = isObject(first) ? Object.entries(first) : [];
      return objectOf(members.filter(([member]) => lacking.includes(member)));
    }, new WeakMap()),
  new WeakMap(),
);
