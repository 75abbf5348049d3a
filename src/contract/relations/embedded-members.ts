// Members of items that show rows of others, and the ids by which those are found: an id beside the
// member, the id of the object in it, or the ids that rows on the other side have.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { lettersOf, singularOf } from '../../base/names.ts';
import { remember } from '../../base/remember.ts';
import { admitsNull, alternativesOf } from '../../schema/alternatives.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import type { Contract } from '../contract.ts';
import { bodiesSent } from '../item-members.ts';

/** A member of the items of a contract that shows rows of another one. */
export interface EmbeddedMember {
  readonly member: string;
  readonly to: Contract;
  readonly holds: 'one' | 'list';
  /** The member beside it with the ids; `null` if each object in it has its own. */
  readonly ids: string | null;
  /** Where rows of the other side have the id of the item; empty if they have none. */
  readonly back: readonly (readonly string[])[];
  /** The members of a row that it shows; `null` for all. */
  readonly shows: ReadonlySet<string> | null;
  /** What stands there if there is no row. */
  readonly unless: 'null' | 'left-out' | 'sample';
  readonly isSent: boolean;
}

/** Returns the members of the items of a contract that show rows of others. */
export function embeddedMembers(
  contract: Contract,
  contracts: readonly Contract[],
  schemas: Schemas,
): readonly EmbeddedMember[] {
  return contract.embeds === undefined ? NONE : embeddedIn(schemas)(contracts)(contract);
}

const NONE: readonly EmbeddedMember[] = [];

const embeddedIn = remember(
  (schemas: Schemas) =>
    remember(
      (contracts: readonly Contract[]) =>
        remember((contract: Contract) => findEmbedded(contract, contracts, schemas), new WeakMap()),
      new WeakMap(),
    ),
  new WeakMap(),
);

function findEmbedded(
  contract: Contract,
  contracts: readonly Contract[],
  schemas: Schemas,
): readonly EmbeddedMember[] {
  const members = schemas.membersOf(contract.item);
  const required = schemas.requiredOf(contract.item);
  return Object.entries(contract.embeds ?? {}).flatMap(([member, resource]): EmbeddedMember[] => {
    const to = contracts.find((one) => one.resource === resource);
    if (to === undefined) return [];
    const schema = members.get(member) ?? {};
    const elements = alternativesOf(schemas, schema).flatMap((one) => own(one, 'items') ?? []);
    const holds = elements.length > 0 ? 'list' : 'one';
    const absent = required.includes(member) ? 'sample' : 'left-out';
    const bodies = (['create', 'replace', 'update'] as const).flatMap((kind) =>
      bodiesSent(contract, kind).map((body) => schemas.membersOf(body).get(member)),
    );
    return [
      {
        member,
        to,
        holds,
        ids: idsBeside(contract, schemas, { member, to }),
        back: holds === 'one' ? [] : backFrom(to, { contract, member }, schemas),
        shows: shownOf(schemas, elements[0] ?? schema, to.item),
        unless: admitsNull(schemas, schema) ? 'null' : absent,
        isSent: bodies.some((one) => one !== undefined && own(one, 'readOnly') !== true),
      },
    ];
  });
}

/** The members that an embedded row shows, if it is not shown as everywhere; `null` for all. */
function shownOf(schemas: Schemas, schema: Json, item: SchemaName): ReadonlySet<string> | null {
  const [whole] = schemas.partsByName(item);
  const parts = schemas.partsOf(schema);
  if (whole !== undefined && parts.includes(whole)) return null;
  const names = alternativesOf(schemas, schema).flatMap((one) => {
    const properties = own(one, 'properties');
    return isObject(properties) ? Object.keys(properties) : [];
  });
  return names.length === 0 ? null : new Set(names);
}

/** The members that rows have: those of items, and those that only requests have. */
function membersOfRows(contract: Contract, schemas: Schemas): ReadonlyMap<string, JsonObject> {
  const sent = (['create', 'replace', 'update'] as const).flatMap((kind) =>
    bodiesSent(contract, kind).flatMap((body) => [...schemas.membersOf(body)]),
  );
  return new Map([...sent, ...schemas.membersOf(contract.item)]);
}

