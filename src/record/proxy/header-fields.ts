// Which header fields are forwarded: all except those about a connection (RFC 9110 section 7.6.1).

import { HOP_BY_HOP } from '../../base/hop-by-hop.ts';
import type { RawFields } from './watch.ts';

/** `te` and `trailer` belong to trailers, which are forwarded if the message is sent in chunks. */
const NOT_FORWARDED: ReadonlySet<string> = new Set(HOP_BY_HOP);

/** A message needs these even if Connection names them. */
const NEEDED: ReadonlySet<string> = new Set(['host', 'content-length']);

export interface RequestFieldsOptions {
  /** The value of Host. */
  readonly host: string;
  /** Replace the fields of the same name: names in lower case and values in turn. */
  readonly added: RawFields;
  /** With `websocket`, the request to upgrade is forwarded too. */
  readonly upgrade: 'websocket' | 'none';
  /** Whether to send `Content-Length: 0` for a method that may have a body. */
  readonly length: 'say-zero' | 'as-it-came';
}

/** Returns the fields of a request to send on. */
export function requestFields(fields: RawFields, options: RequestFieldsOptions): string[] {
  const { host, added, upgrade, length } = options;
  const named = namedIn(fields);
  const replaced = added.length === 0 ? NONE : new Set(added.filter((_, index) => index % 2 === 0));
  const passed: string[] = [];
  let hasHost = false;
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [name = '', value = ''] = [fields[index], fields[index + 1]];
    const lower = name.toLowerCase();
    if (lower === 'host') {
      if (!hasHost) passed.push(name, host);
      hasHost = true;
    } else if (lower === 'te' && /\btrailers\b/i.test(value))
      passed.push('Connection', 'TE', name, 'trailers');
    else if (lower === 'transfer-encoding' || lower === 'trailer') passed.push(name, value);
    else if (lower === 'upgrade' && upgrade === 'websocket')
      passed.push('Connection', 'Upgrade', name, value);
    else if (!NOT_FORWARDED.has(lower) && !named.has(lower) && !replaced.has(lower))
      passed.push(name, value);
  }
  if (!hasHost) passed.unshift('Host', host);
  if (length === 'say-zero') passed.push('Content-Length', '0');
  passed.push(...added);
  return passed;
}

/** Returns the fields of a reply to send on. `chunks`: it may be chunked, with trailers. */
export function replyFields(fields: RawFields, framing: 'chunks' | 'none' | 'upgrade'): string[] {
  const named = namedIn(fields);
  const isChunked = framing === 'chunks' && countOf(fields, 'transfer-encoding') > 0;
  const passed: string[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    const [name = '', value = ''] = [fields[index], fields[index + 1]];
    const lower = name.toLowerCase();
    if (lower === 'transfer-encoding' || lower === 'trailer') {
      if (isChunked) passed.push(name, value);
    } else if (framing === 'upgrade' && (lower === 'upgrade' || lower === 'connection'))
      passed.push(name, value);
    else if (!NOT_FORWARDED.has(lower) && !named.has(lower)) passed.push(name, value);
  }
  return passed;
}

/** Returns raw fields as pairs. */
export function pairsOf(fields: RawFields): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < fields.length; index += 2)
    pairs.push([fields[index] ?? '', fields[index + 1] ?? '']);
  return pairs;
}

/** Counts the fields with a name, which is given in lower case. */
export function countOf(fields: RawFields, name: string): number {
  let count = 0;
  for (let index = 0; index < fields.length; index += 2) {
    const found = fields[index];
    if (found?.length === name.length && found.toLowerCase() === name) count++;
  }
  return count;
}

function namedIn(fields: RawFields): ReadonlySet<string> {
  if (countOf(fields, 'connection') === 0) return NONE;
  const named = new Set<string>();
  for (const [field, value] of pairsOf(fields)) {
    if (field.toLowerCase() !== 'connection') continue;
    for (const name of value.toLowerCase().split(',')) named.add(name.trim());
  }
  for (const name of NEEDED) named.delete(name);
  return named;
}

const NONE: ReadonlySet<string> = new Set();
