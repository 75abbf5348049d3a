// Forwards one request to the service, and its reply to the client: both as streams, at the speed
// of the slower side. Never changes a body. Knows no contracts.

import type {
  Agent,
  ClientRequest,
  IncomingMessage,
  OutgoingMessage,
  ServerResponse,
} from 'node:http';
import { request as httpsRequest } from 'node:https';
import { HELD_BYTES_MAX, type Hold } from '../../base/hold.ts';
import { withQuery } from '../../http/client/added-query.ts';
import type { BaseUrl } from '../../http/client/base-url.ts';
import { request as httpRequest } from '../../http/node-http.ts';
import { send, sendAndLinger } from '../../http/server/send.ts';
import { failureOf, recorderReply, TOO_MANY_INTERIM } from './failure.ts';
import { pairsOf, type RequestFieldsOptions, replyFields, requestFields } from './header-fields.ts';
import { holdReply } from './held.ts';
import type { ExchangeWatch, HeldExchange, RawFields } from './watch.ts';

/** How to reach the service. */
export interface Upstream {
  readonly base: BaseUrl;
  /** Reuses connections. */
  readonly agent: Agent;
  /** Opens a new connection for each request. */
  readonly fresh: Agent;
  /** The value of Host for the service. */
  readonly host: string;
  /** Query parameters added to every request, encoded. Never reported. */
  readonly query: string;
  /** Header fields added to every request, lower-case names and values in turn. Never reported. */
  readonly added: RawFields;
  /** Maximum time until the reply begins, in milliseconds. */
  readonly answerMs: number;
}

/** Maximum size of the header fields of one message in bytes; node:http defaults to 16 KiB. */
export const HEADER_BYTES_MAX = 65_536;

/** Maximum number of interim replies to one request: a service may send them without end. */
export const INTERIM_REPLIES_MAX = 1_000;

export class Forwarding {
  private readonly upstream: Upstream;
  private readonly request: IncomingMessage;
  private readonly response: ServerResponse;
  private readonly watch: ExchangeWatch;
  private readonly target: string;
  private outgoing: ClientRequest | null = null;
  private timer: NodeJS.Timeout | undefined;
  private tries = 0;
  /** How many interim replies came. */
  private interim = 0;
  private isOver = false;
  private isLate = false;
  private reply: IncomingMessage | null = null;
  /** What followed a complete reply. */
  private stray: string | null = null;
  private readonly breakpoints: ForwardingBreakpoints | null;
  /** The body of the request, as far as it may be held; only with breakpoints. */
  private readonly sent: Buffer[] = [];
  private sentBytes = 0;
  /** What breakpoints did to the reply. */
  private held: HeldExchange | null = null;
  private isHolding = false;

  constructor(
    upstream: Upstream,
    request: IncomingMessage,
    response: ServerResponse,
    target: string,
    watch: ExchangeWatch,
    breakpoints: ForwardingBreakpoints | null = null,
  ) {
    this.upstream = upstream;
    this.request = request;
    this.response = response;
    this.target = target;
    this.watch = watch;
    this.breakpoints = breakpoints;
  }

  /** Sends the request. It ends in a reply or a cut connection, and in a call of `ended`. */
  begin(): void {
    const { request, response } = this;
    request.on('error', ignore);
    response.on('error', ignore);
    // This event also follows a complete reply; `isOver` is set then.
    response.on('close', () => this.end('the client went away', 'cut'));
    this.send();
    if (hasBody(request)) this.sendBody();
    else this.watch.requestEnded();
  }

  /** Ends the exchange from this side. */
  end(trouble: string, connection: 'cut' | 'keep'): void {
    if (this.isOver) return;
    this.finish(trouble);
    this.outgoing?.destroy();
    if (connection === 'cut') this.response.destroy();
  }

  /** Tells whether the request is complete. */
  isWhole(): boolean {
    return this.request.complete;
  }

  /** Ends a request that turned out to be malformed while it was sent: its meaning is unknown. */
  refuse(detail: string): void {
    if (this.isOver) return;
    const { request, response, outgoing } = this;
    this.finish(`the request is malformed: ${detail}`);
    outgoing?.destroy();
    response.shouldKeepAlive = false;
    if (response.headersSent) this.cut();
    else send(request, response, recorderReply({ status: 400, detail }));
  }

  /** Sends the head if it is still pending. The framing shows that the reply is incomplete. */
  private cut(): void {
    this.response.flushHeaders();
    this.request.socket.destroySoon();
  }

