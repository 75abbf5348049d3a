// Which account a log-in is about, and the token in its answer. Knows no statuses.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { withValueAt } from '../../base/pointer.ts';
import { isPasswordName } from '../../base/secrets/password-names.ts';
import type { Envelope } from '../../contract/contract.ts';
import type { SchemaName, Schemas } from '../../schema/schema.ts';
import type { Collection, StoredRecord } from '../state/state.ts';
import { accountIn, isTokenName, tokenOf } from './token.ts';

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

/** Returns the key of the account whose token is sent; `null` if there is none. */
export function accountSent(sent: JsonObject, accounts: Collection): string | null {
  const keys = Object.values(sent).map((value) =>
    typeof value === 'string' ? accountIn(value) : null,
  );
  return keys.find((key) => key !== null && accounts.find(key) !== undefined) ?? null;
}

/** Returns the places of tokens in a body; those inside of `at` are none. */
export function tokenPlaces(
  schemas: Schemas,
  { schema, at }: Pick<Envelope, 'schema' | 'at'>,
): readonly (readonly string[])[] {
  const placesIn = (
    members: ReadonlyMap<string, Json>,
    steps: readonly string[],
  ): readonly (readonly string[])[] =>
    [...members].flatMap(([name, member]) => {
      const place = [...steps, name];
      if (!isObject(member) || place.join() === at.join()) return [];
      if (isTokenName(name)) return own(member, 'type') === 'string' ? [place] : [];
      const below = own(schemas.memberAt(schema, place) ?? {}, 'properties');
      return isObject(below) && place.length <= DEPTH_MAX
        ? placesIn(new Map(Object.entries(below)), place)
        : [];
    });
  return placesIn(schemas.membersOf(schema), []);
}

/** Returns a body of a schema with the token of an account, also where it may be left out. */
export function withTokens(
  body: Json,
  { schemas, schema }: { readonly schemas: Schemas; readonly schema: SchemaName | null },
  key: string,
): Json {
  const places = schema === null || !isObject(body) ? [] : tokenPlaces(schemas, { schema, at: [] });
  const whole = places.reduce<Json>((made, at) => withValueAt(made, at, ''), body);
  return withToken(whole, key);
}

/** Returns a body with the token of an account wherever it has one. */
function withToken(body: Json, key: string): Json {
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
