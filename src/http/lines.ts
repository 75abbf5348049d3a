// The order on each connection: whoever sends several requests at once is answered one after the other, and nothing that is no answer
// is written into one. Most connections never need it, and cost one look.

import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

interface Line {
  /** The request whose body is being read or whose answer waits; those behind it wait in the queue. */
  pending: IncomingMessage | null;
  queue: (() => void)[];
  /** How many long answers are under way. */
  streams: number;
  /** Nothing more is said on this connection. */
  isOver: boolean;
}

export interface Lines {
  /** Runs `turn` once nothing is pending on the connection of a request: at once, or later. */
  inTurn(request: IncomingMessage, turn: () => void): void;
  /** Makes requests behind this one wait. */
  hold(request: IncomingMessage): void;
  /** Lets those go on that waited for the one that was held. */
  release(socket: Socket): void;
  beginStream(socket: Socket): void;
  endStream(socket: Socket): void;
  /** Says that nothing more may be written to a connection but what is under way. */
  finish(socket: Socket): void;
  /** Says whether nothing more may be written: it was finished, or a long answer is under way. */
  isClosed(socket: Socket): boolean;
  /** Runs `last` after a request that has come whole is answered; at once where none is pending. */
  afterPending(socket: Socket, last: () => void): void;
}

/** Makes the order of connections. It forgets those that are gone. */
export function createLines(): Lines {
  const lines = new WeakMap<Socket, Line>();
  const lineOf = (socket: Socket): Line => {
    const line = lines.get(socket) ?? { pending: null, queue: [], streams: 0, isOver: false };
    lines.set(socket, line);
    return line;
  };
  return {
    inTurn(request, turn) {
      const line = lines.get(request.socket);
      if (line === undefined || line.pending === null) turn();
      else line.queue.push(turn);
    },
    hold(request) {
      lineOf(request.socket).pending = request;
    },
    release(socket) {
      const line = lineOf(socket);
      line.pending = null;
      while (line.pending === null) {
        const next = line.queue.shift();
        if (next === undefined) return;
        next();
      }
    },
    beginStream(socket) {
      lineOf(socket).streams++;
    },
    endStream(socket) {
      lineOf(socket).streams--;
    },
    finish(socket) {
      lineOf(socket).isOver = true;
    },
    isClosed(socket) {
      const line = lines.get(socket);
      return line !== undefined && (line.isOver || line.streams > 0);
    },
    afterPending(socket, last) {
      const line = lines.get(socket);
      if (line?.pending?.complete === true) line.queue.push(last);
      else last();
    },
  };
}
