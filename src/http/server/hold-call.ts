// Asks the breakpoints whether a call or its reply waits, and makes calls and replies of what a
// reader changed. Without breakpoints it costs one look.

import { isUtf8 } from 'node:buffer';
import type { ServerResponse } from 'node:http';
import {
  HELD_BYTES_MAX,
  type HeldRequest,
  type HoldDecision,
  type HoldSlot,
  type MessageFields,
} from '../../base/hold.ts';
import { bytesOfText, latin1Of } from '../../base/latin1.ts';
import {
  type Body,
  type Call,
  type Headers,
  type Reply,
  readBody,
  splitTarget,
} from '../../model/message/call.ts';
import type { HeldChange } from '../../model/message/delivery.ts';

interface Holding {
  readonly hold?: HoldSlot;
}

/** What a client gets of a call that was dropped: the connection ends without an answer. */
export const DROPPED: Reply = {
  status: 503,
  headers: [],
  body: { kind: 'none' },
  delivery: { delayMs: 0, fault: { kind: 'empty' } },
};

/** Returns the call to answer instead, `null` in place of one that is dropped; `null` at once if it is not held. */
export function holdCall(
  { hold }: Holding,
  response: ServerResponse,
  call: Call,
): Promise<Call | null> | null {
  const breakpoints = hold?.current ?? null;
  if (breakpoints === null) return null;
  const request = requestOf(call);
  if (request.body.length > HELD_BYTES_MAX || !breakpoints.mayHold(request, null)) return null;
  const held = breakpoints.holdRequest(request, goneWith(response));
  return held === null ? null : held.then((decision) => callAfter(call, decision));
}

/** Returns what the client gets in place of a reply; `null` if no breakpoint held it. */
export async function holdReply(
  { hold }: Holding,
  response: ServerResponse,
  call: Call,
  reply: Reply,
): Promise<HeldChange<Reply> | null> {
  const breakpoints = hold?.current ?? null;
  const body = breakpoints === null ? null : bytesOfReply(reply);
  if (breakpoints === null || body === null) return null;
  const request = requestOf(call);
  const answer = { status: reply.status, fields: pairsOf(reply.headers), body };
  if (!breakpoints.mayHold(request, answer)) return null;
  const decision = await breakpoints.holdAnswer(request, answer, goneWith(response));
  if (decision === null) return null;
  const { note } = decision;
  if (decision.kind === 'pass') return { sent: null, note };
  if (decision.kind === 'drop')
    return { sent: { ...reply, delivery: DROPPED.delivery ?? NO_DELAY }, note };
  const { status, fields, body: bytes } = decision.message;
  const headers = fields.filter(([name]) => name.toLowerCase() !== 'content-length').flat();
  const text = textOf(bytes);
  const sent: Reply = {
    ...withoutHold(reply),
    status,
    headers,
    body: bytes.length === 0 ? { kind: 'none' } : { kind: 'text', text, bytes: bytes.length },
  };
  return { sent, note };
}

/** Returns a reply that no breakpoint holds any more. A `delivery` stays: its fate is reported. */
export function withoutHold(reply: Reply): Reply {
  const { delayMs, fault } = reply.delivery ?? NO_DELAY;
  return { ...reply, delivery: { delayMs, fault } };
}

const NO_DELAY = { delayMs: 0, fault: null } as const;

function goneWith(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  return gone.signal;
}

function callAfter(call: Call, decision: HoldDecision<HeldRequest>): Call | null {
  const { note: held } = decision;
  if (decision.kind === 'drop') return null;
  if (decision.kind === 'pass') return { ...call, held };
  const { method, target, fields, body } = decision.message;
  return {
    ...call,
    method,
    ...splitTarget(target),
    headers: headersOf(fields, body),
    body: readBody(isUtf8(body) ? Buffer.from(body).toString() : body, 'kept'),
    held,
  };
}

function requestOf({ method, path, query, headers, body }: Call): HeldRequest {
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, one] as const),
  );
  return { method, target: query === '' ? path : `${path}?${query}`, fields, body: bytesOf(body) };
}

function bytesOf(body: Body): Uint8Array {
  if (body.kind === 'none' || body.kind === 'oversized') return new Uint8Array();
  if (body.kind === 'broken' && body.bytes !== undefined) return body.bytes;
  return Buffer.from(body.text);
}

/** Fields of one name are joined, as node:http does; the length is that of the body. */
function headersOf(fields: MessageFields, body: Uint8Array): Headers {
  const headers: Record<string, string> = {};
  for (const [name, value] of fields) {
    const key = name.toLowerCase();
    headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
  }
  if (headers['content-length'] !== undefined) headers['content-length'] = String(body.length);
  return headers;
}

/** The bytes of a reply; `null` if they are too many to be held. */
function bytesOfReply({ body }: Reply): Uint8Array | null {
  if (body.kind === 'none') return new Uint8Array();
  if (body.kind === 'text')
    return body.bytes > HELD_BYTES_MAX ? null : bytesOfText(body.text, body.bytes);
  const chunks: Buffer[] = [];
  let bytes = 0;
  const pieces = body.pieces();
  for (let piece = pieces.next(); piece.done !== true; piece = pieces.next()) {
    const chunk = Buffer.from(piece.value);
    bytes += chunk.length;
    if (bytes > HELD_BYTES_MAX) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Bytes that are not UTF-8 become one character each, as `send` writes them. */
function textOf(body: Uint8Array): string {
  return isUtf8(body) ? Buffer.from(body).toString() : latin1Of(body);
}

function pairsOf(headers: readonly string[]): MessageFields {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < headers.length; index += 2)
    pairs.push([headers[index] ?? '', headers[index + 1] ?? '']);
  return pairs;
}
