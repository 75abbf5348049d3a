// Names of secret values, for members, parameters, form fields and header fields alike.

import type { Selector } from './selection.ts';

/** `weak`: secret in queries and forms, and in request bodies if the schema does not know it. */
export type Naming = 'secret' | 'weak' | 'kept' | 'plain';

export interface Names {
  of(name: string): Naming;
  ofHeader(name: string): Naming;
}

/** Whole names, in lower case without anything between the letters. */
const SECRET: ReadonlySet<string> = new Set(
  (
    'token accesstoken refreshtoken idtoken authtoken sessiontoken apitoken bearer jwt apikey accesskey secretkey privatekey signingkey ' +
    'encryptionkey licensekey subscriptionkey xapikey secret clientsecret password passwd pwd pass passphrase passcode pin otp totp mfa ' +
    'sas pan ccnumber ccnum csc credential credentials authorization auth session sessionid sid cookie setcookie csrf xsrf signature sig hmac nonce ' +
    'codeverifier assertion clientassertion samlresponse samlrequest awsaccesskeyid xamzsignature xamzcredential xamzsecuritytoken'
  ).split(' '),
);

const WEAK: ReadonlySet<string> = new Set('key code state ticket hash'.split(' '));

/** Also as a part of a name: `userPasswordAgain`, `clientSecret2`. */
const PARTS = /passw|passphrase|secret|credential|apikey|privatekey|accesskey/;
/** Also at the end of a name: `githubToken`. */
const ENDS = /(?:tokens?|jwts?|signature|sessionid|csrf|xsrf)$/;
/** Means of payment, at the end of a name: `holderIban`. */
const PAYMENT =
  /(?:credit|debit|payment)cards?$|card(?:number|num|no|pan)s?$|(?:cvv|cvc)\d?$|cardsecuritycode$|ibans?$|accountnumbers?$/;
/** Counts of language models: `max_tokens`. */
const COUNTS =
  /^(?:max|min|num|total|used|remaining|prompt|completion|input|output|cached|reasoning).*tokens$/;

/** Header fields that sound secret and are not. */
const OPEN_HEADERS: ReadonlySet<string> = new Set(
  'www-authenticate proxy-authenticate sec-websocket-key sec-websocket-accept idempotency-key surrogate-key x-cache-key signature-input'.split(
    ' ',
  ),
);

const HEADER_PARTS =
  /auth(?!or(?!i[sz]a))|^dpop$|token|key|secret|cookie|session|passw|signature|credential|csrf|xsrf/;

/** How many names are remembered. */
const REMEMBERED_MAX = 2_000;

/** Classifies names, first by the selection, then by the lists. */
export function createNames(redact: readonly Selector[], keep: readonly Selector[]): Names {
  const asked = (name: string, kind: 'member' | 'header'): Naming | null => {
    const isNamed = (one: Selector): boolean =>
      (one.kind === 'name' && normal(one.name) === normal(name)) ||
      (kind === 'header' && one.kind === 'header' && one.name === name);
    if (keep.some(isNamed)) return 'kept';
    return redact.some(isNamed) ? 'secret' : null;
  };
  return {
    of: remember((name) => asked(name, 'member') ?? namingOf(normal(name))),
    ofHeader: remember((name) => asked(name, 'header') ?? headerNaming(name)),
  };
}

function remember(naming: (name: string) => Naming): (name: string) => Naming {
  const known = new Map<string, Naming>();
  return (name) => {
    let found = known.get(name);
    if (found === undefined) {
      found = naming(name);
      if (known.size >= REMEMBERED_MAX) known.clear();
      known.set(name, found);
    }
    return found;
  };
}

function normal(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function namingOf(name: string): Naming {
  if (COUNTS.test(name)) return 'plain';
  if (SECRET.has(name) || PARTS.test(name) || ENDS.test(name) || PAYMENT.test(name))
    return 'secret';
  return WEAK.has(name) ? 'weak' : 'plain';
}

function headerNaming(name: string): Naming {
  const isOpen =
    OPEN_HEADERS.has(name) || name.startsWith('access-control-') || name.startsWith(':');
  return !isOpen && HEADER_PARTS.test(name) ? 'secret' : 'plain';
}
