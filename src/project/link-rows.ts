// Gives seed rows the ids of rows that exist as their parents.

import { type Json, type JsonObject, own } from '../base/json.ts';
import type { Contract } from '../contract/contract.ts';
import { withValueAt } from '../contract/envelope.ts';
import { rowsKey } from '../contract/rows.ts';

/**
 * Returns rows whose members that name a parent have the id of one of its rows, in turn. `rowsOf`
 * returns the rows of a resource; a resource without rows leaves the members as they are.
 */
export function linkRows(
  resource: string,
  rows: readonly JsonObject[],
  contracts: readonly Contract[],
  rowsOf: (resource: string) => readonly JsonObject[],
): readonly JsonObject[] {
  const parents = contracts
    .filter((contract) => rowsKey(contract) === resource)
    .flatMap(({ scope = [] }) => scope)
    .flatMap(({ at, parent }) => {
      const above = contracts.find((contract) => contract.resource === parent);
      const ids = above === undefined ? [] : idsIn(rowsOf(rowsKey(above)), above.id);
      return ids.length === 0 || parent === resource ? [] : [{ at, ids }];
    });
  return rows.map((row, index) =>
    parents.reduce<JsonObject>(
      (linked, { at, ids }) =>
        withValueAt(linked, at, ids[index % ids.length] as Json) as JsonObject,
      row,
    ),
  );
}

function idsIn(rows: readonly JsonObject[], id: string): readonly Json[] {
  return rows.flatMap((row) => own(row, id) ?? []);
}
