// Requests and replies that wait at a breakpoint: gathers them whole, asks, and makes messages to
// send on of what was decided. A message that is too long to be held goes on as it came.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import {
  HELD_BYTES_MAX,
  type HeldRequest,
  type Hold,
  type MessageFields,
} from '../../base/hold.ts';
import { HOP_BY_HOP } from '../../base/hop-by-hop.ts';
import { decode } from '../../http/client/decode.ts';
import { STATUS_CODES } from '../../http/node-http.ts';
import { pairsOf } from './header-fields.ts';
import type { HeldExchange, RawFields } from './watch.ts';

/** A request to send on. `note` is what a breakpoint did, `null` for none. */
export interface NextRequest {
  readonly kind: 'go';
  readonly request: IncomingMessage;
  readonly target: string;
  readonly note: string | null;
}

export interface DroppedMessage {
  readonly kind: 'dropped';
  readonly note: string;
}

/** Asks what becomes of a request; `null` at once if nothing of its head can be held. */
export function holdRequest(
  hold: Hold,
  request: IncomingMessage,
  response: ServerResponse,
  target: string,
): Promise<NextRequest | DroppedMessage> | null {
  const { method = '', rawHeaders } = request;
  const fields = pairsOf(rawHeaders).filter(([name]) => name.toLowerCase() !== 'expect');
  if (!hold.mayHold({ method, target, fields }, null)) return null;
  const { expect } = request.headers;
  // The client waits for this before it sends the body that is gathered.
  if (expect !== undefined) response.writeContinue();
  return decideRequest(hold, request, { method, target, fields }, goneWith(response));
}

async function decideRequest(
  hold: Hold,
  request: IncomingMessage,
  head: Omit<HeldRequest, 'body'>,
  gone: AbortSignal,
): Promise<NextRequest | DroppedMessage> {
  const { target, fields } = head;
  const body = await gather(request);
  if (body === null) return { kind: 'go', request, target, note: null };
  const plain = await plainOf(body, fields);
  const asCame = { fields: framed(fields, body, false, body.length > 0), body };
  const decision = await hold.holdRequest({ ...head, body: plain }, gone);
  if (decision === null)
    return { kind: 'go', request: standIn(request, asCame), target, note: null };
  const { note } = decision;
  if (decision.kind === 'drop') return { kind: 'dropped', note };
  if (decision.kind === 'pass')
    return { kind: 'go', request: standIn(request, asCame), target, note };
  const { message } = decision;
  const isNew = message.body !== plain;
  const sent = isNew ? message.body : body;
  const standing = {
    method: message.method,
    fields: framed(message.fields, sent, isNew, body.length > 0),
    body: sent,
  };
  return { kind: 'go', request: standIn(request, standing), target: message.target, note };
}

/** A reply to send on, and what breakpoints did to the exchange. */
export interface NextReply {
  readonly kind: 'go';
  readonly reply: IncomingMessage;
  readonly held: HeldExchange | null;
}

/** Asks what becomes of a reply; `null` at once if nothing of its head can be held. */
export function holdReply(
  hold: Hold,
  reply: IncomingMessage,
  request: HeldRequest,
  response: ServerResponse,
): Promise<NextReply | (DroppedMessage & { readonly held: HeldExchange })> | null {
  const { statusCode: status = 0, rawHeaders } = reply;
  const fields = pairsOf(rawHeaders);
  const isStream = /^text\/event-stream/i.test(reply.headers['content-type'] ?? '');
  if (isStream || !hold.mayHold(request, { status, fields })) return null;
  return decideReply(hold, reply, request, goneWith(response));
}

