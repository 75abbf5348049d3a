// References: members of an item that hold the ids of other items. The schema of the item marks
// them; the query dialects of json-server also take those that are named after a resource, and runs
// against a service give such members ids that are there.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { singularOf } from '../../base/names.ts';
import { mergeSchemas } from '../../schema/merge.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import type { Contract, Reference } from '../contract.ts';
import { requestMembers } from '../item-members.ts';
import { parametersOf } from '../nested-path.ts';
import { rowsKey, templateOf } from '../rows.ts';

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

/**
 * Returns the members of requests, at any depth, that hold ids of another resource by their name or
 * their description: `customerId` beside `/customers`, "the id of a customer". Nothing says that a
 * service knows these ids; each kind of value is sent only if the schema of the member admits it.
 */
export function likelyReferences(
  contract: Contract,
  contracts: readonly Contract[],
  schemas: Schemas,
): readonly Reference[] {
  const body = contract.operations.create?.body ?? contract.item;
  const targets = contracts.filter(
    (one) =>
      rowsKey(one) !== rowsKey(contract) &&
      one.isSingle !== true &&
      one.operations.create !== undefined &&
      parametersOf(one.path).length === 0,
  );
  if (targets.length === 0) return [];
  const inPath = (templateOf(contract).scope ?? []).map(({ at }) => at[0]);
  const sent = requestMembers(contract, schemas, 'create').filter((one) => !inPath.includes(one));
  const members = [...schemas.membersOf(body)].filter(([name]) => sent.includes(name));
  const found = new Map<string, Reference>();
  const visit = (entries: Iterable<readonly [string, JsonObject]>, depth: number): void => {
    for (const [member, schema] of entries) {
      const element = own(schema, 'items') === undefined ? schema : elementOf(schemas, schema);
      const within = own(element, 'properties');
      if (isObject(within) && depth < DEPTH_MAX)
        visit(
          Object.entries(within).map(([name, one]) => [name, mergeSchemas(schemas.partsOf(one))]),
          depth + 1,
        );
      const to = isObject(within)
        ? undefined
        : targets.find((one) => isNamedFor(one, member, schema));
      const holds = element === schema ? 'one' : 'list';
      if (to !== undefined && !found.has(member))
        found.set(member, { member, to: to.resource, holds });
    }
  };
  visit(members, 0);
  return [...found.values()];
}

/** How deep in a body references are looked for. */
const DEPTH_MAX = 3;

/** Whether a member has the name of the ids of a resource, or a description that says so. */
function isNamedFor({ resource, path }: Contract, member: string, schema: JsonObject): boolean {
  const names = [resource, path.slice(path.lastIndexOf('/') + 1)].map((one) =>
    singularOf(one)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, ''),
  );
  const isFixed = own(schema, 'enum') !== undefined || own(schema, 'const') !== undefined;
  if (isFixed || own(schema, 'readOnly') === true) return false;
  const [, before = ''] = /^(.+?)(?:I[dD]s?|[_-]ids?)$/.exec(member) ?? [];
  const word = before.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const last = before.replace(/^.*(?:[_-]|(?=[A-Z]))/s, '').toLowerCase();
  const text = String(own(schema, 'description') ?? '').toLowerCase();
  const [, told] =
    /\b(?:id|identifier)s? of (?:(?:an?|the|one) )?(?:existing )?([a-z]+)/.exec(text) ?? [];
  return names.some((name) => name === word || name === last || name === told);
}
