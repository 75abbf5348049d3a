// A report as it was before it was written as JSON, so that it can be told in any other form. What JSON leaves out (the moves) stays away.

import { type Body, noBody, readBody } from '../../model/call.ts';
import type { Exchanged, Report } from '../report.ts';
import { BODY_CHARS_MAX, type JsonExchange, type JsonMessage, type JsonReport } from './json.ts';

/** Gives the report; each form of it is then, character by character, what it would have been. */
export function fromJson({ format: _format, ...report }: JsonReport): Report {
  return {
    ...report,
    findings: report.findings.map((finding) => ({ ...finding, moves: [], trace: finding.trace.map(toExchanged) })),
  };
}

function toExchanged({ call, received, trouble, elapsedMs }: JsonExchange): Exchanged {
  const { method, path, query, headers } = call;
  return {
    call: { method, path, query, headers, body: bodyOf(call) },
    received: received === null ? null : { status: received.status, headers: received.headers, body: bodyOf(received) },
    trouble,
    elapsedMs,
  };
}

function bodyOf({ bodyKind, body: text }: JsonMessage): Body {
  if (text === null || bodyKind === 'none') return noBody;
  if (bodyKind === 'oversized') return { kind: 'oversized', bytesMax: Number(/\d+/.exec(text)?.[0] ?? 0) };
  const whole = uncut(text);
  if (bodyKind === 'broken') return { kind: 'broken', flaw: 'syntax', message: '', text: whole };
  // What was cut is JSON no longer, and too long for anybody to ask for its value.
  return whole === text ? readBody(text) : { kind: 'json', value: null, text: whole, duplicate: null };
}

/** A text that was cut says how long it was: made as long again, it is cut and counted as the whole one would be. */
function uncut(text: string): string {
  if (text.length <= BODY_CHARS_MAX) return text;
  const [end = '', chars = '0'] = /… \((\d{1,9}) characters\)$/.exec(text) ?? [];
  return text.slice(0, text.length - end.length).padEnd(Math.min(Number(chars), CHARS_MAX));
}

/** Longer bodies are kept by no run: 64 Mi characters. */
const CHARS_MAX = 67_108_864;
