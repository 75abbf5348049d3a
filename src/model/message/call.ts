// A call and its reply as plain data, free of any server. Broken JSON is a fact about a body, not
// an exception.

import type { Json } from '../../base/json.ts';
import { parseJson } from '../../base/parse.ts';
import type { Delivery } from './delivery.ts';

/** Header fields by lower-case name. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The body of a message as it was read. Broken JSON is a fact, not an exception. */
export type Body =
  | { readonly kind: 'none' }
  /**
   * `text` is what was sent. `duplicate` tells of a key that is given twice, in which case the last
   * one counts in `value`.
   */
  | {
      readonly kind: 'json';
      readonly value: Json;
      readonly text: string;
      readonly duplicate: string | null;
    }
  | {
      readonly kind: 'broken';
      readonly flaw: 'syntax' | 'depth' | 'range' | 'utf-8';
      readonly message: string;
      readonly text: string;
    }
  /** More than `bytesMax` bytes; what was sent is not kept. */
  | { readonly kind: 'oversized'; readonly bytesMax: number };

/** What is asked: a request as plain data. */
export interface Call {
  /** In capitals, as sent. */
  readonly method: string;
  /** The path as sent: percent-encoded, without query. */
  readonly path: string;
  /** What follows the `?`, as sent; empty where there is none. */
  readonly query: string;
  readonly headers: Headers;
  readonly body: Body;
  /** There where it came over TLS. */
  readonly scheme?: 'https';
}

export type ReplyBody =
  | { readonly kind: 'none' }
  /** `bytes` is the length of the text in UTF-8. */
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number }
  /** A long text in pieces, made as they are asked for. */
  | { readonly kind: 'pieces'; readonly pieces: () => Iterator<string> };

/** What is answered: a response as plain data. */
export interface Reply {
  readonly status: number;
  /** Names and values in turn: `['content-type', 'application/json', ...]`. */
  readonly headers: readonly string[];
  readonly body: ReplyBody;
  /** How it is sent, where it is not sent at once and whole. */
  readonly delivery?: Delivery;
}

/** How many levels of objects and arrays the body of a request may nest. */
export const JSON_DEPTH_MAX = 64;

export const noBody: Body = { kind: 'none' };

/**
 * Reads the text of a request body; `null` where the bytes are not UTF-8 (RFC 8259 section 8.1).
 */
export function readBody(text: string | null): Body {
  if (text === null)
    return { kind: 'broken', flaw: 'utf-8', message: 'the body is not valid UTF-8', text: '' };
  if (text === '') return noBody;
  const parsed = parseJson(
    text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text,
    JSON_DEPTH_MAX,
  );
  if (parsed.kind === 'value') {
    return {
      kind: 'json',
      value: parsed.value,
      text,
      duplicate: parsed.duplicate === null ? null : parsed.duplicate.message,
    };
  }
  const { flaw, message } = parsed.broken;
  return { kind: 'broken', flaw: flaw === 'duplicate' ? 'syntax' : flaw, message, text };
}

/** May stand before JSON text; readers may ignore it (RFC 8259 section 8.1). */
const BYTE_ORDER_MARK = 0xfeff;

/** Gives one header field as text, several of one name joined by commas (RFC 9110 section 5.3). */
export function header(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
}

/**
 * Says whether a browser asks by a call whether it may call (Fetch standard, CORS-preflight fetch).
 */
export function asksBefore({ method, headers }: Call): boolean {
  return (
    method === 'OPTIONS' &&
    headers['origin'] !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}
