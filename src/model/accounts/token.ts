// The token that a log-in answers. It names the account, so that it outlives a restart of the mock, and
// has the form of a JWT, since clients read the claims. It proves nothing: a mock keeps no secrets.

import { type Json, jsonText, own } from '../../base/json.ts';
import { claimsOf } from '../message/credentials.ts';

/** Names of members that hold the token of who logged in, in letters. One renews another. */
const TOKEN =
  /^(?:access|refresh|auth|authorization|bearer|id|jwt|session|api|user)?(?:token|jwt)$/;

/** Whether a member has the name of a token. */
export function isTokenName(name: string): boolean {
  return TOKEN.test(name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase());
}

/** Returns the token of the account with a key (RFC 7519). */
export function tokenOf(key: string): string {
  const claims = { iss: 'standin', sub: key, exp: NEVER_EXPIRES };
  return `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(claims)}.standin`;
}

/** The first second of 2100: clients refuse a token that has expired. */
const NEVER_EXPIRES = 4_102_444_800;

/** Returns the key of the account that a token names; `null` if it names none. */
export function accountIn(token: string): string | null {
  const claims = claimsOf(token);
  const subject = claims === null ? undefined : own(claims, 'sub');
  return typeof subject === 'string' ? subject : null;
}

/** JSON in Base64url without padding (RFC 7515 section 2). */
function encoded(value: Json): string {
  const bytes = new TextEncoder().encode(jsonText(value));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
