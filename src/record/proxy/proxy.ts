// A reverse proxy for one service: forwards every request there and nowhere else, and returns the
// reply unchanged. Only Host and the fields about one connection are its own. Follows no
// redirection, stores nothing, judges nothing.

import type { AgentOptions, IncomingMessage, Server, ServerResponse } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { HoldSlot } from '../../base/hold.ts';
import type { BaseUrl } from '../../http/client/base-url.ts';
import { Agent, createServer } from '../../http/node-http.ts';
import {
  type InternalRoutes,
  isInternal,
  receiveInternal,
} from '../../http/server/internal-routes.ts';
import { CHECK_MS, toListenError } from '../../http/server/listener.ts';
import {
  endRaw,
  type ParserError,
  type ProtocolErrorFacts,
  protocolErrorOf,
  unreadable,
} from '../../http/server/protocol-errors.ts';
import {
  afterAnswers,
  afterPending,
  holdLaterRequests,
  isPending,
  isWriteClosed,
  markFinished,
  releaseLaterRequests,
  runAfterPending,
  trackResponse,
} from '../../http/server/request-order.ts';
import { send } from '../../http/server/send.ts';
import { asksForChange } from '../../http/server/streams.ts';
import { type ProxyRefusal, recorderReply } from './failure.ts';
import { Forwarding, HEADER_BYTES_MAX, hasBody, type Upstream } from './forward.ts';
import { holdRequest } from './held.ts';
import { refuse, tunnel } from './tunnel.ts';
import { originForm, whyUnsafe } from './unsafe-message.ts';
import type { BeginWatch, RawFields, RequestHead } from './watch.ts';

export interface ProxyOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly base: BaseUrl;
  /** The accepted host names, as `acceptedHostNames` returns them. */
  readonly names: ReadonlySet<string>;
  /** Header fields that replace those of every request: names in lower case and values in turn. */
  readonly added: RawFields;
  /** Query parameters added to every request, encoded. Never reported. */
  readonly query?: string;
  /** Maximum time until the reply of the service begins, in milliseconds. */
  readonly answerMs: number;
  /** Maximum time for the head of a request, in milliseconds. Defaults to `HEAD_MS`. */
  readonly headMs?: number;
  /** Called with each request, including those that are refused here. */
  readonly begin: BeginWatch;
  /** Called with each message that is answered here because it is not a valid request. */
  readonly onTrouble: (facts: ProtocolErrorFacts) => void;
  /** The requests to Standin itself, which are not forwarded. */
  readonly side?: InternalRoutes;
  /** The breakpoints, if a page can set some. */
  readonly hold?: HoldSlot;
  /** Called with errors of `side`. */
  readonly onFailure?: (error: unknown) => void;
}

export interface RunningProxy {
  readonly host: string;
  readonly port: number;
  /** Tries to connect to the service. `loop`: the address is this proxy's own. */
  probe(): Promise<'reachable' | 'unreachable' | 'loop'>;
  /** Stops accepting requests, and cuts open ones after `CLOSE_MS`. */
  close(): Promise<void>;
}

/** How long open requests may continue when the proxy closes, in milliseconds. */
export const CLOSE_MS = 200;
/** Maximum time for the head of a request, in milliseconds, also for the first on a connection. */
export const HEAD_MS = 60_000;
/** How long an idle connection to the service is kept, in milliseconds: less than services do. */
const IDLE_MS = 2_000;
/** How long the connection attempt of `probe` may take, in milliseconds. */
const PROBE_MS = 2_000;

