// Whether a body that is not JSON is what its media type says: XML, a picture, a text that fits its
// schema. Does not parse XML, and looks at no more of a picture than its first bytes.

import type { Json } from '../../base/json.ts';
import { beginningOf } from '../../base/truncate.ts';
import type { Checker } from '../../schema/check.ts';
import { readingsOfText } from '../../schema/header-values.ts';
import type { SchemaName } from '../../schema/schema.ts';
import type { Violation } from '../../schema/violation.ts';
import type { Body } from '../message/call.ts';

/** What a body should be, and is not. */
export interface MediaFlaw {
  /** Completes "the body is not": `XML`. */
  readonly wanted: string;
  readonly found: string;
}

export interface MediaRules {
  /** `null` if the specification names none. */
  readonly schema: SchemaName | null;
  readonly checker: Checker;
  /** Whether a violation breaks what the contract specifies. */
  readonly counts: (violation: Violation) => boolean;
}

/** Returns what is wrong with a body; `null` if nothing is. */
export function flawOfMedia(
  mediaType: string,
  body: Exclude<Body, { readonly kind: 'none' | 'oversized' }>,
  rules: MediaRules,
): MediaFlaw | null {
  const type = (mediaType.split(';')[0] ?? '').trim().toLowerCase();
  const isXml = /^(?:application|text)\/xml$|\+xml$/.test(type);
  if (isXml) return isXmlText(body) ? null : { wanted: 'XML', found: shown(body) };
  const sign = SIGNS[type];
  if (sign !== undefined)
    return sign.test(firstBytes(body)) ? null : { wanted: type, found: shown(body) };
  return type.startsWith('text/') ? flawOfText(body, rules) : null;
}

/** The first bytes of files, as characters of Latin-1. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  'image/png': /^\x89PNG\r\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/jpg': /^\xff\xd8\xff/,
  'image/gif': /^GIF8[79]a/,
  'image/webp': /^RIFF[\s\S]{4}WEBP/,
  'application/pdf': /^\s*%PDF-/,
  'application/zip': /^PK/,
};
const SIGN_BYTES = 32;

function isXmlText(body: Extract<Body, { readonly text: string }>): boolean {
  // In another encoding.
  if (body.kind === 'broken' && body.flaw === 'utf-8') return true;
  const text = body.text.replace(/^\ufeff/, '').trimStart();
  return /^<[?!a-z_:]/i.test(text) && !/^<!doctype html/i.test(text);
}

function firstBytes(body: Extract<Body, { readonly text: string }>): string {
  const bytes =
    body.kind === 'broken' && body.bytes !== undefined
      ? body.bytes.subarray(0, SIGN_BYTES)
      : new TextEncoder().encode(beginningOf(body.text, SIGN_BYTES));
  return String.fromCharCode(...bytes);
}

/** A text may also be written for a number or a truth value. What writes lists and objects is not known. */
function flawOfText(
  body: Extract<Body, { readonly text: string }>,
  { schema, checker, counts }: MediaRules,
): MediaFlaw | null {
  if (schema === null || (body.kind === 'broken' && body.flaw === 'utf-8')) return null;
  const flaws = readingsOfText(body.text).map((value: Json) =>
    checker.check(schema, value).filter(counts),
  );
  const [first] = flaws.flat();
  if (first === undefined || flaws.some((all) => all.length === 0)) return null;
  if (isOfParts(checker, schema)) return null;
  const told = flaws.flat().find(({ keyword }) => keyword !== 'type') ?? first;
  return { wanted: `what its schema says: it ${told.message}`, found: shown(body) };
}

/** Whether a schema asks for a list or an object, and no text. */
export function isOfParts(checker: Checker, schema: SchemaName): boolean {
  return checker
    .check(schema, '')
    .some(
      ({ at, keyword, plain }) => at === '' && keyword === 'type' && /array|object/.test(plain),
    );
}

function shown(body: Extract<Body, { readonly text: string }>): string {
  if (body.kind === 'json') return 'JSON';
  return body.flaw === 'utf-8'
    ? 'bytes that are no text'
    : JSON.stringify(beginningOf(body.text, TEXT_CHARS_SHOWN));
}

const TEXT_CHARS_SHOWN = 60;
