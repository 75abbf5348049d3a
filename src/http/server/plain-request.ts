// Reads a request that is whole and plain: all of it in one piece, with nothing in it that readers of
// HTTP disagree about. Refuses nothing: what it does not read is for node:http.

import { isAscii, isUtf8 } from 'node:buffer';
import { rememberTexts } from '../../base/remember.ts';
import type { Headers } from '../../model/message/call.ts';

/** A request as it was sent. */
export interface PlainRequest {
  readonly method: string;
  /** Path and query; begins with a slash. */
  readonly url: string;
  readonly headers: Headers;
  /** Empty if there is none. */
  readonly text: string;
  /** Length of the body in bytes; `null` if the request declares none. */
  readonly bytes: number | null;
}

/** Longest head that is read here, in bytes. node:http refuses those above 16,384. */
const HEAD_BYTES_MAX = 8_192;

/**
 * Reads the bytes that arrived on a connection as one request of HTTP/1.1. Returns `null` if they are
 * less or more than one request, if the body is not UTF-8, if a field is repeated or is one of
 * `NOT_PLAIN`, and if any byte is where RFC 9112 does not plainly allow it.
 */
export function readPlainRequest(chunk: Buffer): PlainRequest | null {
  const isAsciiAlone = isAscii(chunk);
  const start = isAsciiAlone
    ? chunk.toString('latin1')
    : chunk.toString('latin1', 0, HEAD_BYTES_MAX);
  const end = start.indexOf('\r\n\r\n');
  if (end < 0 || end > HEAD_BYTES_MAX) return null;
  const lineEnd = start.indexOf('\r\n');
  const line = REQUEST_LINE.exec(start.slice(0, lineEnd));
  const [, method, url] = line ?? [];
  if (method === undefined || url === undefined) return null;
  const { fields } = readFields(start.slice(lineEnd, end));
  const bodyAt = end + 4;
  if (fields === null || chunk.length - bodyAt !== (fields.bytes ?? 0)) return null;
  const { headers, bytes } = fields;
  if (isAsciiAlone) return { method, url, headers, text: start.slice(bodyAt), bytes };
  const body = chunk.subarray(bodyAt);
  return isUtf8(body) ? { method, url, headers, text: body.toString(), bytes } : null;
}

/** The target has a path (RFC 9112 section 3.2.1), in the characters of RFC 3986. */
const REQUEST_LINE =
  /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\/[\w\-.~%!$&'()*+,;=:@/?[\]]*) HTTP\/1\.1$/;

interface PlainFields {
  readonly headers: Headers;
  readonly bytes: number | null;
}

/** Reads the lines behind the request line. A client sends nearly the same ones again and again. */
const readFields = rememberTexts(
  (lines: string): { readonly fields: PlainFields | null } => ({ fields: fieldsOf(lines) }),
  64,
);

function fieldsOf(lines: string): PlainFields | null {
  const headers: Record<string, string> = {};
  for (const line of lines.split('\r\n').slice(1)) {
    const [, sent, padded] = FIELD.exec(line) ?? [];
    const name = sent?.toLowerCase();
    const value = padded?.trim();
    // A field that is repeated, or has the name of something that every object has.
    if (name === undefined || value === undefined || name in headers) return null;
    if (NOT_PLAIN.has(name) && !(name === 'connection' && KEEP_ALIVE.test(value))) return null;
    headers[name] = value;
  }
  const length = headers['content-length'];
  if (!HOST.test(headers['host'] ?? ' ') || !LENGTH.test(length ?? '0')) return null;
  return { headers: Object.freeze(headers), bytes: length === undefined ? null : Number(length) };
}

/**
 * A name that is a token, and a value in ASCII with the blanks around it (RFC 9110 section 5.5). A
 * pattern that leaves the blanks out tries each number of them, which takes quadratic time.
 */
const FIELD = /^([\w!#$%&'*+\-.^`|~]+):([\t -~]*)$/;
/**
 * Fields that decide where a message ends or what becomes of its connection; and `set-cookie`, which is
 * a list in node:http; and `content-encoding`, whose body may have to be decoded.
 */
const NOT_PLAIN: ReadonlySet<string> = new Set([
  'connection',
  'expect',
  'proxy-connection',
  'set-cookie',
  'trailer',
  'content-encoding',
  'transfer-encoding',
  'upgrade',
]);
const KEEP_ALIVE = /^keep-alive$/i;
/** One host with a name or an address, and perhaps a port. */
const HOST = /^(?:\[[0-9a-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i;
const LENGTH = /^(?:0|[1-9]\d{0,6})$/;
