// The credentials that an operation of a document asks for, in the form of a contract.

import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';

/**
 * How an operation is read of which a document names no credentials that contracts have: as public,
 * as OpenAPI has it, or as open, if others may be known to need some.
 */
export type Unsecured = 'public' | 'open';

/**
 * Returns the credentials of which an operation needs one (OpenAPI 3.1 section 4.8.30); `[]` if it is
 * public. If the document names none, if its own words say that it needs none, if they are optional, or
 * if contracts have none of them, it is public, or `null` if that is left open. Of a requirement with several schemes the first one counts.
 * `resolve` follows a reference.
 */
export function securityOf(
  operation: JsonObject,
  document: JsonObject,
  {
    resolve,
    unsecured,
  }: { readonly resolve: (value: Json) => Json | null; readonly unsecured: Unsecured },
): readonly Json[] | null {
  const none = unsecured === 'public' ? [] : null;
  const ofOperation = own(operation, 'security');
  if (ofOperation === undefined && saysPublic(operation)) return none;
  const given = ofOperation ?? own(document, 'security');
  if (!Array.isArray(given)) return none;
  const requirements = given as readonly Json[];
  const named = requirements.map((one) => (isObject(one) ? Object.entries(one)[0] : undefined));
  if (named.includes(undefined)) return none;
  const known = named.flatMap(([name, scopes] = ['', null]) => {
    const scheme = schemeOf(document, name, resolve);
    return scheme === null ? [] : [withScopes(scheme, scopes)];
  });
  if (known.length < named.length) return none;
  const signs = known.map((one) => JSON.stringify(one));
  return known.filter((_, index) => signs.indexOf(signs[index] ?? '') === index);
}

/**
 * Whether the words of an operation take it out of the credentials that its document asks for in
 * general: few documents have `security: []` where they say so.
 */
function saysPublic(operation: JsonObject): boolean {
  const words = [own(operation, 'summary'), own(operation, 'description')];
  return words.some((text) => typeof text === 'string' && PUBLIC.test(text));
}

const PUBLIC =
  /\b(?:endpoint|operation|resource|route|call|request|method|it) is (?:not|un)[ -]?authenticated\b|\b(?:requires|needs) no (?:authentication|credentials|token|log-?in)\b|\bdoes(?: not|n't) (?:require|need) (?:any )?(?:authentication|credentials|a token|a log-?in)\b|\bno (?:authentication|credentials) (?:is |are )?(?:required|needed|necessary)\b/i;

/** A token with the scopes that a requirement names; other credentials have none. */
function withScopes(scheme: Json, given: Json): Json {
  const scopes = Array.isArray(given)
    ? (given as readonly Json[]).filter((one) => typeof one === 'string' && SCOPE.test(one))
    : [];
  return scheme === 'bearer' && scopes.length > 0 ? { scheme, scopes } : scheme;
}

/** RFC 6749 section 3.3. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

function schemeOf(
  document: JsonObject,
  name: string,
  resolve: (value: Json) => Json | null,
): Json | null {
  const components = own(document, 'components');
  const schemes = isObject(components)
    ? own(components, 'securitySchemes')
    : own(document, 'securityDefinitions');
  const scheme = isObject(schemes) ? resolve(own(schemes, name) ?? null) : null;
  if (scheme === null || !isObject(scheme)) return null;
  const place = own(scheme, 'in');
  switch (own(scheme, 'type')) {
    case 'basic':
      return 'basic';
    case 'oauth2':
    case 'openIdConnect':
      return 'bearer';
    case 'http': {
      const kind = String(own(scheme, 'scheme')).toLowerCase();
      return kind === 'bearer' || kind === 'basic' ? kind : null;
    }
    case 'apiKey': {
      const key = own(scheme, 'name');
      const isKnown = place === 'header' || place === 'query' || place === 'cookie';
      return isKnown && typeof key === 'string' && key !== '' ? { in: place, name: key } : null;
    }
    default:
      return null;
  }
}
