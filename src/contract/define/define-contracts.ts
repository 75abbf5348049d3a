// Fills in what contract files may omit, and gives names to the schemas that stand inside others:
// the item in its envelope, the elements of a list.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { Contract } from '../contract.ts';
import { markersMember, marksOf } from '../item-members.ts';
import { markedReferences } from '../relations/references.ts';
import { rowsKey } from '../rows.ts';
import { settledChoices } from '../settled-choices.ts';
import { ACTIONS, OLDER_ACTIONS } from './action-key.ts';
import { withAllowedMethods } from './allowed-methods.ts';
import { defineActions, defineOperations } from './define-operation.ts';
import { defineScope } from './define-scope.ts';
import type { GivenContract } from './given-contract.ts';
import { GivenResource } from './given-resource.ts';
import { hiddenMembers, membersOfRequestsBelow, withRequestOnly } from './hidden-members.ts';
import { SchemaParts } from './schema-parts.ts';

/** Contracts, and the schemas with those that they name parts of. */
export interface Defined {
  readonly contracts: readonly Contract[];
  readonly schemas: Schemas;
}

/** Reads contract files that passed `findContractFaults`. */
export function defineContracts(documents: readonly Json[], schemas: Schemas): Defined {
  const parts = new SchemaParts(schemas);
  const paths = new Map(
    documents.flatMap((document): [string, string][] =>
      isObject(document) && own(document, 'one') !== true && !readsAnyKey(document)
        ? [[String(own(document, 'path')), String(own(document, 'resource'))]]
        : [],
    ),
  );
  const contracts = documents.map((document) =>
    defineContract(new GivenResource(document as JsonObject, schemas, parts), paths),
  );
  const all = schemas.with(parts.named);
  const byRows = Map.groupBy(contracts, rowsKey);
  const shared = contracts.map((one) => sharing(one, byRows.get(rowsKey(one)) ?? [], all));
  return {
    contracts: withAllowedMethods(shared),
    schemas: all,
  };
}

/** Whether any item of a contract is there, with a row or without: no row is missing above others. */
function readsAnyKey(document: JsonObject): boolean {
  const actions = own(document, ACTIONS);
  return (
    Array.isArray(actions) &&
    (actions as readonly Json[]).some((one) => isObject(one) && own(one, 'missing') === 'sample')
  );
}

function defineContract(resource: GivenResource, paths: ReadonlyMap<string, string>): Contract {
  const {
    source: _,
    security: ____,
    envelope: _____,
    where: __,
    within: ___,
    one: isSingle = false,
    actions: ______,
    [OLDER_ACTIONS]: _______,
    ...given
  } = resource.document as unknown as GivenContract;
  const operations = defineOperations(resource);
  const actions = defineActions(resource);
  const scope = defineScope(resource, paths);
  const references = markedReferences(resource.schemas, resource.item);
  const { hidden, requestOnly } = hiddenMembers(resource, scope);
  const filled = { title: given.resource, open: [], clauses: {}, ...given, id: resource.id };
  return {
    ...filled,
    item: resource.parts.inside(resource.item),
    list: resource.listInside(),
    operations,
    ...(isSingle ? { isSingle } : {}),
    ...(actions.length === 0 ? {} : { actions }),
    ...(scope.length === 0 ? {} : { scope }),
    ...(hidden.length === 0 ? {} : { hidden }),
    ...(references.length === 0 ? {} : { references }),
    ...(requestOnly.length === 0 ? {} : { requestOnly }),
    shown: {
      ...settledChoices(operations),
      ...plainUpdate(operations),
      ...madeAtItem(operations),
      ...given.shown,
    },
  };
}

/** A change of a part that is no PATCH is plain JSON, and none of the formats of PATCH. */
function plainUpdate(operations: Contract['operations']): Contract['shown'] {
  return operations.update?.method === undefined ? {} : { 'update.media': 'merge-patch' };
}

/** The id in the path of a creation is kept. Where PUT creates there, it also replaces. */
function madeAtItem({ create, replace }: Contract['operations']): Contract['shown'] {
  if (create?.idInPath === undefined) return {};
  const isBoth = create.method === 'PUT' && replace !== undefined && replace.method === undefined;
  return { 'create.id': 'keep', ...(isBoth ? { 'replace.missing': 'create' } : {}) };
}

/**
 * What a contract needs to know of those that share its rows. It hides the values of their paths,
 * and the members that only their items have.
 */
function sharing(contract: Contract, sharers: readonly Contract[], schemas: Schemas): Contract {
  const others = sharers.filter((one) => one !== contract);
  const views = others.map(({ item }) => item).filter((item) => item !== contract.item);
  const members = schemas.membersOf(contract.item);
  const foreign = views.flatMap((item) => [...schemas.membersOf(item).keys()]);
  const kept = [
    ...others.flatMap(({ hidden = [], item }) =>
      item === contract.item ? hidden : hidden.filter((member) => !members.has(member)),
    ),
    ...(members.size === 0 ? [] : foreign.filter((member) => !members.has(member))),
  ].filter((member) => member !== contract.id);
  const markers = [contract, ...others].flatMap(marksOf).map(markersMember);
  const hidden = [...new Set([...(contract.hidden ?? []), ...kept, ...markers])];
  const hiddenBelow = membersOfRequestsBelow(contract, schemas);
  return {
    ...contract,
    ...(hidden.length === 0 ? {} : { hidden }),
    ...(hiddenBelow.length === 0 ? {} : { hiddenBelow }),
    ...(contract.actions === undefined
      ? {}
      : { actions: contract.actions.map((one) => withRequestOnly(one, schemas)) }),
    ...(views.length === 0 ? {} : { views: [...new Set(views)] }),
  };
}
