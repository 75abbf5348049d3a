// node:http on one side, Call and Reply on the other. No Request objects on this path. Knows no
// contracts.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Http2SecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { StandinError } from '../../base/errors.ts';
import type { Call, Reply } from '../../model/message/call.ts';
import type { DeliveryFate } from '../../model/message/delivery.ts';
import { type InternalRoutes, isInternal } from './internal-routes.ts';
import {
  endRaw,
  type ProtocolErrorFacts,
  type ProtocolErrorShape,
  protocolErrorOf,
  sendProtocolError,
} from './protocol-errors.ts';
import { declaredBytes, receive } from './receive.ts';
import { afterAnswers, isClosed, isOver, unanswered } from './request-order.ts';
import type { Front } from './respond.ts';
import type { TlsIdentity } from './secure.ts';
import { asMessages, isStreamed, limitStream } from './streams.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Answers a call. Called once for each, in the order in which the calls of a connection came. */
  readonly answer: (call: Call) => Reply;
  /**
   * Resolves when what would keep other calls waiting is done for a call that has a query; `null`
   * where there is no such work.
   */
  readonly prepare?: (call: Call) => Promise<void> | null;
  /** Resolves when calls that bring a body can be answered; `null` when they can already. */
  readonly ready: () => Promise<void> | null;
  /** Bytes of a request body above which it is not kept. */
  readonly bodyBytesMax: () => number;
  /** Within how many milliseconds a request must be whole. */
  readonly requestMs: number;
  /** The shape of what is answered to a message that no rule book sees. */
  readonly shape: () => ProtocolErrorShape;
  /** Told of each answer to a message that no rule book saw. */
  readonly onTrouble?: (facts: ProtocolErrorFacts) => void;
  /** Told of what went wrong inside `answer`, or while its answer was sent. */
  readonly onFailure: (error: unknown, call: Call) => void;
  /**
   * Told of each reply with a `delivery` what became of it: whether it was begun to be sent, or why
   * it never will be.
   */
  readonly onFate?: (reply: Reply, fate: 'sent' | DeliveryFate) => void;
  /** Calls that are not of the interface: Standin's own page and API. */
  readonly side?: InternalRoutes;
  /** The certificate and key of a listener for HTTPS; without them it speaks plain HTTP. */
  readonly tls?: TlsIdentity;
}

export interface Listener {
  readonly host: string;
  readonly port: number;
  /** Sets within how many milliseconds a request must be whole, from now on. */
  limitTime(requestMs: number): void;
  /** Takes no more calls, lets those under way end, and cuts what is left after `CLOSE_MS`. */
  close(): Promise<void>;
}

/** How long calls under way may take to end when the listener closes, in milliseconds. */
export const CLOSE_MS = 500;
/** How often connections are looked at for requests that take too long, in milliseconds. */
export const CHECK_MS = 1_000;

/**
 * Listens for HTTP/1.1, or with `tls` for HTTP/2 and HTTP/1.1 over TLS. Rejects with a StandinError
 * where the port is taken or the host is not of this machine.
 */
export async function listen(options: ListenOptions): Promise<Listener> {
  let isCutting = false;
  const front: Front = { ...options, isCutting: () => isCutting };
  const cutting = ({ close, cut }: Ending): Ending => ({
    close,
    cut() {
      isCutting = true;
      cut();
    },
  });
  // Whether there is one good Host is looked at in `receive`, so that its absence is answered like
  // every other trouble; fields that are given twice are joined, or the second one would be dropped
  // unseen.
  const rules = {
    requestTimeout: options.requestMs,
    headersTimeout: options.requestMs,
    connectionsCheckingInterval: CHECK_MS,
    requireHostHeader: false,
    joinDuplicateHeaders: true,
    // The stream of a request that brings no body ends before it begins: nobody reads it. Node 22
    // does not know of it, and lets it run.
    optimizeEmptyRequests: true,
  };
  if (options.tls === undefined) {
    const server = createServer(rules, (request, response) => receive(front, request, response));
    attend(server, front, options);
    return start(
      server,
      options,
      cutting({
        close: () => server.closeIdleConnections(),
        cut: () => server.closeAllConnections(),
      }),
    );
  }
  const { createTlsServer, followSessions } = await import('./secure.ts');
  const server = Object.assign(createTlsServer({ ...options, tls: options.tls }), rules);
  server.on('request', (...given) => {
    const [request, response] = asMessages(...given);
    limitStream(request, response, { ...options, requestMs: server.requestTimeout });
    receive(front, request, response);
  });
  attend(server, front, options);
  return start(server, options, cutting(followSessions(server)));
}

