// The seed rows of a project as a state, and its schemas by name. No modules of Node.

import { isObject, type Json, type JsonObject, objectOf, own } from '../../base/json.ts';
import { valueAt } from '../../base/pointer.ts';
import type { Contract } from '../../contract/contract.ts';
import { keyOfOne, ownersOf } from '../../contract/rows.ts';
import { toKey } from '../../model/ids/ids.ts';
import { State, StoredRecord } from '../../model/state/state.ts';
import { Schemas } from '../../schema/schema.ts';

/** Contracts with seed rows: a project, or documents. */
export interface SeedRows {
  readonly contracts: readonly Contract[];
  /** The rows of each resource. */
  readonly rows: ReadonlyMap<string, readonly JsonObject[]>;
}

/** Creates a state with the seed rows of a project. */
export function seedState(project: SeedRows): State {
  const owners = ownersOf(project.contracts);
  const state = State.of(owners.map((contract) => contract.resource));
  for (const contract of owners) {
    const collection = state.collection(contract.resource);
    for (const row of project.rows.get(contract.resource) ?? [])
      collection.put(recordOf(contract, row));
  }
  return state;
}

/** Returns the record of a seed row. */
export function recordOf(contract: Contract, row: JsonObject): StoredRecord {
  if (contract.isSingle !== true)
    return new StoredRecord(toKey(own(row, contract.id) ?? null), row);
  const key = keyOfOne(boundTo(contract, row));
  return new StoredRecord(key, { [contract.id]: key, ...row });
}

/** Returns a row as its file has it: without the key that a single item got for the state. */
export function withoutMadeKey(
  { isSingle, id, hidden = [] }: Contract,
  row: JsonObject,
): JsonObject {
  if (isSingle !== true || !hidden.includes(id)) return row;
  return objectOf(Object.entries(row).filter(([member]) => member !== id));
}

/** Returns the contract with the values that a row has for the parameters of its path. */
function boundTo(contract: Contract, row: JsonObject): Contract {
  const scope = (contract.scope ?? []).map((member) => ({
    ...member,
    value: valueAt(row, member.at) ?? member.value,
  }));
  return { ...contract, scope };
}

/** Returns the rows of each resource in a seed file. */
export function rowsOf(
  db: JsonObject,
  contracts: readonly Contract[],
): ReadonlyMap<string, readonly JsonObject[]> {
  return new Map(
    ownersOf(contracts).map(({ resource, isSingle }) => {
      const given = own(db, resource) ?? [];
      const rows = isSingle === true && isObject(given) ? [given] : given;
      return [resource, rows as unknown as readonly JsonObject[]];
    }),
  );
}

/** Returns schemas by the names of their files; what is no schema counts as one that fits nothing. */
export function schemasIn(
  sources: readonly { readonly name: string; readonly json: Json }[],
): Schemas {
  return new Schemas(
    new Map(sources.map(({ name, json }) => [name, isObject(json) ? json : json === true])),
  );
}
