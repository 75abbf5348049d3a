// Reads a request into a Call, has it answered, and keeps the order. A body is read within its bound, and never waited for in vain.

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Body, type Call, noBody, type Reply, readBody } from '../model/call.ts';
import type { Fate } from '../model/delivery.ts';
import { type Departure, deliver } from './deliver.ts';
import { enqueue, finish, follow, hold, isOver, isPending, release } from './lines.ts';
import { send, sendAndLinger, sendPieces } from './send.ts';
import { isAside, receiveAside, type Side } from './side.ts';
import { asksForChange, hasBody, isOfOtherVersion, laneOf } from './streams.ts';
import { takeBody } from './take-body.ts';
import { sendTrouble, type TroubleFacts, type TroubleShape } from './trouble.ts';

/** What all connections of one listener share. */
export interface Front {
  readonly answer: (call: Call) => Reply;
  readonly prepare?: (call: Call) => Promise<void> | null;
  readonly ready: () => Promise<void> | null;
  readonly bodyBytesMax: () => number;
  readonly shape: () => TroubleShape;
  readonly onTrouble?: (facts: TroubleFacts) => void;
  readonly onFailure: (error: unknown, call: Call) => void;
  /** Told of each reply with a `delivery` what became of it. */
  readonly onFate?: (reply: Reply, fate: 'sent' | Fate) => void;
  /** Whether the connections are being cut: who ends them now is the listener. */
  readonly isCutting?: () => boolean;
  /** What goes another way than to `answer`. */
  readonly side?: Side;
  /** There where everything comes over TLS. */
  readonly tls?: object;
}

/** Receives a request and sees to its answer, which is `refusal` where there is one. */
export function receive(front: Front, request: IncomingMessage, response: ServerResponse, refusal?: TroubleFacts): void {
  const lane = laneOf(request);
  follow(request, response);
  const turn = (): void => {
    // Behind an answer that closes the connection nothing is done: nobody would be told of it. Its own trouble may have been told before.
    if (isOver(lane) || response.writableEnded) return;
    const flaw = refusal ?? findFlaw(request);
    const isLast = flaw !== null || asksForChange(request);
    if (isLast) response.shouldKeepAlive = false;
    if (flaw === null) begin(front, request, response);
    else tell(front, response, flaw);
    if (isLast) finish(lane);
  };
  if (isPending(lane)) enqueue(lane, turn);
  else turn();
}

/** How many bytes a request says that its body has. */
export function declaredBytes(request: IncomingMessage): number {
  return Number(request.headers['content-length'] ?? 0);
}

/** Gives why a request is refused whatever it asks for; `null` where it is not. */
function findFlaw(request: IncomingMessage): TroubleFacts | null {
  if (isOfOtherVersion(request)) return OTHER_VERSION;
  if (!hasGoodHost(request))
    return unreadable(400, `the header Host is ${request.headers.host === undefined ? 'missing' : 'not one host'}`);
  const coding = request.headers['transfer-encoding'];
  if (coding === undefined || coding.toLowerCase() === 'chunked') return null;
  return unreadable(501, 'no Transfer-Encoding but chunked is understood');
}

function unreadable(status: number, detail: string): TroubleFacts {
  return { status, trouble: 'unreadable', detail };
}

/** RFC 9110 section 15.6.6. */
const OTHER_VERSION = unreadable(505, 'this speaks HTTP/1.1');

function begin(front: Front, request: IncomingMessage, response: ServerResponse): void {
  if (front.side !== undefined && isAside(front.side, request.url ?? '/')) {
    receiveAside(front.side, request, response, (error) => front.onFailure(error, toCall(front, request, noBody)));
    return;
  }
  if (hasBody(request)) readWhole(front, request, response);
  else if (isWrite(request.method)) respondReady(front, request, response, '');
  else respond(front, request, response, '', ignore);
}

/** A write may be checked even where it brings no body: POST, PUT, PATCH. */
function isWrite(method: string | undefined): boolean {
  return method?.charCodeAt(0) === CAPITAL_P;
}

const CAPITAL_P = 80;

/** A request of HTTP/1.1 has one Host, which may be empty (RFC 9112 section 3.2). Two are joined by a comma and a space. */
function hasGoodHost(request: IncomingMessage): boolean {
  const { host } = request.headers;
  if (host === goodHost) return true;
  if (host === undefined) return request.httpVersion === '1.0';
  if (!HOST.test(host)) return false;
  goodHost = host;
  return true;
}