/** Sees to what node:http tells beside requests. */
function attend(server: Server | Http2SecureServer, front: Front, options: ListenOptions): void {
  // A client may close its side once it has asked, and is answered all the same (RFC 9112 section
  // 9.6).
  Object.assign(server, { httpAllowHalfOpen: true });
  const on = (event: string, tell: (...given: never) => void): void =>
    void (server as Server).on(event, tell as never);
  on('checkContinue', (...given: Parameters<typeof asMessages>) => {
    const [request, response] = asMessages(...given);
    // Whoever answers beside has a bound of its own, and tells of it when the body is there.
    const isBeside = options.side !== undefined && isInternal(options.side, request.url ?? '/');
    if (isBeside || declaredBytes(request) <= options.bodyBytesMax()) response.writeContinue();
    receive(front, request, response);
  });
  on('checkExpectation', (...given: Parameters<typeof asMessages>) =>
    receive(front, ...asMessages(...given), STRANGE_EXPECTATION),
  );
  on('connect', (request: IncomingMessage, socket: Socket | ServerResponse) => {
    const facts = { status: 405, trouble: 'unreadable', detail: 'this is no proxy' } as const;
    if (isStreamed(request)) tellLast(options, facts, socket as ServerResponse);
    else afterAnswers(socket as Socket, () => tellLast(options, facts, socket as Socket));
  });
  on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => meet(options, error, socket));
}

const STRANGE_EXPECTATION: ProtocolErrorFacts = {
  status: 417,
  trouble: 'unreadable',
  detail: 'Expect asks for something other than 100-continue',
};

/**
 * Connections on which the parser gave up: it tells so again with each piece that comes, and there
 * is no more to say.
 */
const broken = new WeakSet<Socket>();

/** Answers what the parser refused, in its turn: what came whole before it is answered before. */
function meet(options: ListenOptions, error: NodeJS.ErrnoException, socket: Socket): void {
  // What comes behind a request that closes the connection is dropped (RFC 9112 section 9.6); the
  // parser of Node 22 complains of it.
  if (error.code === 'HPE_CLOSED_CONNECTION') return;
  const isFirst = !broken.has(socket);
  broken.add(socket);
  const response = isFirst && socket.writable ? unanswered(socket) : null;
  if (error.code === 'ECONNRESET') socket.destroy();
  else if (response !== null) tellLast(options, protocolErrorOf(error), response);
  else if (!isFirst || isOver(socket)) {
    // An answer that closes the connection is on its way. It had its time.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.destroy();
  } else if (!socket.writable || isClosed(socket)) socket.destroy();
  else afterAnswers(socket, () => tellLast(options, protocolErrorOf(error), socket));
}

/** Tells trouble as the last answer of a connection. */
function tellLast(
  options: ListenOptions,
  facts: ProtocolErrorFacts,
  to: ServerResponse | Socket,
): void {
  options.onTrouble?.(facts);
  if ('writeHead' in to) sendProtocolError(to, options.shape(), facts);
  else endRaw(to, options.shape(), facts);
}

/** How the connections of a server end: those that are idle, and then all. */
interface Ending {
  readonly close: () => void;
  readonly cut: () => void;
}

function start(
  server: Server | Http2SecureServer,
  options: ListenOptions,
  ending: Ending,
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toListenError(error, options)));
    server.listen(options.port, options.host, () => {
      const { port } = server.address() as AddressInfo;
      resolve({
        host: options.host,
        port,
        limitTime: (requestMs) =>
          Object.assign(server, { requestTimeout: requestMs, headersTimeout: requestMs }),
        close: () => close(server, ending),
      });
    });
  });
}

function close(server: Server | Http2SecureServer, ending: Ending): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(ending.cut, CLOSE_MS);
    server.close(() => {
      clearTimeout(cut);
      // What connections that were cut tell at their end comes first: their handles are closed at
      // the end of this turn of the loop.
      setImmediate(() => setImmediate(resolve));
    });
    ending.close();
  });
}

/** Gives what is thrown where a port cannot be listened on. */
export function toListenError(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<ListenOptions, 'host' | 'port'>,
): unknown {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StandinError(
        'port-taken',
        `port ${port} on ${host} is in use`,
        'End what uses it, or choose another port (--port); 0 takes any free one.',
      );
    case 'EACCES':
      return new StandinError(
        'port-taken',
        `port ${port} may not be used by this user`,
        'Choose one above 1023 (--port).',
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new StandinError(
        'host-unusable',
        `${host} is not an address of this machine`,
        'Leave the host (--host) out for 127.0.0.1.',
      );
    default:
      return error;
  }
}
