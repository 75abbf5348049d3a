// References: members of an item that hold the ids of other items. The schema of the item marks
// them; the query dialects of json-server also take those that are named after a resource.

import { isObject, type Json, type JsonObject, own } from '../base/json.ts';
import { singularOf } from '../base/singular.ts';
import { mergeSchemas } from '../schema/merge.ts';
import type { SchemaName, Schemas } from '../schema/schema.ts';
import type { Contract, Reference } from './contract.ts';
import { rowsKey } from './rows.ts';

/** The keyword of a schema that names the resource which a member refers to. */
export const REFERENCE_MARK = 'x-ref';

/** Returns the members of an item that its schema marks, themselves or as elements of a list. */
export function markedReferences(
  schemas: Schemas,
  { schema, at }: { readonly schema: SchemaName; readonly at: readonly string[] },
): readonly Reference[] {
  const members = own(schemas.memberAt(schema, at) ?? {}, 'properties');
  if (!isObject(members)) return [];
  return Object.keys(members).flatMap((member): readonly Reference[] => {
    const found = schemas.memberAt(schema, [...at, member]) ?? {};
    const mark = own(found, REFERENCE_MARK) ?? own(elementOf(schemas, found), REFERENCE_MARK);
    if (typeof mark !== 'string') return [];
    return [{ member, to: mark, holds: own(found, 'items') === undefined ? 'one' : 'list' }];
  });
}

/** The schema of the ids that a member holds. */
export function idSchemaOf(schemas: Schemas, item: SchemaName, reference: Reference): JsonObject {
  const found = schemas.membersOf(item).get(reference.member) ?? {};
  return reference.holds === 'one' ? found : elementOf(schemas, found);
}

function elementOf(schemas: Schemas, list: JsonObject): JsonObject {
  return mergeSchemas(schemas.partsOf(own(list, 'items')));
}

/** Returns the ids that a row refers to by one of its members. */
export function idsReferredTo(
  row: JsonObject,
  { member }: Pick<Reference, 'member'>,
): readonly Json[] {
  const held = own(row, member) ?? null;
  const ids = Array.isArray(held) ? (held as readonly Json[]) : [held];
  return ids.filter((id) => id !== null);
}

/** Whether a row refers to an id by one of its members. A number and its text are the same id. */
export function refersTo(
  row: JsonObject,
  reference: Pick<Reference, 'member'>,
  key: string,
): boolean {
  return idsReferredTo(row, reference).some((id) => String(id) === key);
}

/** The contract that a reference leads to; `undefined` if it is not among those given. */
export function referredContract(
  { to }: Pick<Reference, 'to'>,
  contracts: readonly Contract[],
): Contract | undefined {
  return contracts.find(({ resource }) => resource === to);
}

/** Returns the references of one contract that lead to the rows of another. */
export function referencesTo(
  from: Contract,
  to: Contract,
  contracts: readonly Contract[],
): readonly Reference[] {
  return (from.references ?? []).filter((reference) => {
    const referred = referredContract(reference, contracts);
    return referred !== undefined && rowsKey(referred) === rowsKey(to);
  });
}

/** Returns the reference that has the name of a resource: `postId` for `posts`. */
export function namedReference({ resource }: Pick<Contract, 'resource'>): Reference {
  return { member: `${singularOf(resource)}Id`, to: resource, holds: 'one' };
}
