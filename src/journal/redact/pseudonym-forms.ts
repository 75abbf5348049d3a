// The forms of pseudonyms. Also runs in the page.

import type { Field, RecordedRequest } from '../interaction/recorded.ts';

const FORM = [
  'redacted-[0-9a-f]{16,}(?:@[\\w.-]+)?',
  'rd-[0-9a-f]{8,21}',
  '[0-9a-f]{6,}@(?:redacted|r)\\.example',
  '\\+999\\d{10,12}',
  '5edac7ed-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}',
  'https:\\/\\/redacted\\.example\\/[0-9a-f]{16}',
  '[0-9a-f]{16}\\.redacted\\.example',
].join('|');

const WHOLE = new RegExp(`^(?:${FORM})$`);
const WITHIN = new RegExp(`(?<![\\w+-])(?:${FORM})(?!\\w)`);

/** Returns whether a text is a pseudonym, of any key. */
export function isPseudonym(value: string): boolean {
  return WHOLE.test(value);
}

/** Returns whether a text contains a pseudonym. Those of numbers and patterns look like values. */
export function hasPseudonym(text: string): boolean {
  return [text, decoded(text), passwordIn(text)].some((one) => WITHIN.test(one));
}

/** User and password of a header field (RFC 7617 section 2); empty for another text. */
function passwordIn(text: string): string {
  const [, base64] = /^basic +([\w+/-]+=*)$/i.exec(text) ?? [];
  try {
    return base64 === undefined ? '' : atob(base64);
  } catch {
    return '';
  }
}

/** The text of a query or form. */
function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A request as it would be sent again. */
export interface RequestText {
  /** With the query. */
  readonly target: string;
  readonly headers: readonly Field[];
  readonly body: string;
}

/** Returns a recorded request to be sent again. Bodies that are not text are left out. */
export function requestText({ path, query, headers, body }: RecordedRequest): RequestText {
  const target = query === '' ? path : `${path}?${query}`;
  return { target, headers, body: body.kind === 'text' ? body.text : '' };
}

/** Names the parts of a request that contain pseudonyms: `the path`, `authorization`, `the body`. */
export function redactedParts({ target, headers, body }: RequestText): readonly string[] {
  const parts: readonly (readonly [string, string])[] = [
    ['the path or query', target],
    ...headers,
    ['the body', body],
  ];
  return [...new Set(parts.filter(([, text]) => hasPseudonym(text)).map(([name]) => name))];
}
