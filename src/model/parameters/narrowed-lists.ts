// Lists that need parameters which may select items: `GET /pets?status=free` is no list of all pets.
// A run that looks for its items needs all of them, so it takes such a list for an action.

import type { Contract, Operation } from '../../contract/contract.ts';
import type { Parameter } from '../../contract/declared.ts';
import { parametersOfPages } from '../../contract/envelopes/pages.ts';
import { kinds } from '../../contract/operation-kinds.ts';
import type { Schemas } from '../../schema/schema.ts';

/** Returns the required parameters of a list that may select items; none if it has all of them. */
export function selectingParameters(
  { operations }: Pick<Contract, 'operations'>,
  schemas: Schemas,
): readonly string[] {
  const { list } = operations;
  const { parameters = [], filters = {}, paging } = list ?? {};
  const ofPages = parametersOfPages(paging);
  const others = kinds.flatMap((kind) => (kind === 'list' ? [] : (operations[kind] ?? [])));
  return parameters
    .filter((one) => one.required && (one.in === 'query' || one.in === 'querystring'))
    .filter(({ name }) => !ofPages.includes(name))
    .filter(
      (one) =>
        Object.hasOwn(filters, one.name) ||
        // What the rest of the operations need, too, is a version or a tenant.
        !(hasDefault(one, schemas) || others.some((other) => requires(other, one))),
    )
    .map(({ name }) => name);
}

function requires({ parameters = [] }: Operation, { in: place, name }: Parameter): boolean {
  return parameters.some((one) => one.required && one.in === place && one.name === name);
}

function hasDefault({ schema }: Parameter, schemas: Schemas): boolean {
  return (
    schema !== null && schemas.partsByName(schema).some((part) => Object.hasOwn(part, 'default'))
  );
}

/** Returns a contract whose list has all items, or that has none. */
export function withWholeList(contract: Contract, schemas: Schemas): Contract {
  return selectingParameters(contract, schemas).length === 0 ? contract : withoutList(contract);
}

/** Whether a list surely selects items by one of these parameters: it has the name of a member. */
export function isSelection(
  { item, operations }: Pick<Contract, 'item' | 'operations'>,
  schemas: Schemas,
  names: readonly string[],
): boolean {
  const { filters = {} } = operations.list ?? {};
  const members = schemas.membersOf(item);
  return names.some((name) => Object.hasOwn(filters, name) || members.has(name));
}

/** Returns a contract whose list is an action. */
export function withoutList(contract: Contract): Contract {
  const { list, ...operations } = contract.operations;
  if (list === undefined) return contract;
  const { method = 'GET', path = contract.path } = list;
  return {
    ...contract,
    operations,
    actions: [...(contract.actions ?? []), { ...list, method, path }],
  };
}