  private send(): void {
    const { upstream, request, target } = this;
    this.tries++;
    this.wait();
    try {
      const outgoing = openRequest(upstream, request, target, {
        // If a reused connection ends, it is unknown whether the service handled the request. Only
        // safe requests may be sent again.
        agent: this.tries === 1 && isRepeatable(request) ? upstream.agent : upstream.fresh,
        upgrade: 'none',
        length: needsLength(request) ? 'say-zero' : 'as-it-came',
      });
      this.outgoing = outgoing;
      outgoing.on('response', (reply) => this.receive(reply));
      outgoing.on('information', (info) =>
        this.inform(info.statusCode, info.statusMessage, info.rawHeaders),
      );
      outgoing.on('upgrade', (_reply, socket) => {
        socket.destroy();
        this.fail(Object.assign(new Error(), { code: 'HPE_UPGRADE' }));
      });
      outgoing.on('error', (error) => this.fail(error));
      if (!hasBody(request)) outgoing.end();
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error());
    }
  }

  private sendBody(): void {
    const { request, watch } = this;
    const outgoing = (): ClientRequest | null =>
      this.outgoing?.destroyed === false ? this.outgoing : null;
    const write = this.outgoing === null ? null : writerTo(this.outgoing);
    request.on('data', (chunk: Buffer) => {
      watch.requestBytes(chunk);
      if (this.breakpoints !== null) this.keep(chunk);
      if (this.reply === null) this.timer?.refresh();
      // After the service closed its side, the body is read and dropped: the client sees the reply.
      if (outgoing() !== null && write?.(chunk) === false) request.pause();
    });
    this.outgoing?.on('drain', () => request.resume()).on('close', () => request.resume());
    request.on('end', () => {
      watch.requestEnded();
      if (request.rawTrailers.length > 0) outgoing()?.addTrailers(pairsOf(request.rawTrailers));
      outgoing()?.end();
    });
  }

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.isLate = true;
      this.outgoing?.destroy(new Error('late'));
    }, this.upstream.answerMs);
  }

  /** Forwards an interim reply at once (RFC 9110 section 15.2). HTTP/1.0 has none. */
  private inform(status: number, reason: string, fields: RawFields): void {
    const { request, response, outgoing } = this;
    this.timer?.refresh();
    if (this.isOver) return;
    this.interim++;
    if (this.interim > INTERIM_REPLIES_MAX) {
      this.fail(Object.assign(new Error(), { code: TOO_MANY_INTERIM }));
      return;
    }
    if (response.headersSent || request.httpVersion === '1.0') return;
    if (status === 100) {
      if (request.headers.expect !== undefined) response.writeContinue();
      return;
    }
    const lines = pairsOf(replyFields(fields, 'none')).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    const text = `HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n`;
    const { socket } = response;
    if (socket === null || socket.write(text, 'latin1')) return;
    // The client reads slowly: the service waits, too. Not at once, since node:http resumes after it.
    queueMicrotask(() => {
      if (socket.writableNeedDrain) outgoing?.socket?.pause();
    });
    socket.once('drain', () => outgoing?.socket?.resume());
  }

  private keep(chunk: Buffer): void {
    this.sentBytes += chunk.length;
    if (this.sentBytes <= HELD_BYTES_MAX) this.sent.push(chunk);
  }

  private receive(reply: IncomingMessage): void {
    if (this.isOver) return;
    clearTimeout(this.timer);
    this.reply = reply;
    reply.on('error', (error) => this.fail(error));
    const held = this.hold(reply);
    if (held === null) this.pass(reply);
    else held.catch((error: unknown) => this.fail(error instanceof Error ? error : new Error()));
  }

  /** Passes a reply on once the reader of a breakpoint let it go; `null` if none holds it. */
  private hold(reply: IncomingMessage): Promise<void> | null {
    const { breakpoints, request, response, target, sent } = this;
    if (breakpoints === null) return null;
    const { method = '', rawHeaders } = request;
    const asked = { method, target, fields: pairsOf(rawHeaders), body: Buffer.concat(sent) };
    const held = holdReply(breakpoints.hold, reply, asked, response);
    if (held === null) return null;
    this.isHolding = true;
    return held.then((next) => {
      this.isHolding = false;
      if (this.isOver) return;
      this.held = next.held;
      if (next.kind === 'go') {
        this.pass(next.reply);
        // One that was too long to be held was paused.
        next.reply.resume();
      } else this.end(next.note, 'cut');
    });
  }

  private pass(reply: IncomingMessage): void {
    const { request, response, watch } = this;
    const status = reply.statusCode ?? 0;
    watch.reply({ status, fields: reply.rawHeaders });
    const mayChunk = request.httpVersion !== '1.0' && status !== 204 && status !== 304;
    const fields = replyFields(reply.rawHeaders, mayChunk ? 'chunks' : 'none');
    response.sendDate = false;
    try {
      response.writeHead(status, reply.statusMessage ?? '', fields);
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error());
      return;
    }
    const write = writerTo(response);
    reply.on('data', (chunk: Buffer) => {
      watch.replyBytes(chunk);
      if (!write(chunk)) reply.pause();
    });
    response.on('drain', () => reply.resume());
    reply.on('end', () => {
      if (!reply.complete || this.isOver) return;
      if (reply.rawTrailers.length > 0) response.addTrailers(pairsOf(reply.rawTrailers));
      this.finish(this.stray);
      response.end();
    });
    // The head waits only for data that came with it: an event stream may be silent for long.
    setImmediate(() => {
      if (!this.isOver && !response.destroyed) response.flushHeaders();
    });
  }

  private fail(error: NodeJS.ErrnoException): void {
    if (this.isOver) return;
    const { upstream, request, response, outgoing, isLate } = this;
    const hasReply = this.reply !== null;
    // The reply is complete and being sent, or held; node:http has dropped the connection.
    if (this.reply?.complete === true && (response.headersSent || this.isHolding)) {
      if (error.code?.startsWith('HPE_') === true)
        this.stray = `the service sent bytes after the end of the answer (${error.code})`;
      return;
    }
    const isReset = error.code === 'ECONNRESET' || error.code === 'EPIPE';
    // The service may have closed an idle connection just as it was reused. Safe requests are sent
    // again (RFC 9110 section 9.2.2).
    if (
      isReset &&
      !hasReply &&
      outgoing?.reusedSocket === true &&
      this.tries === 1 &&
      isRepeatable(request)
    ) {
      this.send();
      return;
    }
    const trouble = failureOf(error, upstream.base, upstream.answerMs, { hasReply, isLate });
    this.finish(trouble);
    outgoing?.destroy();
    if (response.destroyed) return;
    if (response.headersSent) {
      this.cut();
      return;
    }
    response.sendDate = true;
    const reply = recorderReply({ status: isLate ? 504 : 502, detail: trouble });
    if (request.complete || !hasBody(request)) send(request, response, reply);
    else sendAndLinger(request, response, reply);
  }

  private finish(trouble: string | null): void {
    this.isOver = true;
    clearTimeout(this.timer);
    const notes = [this.breakpoints?.note ?? null, this.held?.note ?? null].filter(
      (note) => note !== null,
    );
    if (notes.length === 0) this.watch.ended(trouble);
    else this.watch.ended(trouble, { ...(this.held ?? UNCHANGED), note: notes.join('; ') });
  }
}

