// The names of the members of an item and of the requests that write one, and which of them a write has
// to store.

import { type Json, type JsonObject, own } from '../base/json.ts';
import { remember } from '../base/remember.ts';
import { admitsAll } from '../schema/admits-all.ts';
import { alternativesOf, membersOfAlternatives, typesOf } from '../schema/alternatives.ts';
import type { SchemaName, Schemas } from '../schema/schema.ts';
import type { Action, Contract } from './contract.ts';
import type { Declared } from './declared.ts';
import type { Kind } from './operation-kinds.ts';
import { templateOf } from './rows.ts';

/** Returns the members of an item, without its id. */
export function itemMembers({ item, id }: Contract, schemas: Schemas): readonly string[] {
  return [...schemas.membersOf(item).keys()].filter((member) => member !== id);
}

/** Whether clients choose the ids of new items, as the contract specifies. */
export function choosesIds({ shown, item, id, operations }: Contract, schemas: Schemas): boolean {
  return (
    shown['create.id'] === 'keep' && schemas.membersOf(operations.create?.body ?? item).has(id)
  );
}

/** Whether clients choose ids, and the contract says how the id of another item is refused. */
export function refusesTakenIds({ shown, operations: { create } }: Contract): boolean {
  if (create === undefined || (create.method ?? 'POST') !== 'POST') return false;
  const isRefused =
    create.outcomes.taken !== undefined ||
    create.refusals?.['409'] !== undefined ||
    create.answers?.['409'] !== undefined;
  return isRefused && shown['create.id'] === 'keep';
}

/**
 * Returns the members of an item whose values differ between items: those that are marked, and, if an
 * operation declares 409, those whose description calls them unique.
 */
export function uniqueMembers(contract: Contract, schemas: Schemas): readonly string[] {
  const marked = schemas.uniqueOf(contract.item);
  const { create, replace, update } = contract.operations;
  const operations = [create, replace, update].filter(declaresConflicts);
  const told = operations.flatMap((operation) =>
    [contract.item, operation?.body ?? contract.item].flatMap((name) =>
      [...schemas.membersOf(name)].flatMap(([member, schema]) =>
        isCalledUnique(own(schema, 'description')) ? [member] : [],
      ),
    ),
  );
  return [...new Set([...marked, ...told])].filter((member) => member !== contract.id);
}

/** Whether an operation declares 409. */
export function declaresConflicts(operation: Declared | undefined): boolean {
  return operation?.answers?.['409'] !== undefined;
}

