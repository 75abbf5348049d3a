// Reads a request and keeps the order: a body within its bound, and never waited for in vain.

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mayHaveFiles, noBody } from '../../model/message/call.ts';
import { isDecoded } from '../../model/message/content-coding.ts';
import { isInternal, receiveInternal } from './internal-routes.ts';
import { type ProtocolErrorFacts, unreadable } from './protocol-errors.ts';
import {
  holdLaterRequests,
  isFinished,
  isPending,
  markFinished,
  runAfterPending,
  trackResponse,
} from './request-order.ts';
import {
  type ListenerContext,
  reportProtocolError,
  respond,
  respondOversized,
  respondReady,
  toCall,
} from './respond.ts';
import { asksForChange, channelOf, hasBody, isOfOtherVersion } from './streams.ts';
import { takeBody } from './take-body.ts';

/** Receives a request and answers it: with `refusal` if there is one. */
export function receive(
  context: ListenerContext,
  request: IncomingMessage,
  response: ServerResponse,
  refusal?: ProtocolErrorFacts,
): void {
  const channel = channelOf(request);
  trackResponse(request, response);
  const turn = (): void => {
    // After a reply that closes the connection nothing is done: no reply could follow.
    if (isFinished(channel) || response.writableEnded) return;
    const flaw = refusal ?? findFlaw(request);
    const isLast = flaw !== null || asksForChange(request);
    if (isLast) response.shouldKeepAlive = false;
    if (flaw === null) begin(context, request, response);
    else reportProtocolError(context, response, flaw);
    if (isLast) markFinished(channel);
  };
  if (isPending(channel)) runAfterPending(channel, turn);
  else turn();
}

/** The length of the body that a request declares, in bytes. */
export function declaredBytes(request: IncomingMessage): number {
  return Number(request.headers['content-length'] ?? 0);
}

/** Returns why a request is refused regardless of its content; `null` if it is not. */
function findFlaw(request: IncomingMessage): ProtocolErrorFacts | null {
  if (isOfOtherVersion(request)) return OTHER_VERSION;
  if (!hasGoodHost(request))
    return unreadable(
      400,
      `the header Host is ${request.headers.host === undefined ? 'missing' : 'not one host'}`,
    );
  const coding = request.headers['transfer-encoding'];
  if (coding === undefined) return null;
  // RFC 9112 section 6.1: a server of HTTP/1.0 before this one may have read another end.
  if (request.httpVersion === '1.0') return unreadable(400, 'HTTP/1.0 has no Transfer-Encoding');
  if (coding.toLowerCase() === 'chunked') return null;
  return unreadable(501, 'the only supported Transfer-Encoding is chunked');
}

/** RFC 9110 section 15.6.6. */
const OTHER_VERSION = unreadable(505, 'this server speaks HTTP/1.1');

function begin(context: ListenerContext, request: IncomingMessage, response: ServerResponse): void {
  if (context.side !== undefined && isInternal(context.side, request.url ?? '/')) {
    receiveInternal(context.side, request, response, (error) =>
      context.onFailure(error, toCall(context, request, noBody)),
    );
    return;
  }
  if (hasBody(request)) readWhole(context, request, response);
  else if (isWrite(request.method)) respondReady(context, request, response, '');
  else respond(context, request, response, '', ignore);
}

/** Writes that may be checked even without a body: POST, PUT, PATCH. */
export function isWrite(method: string | undefined): boolean {
  return method?.charCodeAt(0) === CAPITAL_P;
}

const CAPITAL_P = 80;

/** A request of HTTP/1.1 has one Host, perhaps empty (RFC 9112 section 3.2). A comma joins two. */
function hasGoodHost(request: IncomingMessage): boolean {
  const { host } = request.headers;
  if (host === goodHost) return true;
  if (host === undefined) return request.httpVersion === '1.0';
  if (!HOST.test(host)) return false;
  goodHost = host;
  return true;
}

/** The last host that was found to be good: nearly always the next one too. */
let goodHost: string | null = null;
const HOST = /^(?:\[[0-9a-f:.]+\]|[\w.~%!$&'()*+,;=-]*)(?::\d*)?$/i;

function readWhole(
  context: ListenerContext,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const bytesMax = context.bodyBytesMax();
  holdLaterRequests(request);
  if (declaredBytes(request) > bytesMax) {
    respondOversized(context, request, response, bytesMax);
    return;
  }
  const pieces: Buffer[] = [];
  let bytes = 0;
  const respondTo = (whole: Buffer): void => {
    const kept = mayHaveFiles(request.headers['content-type']) ? whole : null;
    respondReady(context, request, response, isUtf8(whole) ? whole.toString() : kept);
  };
  const decodeBody = async (whole: Buffer, coding: string): Promise<void> => {
    // Loaded with the first compressed body.
    const { decode } = await import('../client/decode.ts');
    const decoded = isDecoded(coding.trim().toLowerCase())
      ? await decode(whole, coding, bytesMax)
      : null;
    // What is broken is no text of JSON; what is not supported is refused, whatever is in it.
    if (decoded === null || decoded.kind === 'unreadable')
      respondReady(context, request, response, null);
    else if (decoded.kind === 'oversized') respondOversized(context, request, response, bytesMax);
    else respondTo(decoded.bytes);
  };
  const readOn = takeBody(request, {
    onPiece(piece) {
      if (bytes > bytesMax) return;
      bytes += piece.length;
      if (bytes <= bytesMax) pieces.push(piece);
      else {
        pieces.length = 0;
        readOn();
        respondOversized(context, request, response, bytesMax);
      }
    },
    onEnd() {
      if (bytes > bytesMax) return;
      const whole = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
      const coding = request.headers['content-encoding'];
      if (coding === undefined || context.decodes?.() !== true) respondTo(whole);
      else void decodeBody(whole, coding);
    },
  });
}

function ignore(): void {}