const UNCHANGED = { heldMs: 0, original: null } as const;

/** The breakpoints of a forwarding. `note` is what they did to its request; `null` for nothing. */
export interface ForwardingBreakpoints {
  readonly hold: Hold;
  readonly note: string | null;
}

/** Opens a request to the service with the fields of another. */
export function openRequest(
  { base, host, added, query }: Upstream,
  { method, rawHeaders }: IncomingMessage,
  target: string,
  { agent, ...rest }: Pick<RequestFieldsOptions, 'upgrade' | 'length'> & { agent: Agent | false },
): ClientRequest {
  const { hostname, port } = base;
  const headers = requestFields(rawHeaders, { host, added, ...rest });
  const path = withQuery(target, query);
  const options = { agent, hostname, port, method, path, headers, maxHeaderSize: HEADER_BYTES_MAX };
  const outgoing = (base.protocol === 'https:' ? httpsRequest : httpRequest)(options);
  outgoing.maxHeadersCount = 0;
  return outgoing;
}

/**
 * A short text is sent in one packet with the head; bytes would be sent separately. In Latin-1 each
 * byte is a character.
 */
function writerTo(message: OutgoingMessage): (chunk: Buffer) => boolean {
  let isFirst = true;
  return (chunk) => {
    const isJoined = isFirst && chunk.length <= JOINED_BYTES_MAX;
    isFirst = false;
    return isJoined ? message.write(chunk.toString('latin1'), 'latin1') : message.write(chunk);
  };
}

const JOINED_BYTES_MAX = 16_384;

/** A request has a body if its header says so (RFC 9112 section 6). */
export function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** A request that may have a body but has none says so (RFC 9110 section 8.6). */
function needsLength({ headers, method }: IncomingMessage): boolean {
  const isFramed =
    headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
  return !isFramed && (method === 'POST' || method === 'PUT' || method === 'PATCH');
}

function isRepeatable(request: IncomingMessage): boolean {
  const { method } = request;
  return (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') && !hasBody(request);
}

function ignore(): void {}
