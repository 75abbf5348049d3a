// The faults of what a contract says of its resource: what there is, the id, sources and filters.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { valueAt } from '../../base/pointer.ts';
import { suggestOr } from '../../base/suggest.ts';
import { ACTIONS, actionKey, OLDER_ACTIONS } from '../define/action-key.ts';
import { givenSchema } from '../define/given-contract.ts';
import { MARKERS } from '../item-members.ts';
import { parametersOf } from '../nested-path.ts';
import { kinds } from '../operation-kinds.ts';
import { type ContractReader, FORM_REMEDY } from './contract-reader.ts';

/** Something to do is there, and what is done about items has their schema. */
export function checkPresence(contract: ContractReader): void {
  const has = (member: string): boolean => own(contract.document, member) !== undefined;
  const missing =
    !has('operations') && !has(ACTIONS) && !has(OLDER_ACTIONS)
      ? 'operations'
      : has('operations') && !has('item') && !has('file')
        ? 'item'
        : null;
  if (missing !== null) contract.addFault([], `"${missing}" is missing`, FORM_REMEDY);
}

/** A path names each parameter once, and a single item is neither listed nor created. */
export function checkShape(contract: ContractReader): void {
  const names = parametersOf(String(own(contract.document, 'path')));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    contract.addFault(
      ['path'],
      `{${twice}} is there twice`,
      'Give each parameter a name of its own.',
    );
  if (own(contract.document, 'one') !== true) return;
  for (const kind of ['list', 'create'])
    if (own(contract.objectAt(['operations']), kind) !== undefined)
      contract.addFault(
        ['operations', kind],
        `a single item has no ${kind}`,
        'Remove "one", or this operation.',
      );
}

/** The account that calls is the only item at a path; and a list of shared rows may be of its items. */
export function checkAccounts(contract: ContractReader): void {
  const { document } = contract;
  if (own(document, 'caller') === true && own(document, 'rows') === undefined)
    contract.addFault(
      ['caller'],
      'only rows of another contract can be the caller, or its items',
      'Add "rows" with the resource of the accounts, and "one": true; or with that of the items.',
    );
  const maker = own(document, 'maker');
  if (typeof maker === 'string') contract.expectMember(['maker'], maker);
}

/** What shows the items below an item is a member of it. */
export function checkEmbeds(contract: ContractReader): void {
  for (const member of Object.keys(contract.objectAt(['embeds'])))
    contract.expectMember(['embeds', member], member);
}

/** A file is a single item; it has no members, and bodies have no schemas. */
export function checkFile(contract: ContractReader): void {
  if (own(contract.document, 'file') === undefined) return;
  if (own(contract.document, 'one') !== true)
    contract.addFault(['file'], 'only a single item can be a file', 'Add "one": true.');
  const places = [
    ['item'],
    ['envelope'],
    ['operations', 'update'],
    ['operations', 'replace', 'body'],
    ['operations', 'replace', 'media'],
    ['operations', 'read', 'outcomes', 'ok', 'body'],
  ];
  for (const place of places)
    if (valueAt(contract.document, place) !== undefined)
      contract.addFault(place, 'the item is a file, which is sent as it is', 'Leave it out.');
}

/** Without a source of the whole contract, each operation and outcome needs its own. */
export function checkSources(contract: ContractReader): void {
  const key = actionKey(contract.document);
  const actions = own(contract.document, key);
  const count = Array.isArray(actions) ? actions.length : 0;
  const all = [
    ...kinds.map((kind) => ['operations', kind]),
    ...Array.from({ length: count }, (_, index) => [key, String(index)]),
  ];
  for (const steps of all) {
    const operation = contract.objectAt(steps);
    if (Object.keys(operation).length === 0) continue;
    const places = [
      steps,
      ...Object.keys(contract.objectAt([...steps, 'outcomes'])).map((situation) => [
        ...steps,
        'outcomes',
        situation,
      ]),
    ];
    for (const place of places) {
      if (own(contract.objectAt(place), 'source') !== undefined) continue;
      contract.addFault(
        place,
        '"source" is missing',
        'Name the clause of the specification here, or one "source" for the whole contract.',
      );
    }
  }
}

/** What the query parameters of the list ask for are members of the item, or of the elements of the list. */
export function checkFilters(contract: ContractReader): void {
  const { schemas } = contract;
  const list = givenSchema(own(contract.document, 'list'));
  const elements = list === null ? {} : (schemas.memberAt(list.schema, list.at) ?? {});
  const isOfElements = (name: string): boolean =>
    schemas
      .partsOf(own(elements, 'items'))
      .some((part) => own((own(part, 'properties') ?? {}) as JsonObject, name) !== undefined);
  for (const [parameter, filter] of Object.entries(contract.objectAt(['list', 'filters']))) {
    const named = isObject(filter) ? String(own(filter, 'member')) : String(filter);
    const isOfMark = named.startsWith(MARKERS);
    if (!named.includes('.') && !isOfMark && !isOfElements(named))
      contract.expectMember(['list', 'filters', parameter], named);
  }
}

export function checkId(contract: ContractReader): void {
  const given = givenSchema(own(contract.document, 'item'));
  const id = own(contract.document, 'id') === undefined ? 'id' : own(contract.document, 'id');
  if (given === null || typeof id !== 'string') return;
  const item = given.schema;
  const schema = contract.schemas.memberAt(item, given.at);
  if (schema === undefined) return;
  const members = own(schema, 'properties');
  const member = contract.schemas.memberAt(item, [...given.at, id]);
  if (member === undefined) {
    // The only item of a path needs no id.
    if (own(contract.document, 'one') === true) return;
    contract.addFault(
      ['id'],
      `the schema ${item}.json has no member "${id}"`,
      suggestOr(
        id,
        isObject(members) ? Object.keys(members) : [],
        'Name the member that identifies an item.',
      ),
    );
    return;
  }
  const type = own(member, 'type');
  const types = Array.isArray(type) ? (type as readonly Json[]) : type === undefined ? [] : [type];
  if (types.length !== 1 || !['number', 'integer', 'string'].includes(types[0] as string)) {
    contract.addFault(
      ['id'],
      `the type of "${id}" in ${item}.json must be number, integer or string`,
      'Give it one of these types.',
    );
  }
}
