// Has a request answered, and sends the answer as it asks for: at once, in pieces, late or broken.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HoldSlot } from '../../base/hold.ts';
import { type Body, type Call, noBody, type Reply, readBody } from '../../model/message/call.ts';
import type { DeliveryFate, HeldChange } from '../../model/message/delivery.ts';
import { takeBegun } from './begun-call.ts';
import { deliverFaulty, type FaultyDelivery } from './faulty-delivery.ts';
import { DROPPED, holdCall, holdReply, withoutHold } from './hold-call.ts';
import type { InternalRoutes } from './internal-routes.ts';
import {
  type ProtocolErrorFacts,
  type ProtocolErrorShape,
  sendProtocolError,
} from './protocol-errors.ts';
import { holdLaterRequests, markFinished, releaseLaterRequests } from './request-order.ts';
import { send, sendAndLinger, sendPieces } from './send.ts';
import { channelOf } from './streams.ts';

/** Called with the fate of a reply that has a `delivery`, and what a breakpoint changed. */
export type OnFate = (
  reply: Reply,
  fate: 'sent' | DeliveryFate,
  change?: HeldChange<Reply>,
) => void;

/** What all connections of one listener share. */
export interface ListenerContext {
  readonly answer: (call: Call) => Reply;
  readonly prepare?: (call: Call) => Promise<void> | null;
  readonly ready: () => Promise<void> | null;
  readonly bodyBytesMax: () => number;
  /** Whether compressed bodies are decoded. They are not if absent. */
  readonly decodes?: () => boolean;
  readonly shape: () => ProtocolErrorShape;
  readonly onTrouble?: (facts: ProtocolErrorFacts) => void;
  readonly onFailure: (error: unknown, call: Call) => void;
  /** Called with the fate of each reply that has a `delivery`. */
  readonly onFate?: OnFate;
  /** The breakpoints, if a page can set some. */
  readonly hold?: HoldSlot;
  /** Whether the connections are being cut: who ends them now is the listener. */
  readonly isCutting?: () => boolean;
  /** The calls that do not go to `answer`. */
  readonly side?: InternalRoutes;
  /** Present if all connections use TLS. */
  readonly tls?: object;
}

/** Answers a request once the checker is loaded. Later requests on its connection wait. */
export function respondReady(
  context: ListenerContext,
  request: IncomingMessage,
  response: ServerResponse,
  text: string | Uint8Array | null,
): void {
  holdLaterRequests(request);
  const answer = (): void =>
    respond(context, request, response, text, () => releaseLaterRequests(channelOf(request)));
  const pending = context.ready();
  if (pending === null) answer();
  else
    pending.then(answer, (error: unknown) =>
      fail(context, response, error, toCall(context, request, noBody)),
    );
}

function ignore(): void {}

/** The reply is sent at once and is the last on this connection. */
export function respondOversized(
  context: ListenerContext,
  request: IncomingMessage,
  response: ServerResponse,
  bytesMax: number,
): void {
  request.on('error', ignore);
  markFinished(channelOf(request));
  const call = toCall(context, request, { kind: 'oversized', bytesMax });
  try {
    const reply = context.answer(call);
    if (reply.delivery === undefined) sendOversized(context, request, response, reply);
    else {
      request.pause();
      response.shouldKeepAlive = false;
      const send = (): void => {
        sendOversized(context, request, response, reply);
        request.resume();
      };
      const onFailure = (error: unknown): void => fail(context, response, error, call);
      deliverFaulty({
        request,
        response,
        reply,
        send,
        onSent: ignore,
        onFate: fateOf(context, reply),
        onFailure,
      });
    }
  } catch (error) {
    fail(context, response, error, call);
  }
}

function sendOversized(
  context: ListenerContext,
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
): void {
  if (reply.body.kind === 'pieces') {
    response.shouldKeepAlive = false;
    sendLong(context, request, response, reply);
  } else sendAndLinger(request, response, reply);
}

/** Answers a request with a body, `null` if not UTF-8. Calls `done` once it holds nothing back. */
export function respond(
  context: ListenerContext,
  request: IncomingMessage,
  response: ServerResponse,
  text: string | Uint8Array | null,
  done: () => void,
): void {
  const begun = takeBegun(request);
  if (begun?.kind === 'prepared') {
    respondLater(context, request, response, begun.call, begun.pending);
    return;
  }
  if (begun?.kind === 'answered') {
    if (deliver(context, request, response, begun.call, begun.answer) === 'sent') done();
    return;
  }
  let call: Call;
  try {
    call = toCall(context, request, text === '' ? noBody : readBody(text, 'kept'));
    const held = holdCall(context, response, call);
    if (held !== null) {
      respondHeld(context, request, response, call, held);
      return;
    }
    const pending = context.prepare?.(call) ?? null;
    if (pending !== null) {
      respondLater(context, request, response, call, pending);
      return;
    }
  } catch (error) {
    fail(context, response, error, toCall(context, request, noBody));
    done();
    return;
  }
  if (answer(context, request, response, call) === 'sent') done();
}

