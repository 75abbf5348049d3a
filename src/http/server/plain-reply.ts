// Writes a reply that is sent at once as the bytes that node:http would send. Knows no connections.

import type { Reply } from '../../model/message/call.ts';
import { STATUS_CODES } from '../node-http.ts';

/** A whole reply as a text, and how to write it. */
export interface PlainReply {
  readonly text: string;
  readonly encoding: 'latin1' | 'utf8';
}

/**
 * Returns what to write for a reply on a connection that stays open, with `persistence` as the lines
 * that say so. `null` if the reply comes in pieces or later, or has a head that node:http must check.
 */
export function plainReply(method: string, reply: Reply, persistence: string): PlainReply | null {
  const { status, body, delivery } = reply;
  if (delivery !== undefined || body.kind === 'pieces' || status < 200 || status > 599) return null;
  const fields = fieldLines(reply.headers);
  if (fields === null) return null;
  const isBodiless = status === 204 || status === 304;
  const [content, bytes] = body.kind === 'text' ? [body.text, body.bytes] : ['', 0];
  const length = isBodiless ? '' : `content-length: ${bytes}\r\n`;
  const head = `${statusLine(status)}${fields}${length}Date: ${dateNow()}\r\n${persistence}\r\n`;
  const isEmpty = isBodiless || bytes === 0 || method === 'HEAD';
  return {
    text: isEmpty ? head : head + content,
    // Text of as many bytes as characters is ASCII, which is written without being transcoded.
    encoding: isEmpty || bytes === content.length ? 'latin1' : 'utf8',
  };
}

function statusLine(status: number): string {
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n`;
}

/** Returns the header fields as lines; `null` if node:http would look at one of them. */
function fieldLines(headers: readonly string[]): string | null {
  let lines = '';
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] as string;
    const value = headers[index + 1] as string;
    if (!NAME.test(name) || LOOKED_AT.test(name) || !VALUE.test(value)) return null;
    lines += `${name}: ${value}\r\n`;
  }
  return lines;
}

const NAME = /^[\w!#$%&'*+\-.^`|~]+$/;
const VALUE = /^[\t -~]*$/;
const LOOKED_AT =
  /^(?:connection|content-length|date|expect|keep-alive|trailer|transfer-encoding|upgrade)$/i;

/** The time of day as in `Date` (RFC 9110 section 6.6.1), formatted once a second. */
function dateNow(): string {
  const second = Math.floor(Date.now() / 1_000);
  if (second !== dated.second) dated = { second, text: new Date(second * 1_000).toUTCString() };
  return dated.text;
}

let dated = { second: -1, text: '' };
