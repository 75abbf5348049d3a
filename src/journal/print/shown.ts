// What of a message may be shown: header fields without secrets, bodies up to a length.

import type { Body, Headers } from '../../model/message/call.ts';
import { CREDENTIAL_HEADERS } from '../interaction/describe.ts';

export interface ShownOptions {
  /**
   * Names of header fields, in lower case, that hold secrets beside the known ones: what `--header`
   * gave.
   */
  readonly credentials?: readonly string[];
}

/** Says whether a header field holds a secret. */
export function isCredential(name: string, options: ShownOptions): boolean {
  return (
    CREDENTIAL_HEADERS.includes(name) ||
    (options.credentials ?? []).some((secret) => secret.toLowerCase() === name)
  );
}

/** Gives header fields by name, one text each; those that hold secrets as `[redacted]`. */
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

/** Gives the text of a body; `null` where there is none. */
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