/** The last host that was found to be good: nearly always the next one too. */
let goodHost: string | null = null;
const HOST = /^(?:\[[0-9a-f:.]+\]|[\w.~%!$&'()*+,;=-]*)(?::\d*)?$/i;

function readWhole(front: Front, request: IncomingMessage, response: ServerResponse): void {
  const bytesMax = front.bodyBytesMax();
  hold(request);
  if (declaredBytes(request) > bytesMax) {
    respondOversized(front, request, response, bytesMax);
    return;
  }
  const pieces: Buffer[] = [];
  let bytes = 0;
  const readOn = takeBody(request, {
    onPiece(piece) {
      if (bytes > bytesMax) return;
      bytes += piece.length;
      if (bytes <= bytesMax) pieces.push(piece);
      else {
        pieces.length = 0;
        readOn();
        respondOversized(front, request, response, bytesMax);
      }
    },
    onEnd() {
      if (bytes > bytesMax) return;
      const whole = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
      respondReady(front, request, response, isUtf8(whole) ? whole.toString() : null);
    },
  });
}

/** Answers a request that may be checked, once that can be done. What comes on its connection meanwhile waits for it. */
function respondReady(front: Front, request: IncomingMessage, response: ServerResponse, text: string | null): void {
  hold(request);
  const answer = (): void => respond(front, request, response, text, () => release(laneOf(request)));
  const pending = front.ready();
  if (pending === null) answer();
  else pending.then(answer, (error: unknown) => fail(front, response, error, toCall(front, request, noBody)));
}

function ignore(): void {}

/** The answer goes out at once; nothing more is answered on this connection. */
function respondOversized(front: Front, request: IncomingMessage, response: ServerResponse, bytesMax: number): void {
  request.on('error', ignore);
  finish(laneOf(request));
  const call = toCall(front, request, { kind: 'oversized', bytesMax });
  try {
    const reply = front.answer(call);
    if (reply.delivery === undefined) sendOversized(front, request, response, reply);
    else {
      request.pause();
      response.shouldKeepAlive = false;
      const send = (): void => {
        sendOversized(front, request, response, reply);
        request.resume();
      };
      const onFailure = (error: unknown): void => fail(front, response, error, call);
      deliver({ request, response, reply, send, onSent: ignore, onFate: fateOf(front, reply), onFailure });
    }
  } catch (error) {
    fail(front, response, error, call);
  }
}

function sendOversized(front: Front, request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (reply.body.kind === 'pieces') {
    response.shouldKeepAlive = false;
    sendLong(front, request, response, reply);
  } else sendAndLinger(request, response, reply);
}

/** Answers a request with the text of its body; `null` where that is not UTF-8. Calls `done` once it is answered and nothing is held. */
function respond(front: Front, request: IncomingMessage, response: ServerResponse, text: string | null, done: () => void): void {
  let call: Call;
  try {
    call = toCall(front, request, text === '' ? noBody : readBody(text));
    const pending = call.query === '' || front.prepare === undefined ? null : front.prepare(call);
    if (pending !== null) {
      respondLater(front, request, response, call, pending);
      return;
    }
  } catch (error) {
    fail(front, response, error, toCall(front, request, noBody));
    done();
    return;
  }
  if (answer(front, request, response, call) === 'sent') done();
}

/** Answers a call once it is prepared. What comes on its connection meanwhile waits for it. */
function respondLater(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
  call: Call,
  pending: Promise<void>,
): void {
  hold(request);
  const respondNow = (): void => {
    if (answer(front, request, response, call) === 'sent') release(laneOf(request));
  };
  pending.then(respondNow, (error: unknown) => {
    fail(front, response, error, call);
    release(laneOf(request));
  });
}

/** Answers a call. What is `held` lets the next request go on by itself. */
function answer(front: Front, request: IncomingMessage, response: ServerResponse, call: Call): 'sent' | 'held' {
  try {
    const reply = front.answer(call);
    if (reply.delivery !== undefined) {
      depart(front, request, response, { call, reply });
      return 'held';
    }
    if (reply.body.kind === 'pieces') sendLong(front, request, response, reply);
    else send(request, response, reply);
  } catch (error) {
    fail(front, response, error, call);
  }
  return 'sent';
}

function depart(front: Front, request: IncomingMessage, response: ServerResponse, { call, reply }: Answered): void {
  const onSent = (): void => {
    if (!request.socket.destroyed) release(laneOf(request));
  };
  deliver({
    ...{ request, response, reply, onSent, onFate: fateOf(front, reply) },
    send: () => (reply.body.kind === 'pieces' ? sendLong(front, request, response, reply) : send(request, response, reply)),
    onFailure: (error) => {
      fail(front, response, error, call);
      onSent();
    },
  });
}

function fateOf({ onFate, isCutting }: Front, reply: Reply): Departure['onFate'] {
  return (fate) => onFate?.(reply, fate !== 'lost' ? fate : isCutting?.() === true ? 'closed' : 'client-gone');
}

interface Answered {
  readonly call: Call;
  readonly reply: Reply;
}

function sendLong(front: Front, request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  sendPieces(request, response, reply, (error) => front.onFailure(error, toCall(front, request, noBody)));
}

function fail(front: Front, response: ServerResponse, error: unknown, call: Call): void {
  front.onFailure(error, call);
  if (response.headersSent) response.destroy();
  else
    sendTrouble(response, front.shape(), {
      status: 500,
      trouble: 'failed',
      detail: 'this is a fault of Standin, not of the request',
    });
}

function tell(front: Front, response: ServerResponse, facts: TroubleFacts): void {
  front.onTrouble?.(facts);
  sendTrouble(response, front.shape(), facts);
}

function toCall(front: Front, request: IncomingMessage, body: Body): Call {
  const url = request.url ?? '/';
  const target = url.charCodeAt(0) === SLASH ? url : originForm(url);
  const mark = target.indexOf('?');
  const call: Call = {
    method: request.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark + 1),
    headers: request.headers,
    body,
  };
  return front.tls === undefined ? call : { ...call, scheme: 'https' };
}

const SLASH = 47;

/** Takes the path out of an absolute request target (RFC 9112 section 3.2.2). */
function originForm(url: string): string {
  const rest = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1];
  if (rest === undefined) return url;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