function isCalledUnique(description: Json | undefined): boolean {
  return (
    typeof description === 'string' &&
    /\bunique\b/i.test(description) &&
    !/(?:\bnot|n't|\bnon|\bnever|\bneed)\b[^.;]*\bunique\b/i.test(description)
  );
}

/**
 * Whether creations send an id: because clients choose it, or because the contract requires one,
 * whatever the service makes of it.
 */
export function sendsIds(contract: Contract, schemas: Schemas): boolean {
  const { id, operations } = contract;
  const body = operations.create?.body;
  if (choosesIds(contract, schemas)) return true;
  if (body === undefined || !schemas.requiredOf(body).includes(id)) return false;
  return own(schemas.membersOf(body).get(id) ?? {}, 'readOnly') !== true;
}

/**
 * Returns the members that the body of a request may have, without the id unless creations send it.
 */
export function requestMembers(
  contract: Contract,
  schemas: Schemas,
  kind: 'create' | 'replace' | 'update',
): readonly string[] {
  const { item, id, operations } = contract;
  const body = operations[kind]?.body ?? item;
  const alternatives = membersOfAlternatives(schemas, body).flatMap((one) => [...one.keys()]);
  const members = [...new Set([...schemas.membersOf(body).keys(), ...alternatives])];
  return kind === 'create' && sendsIds(contract, schemas)
    ? members
    : members.filter((member) => member !== id);
}

/**
 * Returns the schemas of the bodies of all operations of a kind, wherever they are: `POST /register`
 * creates users, too.
 */
export function bodiesSent(
  { item, operations, actions = [] }: Contract,
  kind: 'create' | 'replace' | 'update',
): readonly SchemaName[] {
  const usual = operations[kind];
  const elsewhere = actions.filter(({ does }) => does === kind);
  return [...(usual === undefined ? [] : [usual]), ...elsewhere].map(({ body = item }) => body);
}

/**
 * Returns the members of an item that no request may write: its schema marks them `readOnly`, or
 * the body of no operation has them.
 */
export function madeMembers(contract: Contract, schemas: Schemas): readonly string[] {
  const { item, actions = [] } = contract;
  const bodies = [
    ...(['create', 'replace', 'update'] as const).flatMap((kind) =>
      bodiesSent(contract, kind).map((body) => schemas.membersOf(body)),
    ),
    ...actions.flatMap(({ does, body }) =>
      does === 'create-many' && body !== undefined ? [schemas.membersOfItems(body)] : [],
    ),
  ];
  const members = schemas.membersOf(item);
  return itemMembers(contract, schemas).filter((member) => {
    const isWritable = bodies.some((body) => {
      const schema = body.get(member);
      return schema !== undefined && own(schema, 'readOnly') !== true;
    });
    return !isWritable || own(members.get(member) ?? {}, 'readOnly') === true;
  });
}

/**
 * Returns the members that requests have in another type than items, or than elements of the list: a
 * request sends the id of a tenant, and the item shows the tenant. The service makes what an item
 * shows of them.
 */
export function unlikeMembers(given: Contract, schemas: Schemas): ReadonlySet<string> {
  return unlikeIn(schemas)(templateOf(given));
}

const unlikeIn = remember(
  (schemas: Schemas) =>
    remember((contract: Contract) => findUnlike(contract, schemas), new WeakMap()),
  new WeakMap(),
);

function findUnlike(contract: Contract, schemas: Schemas): ReadonlySet<string> {
  const { item, id } = contract;
  const places = [schemas.membersOf(item), membersListed(contract, schemas)];
  const bodies = (['create', 'replace', 'update'] as const).flatMap((kind) =>
    bodiesSent(contract, kind).flatMap((body) =>
      body === item ? [] : [...schemas.membersOf(body)],
    ),
  );
  const names = bodies.flatMap(([name, sent]) => {
    const isLike = places.every((members) => {
      const member = members.get(name);
      return member === undefined || name === id || admitsAll(schemas, member, sent);
    });
    return isLike ? [] : [name];
  });
  return new Set([...names, ...unlikeInList(contract, schemas).keys()]);
}

/** The members of the elements of a list, if they are no items. */
export function membersListed(
  { item, list }: Pick<Contract, 'item' | 'list'>,
  schemas: Schemas,
): ReadonlyMap<string, JsonObject> {
  return schemas.listIncludes(list, item) ? NO_MEMBERS : schemas.membersOfItems(list);
}

const NO_MEMBERS: ReadonlyMap<string, JsonObject> = new Map();

/** Returns the members that elements of the list have in another type than items, as they have them. */
export function unlikeInList(given: Contract, schemas: Schemas): ReadonlyMap<string, JsonObject> {
  return unlikeListed(schemas)(templateOf(given));
}

const unlikeListed = remember(
  (schemas: Schemas) =>
    remember((contract: Contract): ReadonlyMap<string, JsonObject> => {
      const shown = schemas.membersOf(contract.item);
      const found = [...membersListed(contract, schemas)].filter(([name, listed]) => {
        const member = shown.get(name);
        return member !== undefined && name !== contract.id && !admitsAll(schemas, listed, member);
      });
      return new Map(found);
    }, new WeakMap()),
  new WeakMap(),
);

/**
 * Returns a member that the answer to an operation shows in another type than items have it: then
 * the answer describes something else. `null` if there is none.
 */
export function memberOfAnother(
  { item, id, operations }: Contract,
  schemas: Schemas,
  kind: Kind,
): string | null {
  const answer = operations[kind]?.outcomes.ok?.body;
  if (typeof answer !== 'string' || answer === item) return null;
  const members = schemas.membersOf(item);
  const isOther = (name: string, shown: JsonObject): boolean => {
    if (name === id) return false;
    const [one, other] = [typesAdmitted(schemas, shown), typesAdmitted(schemas, members.get(name))];
    return one.length > 0 && other.length > 0 && !one.some((type) => other.includes(type));
  };
  const found = [...schemas.membersOf(answer)].find(([name, shown]) => isOther(name, shown));
  return found?.[0] ?? null;
}

/** The types of a member; none if it may have any, or is not there. */
function typesAdmitted(schemas: Schemas, schema: JsonObject | undefined): readonly string[] {
  const all = schema === undefined ? [] : alternativesOf(schemas, schema).map(typesOf);
  return all.some((types) => types.length === 0) ? [] : all.flat();
}

/**
 * Returns the members whose values the service makes: no request has them, or has them like that, or they
 * show what is stored elsewhere.
 */
export function ownMembers(contract: Contract, schemas: Schemas): readonly string[] {
  const { embeds = {} } = templateOf(contract);
  return [
    ...new Set([
      ...madeMembers(contract, schemas),
      ...unlikeMembers(contract, schemas),
      ...Object.keys(embeds),
    ]),
  ];
}

/** Returns the members that the contract requires of the body of a request. */
export function requiredMembers(
  { operations }: Contract,
  schemas: Schemas,
  kind: 'create' | 'replace' | 'update',
): readonly string[] {
  const schema = operations[kind]?.body;
  return schema === undefined ? [] : schemas.requiredOf(schema);
}

const TAKES = { create: 'create.takes', replace: 'replace.takes' } as const;

/** Whether a contract leaves open which members of its body an operation stores. */
export function leavesTakenOpen(
  { open, shown }: Pick<Contract, 'open' | 'shown'>,
  kind: 'create' | 'replace',
): boolean {
  const key = TAKES[kind];
  return shown[key] === undefined && open.some(({ choices }) => choices.includes(key));
}

/**
 * Returns the members that a request may hold and that an item must then show: its schema has them,
 * they are neither `readOnly` nor `writeOnly`, and items have them in the same type. If the contract
 * leaves open which members the operation takes, those that it requires.
 */
export function membersToStore(
  contract: Contract,
  schemas: Schemas,
  kind: 'create' | 'replace' | 'update',
): readonly string[] {
  const { hidden = [], requestOnly = [], scope = [], operations, item } = contract;
  const sent = schemas.membersOf(operations[kind]?.body ?? item);
  const isNamed =
    kind === 'update' ||
    (!leavesTakenOpen(contract, kind) && contract.shown[TAKES[kind]] !== 'required');
  const named = isNamed
    ? requestMembers(contract, schemas, kind)
    : requiredMembers(contract, schemas, kind);
  const unstored = new Set([
    ...ownMembers(contract, schemas),
    ...hidden,
    ...requestOnly,
    ...scope.map(({ at }) => at[0]),
  ]);
  const shown = new Set(itemMembers(contract, schemas));
  return named.filter((member) => {
    const schema = sent.get(member) ?? {};
    const isOneWay = own(schema, 'readOnly') === true || own(schema, 'writeOnly') === true;
    return shown.has(member) && !unstored.has(member) && !isOneWay;
  });
}

/** The members that an operation does not take with the option `required`. */
export const membersNotTaken = remember(
  (schemas: Schemas) =>
    remember((contract: Contract): ReadonlySet<string> => {
      const required = requiredMembers(contract, schemas, 'create');
      return new Set(itemMembers(contract, schemas).filter((one) => !required.includes(one)));
    }, new WeakMap()),
  new WeakMap(),
);

/** What the names of members begin with that no document can show. */
export const MARKERS = 'standin-';

/** The member of a row with the ids of the accounts that have set a mark, as they are in paths. */
export function markersMember(mark: string): string {
  return `${MARKERS}${mark}`;
}

/** The marks of the items of a contract. */
export function marksOf({ actions = [] }: Pick<Contract, 'actions'>): readonly string[] {
  return actions.flatMap((one) => (isMark(one) ? (one.member ?? []) : []));
}

/** Whether an operation marks an item for the account that calls, or takes that back. */
export function isMark({ does, member }: Pick<Action, 'does' | 'member'>): boolean {
  return (does === 'mark' || does === 'unmark') && member !== undefined;
}

/**
 * Whether a PUT below an item says nothing of its effect, needs no body, and has a DELETE at its path, or
 * is that: whatever one does to an item that a client made, the other undoes it.
 */
export function isTakenBack(action: Action, contract: Contract): boolean {
  const { method, path, body, does, sets, times } = action;
  const isPlain = (sets ?? times ?? does ?? body) === undefined;
  const opposite = method === 'DELETE' ? 'PUT' : 'DELETE';
  const isPair =
    (method === 'PUT' || method === 'DELETE') &&
    (contract.actions ?? []).some((one) => one.path === path && one.method === opposite);
  const isOfOwn = contract.operations.create !== undefined;
  return isOfOwn && isPlain && isPair && path.startsWith(`${templateOf(contract).path}/{`);
}
