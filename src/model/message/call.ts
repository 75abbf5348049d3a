// A request and its reply as plain data, independent of any server.

import type { Json } from '../../base/json.ts';
import { type Numbers, parseJson } from '../../base/parse.ts';
import type { Delivery } from './delivery.ts';

/** Header fields by lower-case name. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The body of a message as it was read. Broken JSON is a fact, not an exception. */
export type Body =
  | { readonly kind: 'none' }
  /** `text` is the body as sent. `duplicate` describes a repeated key, whose last value counts. */
  | {
      readonly kind: 'json';
      readonly value: Json;
      readonly text: string;
      readonly duplicate: string | null;
      /** The whole value, if `value` was taken out of an envelope. */
      readonly whole?: Json;
      /** The media type of the form that it was read from. */
      readonly form?: string;
      /** The envelope that the value lacks, as a pointer; then `value` is the whole. */
      readonly lacks?: string;
    }
  | {
      readonly kind: 'broken';
      readonly flaw: 'syntax' | 'depth' | 'range' | 'utf-8';
      readonly message: string;
      readonly text: string;
      /** The media type of the form that it should have been. */
      readonly form?: string;
      /** The bytes of a file, or of a form with files, that are no text. */
      readonly bytes?: Uint8Array;
    }
  /** More than `bytesMax` bytes; they are not kept. */
  | { readonly kind: 'oversized'; readonly bytesMax: number };

/** A request as plain data. */
export interface Call {
  /** In capitals, as sent. */
  readonly method: string;
  /** The path as sent: percent-encoded, without query. */
  readonly path: string;
  /** The text after the `?` as sent; empty if there is none. */
  readonly query: string;
  readonly headers: Headers;
  readonly body: Body;
  /** Present if the request came over TLS. */
  readonly scheme?: 'https';
  /** How a client sends it, if not as usual. */
  readonly sending?: Sending;
  /** What a breakpoint did to it, in a clause; absent if it was not held. */
  readonly held?: string;
}

/** How a client puts a request on the wire. */
export interface Sending {
  /** The byte of the body at which a second piece begins, which is sent a moment later. */
  readonly cutAt?: number;
  /** `new`: an idle connection is not used. */
  readonly connection?: 'new';
  /** `kept`: a redirection is the reply, and is not followed. */
  readonly redirection?: 'kept';
  /** `as-given`: the parameters that its operation requires are not added. */
  readonly parameters?: 'as-given';
  /** `as-given`: the path is that on the wire, whatever the contract has there. */
  readonly address?: 'as-given';
  /** What differs from the usual request that means the same, each as a clause. */
  readonly varied: readonly string[];
}

export type ReplyBody =
  | { readonly kind: 'none' }
  /** `bytes` is the length of the text in UTF-8. */
  | { readonly kind: 'text'; readonly text: string; readonly bytes: number }
  /** A long text in pieces that are made on demand. */
  | { readonly kind: 'pieces'; readonly pieces: () => Iterator<string> };

/** A response as plain data. */
export interface Reply {
  readonly status: number;
  /** Names and values in turn: `['content-type', 'application/json', ...]`. */
  readonly headers: readonly string[];
  readonly body: ReplyBody;
  /** How it is sent, if not at once and whole. */
  readonly delivery?: Delivery;
}

/** Maximum nesting of objects and arrays in a request body. */
export const JSON_DEPTH_MAX = 64;

export const noBody: Body = { kind: 'none' };

/**
 * Reads the text of a request body; `null`, or the bytes to keep, if they are not UTF-8 (RFC 8259
 * section 8.1).
 */
export function readBody(text: string | Uint8Array | null, numbers: Numbers = 'rounded'): Body {
  if (typeof text !== 'string') {
    const broken = { kind: 'broken', flaw: 'utf-8', message: NO_UTF_8, text: '' } as const;
    return text === null ? broken : { ...broken, bytes: text };
  }
  if (text === '') return noBody;
  const parsed = parseJson(
    text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text,
    JSON_DEPTH_MAX,
    numbers,
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

const NO_UTF_8 = 'the body is not valid UTF-8';

/** Whether a body may be a file, or have files in it, whose bytes are kept. */
export function mayHaveFiles(contentType: string | undefined | null): boolean {
  return contentType !== 'application/json' && FILES.test(contentType ?? '');
}

const FILES =
  /^\s*(?:multipart\/form-data|image\/|audio\/|video\/|font\/|application\/(?:octet-stream|pdf|zip|gzip|vnd\.|x-))/i;

/** May precede JSON text; readers may ignore it (RFC 8259 section 8.1). */
const BYTE_ORDER_MARK = 0xfeff;

/** Splits the target of a request into path and query. */
export function splitTarget(target: string): Pick<Call, 'path' | 'query'> {
  const mark = target.indexOf('?');
  if (mark < 0) return { path: target, query: '' };
  return { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

/** Returns one header field as text; several of one name are joined (RFC 9110 section 5.3). */
export function header(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' || value === undefined ? value : value.join(', ');
}

/** Tells whether a request is a preflight of a browser (Fetch standard, CORS-preflight fetch). */
export function isPreflight({ method, headers }: Call): boolean {
  return (
    method === 'OPTIONS' &&
    headers['origin'] !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}