/** Starts a proxy. Rejects with a StandinError if the port or host cannot be used. */
export function createProxy(options: ProxyOptions): Promise<RunningProxy> {
  const { base } = options;
  const agent = createAgent(base, { timeout: IDLE_MS });
  // Both agents ask to keep the connection: the service sees no difference.
  const fresh = createAgent(base, {});
  fresh.keepSocketAlive = () => false;
  const upstream: Upstream = {
    base,
    agent,
    fresh,
    added: options.added,
    query: options.query ?? '',
    answerMs: options.answerMs,
    host: base.origin.slice(base.origin.indexOf('//') + 2),
  };
  const connections: OpenConnections = {
    ends: new Set(),
    forwarded: new WeakMap(),
    broken: new WeakMap(),
    refused: new WeakSet(),
  };
  const { ends } = connections;
  const server = createServer({
    // A body has no timeout; while it is silent, the timeout of the reply applies. With `0` alone,
    // heads would have no timeout either.
    requestTimeout: 0,
    headersTimeout: options.headMs ?? HEAD_MS,
    connectionsCheckingInterval: CHECK_MS,
    // Node would refuse a request without Host, and report it nowhere.
    maxHeaderSize: HEADER_BYTES_MAX,
    requireHostHeader: false,
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
  });
  server.maxHeadersCount = 0;
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    trackResponse(request, response);
    if (options.side !== undefined && isInternal(options.side, request.url ?? '/')) {
      receiveInternal(options.side, request, response, options.onFailure ?? (() => undefined));
      return;
    }
    // Requests of one connection are handled one after the other, in their order.
    const turn = (): void => {
      // A request after a reply that closes the connection is not forwarded: it could get no reply.
      if (request.socket.writable && !connections.refused.has(request.socket))
        forward(options, upstream, connections, request, response);
    };
    if (isPending(request.socket)) runAfterPending(request.socket, turn);
    else turn();
  };
  server.on('request', take).on('checkContinue', take).on('checkExpectation', take);
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    afterAnswers(socket, () => {
      if (!connections.refused.has(socket))
        forwardUpgrade(options, upstream, ends, { request, socket, head });
    });
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) => {
    const facts = unreadable(405, 'this recorder connects to one service only');
    afterAnswers(socket, () => {
      if (connections.refused.has(socket)) return;
      options.onTrouble(facts);
      endRaw(socket, SHAPE, facts);
    });
  });
  server.on('clientError', (error: ParserError, socket: Socket) =>
    handleParserError(options, connections, error, socket),
  );
  return listen(server, options, [agent, fresh], ends);
}

/** Forwards a request to upgrade the connection to WebSocket. */
function forwardUpgrade(
  options: ProxyOptions,
  upstream: Upstream,
  ends: Set<() => void>,
  { request, socket, head }: UpgradeRequest,
): void {
  const refusal = hasBody(request) ? BODY_BEFORE_UPGRADE : whyUnsafe(request, options);
  if (refusal !== null) {
    watchRefusal(options, request, refusal);
    refuse(socket, refusal);
    return;
  }
  const target = originForm(request.url ?? '/');
  const watch = options.begin(headOf(request, target), 'sent');
  const end = tunnel(upstream, request, socket, head, target, watch);
  ends.add(end);
  socket.on('close', () => ends.delete(end));
}

/**
 * The bytes after such a request belong to the other protocol, so a body would be ambiguous. Node
 * 22 also treats a request to upgrade to any other protocol as one.
 */
const BODY_BEFORE_UPGRADE: ProxyRefusal = {
  status: 400,
  detail: 'a request to change the protocol must not have a body',
};

interface UpgradeRequest {
  readonly request: IncomingMessage;
  readonly socket: Socket;
  /** The bytes after the request. */
  readonly head: Buffer;
}

