// Converts between node:http and Call and Reply. Creates no Request objects. Knows no contracts.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Http2SecureServer } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { StandinError } from '../../base/errors.ts';
import type { HoldSlot } from '../../base/hold.ts';
import type { Call, Reply } from '../../model/message/call.ts';
import { createServer } from '../node-http.ts';
import { openFastPath } from './fast-path.ts';
import { type InternalRoutes, isInternal } from './internal-routes.ts';
import {
  endRaw,
  type ProtocolErrorFacts,
  type ProtocolErrorShape,
  protocolErrorOf,
  sendProtocolError,
  unreadable,
} from './protocol-errors.ts';
import { declaredBytes, receive } from './receive.ts';
import {
  afterAnswers,
  arrivingResponse,
  isFinished,
  isWriteClosed,
  markFinished,
} from './request-order.ts';
import type { ListenerContext, OnFate } from './respond.ts';
import type { TlsIdentity } from './secure.ts';
import { asMessages, isStreamed, limitStream } from './streams.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Answers a call. Called once for each, in the order of the calls on a connection. */
  readonly answer: (call: Call) => Reply;
  /** Resolves when the blocking work for a call with a query is done; `null` if there is none. */
  readonly prepare?: (call: Call) => Promise<void> | null;
  /** Resolves when calls that bring a body can be answered; `null` when they can already. */
  readonly ready: () => Promise<void> | null;
  /** Bytes of a request body above which it is not kept. */
  readonly bodyBytesMax: () => number;
  /** Whether compressed bodies are decoded. They are not if absent. */
  readonly decodes?: () => boolean;
  /** Within how many milliseconds a request must be whole. */
  readonly requestMs: number;
  /** The shape of errors for messages that the rule book does not see. */
  readonly shape: () => ProtocolErrorShape;
  /** Called for each reply to a message that the rule book did not see. */
  readonly onTrouble?: (facts: ProtocolErrorFacts) => void;
  /** Called with errors inside `answer`, and with errors while a reply was sent. */
  readonly onFailure: (error: unknown, call: Call) => void;
  /** Called with the fate of each reply with a `delivery`: it began, or why it never will. */
  readonly onFate?: OnFate;
  /** The breakpoints, if a page can set some. */
  readonly hold?: HoldSlot;
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
  /** Goes on to answer, but ends each connection of HTTP/1.1 with its next answer. */
  drain(): void;
  /** Refuses new calls, lets active ones end, and cuts the rest after a time, by default `CLOSE_MS`. */
  close(graceMs?: number): Promise<void>;
}

/** How long calls under way may take to end when the listener closes, in milliseconds. */
export const CLOSE_MS = 500;
/** How often connections without a call are ended meanwhile, in milliseconds. */
const IDLE_MS = 50;
/** Interval at which connections are checked for slow requests, in milliseconds. */
export const CHECK_MS = 1_000;

/**
 * Listens for HTTP/1.1, or with `tls` for HTTP/2 and HTTP/1.1 over TLS. Rejects with a StandinError
 * if the port is taken or the host is not on this machine.
 */
export async function listen(options: ListenOptions): Promise<Listener> {
  let isCutting = false;
  const ended = new AbortController();
  const side = options.side === undefined ? {} : { side: untilEnd(options.side, ended.signal) };
  const context: ListenerContext = { ...options, ...side, isCutting: () => isCutting };
  const cutting = ({ drain, close, cut }: Ending): Ending => ({
    drain,
    close() {
      ended.abort();
      close();
    },
    cut() {
      isCutting = true;
      cut();
    },
  });
  // `receive` checks Host, so that its absence is answered like every other error. Repeated fields
  // are joined; otherwise the second would be dropped silently.
  const rules = {
    requestTimeout: options.requestMs,
    headersTimeout: options.requestMs,
    connectionsCheckingInterval: CHECK_MS,
    requireHostHeader: false,
    joinDuplicateHeaders: true,
    // The stream of a request without a body ends unread. Node 22 would let it run.
    optimizeEmptyRequests: true,
  };
  if (options.tls === undefined) {
    const server = createServer(rules, (request, response) => receive(context, request, response));
    attend(server, context, options);
    const fast = openFastPath(server, context);
    return start(
      server,
      options,
      cutting({
        drain: () => fast.end(),
        close() {
          fast.end();
          fast.close();
          server.closeIdleConnections();
        },
        cut() {
          fast.cut();
          server.closeAllConnections();
        },
      }),
    );
  }
  const { createTlsServer, followSessions } = await import('./secure.ts');
  const server = Object.assign(createTlsServer({ ...options, tls: options.tls }), rules);
  server.on('request', (...given) => {
    const [request, response] = asMessages(...given);
    limitStream(request, response, { ...options, requestMs: server.requestTimeout });
    receive(context, request, response);
  });
  attend(server, context, options);
  return start(server, options, cutting({ drain: () => undefined, ...followSessions(server) }));
}

