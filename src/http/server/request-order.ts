// The order of replies on each connection: requests that arrive together are answered one after the
// other, and nothing is written in the middle of a reply. Most connections never have two at once
// and need a single check. Over HTTP/2 each stream has an order of its own.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isStreamed, laneOf } from './streams.ts';

interface Line {
  /**
   * The request whose body is being read or whose answer waits; those behind it wait in the queue.
   */
  pending: IncomingMessage | null;
  queue: (() => void)[];
  /** How many long answers are under way. */
  streams: number;
  /** Nothing more is written to this connection. */
  isOver: boolean;
}

/**
 * The queue of a connection is stored on its socket: that is the cheapest lookup, and it ends with
 * the socket.
 */
const LINE = Symbol('line');

/** The response that began last on a connection: node:http writes it before anything else. */
const LATEST = Symbol('latest');

interface LinedSocket extends Socket {
  [LINE]?: Line;
  [LATEST]?: ServerResponse;
}

/** Registers a request of HTTP/1.1 and its response. */
export function follow(request: IncomingMessage, response: ServerResponse): void {
  if (!isStreamed(request)) (request.socket as LinedSocket)[LATEST] = response;
}

/**
 * Returns the response to the request that is arriving on a connection; `null` if there is none, or
 * it is answered.
 */
export function unanswered(socket: LinedSocket): ServerResponse | null {
  const latest = socket[LATEST];
  return latest === undefined || latest.req.complete || latest.headersSent ? null : latest;
}

/** Returns whether a request on a connection is pending, so that the next one must wait. */
export function isPending(socket: LinedSocket): boolean {
  const line = socket[LINE];
  return line !== undefined && line.pending !== null;
}

/** Runs a task when nothing is pending on a connection any more. */
export function enqueue(socket: LinedSocket, turn: () => void): void {
  lineOf(socket).queue.push(turn);
}

/** Makes later requests on the connection of a request wait for it. */
export function hold(request: IncomingMessage): void {
  lineOf(laneOf(request)).pending = request;
}

/** Runs the tasks that waited for a request. */
export function release(socket: LinedSocket): void {
  const line = lineOf(socket);
  line.pending = null;
  while (line.pending === null && line.queue.length > 0) line.queue.shift()?.();
}

/** Notes that a long answer begins, and that it ends. */
export function countStreams(socket: LinedSocket, change: 1 | -1): void {
  lineOf(socket).streams += change;
}

/** Marks a connection as finished: only what is being written may end. */
export function finish(socket: LinedSocket): void {
  lineOf(socket).isOver = true;
}

/**
 * Returns whether nothing more may be written: the connection is finished, or a long reply is being
 * written.
 */
export function isClosed(socket: LinedSocket): boolean {
  const line = socket[LINE];
  return line !== undefined && (line.isOver || line.streams > 0);
}

/**
 * Returns whether a connection is finished: later requests on it are neither executed nor answered.
 */
export function isOver(socket: LinedSocket): boolean {
  return socket[LINE]?.isOver === true;
}

/**
 * Runs `last` once all complete requests on a connection are answered and written, if it is still
 * writable. Until then node:http holds back the replies to later requests, and anything written
 * directly would overtake them. It also stops listening for errors of a connection that it hands
 * over: a reset while `last` waits or writes would end the process.
 */
export function afterAnswers(socket: LinedSocket, last: () => void): void {
  socket.on('error', ignore);
  const write = (): void => {
    if (socket.writable) last();
  };
  afterPending(socket, () => {
    const response = socket[LATEST];
    if (response === undefined || response.writableFinished) write();
    else response.once('finish', write);
  });
}

/** node:net closes a broken connection. */
function ignore(): void {}

/** Runs `last` after the pending complete request is answered; at once if none is pending. */
export function afterPending(socket: LinedSocket, last: () => void): void {
  const line = socket[LINE];
  if (line?.pending?.complete === true) line.queue.push(last);
  else last();
}

function lineOf(socket: LinedSocket): Line {
  socket[LINE] ??= { pending: null, queue: [], streams: 0, isOver: false };
  return socket[LINE];
}
