// Answers plain requests without the request and response objects of node:http, which cost more than
// the rule book does. The first message that is not plain takes its connection to node:http for good,
// with what was done for it so far.

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type Call, noBody, type Reply, readBody } from '../../model/message/call.ts';
import { type BegunCall, leaveBegun } from './begun-call.ts';
import { isInternal } from './internal-routes.ts';
import { type PlainReply, plainReply } from './plain-reply.ts';
import { type PlainRequest, readPlainRequest } from './plain-request.ts';
import { isWrite } from './receive.ts';
import { type ListenerContext, toCall } from './respond.ts';

export interface FastPath {
  /** Leaves every later request to node:http. */
  end(): void;
  /** Ends the connections on which nothing is under way. */
  close(): void;
  /** Ends all its connections. */
  cut(): void;
}

/**
 * Replies of one turn of the event loop that wait for each other, so that the code of the rule book is
 * fetched once for several calls, and that of the kernel once for several replies.
 */
const REPLIES_WAITING_MAX = 16;

/** node:http keeps a connection open that much longer than it says, in milliseconds. */
const KEEP_ALIVE_BUFFER_MS = 1_000;

/** Takes the new connections of a server. */
export function openFastPath(server: Server, context: ListenerContext): FastPath {
  const path: SharedPath = {
    context,
    persistence: persistenceOf(server),
    firstMs: () => server.headersTimeout,
    keepAliveMs: server.keepAliveTimeout + KEEP_ALIVE_BUFFER_MS,
    connections: new Set(),
    due: [],
    isOpen: true,
    attach: server.listeners('connection').map((attach) => attach.bind(server)),
    onLate: (socket) => void server.emit('clientError', lateError(), socket),
  };
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => new FastConnection(path, socket));
  return {
    end() {
      path.isOpen = false;
    },
    close() {
      sendDue(path);
      for (const { socket } of path.connections) if (socket.writableLength === 0) socket.destroy();
    },
    cut() {
      for (const { socket } of path.connections) socket.destroy();
    },
  };
}

/** The header fields by which node:http says that a connection stays open. */
function persistenceOf({ keepAliveTimeout }: Server): string {
  return `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveTimeout / 1_000)}\r\n`;
}

/** The error of node:http for a connection on which nothing came. */
function lateError(): Error {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}

/** What the connections of a server share. */
interface SharedPath {
  readonly context: ListenerContext;
  readonly persistence: string;
  /** How long a connection may last before its first request, in milliseconds. */
  readonly firstMs: () => number;
  /** How long it may last without another one. */
  readonly keepAliveMs: number;
  readonly connections: Set<FastConnection>;
  /** The connections with a reply that is not sent yet. */
  due: FastConnection[];
  isOpen: boolean;
  readonly attach: readonly ((socket: Socket) => void)[];
  readonly onLate: (socket: Socket) => void;
}

/** A connection on which only plain requests have come, each of which was answered at once. */
class FastConnection {
  readonly socket: Socket;
  private readonly path: SharedPath;
  private isUsed = false;
  private reply: PlainReply | null = null;

  constructor(path: SharedPath, socket: Socket) {
    this.path = path;
    this.socket = socket;
    path.connections.add(this);
    socket.setTimeout(path.firstMs());
    socket
      .on('data', this.take)
      .on('end', this.endToo)
      .on('timeout', this.timeOut)
      .on('error', ignore)
      .on('close', this.forget);
  }

  private readonly take = (chunk: Buffer): void => {
    const { path, socket } = this;
    const { context } = path;
    this.send();
    const request = path.isOpen && socket.writableLength === 0 ? readPlainRequest(chunk) : null;
    if (request === null || mustWait(context, request)) {
      this.handOver(chunk);
      return;
    }
    const call = toCall(
      context,
      request,
      request.text === '' ? noBody : readBody(request.text, 'kept'),
    );
    const begun = begin(context, call);
    if ('kind' in begun) {
      this.handOver(chunk, begun);
      return;
    }
    const reply = plainReply(call.method, begun, path.persistence);
    if (reply === null) {
      this.handOver(chunk, { kind: 'answered', call, answer: () => begun });
      return;
    }
    this.reply = reply;
    if (path.connections.size === 1) this.send();
    else wait(path, this);
    if (this.isUsed) return;
    this.isUsed = true;
    socket.setTimeout(path.keepAliveMs);
  };

  /** Sends the reply that is not sent yet, if there is one. */
  send(): void {
    const { reply } = this;
    if (reply === null) return;
    this.reply = null;
    this.socket.write(reply.text, reply.encoding);
  }

  /** Lets node:http read what has arrived, and all that follows. */
  private handOver(chunk: Buffer, begun?: BegunCall): void {
    const { path, socket } = this;
    this.leave();
    if (begun !== undefined) leaveBegun(socket, begun);
    socket.pause();
    socket.unshift(chunk);
    for (const attach of path.attach) attach(socket);
    socket.resume();
  }

  /** Reads and does nothing more here. */
  private leave(): void {
    this.forget();
    this.socket
      .off('data', this.take)
      .off('end', this.endToo)
      .off('timeout', this.timeOut)
      .off('error', ignore)
      .off('close', this.forget)
      .setTimeout(0);
  }

  private readonly endToo = (): void => {
    this.send();
    this.socket.end();
  };

  private readonly timeOut = (): void => {
    // A client may take its time to read an answer.
    if (this.socket.writableLength > 0) return;
    if (this.isUsed) {
      this.socket.destroy();
      return;
    }
    this.leave();
    this.path.onLate(this.socket);
  };

  private readonly forget = (): void => void this.path.connections.delete(this);
}

/** Sends the reply of a connection at the end of this turn of the event loop, or a little earlier. */
function wait(path: SharedPath, connection: FastConnection): void {
  if (path.due.length === 0) setImmediate(sendDue, path);
  path.due.push(connection);
  if (path.due.length >= REPLIES_WAITING_MAX) sendDue(path);
}

function sendDue(path: SharedPath): void {
  const { due } = path;
  path.due = [];
  for (const connection of due) connection.send();
}

/** A broken connection closes itself. */
function ignore(): void {}

/** Whether a request may have to wait, or is one that the fast path does not know. */
function mustWait(context: ListenerContext, { method, url, bytes }: PlainRequest): boolean {
  const { side, hold, ready, bodyBytesMax } = context;
  if (side !== undefined && isInternal(side, url)) return true;
  if (hold !== undefined && hold.current !== null) return true;
  if (bytes === null && !isWrite(method)) return false;
  return (bytes ?? 0) > bodyBytesMax() || ready() !== null;
}

/** Returns the reply to a call, or what was begun if it must be prepared or failed. */
function begin(context: ListenerContext, call: Call): Reply | BegunCall {
  try {
    const pending = context.prepare?.(call) ?? null;
    return pending === null ? context.answer(call) : { kind: 'prepared', call, pending };
  } catch (error) {
    const fail = (): never => {
      throw error;
    };
    return { kind: 'answered', call, answer: fail };
  }
}