/** Finds the member with the ids of what another one shows; `null` if there is none. */
function idsBeside(
  contract: Contract,
  schemas: Schemas,
  { member, to }: Pick<EmbeddedMember, 'member' | 'to'>,
): string | null {
  const all = membersOfRows(contract, schemas);
  const names = [...all.keys()].filter(
    (name) => name !== member && name !== contract.id && holdsIds(schemas, all.get(name) ?? {}),
  );
  const marked = (contract.references ?? []).filter((one) => one.to === to.resource);
  const rivals = Object.values(contract.embeds ?? {}).filter((one) => one === to.resource);
  const named =
    idsNamed(names, member, to.id) ??
    (rivals.length > 1 ? null : (marked[0]?.member ?? idsNamed(names, nounOf(to), to.id)));
  return named;
}

/** Finds the member with ids by the name of what they are of: `clientId`, `client_id`, `tagIds`. */
export function idsNamed(names: readonly string[], noun: string, id: string): string | null {
  const one = lettersOf(singularOf(noun));
  const ids = ['id', 'ids', lettersOf(id), `${lettersOf(id)}s`];
  const wanted = [one, lettersOf(noun)].flatMap((word) => [
    ...ids.map((end) => `${word}${end}`),
    `id${word}`,
    `ids${word}`,
  ]);
  return names.find((name) => wanted.includes(lettersOf(name))) ?? null;
}

/** The word for the items of a resource: the last step of its path that is no parameter. */
function nounOf({ path }: Contract): string {
  return path.split('/').findLast((step) => step !== '' && !step.includes('{')) ?? '';
}

/** Whether a value of a schema may be an id, or a list of ids. */
function holdsIds(schemas: Schemas, schema: JsonObject): boolean {
  return alternativesOf(schemas, schema).some((one) => {
    const items = own(one, 'items');
    return items === undefined
      ? own(one, 'properties') === undefined && own(one, 'type') !== 'object'
      : holdsIds(schemas, isObject(items) ? items : {});
  });
}

/** Where the rows of one contract have the id of the item of another, in which a member shows them. */
function backFrom(
  from: Contract,
  { contract, member: shown }: { readonly contract: Contract; readonly member: string },
  schemas: Schemas,
): EmbeddedMember['back'] {
  const scope = from.scope?.findLast(({ parent }) => parent === contract.resource);
  if (scope !== undefined) return [scope.at];
  const marked = (from.references ?? []).filter(({ to }) => to === contract.resource);
  if (marked.length > 0) return marked.length === 1 ? marked.map(({ member }) => [member]) : [];
  const members = schemas.membersOf(from.item);
  const others = Object.entries(from.embeds ?? {}).filter(
    ([member, to]) => to === contract.resource && !(from === contract && member === shown),
  );
  const [lists, single] = split(others, ([member]) => isList(schemas, members.get(member) ?? {}));
  const [only, second] = single.length > 0 ? single : lists;
  if (second !== undefined) return [];
  if (only !== undefined) {
    const [member] = only;
    return [[idsBeside(from, schemas, { member, to: contract }) ?? member]];
  }
  const all = membersOfRows(from, schemas);
  const names = [...all.keys()].filter(
    (name) => name !== from.id && holdsIds(schemas, all.get(name) ?? {}),
  );
  const named = idsNamed(names, nounOf(contract), contract.id);
  return named === null ? [] : [[named]];
}

function isList(schemas: Schemas, schema: JsonObject): boolean {
  return alternativesOf(schemas, schema).some((one) => own(one, 'items') !== undefined);
}

function split<T>(
  all: readonly T[],
  is: (one: T) => boolean,
): readonly [readonly T[], readonly T[]] {
  return [all.filter(is), all.filter((one) => !is(one))];
}