/** Streams of the page would go on for ever. */
function untilEnd({ prefix, answer }: InternalRoutes, end: AbortSignal): InternalRoutes {
  return {
    prefix,
    answer: (call) => answer({ ...call, signal: AbortSignal.any([call.signal, end]) }),
  };
}

/** Handles the other events of node:http. */
function attend(
  server: Server | Http2SecureServer,
  context: ListenerContext,
  options: ListenOptions,
): void {
  // A client may close its side after its request and still gets its reply (RFC 9112 section 9.6).
  Object.assign(server, { httpAllowHalfOpen: true });
  const on = (event: string, tell: (...given: never) => void): void =>
    void (server as Server).on(event, tell as never);
  on('checkContinue', (...given: Parameters<typeof asMessages>) => {
    const [request, response] = asMessages(...given);
    // Internal routes have their own limit and report it when the body is there.
    const isBeside = options.side !== undefined && isInternal(options.side, request.url ?? '/');
    if (isBeside || declaredBytes(request) <= options.bodyBytesMax()) response.writeContinue();
    receive(context, request, response);
  });
  on('checkExpectation', (...given: Parameters<typeof asMessages>) =>
    receive(context, ...asMessages(...given), STRANGE_EXPECTATION),
  );
  on('connect', (request: IncomingMessage, socket: Socket | ServerResponse) => {
    const facts = unreadable(405, 'this server is not a proxy');
    if (isStreamed(request)) tellLast(options, facts, socket as ServerResponse);
    else afterAnswers(socket as Socket, () => tellLast(options, facts, socket as Socket));
  });
  on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => meet(options, error, socket));
}

const STRANGE_EXPECTATION = unreadable(417, 'Expect asks for something other than 100-continue');

/** Connections whose parser failed: it fails again with each piece, and was reported once. */
const broken = new WeakSet<Socket>();

/** Answers a message that the parser refused, after all complete requests before it. */
function meet(options: ListenOptions, error: NodeJS.ErrnoException, socket: Socket): void {
  // The connection drops what follows a request that closes it (RFC 9112 section 9.6); the parser
  // of Node 22 reports that as an error.
  if (error.code === 'HPE_CLOSED_CONNECTION') return;
  const isFirst = !broken.has(socket);
  broken.add(socket);
  const response = isFirst && socket.writable ? arrivingResponse(socket) : null;
  if (error.code === 'ECONNRESET') socket.destroy();
  else if (response !== null) tellLast(options, protocolErrorOf(error), response);
  else if (!isFirst || isFinished(socket)) {
    // An answer that closes the connection is on its way. It had its time.
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') socket.destroy();
  } else if (!socket.writable || isWriteClosed(socket)) socket.destroy();
  else afterAnswers(socket, () => tellLast(options, protocolErrorOf(error), socket));
}

/** Sends an error as the last reply of a connection. */
function tellLast(
  options: ListenOptions,
  facts: ProtocolErrorFacts,
  to: ServerResponse | Socket,
): void {
  options.onTrouble?.(facts);
  if ('writeHead' in to) sendProtocolError(to, options.shape(), facts);
  else {
    // Otherwise node:http would read the rest of a request that it refused as too late.
    markFinished(to);
    endRaw(to, options.shape(), facts);
  }
}

/** How the connections of a server end: those that are idle, and then all. */
interface Ending {
  /** Called before the first connection that ends with its next answer. */
  readonly drain: () => void;
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
        drain() {
          ending.drain();
          server.prependListener('request', endConnection);
        },
        close: (graceMs = CLOSE_MS) => close(server, ending, graceMs),
      });
    });
  });
}

/** Sends `Connection: close`. Sessions of HTTP/2 are told when the listener closes. */
function endConnection(_request: unknown, response: object): void {
  if ('shouldKeepAlive' in response) response.shouldKeepAlive = false;
}

function close(server: Server | Http2SecureServer, ending: Ending, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(ending.cut, graceMs);
    const idle = setInterval(ending.close, IDLE_MS);
    server.close(() => {
      clearTimeout(cut);
      clearInterval(idle);
      // Connections that were cut report their end first, at the end of this turn.
      setImmediate(() => setImmediate(resolve));
    });
    ending.close();
  });
}

/** Returns the error for a port that cannot be listened on. */
export function toListenError(
  error: NodeJS.ErrnoException,
  { host, port }: Pick<ListenOptions, 'host' | 'port'>,
): unknown {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StandinError(
        'port-taken',
        `port ${port} on ${host} is in use`,
        'End the process that uses it, or choose another port (--port); 0 selects a free one.',
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
        'Leave out --host to use 127.0.0.1.',
      );
    default:
      return error;
  }
}
