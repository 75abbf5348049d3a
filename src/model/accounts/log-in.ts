// Which account a log-in is about, and the token in its answer. Knows no statuses.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { isPasswordName } from '../../base/secrets/password-names.ts';
import type { Collection, StoredRecord } from '../state/state.ts';
import { isTokenName, tokenOf } from './token.ts';

export type LogIn =
  | { readonly kind: 'known'; readonly record: StoredRecord }
  /** The account is there, and has another password. */
  | { readonly kind: 'wrong-password' }
  | { readonly kind: 'unknown' };

/** Finds the account that has a text which a log-in sends, beside the password. */
export function findLogIn(accounts: Collection, sent: JsonObject): LogIn {
  const all = Object.entries(sent).filter(([, value]) => typeof value === 'string' && value !== '');
  const names = all.filter(([name]) => !isPasswordName(name)).map(([, value]) => value);
  const passwords = all.filter(([name]) => isPasswordName(name));
  const record = accounts.records().find(({ value }) => {
    const shown = Object.entries(value).filter(([name]) => !isPasswordName(name));
    return shown.some(([, held]) => names.includes(held));
  });
  if (record === undefined) return { kind: 'unknown' };
  const isWrong = passwords.some(([name, value]) => {
    const held = own(record.value, name);
    return held !== undefined && held !== value;
  });
  return isWrong ? { kind: 'wrong-password' } : { kind: 'known', record };
}

/** Returns a body with the token of an account wherever it has one. */
export function withToken(body: Json, key: string): Json {
  return tokenIn(body, tokenOf(key), 0);
}

/** `{data: {session: {token}}}` */
const DEPTH_MAX = 3;

function tokenIn(value: Json, token: string, depth: number): Json {
  if (!isObject(value) || depth > DEPTH_MAX) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [
      name,
      typeof held === 'string' && isTokenName(name) ? token : tokenIn(held, token, depth + 1),
    ]),
  );
}
