// What contracts say of accounts: which rows can log in, which members show who made an item, and which
// ones each account sets for itself. Knows no calls.

import { isObject, type JsonObject, own } from '../../base/json.ts';
import { remember } from '../../base/remember.ts';
import type { Contract } from '../../contract/contract.ts';
import { marksOf } from '../../contract/item-members.ts';
import { rowsKey } from '../../contract/rows.ts';
import type { Schemas } from '../../schema/schema.ts';
import { isTokenName } from './token.ts';

/** A member that shows the account that made an item: the members of it that are shown. */
export interface MakerMember {
  readonly member: string;
  /** Empty if it holds the id alone. */
  readonly shows: readonly string[];
}

/** The members of rows that depend on who looks. */
export interface PersonalMembers {
  /** Those that each account sets for itself: `favorited`. */
  readonly marks: readonly string[];
  readonly makers: readonly MakerMember[];
  /** Those that hold the token of the account that a row is. */
  readonly tokens: readonly string[];
}

/** The accounts of some contracts. */
export interface Accounts {
  /** The contract whose rows can log in. */
  readonly contract: Contract;
  /** By the resource that has the rows. */
  readonly personal: ReadonlyMap<string, PersonalMembers>;
}

/** Returns the accounts of some contracts; `null` if nothing logs in. */
export function accountsOf(contracts: readonly Contract[], schemas: Schemas): Accounts | null {
  return accountsIn(schemas)(contracts).found;
}

const accountsIn = remember(
  (schemas: Schemas) =>
    remember(
      (contracts: readonly Contract[]) => ({ found: findAccounts(contracts, schemas) }),
      new WeakMap(),
    ),
  new WeakMap(),
);

function findAccounts(contracts: readonly Contract[], schemas: Schemas): Accounts | null {
  const contract = contracts.find(({ actions }) => actions?.some(({ does }) => does === 'log-in'));
  if (contract === undefined) return null;
  const byRows = Map.groupBy(contracts, rowsKey);
  const personal = [...byRows].flatMap(([key, all]): [string, PersonalMembers][] => {
    const members: PersonalMembers = {
      marks: [...new Set(all.flatMap(marksOf))],
      makers: all.flatMap((one) => makerOf(one, contract, schemas)),
      tokens: key === rowsKey(contract) ? tokensIn(schemas.membersOf(contract.item)) : [],
    };
    return Object.values(members).every((some) => some.length === 0) ? [] : [[key, members]];
  });
  // What shows accounts shows them as they are seen.
  const first = rowsKey(contract);
  const ordered = personal.toSorted(
    ([one], [other]) => Number(other === first) - Number(one === first),
  );
  return { contract, personal: new Map(ordered) };
}

function makerOf(
  { item, maker }: Contract,
  { id }: Contract,
  schemas: Schemas,
): readonly MakerMember[] {
  if (maker === undefined) return [];
  const parts = schemas.partsOf(schemas.memberAt(item, [maker]));
  const shows = parts.flatMap((part) => {
    const properties = own(part, 'properties');
    return properties !== undefined && isObject(properties) ? Object.keys(properties) : [];
  });
  return shows.length > 0 && !shows.includes(id) ? [] : [{ member: maker, shows }];
}

function tokensIn(members: ReadonlyMap<string, JsonObject>): readonly string[] {
  return [...members]
    .filter(([name, schema]) => isTokenName(name) && own(schema, 'type') === 'string')
    .map(([name]) => name);
}
