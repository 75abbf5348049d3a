// The credentials that an operation declares, and those that a run has: what to leave out, and what
// to send in their place.

import type { Operation, SecurityScheme } from '../../contract/contract.ts';
import type { Exchange } from '../../http/client/client.ts';
import type { Call } from '../../model/message/call.ts';
import { WRONG_CREDENTIAL } from '../../model/message/credentials.ts';
import type { Guard } from './guard.ts';

type Secured = Pick<Operation, 'security'>;

/** Whether an operation declares that it needs no credentials. */
export function isPublic(operation: Secured | undefined): boolean {
  return operation?.security?.length === 0;
}

/**
 * Whether an operation declares credentials, and the run has some of them. `names` are the header
 * fields of the run with credentials, in lower case, and `?key` for a query parameter.
 */
export function needsCredentials(
  operation: Secured | undefined,
  names: readonly string[],
): boolean {
  return operation?.security?.some((scheme) => names.includes(placeOf(scheme))) ?? false;
}

/**
 * The places of the credentials that an operation declares, of which the run has none: header fields in
 * lower case, `?key` for a query parameter. Empty if the run has some, or none are declared.
 */
export function lackingCredentials(
  operation: Secured | undefined,
  names: readonly string[],
): readonly string[] {
  const places = (operation?.security ?? []).map(placeOf);
  return places.some((place) => names.includes(place)) ? [] : [...new Set(places)];
}

/** Returns a call with invalid credentials in each declared place. */
export function withWrongCredentials(call: Call, { security = [] }: Secured): Call {
  const places = security.map((scheme): [string, string] => [placeOf(scheme), wrong(scheme)]);
  const headers = Object.fromEntries(places.filter(([place]) => !place.startsWith('?')));
  const pairs = places.flatMap(([place, value]) =>
    place.startsWith('?') ? `${encodeURIComponent(place.slice(1))}=${value}` : [],
  );
  const query = [call.query, ...pairs].filter((part) => part !== '').join('&');
  return { ...call, headers: { ...call.headers, ...headers }, query };
}

/** Whether every credential that an operation declares is a token with scopes. */
export function needsScopes(operation: Secured | undefined): boolean {
  const { security = [] } = operation ?? {};
  return security.length > 0 && security.every(({ scopes = [] }) => scopes.length > 0);
}

/** How to send a request that lacks scopes; else the note that says why the run cannot. */
type WithoutScopes =
  | { readonly send: NonNullable<Guard['sendRestricted']> }
  | { readonly note: string };

/** Returns how to try an operation, named `name`, with a token that lacks its scopes. */
export function withoutScopes(
  operation: Secured | undefined,
  name: string,
  { sendRestricted: send, restrictedScopes: has }: Guard,
): WithoutScopes {
  const whyNot = (why: string) => ({ note: `not provoked: ${name} refused as forbidden (${why})` });
  if (!needsScopes(operation)) return whyNot('the contract names no scopes for it');
  if (send === null) return { note: NO_RESTRICTED_TOKEN };
  const suffices = operation?.security?.some(
    ({ scopes = [] }) => scopes.length > 0 && scopes.every((scope) => has.includes(scope)),
  );
  return suffices === true ? whyNot('the restricted token has its scopes') : { send };
}

const NO_RESTRICTED_TOKEN =
  'not provoked: refusals of a token that lacks scopes (give one: --restricted-token or STANDIN_RESTRICTED_TOKEN)';

/** Where credentials are: a header field in lower case, or `?key` for a query parameter. */
function placeOf(scheme: SecurityScheme): string {
  if (scheme.scheme !== 'api-key') return 'authorization';
  if (scheme.in === 'cookie') return 'cookie';
  return scheme.in === 'header' ? scheme.name.toLowerCase() : `?${scheme.name}`;
}

function wrong(scheme: SecurityScheme): string {
  if (scheme.scheme === 'api-key')
    return scheme.in === 'cookie' ? `${scheme.name}=${WRONG_CREDENTIAL}` : WRONG_CREDENTIAL;
  return scheme.scheme === 'bearer'
    ? `Bearer ${WRONG_CREDENTIAL}`
    : `Basic ${btoa(`${WRONG_CREDENTIAL}:${WRONG_CREDENTIAL}`)}`;
}

/**
 * Whether a request without credentials was led to another page, such as one to log in: that is a
 * refusal. The same thing at another address (`/users/7/`, `/v2/users/7`) is an answer.
 */
export function leadsElsewhere({ redirected, target }: Exchange, { path }: Call): boolean {
  return redirected && target !== undefined && lastStep(target) !== lastStep(path);
}

function lastStep(target: string): string {
  return target
    .replace(/[#?].*$/s, '')
    .replace(/\/+$/, '')
    .replace(/^.*\//, '');
}
