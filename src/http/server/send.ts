// Writes a Reply to a connection: a text at once, a long one as fast as the client reads.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import type { Reply } from '../../model/message/call.ts';
import { countStreams } from './request-order.ts';
import { channelOf, endAfterAnswer, isGone, isStreamed } from './streams.ts';

/** Limits for the rest of a body that was refused, in milliseconds and in bytes. */
export const LINGER_MS = 2_000;
export const LINGER_BYTES_MAX = 16_777_216;

/** Sends a reply with a text or no body. Throws, with nothing sent, if its head is invalid. */
export function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const { status, body } = reply;
  const isBodiless = status === 204 || status === 304;
  const [text, bytes] = body.kind === 'text' ? [body.text, body.bytes] : ['', 0];
  const headers = isBodiless ? reply.headers : [...reply.headers, 'content-length', String(bytes)];
  response.writeHead(status, headers as string[]);
  if (bytes === 0 || isBodiless || request.method === 'HEAD') response.end();
  // Text of as many bytes as characters is ASCII, which is written without being transcoded.
  else response.end(text, bytes === text.length ? 'latin1' : 'utf8');
}

/**
 * Sends a reply with a long text in pieces, as fast as the client reads. Throws like `send`; errors
 * after the first piece go to `onFailure`, and the connection is cut.
 */
export function sendPieces(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
  onFailure: (error: unknown) => void,
): void {
  const pieces = reply.body.kind === 'pieces' ? reply.body.pieces() : [][Symbol.iterator]();
  response.writeHead(reply.status, reply.headers as string[]);
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const channel = channelOf(request);
  countStreams(channel, 1);
  void writeAll(response, pieces)
    .catch((error: unknown) => {
      onFailure(error);
      response.destroy();
    })
    .finally(() => countStreams(channel, -1));
}

/**
 * Sends a reply to a request whose body is still arriving, and closes the connection when the
 * client has sent everything, has left, or reaches the limits: closing at once would reset the
 * connection, and the client might never see the reply (RFC 9112 section 9.6). Over HTTP/2 only the
 * stream ends, at once.
 */
export function sendAndLinger(
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
): void {
  if (isStreamed(request)) {
    endAfterAnswer(request);
    send(request, response, reply);
    return;
  }
  const text = reply.body.kind === 'text' ? reply.body.text : '';
  const length =
    reply.status === 204 || reply.status === 304
      ? []
      : ['content-length', String(Buffer.byteLength(text))];
  response.shouldKeepAlive = false;
  response.writeHead(reply.status, [...reply.headers, ...length, 'connection', 'close']);
  response.flushHeaders();
  if (text !== '' && request.method !== 'HEAD') response.write(text);
  let bytes = 0;
  const finish = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(finish, LINGER_MS);
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > LINGER_BYTES_MAX) finish();
  });
  request.on('end', finish).on('close', finish);
}

/** How long pieces are written before other connections get a turn, in milliseconds. */
const TURN_MS = 5;

/** Writes all pieces as fast as the client reads, and ends the answer. */
export async function writeAll(
  response: ServerResponse,
  pieces: Iterator<string | Uint8Array>,
): Promise<void> {
  let began = performance.now();
  for (let piece = pieces.next(); piece.done !== true; piece = pieces.next()) {
    if (isGone(response)) return;
    if (!response.write(piece.value)) await drained(response);
    if (performance.now() - began < TURN_MS) continue;
    await setImmediate();
    began = performance.now();
  }
  response.end();
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
