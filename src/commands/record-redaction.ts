// What of an interaction nobody sees: the values of header fields and of members of JSON that are named, by default those of credentials.

import { isObject, type Json, objectOf } from '../base/json.ts';
import type { Unnumbered } from '../journal/archive.ts';
import { CREDENTIAL_HEADERS } from '../journal/describe.ts';
import type { Field, RecordedBody, RecordedReply } from '../journal/recorded.ts';

export interface RedactionOptions {
  /** Names that are hidden beside those of credentials. */
  readonly redact: readonly string[];
  /** Names that are shown all the same. */
  readonly keep: readonly string[];
}

const REDACTED = '[redacted]';

/** Gives how an interaction is made fit to be shown. */
export function createRedactor({ redact, keep }: RedactionOptions): (recorded: Unnumbered) => Unnumbered {
  const kept = new Set(keep.map((name) => name.toLowerCase()));
  const members = new Set(redact.map((name) => name.toLowerCase()).filter((name) => !kept.has(name)));
  const fields = new Set([...CREDENTIAL_HEADERS.filter((name) => !kept.has(name)), ...members]);
  const headers = (all: readonly Field[]): readonly Field[] =>
    all.map((field) => (fields.has(field[0]) ? [field[0], REDACTED] : field));
  const reply = (one: RecordedReply | null): RecordedReply | null =>
    one === null ? null : { ...one, headers: headers(one.headers), body: hideInBody(one.body, members) };
  return (recorded) => ({
    ...recorded,
    request: {
      ...recorded.request,
      headers: headers(recorded.request.headers),
      body: hideInBody(recorded.request.body, members),
    },
    reply: reply(recorded.reply),
    mock: reply(recorded.mock),
    // Findings and history show values as they were.
    ...(members.size === 0
      ? {}
      : { history: [], findings: recorded.findings.map((one) => ({ ...one, expected: REDACTED, actual: REDACTED })) }),
  });
}

function hideInBody(body: RecordedBody, members: ReadonlySet<string>): RecordedBody {
  if (members.size === 0 || body.kind === 'none' || body.kind === 'unkept') return body;
  if (body.kind === 'bytes' || body.cut) return { kind: 'unkept', bytes: body.bytes };
  try {
    const text = JSON.stringify(hidden(JSON.parse(body.text) as Json, members));
    return { kind: 'text', text, bytes: Buffer.byteLength(text), cut: false };
  } catch {
    return { kind: 'unkept', bytes: body.bytes };
  }
}

function hidden(value: Json, members: ReadonlySet<string>): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => hidden(one, members));
  if (!isObject(value)) return value;
  return objectOf(
    Object.entries(value).map(([name, member]) => [name, members.has(name.toLowerCase()) ? REDACTED : hidden(member, members)]),
  );
}
