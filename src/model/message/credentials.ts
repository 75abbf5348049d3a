// Credentials and versions that a request must have. Finds what is wrong with them; the rules
// decide whether they are required.

/** The only version of the interface. */
export const INTERFACE_VERSION = '1';

/** The form of credentials by scheme (RFC 6750 section 2.1, RFC 7617 section 2). */
const FORMS = {
  bearer: /^Bearer +([\w.~+/-]+=*)$/i,
  basic: /^Basic +([A-Za-z0-9+/]+=*)$/i,
  'api-key': /^(.*\S.*)$/,
} as const;

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
  if (accepted === undefined) return null;
  const plain = scheme === 'basic' ? decoded(given) : given;
  return plain !== null && accepted.includes(plain) ? null : 'unknown';
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
