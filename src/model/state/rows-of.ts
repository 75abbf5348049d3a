// The records that a contract works on: all of a collection, or those of one parent.

import { isObject, type Json, type JsonObject, jsonText, objectOf } from '../../base/json.ts';
import { valueAt, withValueAt } from '../../base/pointer.ts';
import { remember } from '../../base/remember.ts';
import type { Contract, ScopeMember } from '../../contract/contract.ts';
import { rowsKey, templateOf } from '../../contract/rows.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { Collection, Partition, State } from './state.ts';

/** Returns all records that a contract has a part of. Ids are unique in them. */
export function allRowsOf(state: State, contract: Contract): Collection {
  return state.collection(rowsKey(contract));
}

/** Returns the records that a contract shows. Must not be changed: apply an effect instead. */
export function rowsOf(state: State, contract: Contract): Collection {
  const all = allRowsOf(state, contract);
  const { scope } = contract;
  return scope === undefined || scope.length === 0
    ? all
    : all.part(partitionOf(templateOf(contract)), nameOf(scope.map(({ value }) => value)));
}

/** Returns the item in a row: without the values of the path, which an item does not have. */
export function itemInRow(contract: Contract, schemas: Schemas, row: JsonObject): JsonObject {
  const { hidden = [], item } = contract;
  if (hidden.length === 0) return row;
  const members = schemas.membersOf(item);
  const foreign = hidden.filter((member) => !members.has(member));
  return objectOf(Object.entries(row).filter(([member]) => !foreign.includes(member)));
}

/** Returns a row with what all rows of a contract have in common. */
export function inScope(contract: Contract, row: JsonObject): JsonObject {
  const { scope } = contract;
  if (scope === undefined) return row;
  return scope.reduce<JsonObject>((whole, { at, value }) => {
    const held = valueAt(whole, at);
    if (Array.isArray(held) && (held as readonly Json[]).some((one) => same(one, value)))
      return whole;
    return withValueAt(whole, at, value) as JsonObject;
  }, row);
}

const partitionOf = remember((template: Contract): Partition => {
  const scope = template.scope ?? [];
  return {
    name: template.path,
    partsOf: (value) => namesIn(scope, value),
  };
}, new WeakMap<Contract, Partition>());

/** A list in a row belongs to a part for each of its elements. */
function namesIn(scope: readonly ScopeMember[], row: JsonObject): readonly string[] {
  const values = scope.map(({ at }): readonly Json[] => {
    const value = valueAt(row, at) ?? null;
    return Array.isArray(value) ? (value as readonly Json[]) : [value];
  });
  return values
    .reduce<readonly (readonly Json[])[]>(
      (all, some) => all.flatMap((before) => some.map((value) => [...before, value])),
      [[]],
    )
    .map(nameOf);
}

/** A number in a row and its text in a path name the same part. */
function nameOf(values: readonly Json[]): string {
  return jsonText(values.map((value) => (isObject(value) ? value : String(value))));
}

function same(one: Json, other: Json): boolean {
  return String(one) === String(other);
}
