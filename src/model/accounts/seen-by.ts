// The rows as an account sees them: what it marked itself, who made an item as that account is now, its
// own token. The rows of the mock stay as they are.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import { markersMember } from '../../contract/item-members.ts';
import { rowsKey } from '../../contract/rows.ts';
import { toKey } from '../ids/ids.ts';
import { keptView } from '../state/kept-views.ts';
import { type Collection, type State, StoredRecord } from '../state/state.ts';
import type { Accounts, PersonalMembers } from './accounts.ts';
import { tokenOf } from './token.ts';

/** What the values of personal members depend on. */
interface Sight {
  readonly accounts: Accounts;
  /** The key of the account that looks; `null` if it is none. */
  readonly caller: string | null;
  /** The accounts as the caller sees them. */
  readonly rows: Collection;
}

/** Returns a state as an account sees it. It is kept until the rows change. */
export function stateSeenBy(state: State, accounts: Accounts, caller: string | null): State {
  if (accounts.personal.size === 0) return state;
  const view = { kind: accounts, name: caller ?? '' };
  return keptView(state, view, () => seenState(state, accounts, caller));
}

function seenState(state: State, accounts: Accounts, caller: string | null): State {
  const seen = state.fork();
  const rows = seen.collection(rowsKey(accounts.contract));
  for (const [resource, members] of accounts.personal) {
    const collection = seen.collection(resource);
    for (const record of collection.records()) {
      const value = seenRow({ accounts, caller, rows }, members, record);
      if (value !== record.value) collection.put(new StoredRecord(record.key, value, record.slot));
    }
  }
  return seen;
}

function seenRow(
  { accounts: { contract }, caller, rows }: Sight,
  { marks, makers, tokens }: PersonalMembers,
  { key, value }: StoredRecord,
): JsonObject {
  const seen: [string, Json][] = [
    ...marks.map((mark): [string, Json] => [mark, isMarked(value, mark, caller)]),
    ...makers.flatMap(({ member, shows }): [string, Json][] => {
      const made = own(value, member) ?? null;
      const id = isObject(made) ? own(made, contract.id) : undefined;
      const account = id === undefined ? undefined : rows.find(toKey(id));
      return account === undefined || !isObject(made)
        ? []
        : [[member, { ...made, ...part(account.value, shows) }]];
    }),
    ...tokens.map((token): [string, Json] => [token, tokenOf(key)]),
  ];
  return seen.length === 0 ? value : { ...value, ...Object.fromEntries(seen) };
}

function isMarked(row: JsonObject, mark: string, caller: string | null): boolean {
  const by = own(row, markersMember(mark));
  if (!Array.isArray(by)) return own(row, mark) === true;
  return (by as readonly Json[]).includes(caller);
}

/** The members of an account that an item shows. */
function part(account: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = own(account, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns a new row with what shows the account that makes it. */
export function madeBy(
  accounts: Accounts,
  { state, caller }: { readonly state: State; readonly caller: string | null },
  contract: Contract,
  { key, value }: Pick<StoredRecord, 'key' | 'value'>,
): JsonObject {
  const members = accounts.personal.get(rowsKey(contract));
  if (members === undefined) return value;
  const rows = state.collection(rowsKey(accounts.contract));
  const account = caller === null ? undefined : rows.find(caller);
  const id = account === undefined ? undefined : own(account.value, accounts.contract.id);
  const makers = members.makers.map(({ member, shows }): [string, Json] => {
    const made = own(value, member) ?? null;
    const named = { ...(isObject(made) ? made : {}), [accounts.contract.id]: id ?? null };
    return [member, shows.length === 0 ? (id ?? null) : named];
  });
  const marks = members.marks.map((mark): [string, Json] => [mark, false]);
  const set = [...marks, ...(id === undefined ? [] : makers)];
  const row = { ...value, ...Object.fromEntries(set) };
  return seenRow({ accounts, caller, rows }, members, new StoredRecord(key, row));
}

/**
 * Returns a row after its mark was set, or taken away. A `caller` of `null` has no credentials. Without
 * accounts it is `undefined`, and all callers share the mark.
 */
export function withMark(
  row: JsonObject,
  {
    member,
    counts,
    isSet,
  }: { readonly member: string; readonly counts?: string; readonly isSet: boolean },
  caller: string | null | undefined,
): JsonObject {
  const before = caller === undefined ? own(row, member) === true : isMarked(row, member, caller);
  const count = counts === undefined ? undefined : own(row, counts);
  const step = before === isSet ? 0 : isSet ? 1 : -1;
  const held = own(row, markersMember(member));
  const others = (Array.isArray(held) ? (held as readonly Json[]) : []).filter(
    (one) => one !== caller,
  );
  return {
    ...row,
    [member]: isSet,
    ...(caller === undefined
      ? {}
      : { [markersMember(member)]: isSet ? [...others, caller] : others }),
    ...(counts === undefined || typeof count !== 'number'
      ? {}
      : { [counts]: Math.max(0, count + step) }),
  };
}
