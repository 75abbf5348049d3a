// node:http on one side, Call and Reply on the other. No Request objects on this path. Knows no contracts.

import { isUtf8 } from 'node:buffer';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { StandinError } from '../base/errors.ts';
import { type Body, type Call, noBody, type Reply, readBody } from '../model/call.ts';
import { type ProblemFacts, problemContent, type Trouble } from '../model/problem.ts';

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Answers a call. Called once for each, in the order in which calls are whole. */
  readonly answer: (call: Call) => Reply;
  /** Resolves when calls that bring a body can be answered; `null` when they can already. */
  readonly ready: () => Promise<void> | null;
  /** Bytes of a request body above which it is not kept. */
  readonly bodyBytesMax: () => number;
  /** Within how many milliseconds a request must be whole. */
  readonly requestMs: number;
  /** The shape of what is answered to a message that no rule book sees. */
  readonly shape: () => { readonly error: 'problem' | 'message' | 'empty-object' | 'none'; readonly code: 'situation' | 'none' };
  /** Told of what went wrong inside `answer`. */
  readonly onFailure: (error: unknown, call: Call) => void;
}

export interface Listener {
  readonly host: string;
  readonly port: number;
  /** Takes no more calls, lets those under way end, and cuts what is left after `CLOSE_MS`. */
  close(): Promise<void>;
}

/** How long calls under way may take to end when the listener closes, in milliseconds. */
export const CLOSE_MS = 500;
/** How often connections are looked at for requests that take too long, in milliseconds. */
export const CHECK_MS = 1_000;
/** How many bytes of a body that is too large are still read, so that the client comes to see the answer. */
export const DRAIN_BYTES_MAX = 8_388_608;

/** Listens for HTTP/1.1. Rejects with a StandinError where the port is taken or the host is not of this machine. */
export function listen(options: ListenOptions): Promise<Listener> {
  const streaming = new WeakSet<Socket>();
  const server = createServer({ requestTimeout: options.requestMs, connectionsCheckingInterval: CHECK_MS }, (request, response) =>
    receive(request, response, options, streaming),
  );
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    if (declaredBytes(request) <= options.bodyBytesMax()) response.writeContinue();
    receive(request, response, options, streaming);
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    sendTrouble(response, options, 417, 'unreadable', 'Expect asks for something other than 100-continue');
  });
  server.on('connect', (_request: IncomingMessage, socket: Socket) =>
    endRaw(socket, options, 405, 'unreadable', 'this is no proxy'),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || streaming.has(socket)) socket.destroy();
    else endRaw(socket, options, ...troubleOf(error));
  });
  return start(server, options);
}

function start(server: Server, options: ListenOptions): Promise<Listener> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toListenError(error, options)));
    server.listen(options.port, options.host, () => {
      const { port } = server.address() as AddressInfo;
      resolve({ host: options.host, port, close: () => close(server) });
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function toListenError(error: NodeJS.ErrnoException, { host, port }: ListenOptions): unknown {
  if (error.code === 'EADDRINUSE') {
    return new StandinError(
      'port-taken',
      `port ${port} on ${host} is in use`,
      'End what uses it, or choose another with --port; 0 takes any free one.',
    );
  }
  if (error.code === 'EACCES')
    return new StandinError('port-taken', `port ${port} may not be used by this user`, 'Choose one above 1023 with --port.');
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN') {
    return new StandinError('host-unusable', `${host} is not an address of this machine`, 'Leave --host out for 127.0.0.1.');
  }
  return error;
}

function receive(request: IncomingMessage, response: ServerResponse, options: ListenOptions, streaming: WeakSet<Socket>): void {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    respond(request, response, options, noBody, streaming);
    return;
  }
  const bytesMax = options.bodyBytesMax();
  if (declaredBytes(request) > bytesMax) {
    respondOversized(request, response, options, bytesMax, streaming);
    return;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= bytesMax) chunks.push(chunk);
    else if (chunks.length > 0 || bytes - chunk.length <= bytesMax) {
      chunks.length = 0;
      respondOversized(request, response, options, bytesMax, streaming);
    }
  });
  request.on('end', () => {
    if (bytes > bytesMax) return;
    const whole = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    const body = readBody(isUtf8(whole) ? whole.toString() : null);
    const pending = options.ready();
    if (pending === null) respond(request, response, options, body, streaming);
    else void pending.then(() => respond(request, response, options, body, streaming));
  });
  request.on('error', ignore);
}

/** A client that goes away in the middle of a body is no fault; the connection ends with it, and nothing was done. */
function ignore(): void {}

