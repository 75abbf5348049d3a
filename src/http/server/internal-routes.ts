// A side entrance for calls to Standin's own page and API. They may wait, and are answered with
// streams. Knows neither what they ask nor who may call.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Headers, splitTarget } from '../../model/message/call.ts';
import { hasBody, isStreamed } from './streams.ts';

export interface InternalCall {
  readonly method: string;
  /** The path as sent, without query. */
  readonly path: string;
  readonly query: string;
  readonly headers: Headers;
  /** The text of the body; `null` if it is not UTF-8 or longer than `INTERNAL_BODY_BYTES_MAX`. */
  readonly body: string | null;
  /** Why there is no text, if there is none. */
  readonly unread?: 'too-long' | 'no-utf8';
  /** Aborted when the client leaves or the listener closes. */
  readonly signal: AbortSignal;
}

export interface InternalReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | AsyncIterable<string | Uint8Array> | null;
}

/** The calls to a listener that are internal. */
export interface InternalRoutes {
  /** `/__standin`: this path and all below it. */
  readonly prefix: string;
  answer(call: InternalCall): Promise<InternalReply>;
}

/** How many bytes of a body are read: 8 MiB. */
export const INTERNAL_BODY_BYTES_MAX = 8_388_608;

/** Returns whether a request is internal. */
export function isInternal(side: InternalRoutes, target: string): boolean {
  if (!target.startsWith(side.prefix)) return false;
  const next = target[side.prefix.length];
  return next === undefined || next === '/' || next === '?';
}

/** Answers an internal request. Errors are reported to `onFailure` and answered with 500. */
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

/** The cleanup when a connection ends. */
const leavings = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `leave` when a connection ends; returns a function that cancels this. node:http reports the
 * end only to the reply that is being written, and after CONNECT to none that wait.
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
  const reply = await side.answer({
    method: request.method ?? 'GET',
    ...splitTarget(request.url ?? '/'),
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
