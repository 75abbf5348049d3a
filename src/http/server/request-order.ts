// The order of replies on each connection: requests that arrive together are answered one after the
// other, and nothing is written in the middle of a reply. Most connections never have two at once
// and need a single check. Over HTTP/2 each stream has an order of its own.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { channelOf, isStreamed } from './streams.ts';

interface RequestQueue {
  /** The request whose body is read or whose answer waits. Those behind it wait in the queue. */
  pending: IncomingMessage | null;
  waiting: (() => void)[];
  /** How many long answers are under way. */
  streams: number;
  /** Nothing more is written to this connection. */
  isFinished: boolean;
}

/** The queue of a connection is on its socket: the cheapest lookup, and it ends with the socket. */
const QUEUE = Symbol('queue');

/** The response that began last on a connection: node:http writes it before anything else. */
const LATEST = Symbol('latest');

interface QueuedSocket extends Socket {
  [QUEUE]?: RequestQueue;
  [LATEST]?: ServerResponse;
}

/** Registers a request of HTTP/1.1 and its response. */
export function trackResponse(request: IncomingMessage, response: ServerResponse): void {
  if (!isStreamed(request)) (request.socket as QueuedSocket)[LATEST] = response;
}

/** Returns the unanswered response to the request that is arriving on a connection, or `null`. */
export function arrivingResponse(socket: QueuedSocket): ServerResponse | null {
  const latest = socket[LATEST];
  return latest === undefined || latest.req.complete || latest.headersSent ? null : latest;
}

/** Returns whether a request on a connection is pending, so that the next one must wait. */
export function isPending(socket: QueuedSocket): boolean {
  const requests = socket[QUEUE];
  return requests !== undefined && requests.pending !== null;
}

/** Runs a task when nothing is pending on a connection any more. */
export function runAfterPending(socket: QueuedSocket, turn: () => void): void {
  queueOf(socket).waiting.push(turn);
}

/** Makes later requests on the connection of a request wait for it. */
export function holdLaterRequests(request: IncomingMessage): void {
  queueOf(channelOf(request)).pending = request;
}

/** Runs the tasks that waited for a request. */
export function releaseLaterRequests(socket: QueuedSocket): void {
  const requests = queueOf(socket);
  requests.pending = null;
  while (requests.pending === null && requests.waiting.length > 0) requests.waiting.shift()?.();
}

/** Notes that a long answer begins, and that it ends. */
export function countStreams(socket: QueuedSocket, change: 1 | -1): void {
  queueOf(socket).streams += change;
}

/** Marks a connection as finished: only what is being written may end. */
export function markFinished(socket: QueuedSocket): void {
  queueOf(socket).isFinished = true;
}

/** Returns whether nothing more may be written: it is finished, or a long reply is under way. */
export function isWriteClosed(socket: QueuedSocket): boolean {
  const requests = socket[QUEUE];
  return requests !== undefined && (requests.isFinished || requests.streams > 0);
}

/** Returns whether later requests on a connection are neither executed nor answered. */
export function isFinished(socket: QueuedSocket): boolean {
  return socket[QUEUE]?.isFinished === true;
}

/**
 * Runs `last` once all complete requests on a connection are answered and written, if it is still
 * writable. Until then node:http holds back the replies to later requests, and anything written
 * directly would overtake them. It also stops listening for errors of a connection that it hands
 * over: a reset while `last` waits or writes would end the process.
 */
export function afterAnswers(socket: QueuedSocket, last: () => void): void {
  socket.on('error', ignore);
  const write = (): void => {
    if (socket.writable) last();
  };
  afterPending(socket, () => {
    const response = socket[LATEST];
    if (response === undefined || response.writableFinished) write();
    // node:http then ends a connection whose client has closed its side.
    else response.prependOnceListener('finish', () => response.shouldKeepAlive && write());
  });
}

/** node:net closes a broken connection. */
function ignore(): void {}

/** Runs `last` after the pending complete request is answered; at once if none is pending. */
export function afterPending(socket: QueuedSocket, last: () => void): void {
  const requests = socket[QUEUE];
  if (requests?.pending?.complete === true) requests.waiting.push(last);
  else last();
}

function queueOf(socket: QueuedSocket): RequestQueue {
  socket[QUEUE] ??= { pending: null, waiting: [], streams: 0, isFinished: false };
  return socket[QUEUE];
}