/** The answer goes out at once; what the client still sends is read and dropped up to a bound, then the connection ends. */
function respondOversized(
  request: IncomingMessage,
  response: ServerResponse,
  options: ListenOptions,
  bytesMax: number,
  streaming: WeakSet<Socket>,
): void {
  let drained = 0;
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    if (drained > DRAIN_BYTES_MAX) request.destroy();
  });
  request.on('error', ignore);
  response.shouldKeepAlive = false;
  respond(request, response, options, { kind: 'oversized', bytesMax }, streaming);
}

function respond(
  request: IncomingMessage,
  response: ServerResponse,
  options: ListenOptions,
  body: Body,
  streaming: WeakSet<Socket>,
): void {
  const call = toCall(request, body);
  let reply: Reply;
  try {
    reply = options.answer(call);
  } catch (error) {
    options.onFailure(error, call);
    sendTrouble(response, options, 500, 'failed', 'this is a fault of Standin, not of the request');
    return;
  }
  send(request, response, reply, streaming);
}

function toCall(request: IncomingMessage, body: Body): Call {
  const url = request.url ?? '/';
  const target = url.charCodeAt(0) === SLASH ? url : originForm(url);
  const mark = target.indexOf('?');
  return {
    method: request.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: request.headers,
    body,
  };
}

const SLASH = 47;

/** Takes the path out of an absolute request target (RFC 9112 section 3.2.2). */
function originForm(url: string): string {
  const rest = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1];
  if (rest === undefined) return url;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function send(request: IncomingMessage, response: ServerResponse, reply: Reply, streaming: WeakSet<Socket>): void {
  const { status, body } = reply;
  const isBodiless = status === 204 || status === 304;
  if (body.kind === 'pieces') {
    response.writeHead(status, reply.headers as string[]);
    if (request.method === 'HEAD') response.end();
    else void sendPieces(response, body.pieces(), streaming);
    return;
  }
  const bytes = body.kind === 'none' ? 0 : body.bytes;
  const headers = isBodiless ? reply.headers : [...reply.headers, 'content-length', String(bytes)];
  response.writeHead(status, headers as string[]);
  if (body.kind === 'none' || isBodiless || request.method === 'HEAD') response.end();
  // Text of as many bytes as characters is ASCII, which is written without being transcoded.
  else response.end(body.text, bytes === body.text.length ? 'latin1' : 'utf8');
}

/** Sends piece by piece, as fast as the client reads and no faster. */
async function sendPieces(response: ServerResponse, pieces: Iterator<string>, streaming: WeakSet<Socket>): Promise<void> {
  const { socket } = response;
  if (socket !== null) streaming.add(socket);
  for (let piece = pieces.next(); piece.done !== true; piece = pieces.next()) {
    if (response.destroyed) return;
    if (!response.write(piece.value)) await drained(response);
  }
  response.end();
  if (socket !== null) streaming.delete(socket);
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}

function declaredBytes(request: IncomingMessage): number {
  return Number(request.headers['content-length'] ?? 0);
}

function troubleOf(error: NodeJS.ErrnoException): [status: number, trouble: Trouble, detail: string] {
  switch (error.code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'late', 'the request was not whole in time'];
    case 'HPE_HEADER_OVERFLOW':
      return [431, 'unreadable', 'the header fields are too large together'];
    case 'HPE_INVALID_EOF_STATE':
      return [400, 'unreadable', 'the connection ended in the middle of the request'];
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return [413, 'unreadable', 'the chunk extensions are too large'];
    default:
      return [400, 'unreadable', 'this is no well-formed HTTP/1.1 request'];
  }
}

function sendTrouble(response: ServerResponse, options: ListenOptions, status: number, trouble: Trouble, detail: string): void {
  const { type, text } = troubleBody(options, status, trouble, detail);
  response.shouldKeepAlive = false;
  if (!response.headersSent)
    response.writeHead(status, ['content-type', type, 'content-length', String(Buffer.byteLength(text))]);
  response.end(text);
}

function endRaw(socket: Socket, options: ListenOptions, status: number, trouble: Trouble, detail: string): void {
  const { type, text } = troubleBody(options, status, trouble, detail);
  const head = `HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}\r\nContent-Type: ${type}\r\nContent-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n`;
  socket.end(head + text, () => socket.destroySoon());
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  413: 'Content Too Large',
  431: 'Request Header Fields Too Large',
};

function troubleBody(options: ListenOptions, status: number, trouble: Trouble, detail: string): { type: string; text: string } {
  const { error, code } = options.shape();
  const facts: ProblemFacts = { situation: trouble, status, detail, remedy: null, errors: [] };
  const content = problemContent(facts, error, code);
  if (content.kind === 'problem') return { type: 'application/problem+json', text: JSON.stringify(content.value) };
  return { type: 'application/json', text: content.kind === 'json' ? JSON.stringify(content.value) : '' };
}
