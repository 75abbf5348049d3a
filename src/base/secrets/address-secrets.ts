// Passwords in what should be the address of a database, also in one that no program could read:
// with a slash in the password, a misspelled scheme, or in the form `host=db password=…`.

/** Returns the passwords in an argument; empty for one that is no address. */
export function secretsInAddress(text: string): readonly string[] {
  const found = [
    ...textsOf(/:\/\/[^:@/]*:(.+)@/s, text),
    ...textsOf(/:\/\/[^:@/]*:([^@]+)@/, text),
    ...textsOf(/(?:^|[?&;\s])password\s*=\s*'((?:[^'\\]|\\.)+)/i, text),
    ...textsOf(/(?:^|[?&;\s])password\s*=\s*([^\s&'][^\s&]*)/i, text),
  ];
  return [...new Set(found.flatMap((secret) => [secret, decoded(secret)]))];
}

/** Returns a text in which no password of these arguments stands. */
export function withoutAddressSecrets(text: string, args: readonly string[]): string {
  const secrets = args.flatMap(secretsInAddress).toSorted((a, b) => b.length - a.length);
  return secrets.reduce(
    (shown, secret) =>
      secret.length < ALONE_CHARS_MIN
        ? shown.replaceAll(`:${secret}@`, ':***@').replaceAll(`=${secret}`, '=***')
        : shown.replaceAll(secret, '***'),
    text,
  );
}

/** A shorter password would also be found in words. */
const ALONE_CHARS_MIN = 4;

function textsOf(pattern: RegExp, text: string): readonly string[] {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? [] : [found];
}

function decoded(secret: string): string {
  try {
    return decodeURIComponent(secret);
  } catch {
    return secret;
  }
}