async function decideReply(
  hold: Hold,
  reply: IncomingMessage,
  request: HeldRequest,
  gone: AbortSignal,
): Promise<NextReply | (DroppedMessage & { readonly held: HeldExchange })> {
  const { statusCode: status = 0, rawHeaders } = reply;
  const fields = pairsOf(rawHeaders);
  const body = await gather(reply);
  if (body === null) return { kind: 'go', reply, held: null };
  const plain = await plainOf(body, fields);
  const asCame = (): IncomingMessage => standIn(reply, { fields: rawHeaders, body });
  const decision = await hold.holdAnswer(request, { status, fields, body: plain }, gone);
  if (decision === null) return { kind: 'go', reply: asCame(), held: null };
  const { note, heldMs } = decision;
  const original = { status, fields: rawHeaders, body };
  if (decision.kind === 'drop') return { kind: 'dropped', note, held: { note, heldMs, original } };
  if (decision.kind === 'pass')
    return { kind: 'go', reply: asCame(), held: { note, heldMs, original: null } };
  const { message } = decision;
  const isNew = message.body !== plain;
  const sent = isNew ? message.body : body;
  const hasNoBody = message.status === 204 || message.status === 304;
  const standing = {
    statusCode: message.status,
    fields: framed(message.fields, sent, isNew, !hasNoBody),
    body: hasNoBody ? NOTHING : sent,
  };
  return { kind: 'go', reply: standIn(reply, standing), held: { note, heldMs, original } };
}

const NOTHING = new Uint8Array();

/** The bytes without their content coding, to be read and edited. */
async function plainOf(body: Buffer, fields: MessageFields): Promise<Uint8Array> {
  const coding = fields.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
  if (coding === undefined) return body;
  const decoded = await decode(body, coding, HELD_BYTES_MAX);
  return decoded.kind === 'bytes' ? decoded.bytes : body;
}

function goneWith(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.destroyed) gone.abort();
  else response.once('close', () => gone.abort());
  return gone.signal;
}

/**
 * Reads a message to its end; `null` if it has too many bytes or is cut. What was read is put back
 * then, and the message can be read again.
 */
function gather(message: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve) => {
    const settle = (found: Buffer | null): void => {
      message.off('data', take).off('end', end).off('close', leave);
      resolve(found);
    };
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes <= HELD_BYTES_MAX) return;
      message.pause();
      settle(null);
      message.unshift(Buffer.concat(chunks));
    };
    const end = (): void => settle(message.complete ? Buffer.concat(chunks) : null);
    const leave = (): void => settle(null);
    message.on('data', take).on('end', end).on('close', leave);
  });
}

/** What differs from the message that came. */
interface Standing {
  readonly fields: RawFields;
  readonly body: Uint8Array;
  readonly method?: string;
  readonly statusCode?: number;
}

/** Returns a message in the place of one that was gathered, to be read as it was. */
function standIn(message: IncomingMessage, given: Standing): IncomingMessage {
  const { httpVersion, socket } = message;
  const { fields, body, ...named } = given;
  const stream = Readable.from(body.length === 0 ? [] : [Buffer.from(body)]);
  const headers = Object.fromEntries(
    pairsOf(fields).map(([name, value]) => [name.toLowerCase(), value]),
  );
  const parts = {
    httpVersion,
    socket,
    method: message.method,
    statusCode: message.statusCode,
    statusMessage:
      given.statusCode === undefined ? message.statusMessage : STATUS_CODES[given.statusCode],
    ...named,
    headers,
    rawHeaders: fields,
    rawTrailers: fields === message.rawHeaders ? message.rawTrailers : [],
    complete: true,
  };
  // Has all that a forwarding reads of a message.
  return Object.assign(stream, parts) as unknown as IncomingMessage;
}

/** The fields of a gathered message: its length is known, and it is plain if its body is new. */
function framed(
  fields: MessageFields,
  body: Uint8Array,
  isNew: boolean,
  needsLength: boolean,
): RawFields {
  const kept = fields.filter(([name]) => {
    const lower = name.toLowerCase();
    const isFraming = lower === 'content-length' || HOP_BY_HOP.includes(lower);
    return !isFraming && !(isNew && lower === 'content-encoding');
  });
  const length = needsLength || body.length > 0 ? ['Content-Length', String(body.length)] : [];
  return [...kept.flat(), ...length];
}