function createAgent({ protocol }: BaseUrl, options: AgentOptions): Agent {
  const keeping = { ...options, keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  return protocol === 'https:' ? new SecureAgent(keeping) : new Agent(keeping);
}

const SHAPE = { error: 'problem', code: 'none' } as const;

interface OpenConnections {
  /** Functions that end each open exchange. */
  readonly ends: Set<() => void>;
  /** The last forwarded request of each connection. */
  readonly forwarded: WeakMap<Socket, Forwarding>;
  /** Why a connection cannot be read further. */
  readonly broken: WeakMap<Socket, string>;
  /** Connections that end with the current reply: a refused request, or an unsupported upgrade. */
  readonly refused: WeakSet<Socket>;
}

/** Never writes into a reply that is being sent, unless its own request is the unreadable one. */
function handleParserError(
  options: ProxyOptions,
  { forwarded, broken, refused }: OpenConnections,
  error: ParserError,
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  // The parser reports each further chunk, but there is nothing to add.
  if (isWriteClosed(socket)) return;
  markFinished(socket);
  const facts = protocolErrorOf(error);
  const pending = isPending(socket) ? forwarded.get(socket) : undefined;
  if (pending?.isWhole() === false) {
    pending.refuse(facts.detail);
    return;
  }
  // Bytes after `Connection: close` are not a request (RFC 9112 section 9.6) and are dropped.
  const isBehind = error.code === 'HPE_CLOSED_CONNECTION';
  if (!isBehind) broken.set(socket, facts.detail);
  afterPending(socket, () => {
    if (isBehind || refused.has(socket)) socket.destroySoon();
    // Otherwise it was part of a waiting request, which was answered.
    else if (broken.delete(socket)) {
      options.onTrouble(facts);
      if (socket.writable) endRaw(socket, SHAPE, facts);
    }
  });
}

function forward(
  options: ProxyOptions,
  upstream: Upstream,
  { ends, forwarded, broken, refused }: OpenConnections,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { socket } = request;
  if (asksForChange(request)) {
    response.shouldKeepAlive = false;
    refused.add(socket);
  }
  const detail = request.complete ? undefined : broken.get(socket);
  const refusal =
    detail === undefined ? whyUnsafe(request, options) : { status: 400 as const, detail };
  if (refusal !== null) {
    watchRefusal(options, request, refusal);
    response.shouldKeepAlive = false;
    markFinished(socket);
    refused.add(socket);
    if (detail !== undefined) broken.delete(socket);
    send(request, response, recorderReply(refusal));
    return;
  }
  let stop = (): void => void response.destroy();
  const end = (): void => stop();
  ends.add(end);
  holdLaterRequests(request);
  response.on('close', () => {
    ends.delete(end);
    releaseLaterRequests(socket);
  });
  const hold = options.hold?.current ?? null;
  const begin = (sent: IncomingMessage, target: string, note: string | null): void => {
    const watch = options.begin(headOf(sent, target), 'sent');
    const breakpoints = hold === null ? null : { hold, note };
    const forwarding = new Forwarding(upstream, sent, response, target, watch, breakpoints);
    stop = () => forwarding.end('the recorder was ended', 'cut');
    forwarded.set(socket, forwarding);
    forwarding.begin();
  };
  const target = originForm(request.url ?? '/');
  const held = hold === null ? null : holdRequest(hold, request, response, target);
  if (held === null) {
    begin(request, target, null);
    return;
  }
  const goOn = async (): Promise<void> => {
    const next = await held;
    if (next.kind === 'go' && !response.destroyed) {
      begin(next.request, next.target, next.note);
      // One that was too long to be held was paused.
      next.request.resume();
    } else watchEnd(options, request, next.kind === 'dropped' ? next.note : 'the client went away');
    if (next.kind === 'dropped') response.destroy();
  };
  goOn().catch((error: unknown) => {
    options.onFailure?.(error);
    response.destroy();
  });
}

/** Reports a request that has a head and is answered here. */
function watchRefusal(
  options: ProxyOptions,
  request: IncomingMessage,
  { status, detail }: ProxyRefusal,
): void {
  watchEnd(options, request, `refused here with ${status}: ${detail}`);
}

/** Reports a request that ends here. */
function watchEnd(options: ProxyOptions, request: IncomingMessage, trouble: string): void {
  const watch = options.begin(headOf(request, originForm(request.url ?? '/')), 'refused');
  watch.requestEnded();
  watch.ended(trouble);
}

function headOf({ method = '', rawHeaders }: IncomingMessage, target: string): RequestHead {
  return { method, target, fields: rawHeaders };
}

function listen(
  server: Server,
  options: ProxyOptions,
  agents: readonly Agent[],
  ends: Set<() => void>,
): Promise<RunningProxy> {
  const { host, port, base } = options;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(toListenError(error, { host, port })),
    );
    server.listen(port, host, () => {
      const address = server.address() as AddressInfo;
      resolve({
        host,
        port: address.port,
        probe: () => probe(server, base),
        close: () => close(server, agents, ends),
      });
    });
  });
}

function close(
  server: Server,
  agents: readonly Agent[],
  ends: ReadonlySet<() => void>,
): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => {
      for (const end of [...ends]) end();
      server.closeAllConnections();
    }, CLOSE_MS);
    server.close(() => {
      clearTimeout(cut);
      for (const agent of agents) agent.destroy();
      resolve();
    });
    server.closeIdleConnections();
  });
}

function probe(server: Server, base: BaseUrl): Promise<'reachable' | 'unreachable' | 'loop'> {
  return new Promise((resolve) => {
    const taken = new Set<number>();
    const note = (socket: Socket): void => void taken.add(socket.remotePort ?? 0);
    const socket = connect(base.port, base.hostname);
    const settle = (found: 'reachable' | 'unreachable' | 'loop'): void => {
      server.off('connection', note);
      socket.destroy();
      resolve(found);
    };
    server.on('connection', note);
    socket
      .setTimeout(PROBE_MS, () => settle('unreachable'))
      .on('error', () => settle('unreachable'));
    socket.on('connect', () => {
      const { localPort = 0 } = socket;
      const isSamePort = base.port === (server.address() as AddressInfo | null)?.port;
      setTimeout(
        () => settle(taken.has(localPort) ? 'loop' : 'reachable'),
        isSamePort ? LOOP_MS : 0,
      );
    });
  });
}

/** How long this proxy may take to notice a connection to itself, in milliseconds. */
const LOOP_MS = 50;
