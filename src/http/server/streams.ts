// The two kinds of exchange: over HTTP/1.1, and over a stream of HTTP/2, which is made to look the
// same. The rules for a connection apply to a stream.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Socket } from 'node:net';
import {
  LATE,
  type ProtocolErrorFacts,
  type ProtocolErrorShape,
  sendProtocolError,
} from './protocol-errors.ts';

/** A request of HTTP/2, in the clothes of HTTP/1.1. */
interface StreamRequest extends IncomingMessage {
  readonly stream: Http2ServerRequest['stream'];
}

/** Returns whether a request came over HTTP/2. One of HTTP/1.1 can claim so, but has no stream. */
export function isStreamed(request: IncomingMessage): request is StreamRequest {
  return request.httpVersionMajor === 2 && 'stream' in request;
}

/** Returns whether a request line names an unsupported version: node:http reads 0.9 and 2.0. */
export function isOfOtherVersion(request: IncomingMessage): boolean {
  return request.httpVersionMajor !== 1 && !isStreamed(request);
}

/** Returns what keeps the order of a request: its connection, or its own stream. */
export function channelOf(request: IncomingMessage): Socket {
  // Only a mark is stored on it, which a stream can have as well.
  return isStreamed(request) ? (request.stream as unknown as Socket) : request.socket;
}

/** Returns whether a request has a body. HTTP/2 shows it by the stream, HTTP/1.1 by fields. */
export function hasBody(request: IncomingMessage): boolean {
  if (isStreamed(request)) return !request.stream.endAfterHeaders;
  const { headers } = request;
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/**
 * Returns whether a request asks to change the protocol. node:http drops what arrived with it, even
 * if nothing changes, so the reply closes the connection.
 */
export function asksForChange(request: IncomingMessage): boolean {
  return request.headers.upgrade !== undefined && !isStreamed(request);
}

/** The code of a stream that ends well (RFC 9113 section 7). */
const NO_ERROR = 0;

/** Ends a stream after its reply although its request still arrives (RFC 9113 section 8.1). */
export function endAfterAnswer(request: IncomingMessage): void {
  if (isStreamed(request)) request.stream.once('finish', () => request.stream.close(NO_ERROR));
}

/** Returns whether the client has left, so that no reply can be written. */
export function isGone(response: ServerResponse): boolean {
  return (
    response.destroyed ||
    (response as unknown as { stream?: Http2ServerResponse['stream'] }).stream?.destroyed === true
  );
}

/** Makes both sides of an HTTP/2 exchange look like HTTP/1.1. Those of HTTP/1.1 stay unchanged. */
export function asMessages(
  request: Http2ServerRequest | IncomingMessage,
  response: Http2ServerResponse | ServerResponse,
): readonly [IncomingMessage, ServerResponse] {
  const messages = [request, response] as unknown as readonly [IncomingMessage, ServerResponse];
  if (isStreamed(messages[0]))
    Object.defineProperty(request, 'headers', { value: fieldsOf(request.rawHeaders) });
  return messages;
}

/**
 * The fields except those that begin with a colon; `:authority` becomes Host (RFC 9113 section
 * 8.3.1). Fields with the same name are joined.
 */
function fieldsOf(raw: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  let authority: string | undefined;
  for (let index = 0; index < raw.length; index += 2) {
    const [name = '', value = ''] = raw.slice(index, index + 2);
    if (name === ':authority') authority = value;
    if (name.startsWith(':')) continue;
    const before = fields[name];
    fields[name] =
      before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`;
  }
  if (authority !== undefined) fields['host'] = authority;
  return fields;
}

export interface StreamLimit {
  readonly requestMs: number;
  readonly shape: () => ProtocolErrorShape;
  readonly onTrouble?: (facts: ProtocolErrorFacts) => void;
}

/** Answers a late request of HTTP/2 and ends its stream. The server does so for HTTP/1.1. */
export function limitStream(
  request: IncomingMessage,
  response: ServerResponse,
  options: StreamLimit,
): void {
  if (!isStreamed(request) || request.stream.endAfterHeaders) return;
  const timer = setTimeout(() => {
    if (response.headersSent) return;
    options.onTrouble?.(LATE);
    endAfterAnswer(request);
    sendProtocolError(response, options.shape(), LATE);
  }, options.requestMs);
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}
