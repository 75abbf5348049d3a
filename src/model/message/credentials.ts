// Credentials and versions that a request must have. Finds what is wrong with them; the rules
// decide whether they are required.

import { isObject, type Json, own } from '../../base/json.ts';
import type { SecurityScheme } from '../../contract/contract.ts';
import { type Call, header } from './call.ts';

/** The only version of the interface. */
export const INTERFACE_VERSION = '1';

/**
 * A token, key, user and password that no service accepts: the mock refuses them even if it accepts
 * any others, and `verify` sends them.
 */
export const WRONG_CREDENTIAL = 'standin-wrong';

/** The form of credentials by scheme (RFC 6750 section 2.1, RFC 7617 section 2). */
const FORMS = {
  bearer: /^Bearer +([\w.~+/-]+=*)$/i,
  basic: /^Basic +([A-Za-z0-9+/]+=*)$/i,
  'api-key': /^(.*\S.*)$/,
} as const;

/** A token that is accepted, and behind it the scopes that it has. */
const TOKEN_AND_SCOPES = /^([\w.~+/-]+=*)(?: +(\S.*))?$/;

export type Scheme = keyof typeof FORMS;

/** Returns what is wrong with credentials, or `null`. Without `accepted`, only the form counts. */
export function flawOfCredentials(
  scheme: Scheme,
  sent: string,
  accepted: readonly string[] | undefined,
): 'missing' | 'malformed' | 'unknown' | null {
  if (sent === '') return 'missing';
  const given = FORMS[scheme].exec(sent)?.[1];
  if (given === undefined) return 'malformed';
  const plain = scheme === 'basic' ? decoded(given) : given;
  const [user] = scheme === 'basic' ? (plain?.split(':') ?? []) : [plain];
  if (accepted === undefined) return user === WRONG_CREDENTIAL ? 'unknown' : null;
  const all = scheme === 'bearer' ? accepted.map((one) => tokenOf(one).token) : accepted;
  return plain !== null && all.includes(plain) ? null : 'unknown';
}

/**
 * Returns the scopes of a bearer token in `Authorization`: those behind it in `accepted`, else those
 * in the claims of a JWT, which is not verified. `null` if nothing tells them. Once some token in
 * `accepted` has scopes, one without has none.
 */
export function scopesOfToken(
  sent: string,
  accepted: readonly string[] = [],
): readonly string[] | null {
  const token = FORMS.bearer.exec(sent)?.[1] ?? '';
  const all = accepted.map(tokenOf);
  const named = all.find((one) => one.token === token);
  const isTold = named !== undefined && all.some(({ scopes }) => scopes !== undefined);
  return named?.scopes ?? claimedScopes(token) ?? (isTold ? [] : null);
}

function tokenOf(text: string): { readonly token: string; readonly scopes?: readonly string[] } {
  const [, token = text, scopes] = TOKEN_AND_SCOPES.exec(text) ?? [];
  return scopes === undefined ? { token } : { token, scopes: words(scopes) };
}

/** The claim of OAuth 2 (RFC 8693 section 4.2), or the one that Microsoft and Okta write. */
function claimedScopes(token: string): readonly string[] | null {
  const claims = claimsOf(token);
  const claimed = claims === null ? undefined : (own(claims, 'scope') ?? own(claims, 'scp'));
  if (typeof claimed === 'string') return words(claimed);
  if (!Array.isArray(claimed)) return null;
  return (claimed as readonly Json[]).filter((one) => typeof one === 'string');
}

/** The claims of a JWT: the second of its three parts (RFC 7519 section 3). */
export function claimsOf(token: string): Readonly<Record<string, Json>> | null {
  const parts = token.split('.');
  const text = parts.length === 3 ? decoded(base64Of(parts[1] ?? '')) : null;
  if (text === null) return null;
  try {
    const claims = JSON.parse(text) as Json;
    return isObject(claims) ? claims : null;
  } catch {
    return null;
  }
}

/** Base64url without padding (RFC 7515 section 2) as Base64. */
function base64Of(text: string): string {
  return text.replaceAll('-', '+').replaceAll('_', '/');
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** User and password are UTF-8 in Base64, as the challenge says (RFC 7617 section 2.1). */
function decoded(base64: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)),
    );
  } catch {
    return null;
  }
}

/** A call, and its query as it came if it was changed since. */
interface SentCall {
  readonly call: Call;
  readonly sentQuery?: string;
}

/** Returns what a call has in the place of credentials; empty if nothing is there. */
export function sentCredentials(
  { call: { headers, query: bare }, sentQuery: query = bare }: SentCall,
  one: SecurityScheme,
): string {
  if (one.scheme !== 'api-key') return header(headers, 'authorization') ?? '';
  if (one.in === 'header') return header(headers, one.name.toLowerCase()) ?? '';
  if (one.in === 'query') return new URLSearchParams(query).get(one.name) ?? '';
  const cookies = (header(headers, 'cookie') ?? '').split(/;\s*/);
  return (
    cookies.find((cookie) => cookie.startsWith(`${one.name}=`))?.slice(one.name.length + 1) ?? ''
  );
}

/** Returns the challenge of a refusal (RFC 9110 section 11.6.1). */
export function challengeOf(one: SecurityScheme, flaw: string | null): string {
  switch (one.scheme) {
    case 'bearer':
      return `Bearer realm="standin"${flaw === 'unknown' ? INVALID_TOKEN : ''}`;
    case 'basic':
      return 'Basic realm="standin", charset="UTF-8"';
    case 'api-key':
      return `ApiKey realm="standin", ${one.in}="${one.name}"`;
  }
}

const PLACES = { header: 'header', query: 'query parameter', cookie: 'cookie' } as const;

/** The part of the challenge about a wrong token (RFC 6750 section 3.1). */
const INVALID_TOKEN = ', error="invalid_token", error_description="the token is not accepted"';

const FLAWS = {
  missing: 'is missing',
  malformed: 'does not match the scheme',
  unknown: 'has no accepted credentials',
} as const;

/** Says what is wrong with credentials, and what to send. */
export function whatIsWrong(
  one: SecurityScheme,
  flaw: keyof typeof FLAWS,
  which: 'any' | 'accepted',
): { readonly detail: string; readonly remedy: string } {
  const { name } = one.scheme === 'api-key' ? one : { name: 'Authorization' };
  const place = one.scheme === 'api-key' ? PLACES[one.in] : PLACES.header;
  return {
    detail: `the ${place} ${name} ${FLAWS[flaw]}`,
    remedy: `Send ${name}: ${remedyOf(one.scheme, which)}.`,
  };
}

function remedyOf(scheme: 'bearer' | 'basic' | 'api-key', which: 'any' | 'accepted'): string {
  if (which === 'accepted')
    return {
      bearer: 'Bearer <one of --credential>',
      basic: 'Basic <base64 of one of --credential>',
      'api-key': '<one of --credential>',
    }[scheme];
  return {
    bearer: 'Bearer <any token>',
    basic: 'Basic <base64 of any user:password>',
    'api-key': '<any key>',
  }[scheme];
}

/** Returns what is wrong with the version that a request asks for; `null` if nothing is. */
export function flawOfVersion(
  asked: string | undefined,
  rule: 'known' | 'required',
): string | null {
  if (asked === undefined) return rule === 'required' ? 'the header API-Version is missing' : null;
  return asked.trim() === INTERFACE_VERSION
    ? null
    : `there is no version ${JSON.stringify(asked)} of this interface`;
}
