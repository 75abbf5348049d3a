// A report as it was before it was written as JSON, so that it can be told in any other form. What
// JSON leaves out (the moves) stays away.

import { type Body, noBody, readBody } from '../../model/message/call.ts';
import type { Exchanged, Report, WasCut } from '../report.ts';
import { BODY_CHARS_MAX, type JsonExchange, type JsonMessage, type JsonReport } from './json.ts';

/** Gives the report; each form of it is then, character by character, what it would have been. */
export function fromJson({ format: _format, ...report }: JsonReport): Report {
  return {
    ...report,
    findings: report.findings.map((finding) => ({
      ...finding,
      moves: [],
      trace: finding.trace.map(toExchanged),
    })),
  };
}

function toExchanged({ call, received, trouble, elapsedMs }: JsonExchange): Exchanged {
  const { method, path, query, headers } = call;
  return {
    call: { method, path, query, headers, ...bodyOf(call) },
    received:
      received === null
        ? null
        : { status: received.status, headers: received.headers, ...bodyOf(received) },
    trouble,
    elapsedMs,
  };
}

function bodyOf({ bodyKind, body: text }: JsonMessage): { readonly body: Body } & WasCut {
  if (text === null || bodyKind === 'none') return { body: noBody };
  if (bodyKind === 'oversized')
    return { body: { kind: 'oversized', bytesMax: Number(/\d+/.exec(text)?.[0] ?? 0) } };
  const { start, chars } = uncut(text);
  const wasCut = start.length < chars ? { bodyChars: chars } : {};
  if (bodyKind === 'broken')
    return { body: { kind: 'broken', flaw: 'syntax', message: '', text: start }, ...wasCut };
  // What was cut is JSON no longer, and too long for anybody to ask for its value.
  return start.length < text.length
    ? { body: { kind: 'json', value: null, text: start, duplicate: null }, ...wasCut }
    : { body: readBody(text) };
}

/**
 * A text that was cut says how long it was. That is taken as a number alone: a damaged file may say
 * anything.
 */
function uncut(text: string): { readonly start: string; readonly chars: number } {
  const cutAt = text.length <= BODY_CHARS_MAX ? null : /… \((\d{1,9}) characters\)$/.exec(text);
  if (cutAt === null) return { start: text, chars: text.length };
  return { start: text.slice(0, cutAt.index), chars: Number(cutAt[1]) };
}
