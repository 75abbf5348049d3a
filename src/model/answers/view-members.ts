// Members that the list or the item of one resource requires of rows that it shares with another, whose
// items do not have them: an answer shows a value for each row that lacks one.

import { isObject, type Json, type JsonObject, objectOf } from '../../base/json.ts';
import { remember } from '../../base/remember.ts';
import type { Contract } from '../../contract/contract.ts';
import { mergedSchema } from '../../schema/keywords.ts';
import { emptyValue } from '../../schema/sample/empty-value.ts';
import { sampleOfSchema } from '../../schema/sample/sample.ts';
import type { Schemas } from '../../schema/schema.ts';
import { SAMPLE } from '../ruling/specified-body.ts';

/** Returns the members of a list with their values; `null` if there are none. */
export function viewMembers(schemas: Schemas, contract: Contract): JsonObject | null {
  return contract.rows === undefined ? null : membersIn(schemas)(contract.template ?? contract);
}

/** Returns the members of an item with plain values; `null` if there are none. */
export function itemViewMembers(schemas: Schemas, contract: Contract): JsonObject | null {
  return contract.rows === undefined
    ? null
    : membersOfItemIn(schemas)(contract.template ?? contract);
}

const membersOfItemIn = remember(
  (schemas: Schemas) =>
    remember(({ item, hidden = [] }: Contract): JsonObject | null => {
      const known = schemas.membersOf(item);
      const members = schemas.requiredOf(item).flatMap((name): [string, Json][] => {
        const schema = mergedSchema(schemas, known.get(name) ?? {});
        const value = hidden.includes(name) ? undefined : emptyValue(schemas, name, schema);
        return value === undefined ? [] : [[name, value]];
      });
      return members.length === 0 ? null : objectOf(members);
    }, new WeakMap()),
  new WeakMap(),
);

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
