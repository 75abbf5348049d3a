// JSON values as source code of a test. Text that differs in each run becomes the variable `run`.

import { isObject, type Json } from '../../../base/json.ts';
import { HIDDEN } from '../../../base/printable.ts';

/** Texts that the source replaces with variables. */
export interface Variables {
  /** The token of the run that found it. */
  readonly token?: string;
  /** Returns the variable of an id that the service assigned. */
  readonly idOf?: (member: string, value: Json) => string | undefined;
}

/** Returns a value as source code; `undefined` means absent. */
export function codeOf(value: Json | undefined, variables: Variables = {}): string {
  if (value === undefined) return 'undefined';
  if (typeof value === 'string') return textCode(value, variables.token);
  if (Array.isArray(value))
    return `[${value.map((one) => codeOf(one as Json, variables)).join(', ')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const { token } = variables;
  const members = Object.entries(value).map(([key, one]) => {
    const written =
      variables.idOf?.(key, one as Json) ??
      codeOf(one as Json, token === undefined ? {} : { token });
    return `${keyCode(key)}: ${written}`;
  });
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function keyCode(key: string): string {
  if (key === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);
}

function textCode(text: string, token: string | undefined): string {
  if (token === undefined || token === '') return quoted(text);
  const parts = text.split(new RegExp(`(${token}|${token.toUpperCase()})`));
  if (parts.length === 1) return quoted(text);
  const written = parts.map((part) => {
    if (part === token) return '$' + '{run}';
    if (part === token.toUpperCase()) return '$' + '{run.toUpperCase()}';
    return escaped(part).replaceAll('\\"', '"').replaceAll('`', '\\`').replaceAll('$', '\\$');
  });
  return `\`${written.join('')}\``;
}

/** In single quotes, with visible characters only. */
function quoted(text: string): string {
  return `'${escaped(text).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** Escapes a text as JSON does, and invisible characters too. */
function escaped(text: string): string {
  return JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(HIDDEN, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`);
}
