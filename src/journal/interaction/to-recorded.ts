// Converts the mock's journal to the form in which interactions are shown, searched and stored.
// Done on reading, not while answering.

import { utf8Bytes } from '../../base/hash.ts';
import { latin1Of } from '../../base/latin1.ts';
import type { Body, Headers, Reply, ReplyBody } from '../../model/message/call.ts';
import { faultOf, halfOf } from '../../model/message/delivered-body.ts';
import type { WireFault } from '../../model/message/delivery.ts';
import type { By, Ruling } from '../../model/ruling/ruling.ts';
import { deliveredAs, isUnsent } from './delivered.ts';
import type { Interaction } from './interaction.ts';
import type { Field, Recorded, RecordedBody, RecordedReply, RecordedRuling } from './recorded.ts';

/** Converts an interaction of the mock. */
export function toRecorded(interaction: Interaction): Recorded {
  const { seq, at, elapsedMs, source, world = null, fate = null } = interaction;
  const { call, reply, ruling } = interaction;
  const isLost = isUnsent(fate);
  const { method, path, query } = call;
  const fault = faultOf(reply, method);
  const original = interaction.original ?? (fault === null && !isLost ? null : reply);
  return {
    seq,
    at,
    elapsedMs,
    source,
    resource: ruling.resource,
    operation: ruling.operation,
    request: { method, path, query, headers: fieldsOf(call.headers), body: bodyOf(call.body) },
    reply: isLost ? null : arrivedOf(reply, fault),
    trouble: troubleOf(interaction, fault),
    verdict: original === null ? verdictOf(ruling) : 'unjudged',
    findings: [],
    ruled: ruledOf(ruling),
    mock: null,
    history: [],
    law: null,
    original: original === null ? null : replyOf(original),
    world,
    service: null,
  };
}

/** What breakpoints and directives did to a call and its reply, in clauses. */
function troubleOf(
  { call, reply, held, fate }: Interaction,
  fault: WireFault | null,
): string | null {
  const delivered =
    reply.delivery === undefined ? null : deliveredAs(reply.delivery, fault, fate ?? null);
  const clauses = [call.held, held, delivered].filter((one) => one !== undefined && one !== null);
  return clauses.length === 0 ? null : clauses.join('; ');
}

/** Judged like a real service: a refusal conforms if the contract specifies its status or body. */
function verdictOf({ resource, situation, status, content }: Ruling): Recorded['verdict'] {
  const isSpecified =
    situation.value === 'ok' || status.by === 'contract' || content.by === 'contract';
  return resource !== null && isSpecified && !isAskedFor(situation.by) ? 'conforms' : 'not-shown';
}

/** The part of a reply that was transmitted; `null` if nothing was. */
function arrivedOf(reply: Reply, fault: WireFault | null): RecordedReply | null {
  if (fault?.kind === 'reset' || fault?.kind === 'empty') return null;
  if (fault === null || fault.kind === 'drip' || reply.body.kind !== 'text') return replyOf(reply);
  const text = halfOf(reply.body.text);
  return replyOf({
    ...reply,
    body: text === '' ? { kind: 'none' } : { kind: 'text', text, bytes: utf8Bytes(text) },
  });
}

function replyOf({ status, headers, body }: Reply): RecordedReply {
  return { status, headers: pairsOf(headers), body: answeredBody(body) };
}

/** A reply that was requested or overridden is not one of the contract. */
function isAskedFor(by: By): boolean {
  return by === 'directive' || by === 'override';
}

/** Returns a ruling without its effect on the state. */
export function ruledOf(ruling: Ruling): RecordedRuling {
  const { situation, status, headers, content, effect, detail, ignored } = ruling;
  return {
    situation: { ...situation },
    status: { ...status },
    headers: headers.map((header) => ({ ...header })),
    content: { kind: content.value.kind, by: content.by },
    effect: effect.kind,
    detail,
    ...(ignored === undefined ? {} : { ignored }),
  };
}

/** Returns header fields in order, repeated names as separate fields. */
export function fieldsOf(headers: Headers): readonly Field[] {
  const fields: Field[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') fields.push([name, value]);
    else for (const one of value ?? []) fields.push([name, one]);
  }
  return fields;
}

/** Returns the header fields of a reply as pairs, names in lower case. */
export function pairsOf(flat: readonly string[]): readonly Field[] {
  const fields: Field[] = [];
  for (let index = 0; index + 1 < flat.length; index += 2)
    fields.push([(flat[index] ?? '').toLowerCase(), flat[index + 1] ?? '']);
  return fields;
}

/** Converts a received body. */
export function bodyOf(body: Body): RecordedBody {
  if (body.kind === 'none') return { kind: 'none' };
  if (body.kind === 'broken' && body.bytes !== undefined)
    return {
      kind: 'bytes',
      base64: btoa(latin1Of(body.bytes)),
      bytes: body.bytes.length,
      cut: false,
    };
  if (body.kind === 'oversized' || (body.kind === 'broken' && body.flaw === 'utf-8'))
    return { kind: 'unkept', bytes: null };
  return { kind: 'text', text: body.text, bytes: Buffer.byteLength(body.text), cut: false };
}

function answeredBody(body: ReplyBody): RecordedBody {
  if (body.kind === 'text') return { kind: 'text', text: body.text, bytes: body.bytes, cut: false };
  return body.kind === 'none' ? { kind: 'none' } : { kind: 'unkept', bytes: null };
}
