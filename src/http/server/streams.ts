// The two kinds of exchange that come the same way: over HTTP/1.1, and over a stream of HTTP/2,
// which is made to look like the first. What holds for a connection there holds for a stream here.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Socket } from 'node:net';
import {
  type ProtocolErrorFacts,
  type ProtocolErrorShape,
  sendProtocolError,
} from './protocol-errors.ts';

/** A request of HTTP/2, in the clothes of HTTP/1.1. */
interface StreamRequest extends IncomingMessage {
  readonly stream: Http2ServerRequest['stream'];
}

/**
 * Says whether a request came over HTTP/2. One of HTTP/1.1 may say so of itself in its first line,
 * and has no stream.
 */
export function isStreamed(request: IncomingMessage): request is StreamRequest {
  return request.httpVersionMajor === 2 && 'stream' in request;
}

/**
 * Says whether a request names a version in its first line that is not spoken there: node:http
 * reads 0.9 and 2.0 as well.
 */
export function isOfOtherVersion(request: IncomingMessage): boolean {
  return request.httpVersionMajor !== 1 && !isStreamed(request);
}

/**
 * Gives what keeps the order of a request: its connection, or its own stream, which waits for no
 * other.
 */
export function laneOf(request: IncomingMessage): Socket {
  // Nothing but a mark is kept on it, which a stream can hold as well.
  return isStreamed(request) ? (request.stream as unknown as Socket) : request.socket;
}

/**
 * Says whether a body comes with a request. HTTP/2 tells by the end of the stream, HTTP/1.1 by
 * header fields.
 */
export function hasBody(request: IncomingMessage): boolean {
  if (isStreamed(request)) return !request.stream.endAfterHeaders;
  const { headers } = request;
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

/**
 * Says whether a request asks to change the protocol of its connection. node:http passes over what
 * came behind it in one piece, also where nothing is changed, so the connection ends with its
 * answer.
 */
export function asksForChange(request: IncomingMessage): boolean {
  return request.headers.upgrade !== undefined && !isStreamed(request);
}

/** The code of a stream that ends well (RFC 9113 section 7). */
const NO_ERROR = 0;

/**
 * Ends a stream whose request is still coming, once its answer is out: the rest is not wanted (RFC
 * 9113 section 8.1).
 */
export function endAfterAnswer(request: IncomingMessage): void {
  if (isStreamed(request)) request.stream.once('finish', () => request.stream.close(NO_ERROR));
}

/** Says whether nobody is there any more to whom an answer could be written. */
export function isGone(response: ServerResponse): boolean {
  return (
    response.destroyed ||
    (response as unknown as { stream?: Http2ServerResponse['stream'] }).stream?.destroyed === true
  );
}

/**
 * Gives the two sides of an exchange over HTTP/2 as they would be over HTTP/1.1; those of HTTP/1.1
 * as they are.
 */
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
 * The fields without those that begin with a colon; `:authority` stands for Host (RFC 9113 section
 * 8.3.1). Fields of one name are joined.
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

/**
 * Answers a request of HTTP/2 that is not whole in time, and ends its stream. HTTP/1.1 has the
 * time-out of its server.
 */
export function limitStream(
  request: IncomingMessage,
  response: ServerResponse,
  options: StreamLimit,
): void {
  if (!isStreamed(request) || request.stream.endAfterHeaders) return;
  const timer = setTimeout(() => {
    const late: ProtocolErrorFacts = {
      status: 408,
      trouble: 'late',
      detail: 'the request was not whole in time',
    };
    if (response.headersSent) return;
    options.onTrouble?.(late);
    endAfterAnswer(request);
    sendProtocolError(response, options.shape(), late);
  }, options.requestMs);
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
}
