// What a call must bring where it is asked for: credentials, a version. Tells what is wrong with
// it; who asks for it is decided elsewhere.

/** The one version of the interface that there is. */
export const INTERFACE_VERSION = '1';

/** What credentials look like, scheme by scheme (RFC 6750 section 2.1, RFC 7617 section 2). */
const FORMS = {
  bearer: /^Bearer +([\w.~+/-]+=*)$/i,
  basic: /^Basic +([A-Za-z0-9+/]+=*)$/i,
  'api-key': /^(.*\S.*)$/,
} as const;

export type Scheme = keyof typeof FORMS;

/**
 * Tells what is wrong with credentials as sent; `null` where nothing is. Without `accepted` any are
 * good that have the form.
 */
export function flawOfCredentials(
  scheme: Scheme,
  sent: string,
  accepted: readonly string[] | undefined,
): 'missing' | 'malformed' | 'unknown' | null {
  if (sent === '') return 'missing';
  const given = FORMS[scheme].exec(sent)?.[1];
  if (given === undefined) return 'malformed';
  if (accepted === undefined) return null;
  const plain = scheme === 'basic' ? decoded(given) : given;
  return plain !== null && accepted.includes(plain) ? null : 'unknown';
}

/** User and password are UTF-8 in Base64, for the challenge says so (RFC 7617 section 2.1). */
function decoded(base64: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)),
    );
  } catch {
    return null;
  }
}

/** Tells what is wrong with the version that a call asks for; `null` where nothing is. */
export function flawOfVersion(
  asked: string | undefined,
  rule: 'known' | 'required',
): string | null {
  if (asked === undefined) return rule === 'required' ? 'the header API-Version is missing' : null;
  return asked.trim() === INTERFACE_VERSION
    ? null
    : `there is no version ${JSON.stringify(asked)} of this interface`;
}
