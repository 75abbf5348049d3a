// Gives seed rows the ids of rows that exist: of their parents, and of what they refer to.

import { type Json, type JsonObject, own } from '../base/json.ts';
import { withValueAt } from '../base/pointer.ts';
import type { Contract } from '../contract/contract.ts';
import { rowsKey } from '../contract/rows.ts';

/**
 * Returns rows whose members that name a parent, or refer to other rows, have the ids of rows, in
 * turn. `rowsOf` returns the rows of a resource; a resource without rows leaves the members as they
 * are.
 */
export function linkRows(
  resource: string,
  rows: readonly JsonObject[],
  contracts: readonly Contract[],
  rowsOf: (resource: string) => readonly JsonObject[],
): readonly JsonObject[] {
  const sharing = contracts.filter((contract) => rowsKey(contract) === resource);
  const idsOf = (name: string | null): readonly Json[] => {
    const above = contracts.find((contract) => contract.resource === name);
    return above === undefined ? [] : idsIn(rowsOf(rowsKey(above)), above.id);
  };
  const parents = sharing
    .flatMap(({ scope = [] }) => scope)
    .flatMap(({ at, parent }) => {
      const ids = idsOf(parent);
      return ids.length === 0 || parent === resource ? [] : [{ at, ids }];
    });
  const references = sharing
    .flatMap((contract) => contract.references ?? [])
    .flatMap((reference) => {
      const ids = idsOf(reference.to);
      return ids.length === 0 ? [] : [{ ...reference, ids, isOwn: reference.to === resource }];
    });
  return rows.map((row, index) => {
    const referring = references.reduce((linked, one) => withReference(linked, one, index), row);
    return parents.reduce<JsonObject>(
      (linked, { at, ids }) =>
        withValueAt(linked, at, ids[index % ids.length] as Json) as JsonObject,
      referring,
    );
  });
}

interface LinkedReference {
  readonly member: string;
  readonly ids: readonly Json[];
  /** Rows that refer to rows of the same resource are a tree; the first one refers to itself. */
  readonly isOwn: boolean;
}

/** Lets a member refer to rows that exist; one that is absent or null stays so. */
function withReference(
  row: JsonObject,
  { member, ids, isOwn }: LinkedReference,
  index: number,
): JsonObject {
  const held = own(row, member) ?? null;
  if (held === null) return row;
  const first = isOwn ? Math.max(0, Math.floor((index - 1) / 2)) : index;
  const id = (place: number): Json => ids[(first + place) % ids.length] as Json;
  const linked = Array.isArray(held)
    ? held.slice(0, ids.length).map((_, place) => id(place))
    : id(0);
  return { ...row, [member]: linked };
}

function idsIn(rows: readonly JsonObject[], id: string): readonly Json[] {
  return rows.flatMap((row) => own(row, id) ?? []);
}
