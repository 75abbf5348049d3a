// The account that a call comes from: that of its token.

import { remember } from '../../base/remember.ts';
import type { Contract, SecurityScheme } from '../../contract/contract.ts';
import { rowsKey } from '../../contract/rows.ts';
import type { Schemas } from '../../schema/schema.ts';
import type { Call } from '../message/call.ts';
import { sentCredentials } from '../message/credentials.ts';
import type { State } from '../state/state.ts';
import { type Accounts, accountsOf } from './accounts.ts';
import { stateSeenBy } from './seen-by.ts';
import { accountIn } from './token.ts';

/** The rows as the caller sees them, and its key; `null` if it is nobody. */
export interface Seen {
  readonly state: State;
  readonly caller: string | null;
}

/** Returns what the caller sees; `null` if there are no accounts. */
export function seenByCaller(
  {
    contracts,
    schemas,
    state,
  }: { readonly contracts: readonly Contract[]; readonly schemas: Schemas; readonly state: State },
  call: Call,
): Seen | null {
  const accounts = accountsOf(contracts, schemas);
  if (accounts === null) return null;
  const caller = callerOf(accounts, { contracts, state }, call);
  return { caller, state: stateSeenBy(state, accounts, caller) };
}

/**
 * Without the token of an account, a call that reads has no account, and any other has the first one:
 * access is open unless a choice asks for credentials.
 */
function callerOf(
  { contract }: Accounts,
  { contracts, state }: { readonly contracts: readonly Contract[]; readonly state: State },
  call: Call,
): string | null {
  const rows = state.collection(rowsKey(contract));
  const tokens = tokensSent(contracts, call);
  const known = tokens.map(accountIn).find((key) => key !== null && rows.find(key) !== undefined);
  if (known != null) return known;
  return tokens.length === 0 && (call.method === 'GET' || call.method === 'HEAD')
    ? null
    : firstKey(state, contract);
}

/** The tokens of a call, whether or not they name an account. */
export function tokensSent(contracts: readonly Contract[], call: Call): readonly string[] {
  const sent = placesIn(contracts).map((one) => sentCredentials({ call }, one));
  return sent.flatMap((text) => text.trim().split(/\s+/).at(-1) ?? '').filter((one) => one !== '');
}

/** Returns the key of the oldest account; `null` if there is none. */
export function firstKey(state: State, contract: Contract): string | null {
  let key: string | null = null;
  const page = { offset: 0, count: 1, order: 'oldest-first' } as const;
  state.collection(rowsKey(contract)).visit(page, (record) => {
    key = record.key;
  });
  return key;
}

/** Where calls have credentials: in `Authorization`, and wherever an operation names a key. */
const placesIn = remember((contracts: readonly Contract[]): readonly SecurityScheme[] => {
  const all = contracts.flatMap(({ operations, actions = [] }) =>
    [...Object.values(operations), ...actions].flatMap(({ security = [] }) => security),
  );
  const keys = new Map(
    all.flatMap((one) =>
      one.scheme === 'api-key' ? [[`${one.in} ${one.name}`, one] as const] : [],
    ),
  );
  return [{ scheme: 'bearer' }, ...keys.values()];
}, new WeakMap());
