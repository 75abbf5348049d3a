// Sends a reply that is delayed, dripped, cut or not sent at all. Later requests on the same
// connection wait for it; other connections do not. The call has changed the state before.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import type { Socket } from 'node:net';
import { bytesOfText } from '../../base/latin1.ts';
import type { Reply } from '../../model/message/call.ts';
import { faultOf, halfOf } from '../../model/message/delivered-body.ts';
import type { WireFault } from '../../model/message/delivery.ts';
import { dripOf, partsOf } from '../drip.ts';
import { holdLaterRequests, markFinished } from './request-order.ts';
import { writeAll } from './send.ts';
import { channelOf, isStreamed } from './streams.ts';

export interface FaultyDelivery {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** With a `delivery`. */
  readonly reply: Reply;
  /** Sends the reply as ever. */
  readonly send: () => void;
  /** Called when the reply is sent and the connection can continue. */
  readonly onSent: () => void;
  /** Called once the reply has begun, or can no longer begin. */
  readonly onFate: (fate: 'sent' | 'sent-half-closed' | 'lost') => void;
  /** Reports the error; answers with it, or cuts the connection. */
  readonly onFailure: (error: unknown) => void;
}

/** Delivers a reply as its `delivery` says. Nothing remains of it if the client leaves first. */
export function deliverFaulty(departure: FaultyDelivery): void {
  const { request, reply, onFate } = departure;
  holdLaterRequests(request);
  const delayMs = reply.delivery?.delayMs ?? 0;
  const start = (): void => {
    onFate(!isStreamed(request) && request.socket.readableEnded ? 'sent-half-closed' : 'sent');
    guarded(departure, () => depart(departure));
  };
  if (delayMs > 0) later(channelOf(request), delayMs, start, () => onFate('lost'));
  else start();
}

function depart(departure: FaultyDelivery): void {
  const { request, response, reply, send, onSent } = departure;
  const fault = faultOf(reply, request.method ?? 'GET');
  if (fault === null) {
    send();
    onSent();
    return;
  }
  // The rest of a refused body is read and dropped.
  request.resume();
  if (fault.kind !== 'drip') markFinished(channelOf(request));
  // An answer before it may still be under way, and is not harmed.
  if (response.socket !== null) act(departure, fault);
  else response.once('socket', () => guarded(departure, () => act(departure, fault)));
}

function act(departure: FaultyDelivery, fault: WireFault): void {
  const { request } = departure;
  if (isStreamed(request) && fault.kind !== 'drip') {
    breakStream(departure, request.stream, fault);
    return;
  }
  const { socket } = request;
  switch (fault.kind) {
    case 'reset':
      reset(socket);
      break;
    case 'empty':
      socket.destroySoon();
      break;
    case 'truncate':
      truncate(departure);
      break;
    case 'malformed':
      spoil(departure);
      break;
    case 'drip':
      drip(departure, fault.overMs);
  }
}

/** Over HTTP/2 only this stream is affected. It has no chunks to malform. */
function breakStream(
  { response, reply }: FaultyDelivery,
  stream: ServerHttp2Stream,
  fault: WireFault,
): void {
  if (fault.kind === 'reset' || fault.kind === 'empty')
    stream.close(fault.kind === 'reset' ? INTERNAL_ERROR : CANCEL);
  else {
    writeHead(response, reply);
    const start = startOf(reply);
    if (start === '') response.flushHeaders();
    response.write(start, () => stream.close(INTERNAL_ERROR));
  }
}

/** Codes of streams that end badly (RFC 9113 section 7). */
const [INTERNAL_ERROR, CANCEL] = [2, 8];

/** A TLS connection cannot be reset. It ends without a farewell: clients report a reset. */
function reset(socket: Socket): void {
  if ('encrypted' in socket) socket.destroy();
  else socket.resetAndDestroy();
}

function truncate({ request, response, reply }: FaultyDelivery): void {
  const { socket } = request;
  writeHead(response, reply);
  const start = startOf(reply);
  // For HTTP/1.0 a closed connection ends a long text. Only a reset shows that it was cut.
  if (reply.body.kind === 'pieces' && request.httpVersion === '1.0')
    response.write(start, () => reset(socket));
  else {
    writeStart(response, start, () => socket.destroySoon());
  }
}

function spoil({ request, response, reply }: FaultyDelivery): void {
  response.writeHead(reply.status, [...reply.headers, 'transfer-encoding', 'chunked']);
  writeStart(response, startOf(reply), () =>
    request.socket.end(NO_CHUNK, () => request.socket.destroySoon()),
  );
}

/** Text in place of the size of a chunk in hexadecimal digits (RFC 9112 section 7.1). */
const NO_CHUNK = 'xyz\r\nthis is no chunk\r\n';

/** What is sent of a body that is cut: half of a text, the first piece of a long one. */
function startOf({ body }: Reply): string {
  if (body.kind === 'text') return halfOf(body.text);
  return body.kind === 'pieces' ? String(body.pieces().next().value ?? '') : '';
}

/** Continues once the chunk is written, which node:http delays. An empty text would be the last. */
function writeStart(response: ServerResponse, start: string, goOn: () => void): void {
  if (start === '') {
    response.flushHeaders();
    goOn();
  } else response.write(start, goOn);
}

function drip(departure: FaultyDelivery, overMs: number): void {
  const { request, response, reply, onSent, onFailure } = departure;
  const { body } = reply;
  const bytes = body.kind === 'text' ? Buffer.from(bytesOfText(body.text, body.bytes)) : null;
  const { parts, everyMs } = dripOf(overMs, bytes?.length ?? null);
  const all: Iterator<string | Uint8Array> =
    body.kind === 'pieces' ? body.pieces() : partsOf(bytes ?? Buffer.alloc(0), parts);
  writeHead(response, reply);
  response.flushHeaders();
  response.once('close', onSent);
  let left = parts;
  const step = (): void => {
    left--;
    if (left === 0) {
      void writeAll(response, all).catch(onFailure);
      return;
    }
    const next = response.writableNeedDrain ? null : all.next();
    if (next !== null && next.done !== true) response.write(next.value);
    later(channelOf(request), everyMs, () => guarded(departure, step));
  };
  later(channelOf(request), everyMs, () => guarded(departure, step));
}

function writeHead(response: ServerResponse, { status, headers, body }: Reply): void {
  const length = body.kind === 'text' ? ['content-length', String(body.bytes)] : [];
  response.writeHead(status, [...headers, ...length]);
}

/** Does something after a delay, or something else if the connection closes first. */
function later(
  socket: Socket,
  ms: number,
  act: () => void,
  otherwise: () => void = () => undefined,
): void {
  if (socket.destroyed) {
    otherwise();
    return;
  }
  const cancel = (): void => {
    clearTimeout(timer);
    otherwise();
  };
  const timer = setTimeout(() => {
    socket.off('close', cancel);
    act();
  }, ms);
  // The connection keeps the process alive, and it is cut when the listener closes.
  timer.unref();
  socket.once('close', cancel);
}

function guarded({ onFailure }: FaultyDelivery, act: () => void): void {
  try {
    act();
  } catch (error) {
    onFailure(error);
  }
}