/** Answers a call once the reader of a breakpoint let it go. Later requests wait. */
function respondHeld(
  context: ListenerContext,
  request: IncomingMessage,
  response: ServerResponse,
  call: Call,
  held: Promise<Call | null>,
): void {
  holdLaterRequests(request);
  const release = (): void => releaseLaterRequests(channelOf(request));
  const goOn = async (): Promise<void> => {
    const next = await held;
    if (next === null) {
      deliverFaulty({
        request,
        response,
        reply: DROPPED,
        send: ignore,
        onSent: release,
        onFate: ignore,
        onFailure: ignore,
      });
      return;
    }
    await context.ready();
    await context.prepare?.(next);
    if (answer(context, request, response, next) === 'sent') release();
  };
  goOn().catch((error: unknown) => {
    fail(context, response, error, call);
    release();
  });
}

/** Answers a call once it is prepared. Later requests on its connection wait. */
function respondLater(
  context: ListenerContext,
  request: IncomingMessage,
  response: ServerResponse,
  call: Call,
  pending: Promise<void>,
): void {
  holdLaterRequests(request);
  const respondNow = (): void => {
    if (answer(context, request, response, call) === 'sent')
      releaseLaterRequests(channelOf(request));
  };
  pending.then(respondNow, (error: unknown) => {
    fail(context, response, error, call);
    releaseLaterRequests(channelOf(request));
  });
}

/** Answers a call. A `held` one releases the next request itself. */
function answer(
  context: ListenerContext,
  request: IncomingMessage,
  response: ServerResponse,
  call: Call,
): 'sent' | 'held' {
  return deliver(context, request, response, call, context.answer);
}

function deliver(
  context: ListenerContext,
  request: IncomingMessage,
  response: ServerResponse,
  call: Call,
  answerTo: (call: Call) => Reply,
): 'sent' | 'held' {
  try {
    const reply = answerTo(call);
    if (reply.delivery?.isHeld === true) {
      void deliverHeld(context, request, response, { call, reply });
      return 'held';
    }
    if (reply.delivery !== undefined) {
      deliverWithFaults(context, request, response, { call, reply });
      return 'held';
    }
    if (reply.body.kind === 'pieces') sendLong(context, request, response, reply);
    else send(request, response, reply);
  } catch (error) {
    fail(context, response, error, call);
  }
  return 'sent';
}

/** Sends a reply once the reader of a breakpoint let it go; at once if none holds it. */
async function deliverHeld(
  context: ListenerContext,
  request: IncomingMessage,
  response: ServerResponse,
  { call, reply }: Answered,
): Promise<void> {
  holdLaterRequests(request);
  const settled: Answered = await holdReply(context, response, call, reply).then(
    (change) => ({
      call,
      reply: change?.sent ?? withoutHold(reply),
      held: { reply, ...(change === null ? {} : { change }) },
    }),
    (error: unknown) => {
      context.onFailure(error, call);
      return { call, reply: withoutHold(reply), held: { reply } };
    },
  );
  deliverWithFaults(context, request, response, settled);
}

function deliverWithFaults(
  context: ListenerContext,
  request: IncomingMessage,
  response: ServerResponse,
  { call, reply, held = { reply } }: Answered,
): void {
  const onSent = (): void => {
    if (!request.socket.destroyed) releaseLaterRequests(channelOf(request));
  };
  deliverFaulty({
    request,
    response,
    reply,
    onSent,
    onFate: fateOf(context, held.reply, held.change),
    send: () =>
      reply.body.kind === 'pieces'
        ? sendLong(context, request, response, reply)
        : send(request, response, reply),
    onFailure: (error) => {
      fail(context, response, error, call);
      onSent();
    },
  });
}

function fateOf(
  { onFate, isCutting }: ListenerContext,
  reply: Reply,
  change?: HeldChange<Reply>,
): FaultyDelivery['onFate'] {
  return (fate) => {
    const known = fate !== 'lost' ? fate : isCutting?.() === true ? 'closed' : 'client-gone';
    onFate?.(reply, known, change);
  };
}

interface Answered {
  readonly call: Call;
  readonly reply: Reply;
  /** The reply as it was before a breakpoint, and what was changed. */
  readonly held?: { readonly reply: Reply; readonly change?: HeldChange<Reply> };
}

function sendLong(
  context: ListenerContext,
  request: IncomingMessage,
  response: ServerResponse,
  reply: Reply,
): void {
  sendPieces(request, response, reply, (error) =>
    context.onFailure(error, toCall(context, request, noBody)),
  );
}

function fail(
  context: ListenerContext,
  response: ServerResponse,
  error: unknown,
  call: Call,
): void {
  context.onFailure(error, call);
  if (response.headersSent) response.destroy();
  else
    sendProtocolError(response, context.shape(), {
      status: 500,
      trouble: 'failed',
      detail: 'this is an error in Standin, not in the request',
    });
}

export function reportProtocolError(
  context: ListenerContext,
  response: ServerResponse,
  facts: ProtocolErrorFacts,
): void {
  context.onTrouble?.(facts);
  sendProtocolError(response, context.shape(), facts);
}

export function toCall(
  context: Pick<ListenerContext, 'tls'>,
  request: Pick<IncomingMessage, 'method' | 'url'> & Pick<Call, 'headers'>,
  body: Body,
): Call {
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
  return context.tls === undefined ? call : { ...call, scheme: 'https' };
}

const SLASH = 47;

/** Takes the path out of an absolute request target (RFC 9112 section 3.2.2). */
function originForm(url: string): string {
  const rest = /^https?:\/\/[^/?#]*(.*)$/i.exec(url)?.[1];
  if (rest === undefined) return url;
  return rest.startsWith('/') ? rest : `/${rest}`;
}
