// A way in beside the interface that is served: calls to Standin's own page and API. They may wait,
// and answer with streams. Knows neither what is asked nor who may ask it.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Headers } from '../../model/message/call.ts';
import { hasBody, isStreamed } from './streams.ts';

export interface InternalCall {
  readonly method: string;
  /** The path as sent, without query. */
  readonly path: string;
  readonly query: string;
  readonly headers: Headers;
  /** The text of the body; `null` where it is no UTF-8 or longer than `SIDE_BODY_BYTES_MAX`. */
  readonly body: string | null;
  /** Why there is no text; missing where there is one. */
  readonly unread?: 'too-long' | 'no-utf8';
  /** Aborted when the client goes away or the listener closes. */
  readonly signal: AbortSignal;
}

export interface InternalReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | AsyncIterable<string | Uint8Array> | null;
}

/** What of a listener's calls goes another way. */
export interface InternalRoutes {
  /** `/__standin`: this path and all below it. */
  readonly prefix: string;
  answer(call: InternalCall): Promise<InternalReply>;
}

/** How many bytes of a body are read: 8 MiB. */
export const INTERNAL_BODY_BYTES_MAX = 8_388_608;

/** Says whether a request goes that way. */
export function isInternal(side: InternalRoutes, target: string): boolean {
  if (!target.startsWith(side.prefix)) return false;
  const next = target[side.prefix.length];
  return next === undefined || next === '/' || next === '?';
}

/**
 * Answers a request that goes that way. What goes wrong in it is told to `onFailure`, and answered
 * with 500.
 */
export function receiveInternal(
  side: InternalRoutes,
  request: IncomingMessage,
  response: ServerResponse,
  onFailure: (error: unknown) => void,
): void {
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  const stay = isStreamed(request) ? null : whenClosed(request.socket, leave);
  response.on('close', () => {
    stay?.();
    leave();
  });
  response.on('error', leave);
  void exchange(side, request, response, gone.signal).catch((error: unknown) => {
    if (!gone.signal.aborted) onFailure(error);
    if (response.headersSent) response.destroy();
    else
      response
        .writeHead(500, { 'content-type': 'text/plain' })
        .end('This is a fault of Standin, not of the request.\n');
  });
}

/** What is to be done when a connection ends. */
const leavings = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `leave` when a connection ends; gives how to call that off. node:http tells only the answer
 * that is being written, and behind CONNECT none of those that wait for it.
 */
function whenClosed(socket: Socket, leave: () => void): () => void {
  let all = leavings.get(socket);
  if (all === undefined) {
    const made = new Set<() => void>();
    socket.once('close', () => {
      for (const one of [...made]) one();
    });
    leavings.set(socket, made);
    all = made;
  }
  const leaving = all;
  leaving.add(leave);
  return () => leaving.delete(leave);
}

async function exchange(
  side: InternalRoutes,
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const body = await readText(request);
  const url = request.url ?? '/';
  const mark = url.indexOf('?');
  const reply = await side.answer({
    method: request.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
    headers: request.headers,
    ...body,
    signal,
  });
  const { status, headers, body: content } = reply;
  if (content === null || typeof content === 'string' || content instanceof Uint8Array) {
    const bytes =
      typeof content === 'string' ? Buffer.from(content) : (content ?? new Uint8Array());
    const length =
      status === 204 || status === 304 ? {} : { 'content-length': String(bytes.byteLength) };
    response.writeHead(status, { ...headers, ...length });
    response.end(request.method === 'HEAD' ? undefined : bytes);
    return;
  }
  response.writeHead(status, headers);
  response.flushHeaders();
  if (request.method !== 'HEAD') await writeAll(response, content, signal);
  response.end();
}

async function readText(request: IncomingMessage): Promise<Pick<InternalCall, 'body' | 'unread'>> {
  if (!hasBody(request)) return { body: '' };
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes <= INTERNAL_BODY_BYTES_MAX) chunks.push(chunk as Buffer);
  }
  if (bytes > INTERNAL_BODY_BYTES_MAX) return { body: null, unread: 'too-long' };
  try {
    return { body: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch {
    return { body: null, unread: 'no-utf8' };
  }
}

async function writeAll(
  response: ServerResponse,
  pieces: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  for await (const piece of pieces) {
    if (signal.aborted) return;
    if (response.write(piece)) continue;
    await new Promise<void>((resolve) => {
      response.once('drain', resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }
}
