// Has a request answered, and its answer sent as it asks for: at once, piece by piece, later, or
// broken.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Body, type Call, noBody, type Reply, readBody } from '../../model/message/call.ts';
import type { DeliveryFate } from '../../model/message/delivery.ts';
import { type Departure, deliverFaulty } from './faulty-delivery.ts';
import type { InternalRoutes } from './internal-routes.ts';
import {
  type ProtocolErrorFacts,
  type ProtocolErrorShape,
  sendProtocolError,
} from './protocol-errors.ts';
import { finish, hold, release } from './request-order.ts';
import { send, sendAndLinger, sendPieces } from './send.ts';
import { laneOf } from './streams.ts';

/** What all connections of one listener share. */
export interface Front {
  readonly answer: (call: Call) => Reply;
  readonly prepare?: (call: Call) => Promise<void> | null;
  readonly ready: () => Promise<void> | null;
  readonly bodyBytesMax: () => number;
  readonly shape: () => ProtocolErrorShape;
  readonly onTrouble?: (facts: ProtocolErrorFacts) => void;
  readonly onFailure: (error: unknown, call: Call) => void;
  /** Called with the fate of each reply that has a `delivery`. */
  readonly onFate?: (reply: Reply, fate: 'sent' | DeliveryFate) => void;
  /** Whether the connections are being cut: who ends them now is the listener. */
  readonly isCutting?: () => boolean;
  /** The calls that do not go to `answer`. */
  readonly side?: InternalRoutes;
  /** Present if all connections use TLS. */
  readonly tls?: object;
}

/**
 * Answers a request that may need the checker, once that is loaded. Later requests on its
 * connection wait.
 */
export function respondReady(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
  text: string | null,
): void {
  hold(request);
  const answer = (): void =>
    respond(front, request, response, text, () => release(laneOf(request)));
  const pending = front.ready();
  if (pending === null) answer();
  else
    pending.then(answer, (error: unknown) =>
      fail(front, response, error, toCall(front, request, noBody)),
    );
}

function ignore(): void {}

/** The reply is sent at once and is the last on this connection. */
export function respondOversized(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
  bytesMax: number,
): void {
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
      deliverFaulty({
        request,
        response,
        reply,
        send,
        onSent: ignore,
        onFate: fateOf(front, reply),
        onFailure,
      });
    }
  } catch (error) {
    fail(front, response, error, call);
  }
}

function sendOversized(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
): void {
  if (reply.body.kind === 'pieces') {
    response.shouldKeepAlive = false;
    sendLong(front, request, response, reply);
  } else sendAndLinger(request, response, reply);
}

/**
 * Answers a request with the text of its body; `null` if that is not UTF-8. Calls `done` once it is
 * answered and holds nothing back.
 */
export function respond(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
  text: string | null,
  done: () => void,
): void {
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

/** Answers a call once it is prepared. Later requests on its connection wait. */
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

/** Answers a call. A `held` one releases the next request itself. */
function answer(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
  call: Call,
): 'sent' | 'held' {
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

function depart(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
  { call, reply }: Answered,
): void {
  const onSent = (): void => {
    if (!request.socket.destroyed) release(laneOf(request));
  };
  deliverFaulty({
    request,
    response,
    reply,
    onSent,
    onFate: fateOf(front, reply),
    send: () =>
      reply.body.kind === 'pieces'
        ? sendLong(front, request, response, reply)
        : send(request, response, reply),
    onFailure: (error) => {
      fail(front, response, error, call);
      onSent();
    },
  });
}

function fateOf({ onFate, isCutting }: Front, reply: Reply): Departure['onFate'] {
  return (fate) =>
    onFate?.(reply, fate !== 'lost' ? fate : isCutting?.() === true ? 'closed' : 'client-gone');
}

interface Answered {
  readonly call: Call;
  readonly reply: Reply;
}

function sendLong(
  front: Front,
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
): void {
  sendPieces(request, response, reply, (error) =>
    front.onFailure(error, toCall(front, request, noBody)),
  );
}

function fail(front: Front, response: ServerResponse, error: unknown, call: Call): void {
  front.onFailure(error, call);
  if (response.headersSent) response.destroy();
  else
    sendProtocolError(response, front.shape(), {
      status: 500,
      trouble: 'failed',
      detail: 'this is a fault of Standin, not of the request',
    });
}

export function tell(front: Front, response: ServerResponse, facts: ProtocolErrorFacts): void {
  front.onTrouble?.(facts);
  sendProtocolError(response, front.shape(), facts);
}

export function toCall(front: Front, request: IncomingMessage, body: Body): Call {
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
