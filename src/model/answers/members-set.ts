// The members of an item that a write below it sets: `PATCH /users/{id}/role` with `{"role": "admin"}`,
// `POST /cards/{id}/move` with `{"column": 3}` if it answers the card. Knows no roles of operations.

import { type Json, type JsonObject, pick, withMember } from '../../base/json.ts';
import { lettersOf, singularOf } from '../../base/names.ts';
import type { Action, Contract } from '../../contract/contract.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import type { SchemaRules } from '../ruling/specified-body.ts';

/** Returns the row with the sent members that it has, if the operation sets any; else the row itself. */
export function withMembersSet(
  { schemas, checker }: SchemaRules,
  { contract, operation }: { readonly contract: Contract; readonly operation: Action },
  row: JsonObject,
  sent: JsonObject,
): JsonObject {
  const isMeant = meantBy(schemas, contract, operation);
  if (isMeant === null) return row;
  const known = schemas.membersOf(contract.item);
  const names = Object.keys(sent).filter(
    (name) => (known.has(name) || Object.hasOwn(row, name)) && isMeant(name),
  );
  return withFitting({ checker }, contract, row, pick(sent, names));
}

/** Returns the members of an item that an operation below it sets if they are sent. */
export function membersSetBy(
  schemas: Schemas,
  contract: Contract,
  operation: Action,
): readonly string[] {
  const isMeant = meantBy(schemas, contract, operation);
  const { body = null } = operation;
  if (isMeant === null || body === null) return [];
  if (!operation.path.startsWith(`${contract.path}/{`)) return [];
  const known = schemas.membersOf(contract.item);
  return [...schemas.membersOf(body).keys()].filter((name) => known.has(name) && isMeant(name));
}

/** Which members an operation sets if they are sent; `null` if it sets none. */
function meantBy(
  schemas: Schemas,
  contract: Contract,
  operation: Action,
): ((name: string) => boolean) | null {
  if (!WRITES.has(operation.method) || operation.does !== undefined) return null;
  const segment = operation.path.split(/[/:]/).findLast((one) => !one.includes('{')) ?? '';
  const answersItem = holds(schemas, operation.outcomes.ok?.body ?? null, contract.item);
  // What a plural names is another collection, and a copy is another item.
  const isOther = singularOf(segment) !== segment || COPIES.test(segment);
  return (name) =>
    name !== contract.id &&
    ((answersItem && !isOther) ||
      ((answersItem || operation.method !== 'POST') &&
        lettersOf(segment).includes(lettersOf(name))));
}

/** Returns the row with each of some values that it may have. */
export function withFitting(
  { checker }: Pick<SchemaRules, 'checker'>,
  { item }: Pick<Contract, 'item'>,
  row: JsonObject,
  values: JsonObject,
): JsonObject {
  const flawsOf = (value: Json): number => checker.check(item, value).length;
  return Object.entries(values).reduce((before, [name, value]) => {
    const after = withMember(before, name, value);
    return flawsOf(after) <= flawsOf(before) ? after : before;
  }, row);
}

const WRITES = new Set(['POST', 'PUT', 'PATCH']);
const COPIES = /^(?:copy|copies|clone|duplicate|fork)/i;

/** Whether a body is an item, or has it as one of its members. */
export function holds(schemas: Schemas, body: SchemaName | null, item: SchemaName): boolean {
  if (body === null || body === item) return body !== null;
  return [...schemas.membersOf(body).keys()].some((name) => schemas.fileAt(body, [name]) === item);
}
