// Reads what a client asks for in addition to its call: the preferences of `Prefer` (RFC 7240), and
// the header fields and query parameters of other mocks. Reads only; the mock may still refuse it.

import { formDecode } from '../../base/percent.ts';
import { type Call, header } from '../../model/message/call.ts';
import type { Directive } from './directive.ts';
import {
  type FieldName,
  fieldNames,
  mergeDirectives,
  noDirective,
  readField,
} from './directive-fields.ts';

/** The directive that one call asks for. */
export interface RequestedDirective {
  readonly does: Directive;
  /** What the client asked for, in order, each `name=value`. */
  readonly asked: readonly string[];
  /** The preferences of `Prefer` among them, for Preference-Applied. */
  readonly preferences: readonly string[];
  /** The first invalid one; `null` if all are valid. */
  readonly flaw: DirectiveFlaw | null;
  /** The call without the parameters that were meant for the mock. */
  readonly call: Call;
}

export interface DirectiveFlaw {
  /** The invalid text: `the preference code=99`. */
  readonly place: string;
  readonly why: string;
}

/** Returns quickly, for nearly every call, that it asks for nothing. */
export function isPlain({ headers, query }: Call): boolean {
  return (
    headers['prefer'] === undefined &&
    (query === '' || !NAMES_ALIAS.test(query)) &&
    headers['x-mock-response-code'] === undefined &&
    headers['specmatic-response-code'] === undefined &&
    headers['x-mock-response-name'] === undefined &&
    headers['x-microcks-delay'] === undefined
  );
}

/** Reads what a call asks for; `null` if nothing. The first of two equal fields wins. */
export function readDirective(call: Call): RequestedDirective | null {
  const reader = new Reader();
  const prefer = header(call.headers, 'prefer');
  for (const { name, value } of prefer === undefined ? [] : readPreferences(prefer)) {
    const field = fieldNames.find((one) => one === name);
    if (field !== undefined)
      reader.take(field, field === 'dynamic' && value === '' ? 'true' : value, 'preference', name);
  }
  for (const [name, field] of HEADER_ALIASES) {
    const value = header(call.headers, name);
    if (value !== undefined) reader.take(field, value.trim(), 'header field', name);
  }
  const query = call.query === '' ? null : readQuery(call.query, prefer === undefined, reader);
  return reader.done(query === null ? call : { ...call, query });
}

/** The words of a preference; without a value it is empty (RFC 7240 section 2). */
interface Preference {
  /** In lower case. */
  readonly name: string;
  readonly value: string;
}

/**
 * Reads the preferences of a field value, the first of each name. Skips parameters of a
 * preference, and anything invalid up to the next comma. Commas within quotes, and within the
 * parentheses of `lognormal(200,0.5)`, do not separate.
 */
export function readPreferences(text: string): readonly Preference[] {
  const found = new Map<string, Preference>();
  for (const [part] of text.matchAll(MEMBER)) {
    const match = PREFERENCE.exec(part) ?? UNQUOTED.exec(part);
    if (match === null) continue;
    const name = (match[1] ?? '').toLowerCase();
    const value =
      match[2] === undefined || match[2] === ''
        ? (match[3] ?? '').trim()
        : match[2].replaceAll(/\\(.)/g, '$1');
    if (!found.has(name)) found.set(name, { name, value });
  }
  return [...found.values()];
}

const MEMBER = /(?:"(?:[^"\\]|\\.)*"?|\([^()"]*\)|[^,"(]|\()+/g;
const PREFERENCE =
  /^[ \t]*([\w!#$%&'*+.^`|~-]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s";,]*?(?:\([^()";]*\))?)))?[ \t]*(?:;.*)?$/;

/** Several words without quotes are an invalid value. The client gets an error if the name is ours. */
const UNQUOTED = /^[ \t]*([\w-]+)[ \t]*=()([^";]*)(?:;.*)?$/;

/** Header fields of other mocks with the meaning of a preference. */
const HEADER_ALIASES: readonly (readonly [name: string, field: FieldName])[] = [
  ['x-mock-response-code', 'code'],
  ['specmatic-response-code', 'code'],
  ['x-mock-response-name', 'example'],
  ['x-microcks-delay', 'delay'],
];

/** Query parameters with the meaning of a preference. `isPrefer`: count only without `Prefer`. */
const QUERY_ALIASES: ReadonlyMap<
  string,
  { readonly field: FieldName; readonly isPrefer: boolean }
> = new Map([
  ['__code', { field: 'code', isPrefer: true }],
  ['__example', { field: 'example', isPrefer: true }],
  ['__dynamic', { field: 'dynamic', isPrefer: true }],
  ['__seed', { field: 'seed', isPrefer: true }],
  ['delay', { field: 'delay', isPrefer: false }],
  ['_delay', { field: 'delay', isPrefer: false }],
]);

/** Finds one of these names in a query, as `readQuery` reads it. */
const NAMES_ALIAS = new RegExp(`(?:^|&)(?:${[...QUERY_ALIASES.keys()].join('|')})(?:=|&|$)`);

/** Reads the parameters for the mock and returns the query without them, or `null`. */
function readQuery(query: string, isPreferAbsent: boolean, reader: Reader): string | null {
  const rest: string[] = [];
  const parts = query.split('&');
  for (const part of parts) {
    const [name = '', ...value] = part.split('=');
    const alias = QUERY_ALIASES.get(name);
    if (alias === undefined) rest.push(part);
    else if (!alias.isPrefer || isPreferAbsent)
      reader.take(alias.field, formDecode(value.join('=')), 'query parameter', name);
  }
  return rest.length === parts.length ? null : rest.join('&');
}

/** Collects what the client asks for. */
class Reader {
  private does = noDirective;
  private readonly asked: string[] = [];
  private readonly preferences: string[] = [];
  private flaw: DirectiveFlaw | null = null;

  take(
    field: FieldName,
    text: string,
    where: 'preference' | 'header field' | 'query parameter',
    name: string,
  ): void {
    const read = readField(field, text);
    const written = `${name}=${quotedWord(text)}`;
    if ('why' in read) {
      this.flaw ??= { place: `the ${where} ${written}`, why: read.why };
      return;
    }
    const before = this.does;
    this.does = mergeDirectives(before, { ...noDirective, ...read.does });
    const counts = Object.keys(read.does).some((key) => before[key as keyof Directive] === null);
    if (!counts) return;
    this.asked.push(
      where === 'preference'
        ? `Prefer: ${written}`
        : where === 'query parameter'
          ? `?${written}`
          : `${name}: ${text}`,
    );
    if (where === 'preference') this.preferences.push(written);
  }

  done(call: Call): RequestedDirective | null {
    const { does, asked, preferences, flaw } = this;
    return asked.length === 0 && flaw === null ? null : { does, asked, preferences, flaw, call };
  }
}

/**
 * Writes the value of a preference: a token unchanged, anything else in quotes and without
 * characters that a field value must not contain.
 */
function quotedWord(text: string): string {
  if (/^[\w!#$%&'*+.^`|~-]+$/.test(text)) return text;
  return `"${text.replaceAll(/[^\t\x20-\x7e]/g, '?').replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
