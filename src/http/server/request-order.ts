// The order on each connection: whoever sends several requests at once is answered one after the
// other, and nothing that is no answer is written into one. Most connections never need it, and
// cost one look. Over HTTP/2 each stream is a line of its own.

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
  /** Nothing more is said on this connection. */
  isOver: boolean;
}

/**
 * The line of a connection is kept on its socket: that is the cheapest look there is, and it goes
 * with the socket.
 */
const LINE = Symbol('line');

/**
 * The response that began last on a connection: what node:http writes before it can write anything
 * else.
 */
const LATEST = Symbol('latest');

interface LinedSocket extends Socket {
  [LINE]?: Line;
  [LATEST]?: ServerResponse;
}

/** Notes that a request of HTTP/1.1 came, and where it will be answered. */
export function follow(request: IncomingMessage, response: ServerResponse): void {
  if (!isStreamed(request)) (request.socket as LinedSocket)[LATEST] = response;
}

/**
 * Gives where the request is to be answered that is coming on a connection; `null` where none is,
 * or it is answered already.
 */
export function unanswered(socket: LinedSocket): ServerResponse | null {
  const latest = socket[LATEST];
  return latest === undefined || latest.req.complete || latest.headersSent ? null : latest;
}

/** Says whether a request on a connection is pending, so that the next one has to wait. */
export function isPending(socket: LinedSocket): boolean {
  const line = socket[LINE];
  return line !== undefined && line.pending !== null;
}

/** Lets something wait until nothing is pending on a connection any more. */
export function enqueue(socket: LinedSocket, turn: () => void): void {
  lineOf(socket).queue.push(turn);
}

/** Makes what comes on the connection of a request wait for it. */
export function hold(request: IncomingMessage): void {
  lineOf(laneOf(request)).pending = request;
}

/** Lets those go on that waited for the request that was held. */
export function release(socket: LinedSocket): void {
  const line = lineOf(socket);
  line.pending = null;
  while (line.pending === null && line.queue.length > 0) line.queue.shift()?.();
}

/** Notes that a long answer begins, and that it ends. */
export function countStreams(socket: LinedSocket, change: 1 | -1): void {
  lineOf(socket).streams += change;
}

/** Says that nothing more may be written to a connection but what is under way. */
export function finish(socket: LinedSocket): void {
  lineOf(socket).isOver = true;
}

/** Says whether nothing more may be written: it was finished, or a long answer is under way. */
export function isClosed(socket: LinedSocket): boolean {
  const line = socket[LINE];
  return line !== undefined && (line.isOver || line.streams > 0);
}

/** Says whether a connection was finished: what else comes on it is neither done nor answered. */
export function isOver(socket: LinedSocket): boolean {
  return socket[LINE]?.isOver === true;
}

/**
 * Runs `last` once all that came whole on a connection is answered and written, as long as
 * something can be written still. node:http keeps back what it was given for a later request until
 * then, and what is written past it would come before that. It also listens no more for errors of a
 * connection that it hands over: one that is reset while it waits, or while `last` writes, would
 * end the process.
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

/** A connection that broke is closed by node:net, and there is nobody to tell. */
function ignore(): void {}

/** Runs `last` after a request that has come whole is answered; at once where none is pending. */
export function afterPending(socket: LinedSocket, last: () => void): void {
  const line = socket[LINE];
  if (line?.pending?.complete === true) line.queue.push(last);
  else last();
}

function lineOf(socket: LinedSocket): Line {
  socket[LINE] ??= { pending: null, queue: [], streams: 0, isOver: false };
  return socket[LINE];
}
