// The members of an item that a write below it sets: `PATCH /users/{id}/role` with `{"role": "admin"}`,
// `POST /cards/{id}/move` with `{"column": 3}` if it answers the card. Knows no roles of operations.

import { type Json, type JsonObject, pick, withMember } from '../../base/json.ts';
import { singularOf } from '../../base/singular.ts';
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
  if (!WRITES.has(operation.method) || operation.does !== undefined) return row;
  const segment = operation.path.split('/').findLast((one) => !one.includes('{')) ?? '';
  const answersItem = holds(schemas, operation.outcomes.ok?.body ?? null, contract.item);
  // What a plural names is another collection, and a copy is another item.
  const isOther = singularOf(segment) !== segment || COPIES.test(segment);
  const isMeant = (name: string): boolean =>
    (answersItem && !isOther) ||
    ((answersItem || operation.method !== 'POST') && lettersOf(segment).includes(lettersOf(name)));
  const known = schemas.membersOf(contract.item);
  const names = Object.keys(sent).filter(
    (name) =>
      name !== contract.id && (known.has(name) || Object.hasOwn(row, name)) && isMeant(name),
  );
  return withFitting({ checker }, contract, row, pick(sent, names));
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
function holds(schemas: Schemas, body: SchemaName | null, item: SchemaName): boolean {
  if (body === null || body === item) return body !== null;
  return [...schemas.membersOf(body).keys()].some((name) => schemas.fileAt(body, [name]) === item);
}

function lettersOf(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
}
