// The parts of a message that may be shown: header fields without secrets, bodies up to a length.

import { headerNamingOf } from '../../base/secrets/secret-names.ts';
import type { Body, Headers } from '../../model/message/call.ts';

export interface ShownOptions {
  /** Header fields, in lower case, whose values Standin made up, so that they are no secrets. */
  readonly madeUp?: readonly string[];
  /** Names of further header fields with secrets, in lower case: those of `--header`. */
  readonly credentials?: readonly string[];
}

/** Returns whether a header field is secret. */
export function isCredential(name: string, options: ShownOptions): boolean {
  const { credentials = [], madeUp = [] } = options;
  return (
    credentials.some((secret) => secret.toLowerCase() === name) ||
    (headerNamingOf(name) === 'secret' && !madeUp.includes(name))
  );
}

/** Returns header fields by name, one text each; secret ones as `[redacted]`. */
export function shownHeaders(
  headers: Headers,
  options: ShownOptions,
): readonly (readonly [name: string, value: string])[] {
  return Object.entries(headers).flatMap(([name, value]): [string, string][] => {
    if (value === undefined) return [];
    if (isCredential(name.toLowerCase(), options)) return [[name, '[redacted]']];
    return [[name, typeof value === 'string' ? value : value.join(', ')]];
  });
}

/** Returns the text of a body; `null` if there is none. */
export function shownBody(body: Body): string | null {
  switch (body.kind) {
    case 'none':
      return null;
    case 'json':
      return body.text;
    case 'broken':
      return body.flaw === 'utf-8' ? '(not valid UTF-8)' : body.text;
    case 'oversized':
      return `(more than ${body.bytesMax} bytes)`;
  }
}
