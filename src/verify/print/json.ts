// The report as JSON of the shape `JsonReport`, which only ever gets new members.

import { printableLines } from '../../base/printable.ts';
import { type ShownOptions, shownHeaders } from '../../journal/print/shown.ts';
import type { Body } from '../../model/message/call.ts';
import type { Exchanged, Report, ReportedFinding } from '../report.ts';
import { cutBody } from './cut-body.ts';

/** The version of the shape of a report. Goes up when a reader of the one before would be wrong. */
export const REPORT_FORMAT = 1;

/** A `Report` without moves. Messages in traces hold no secrets, and their bodies are text. */
export interface JsonReport extends Omit<Report, 'findings' | 'known'> {
  /** The version of this shape. */
  readonly format: typeof REPORT_FORMAT;
  readonly findings: readonly JsonFinding[];
  readonly known?: readonly (Omit<NonNullable<Report['known']>[number], 'finding'> & {
    readonly finding: JsonFinding;
  })[];
}

export interface JsonFinding extends Omit<ReportedFinding, 'trace' | 'moves'> {
  readonly trace: readonly JsonExchange[];
}

export interface JsonExchange {
  readonly call: {
    readonly method: string;
    readonly path: string;
    readonly query: string;
  } & JsonMessage;
  /** `null` if no reply came; then `trouble` says what happened. */
  readonly received: ({ readonly status: number } & JsonMessage) | null;
  readonly trouble: string | null;
  readonly elapsedMs: number;
  /** Whose credentials the call had, if not those of the run; absent if it had those. */
  readonly credentials?: NonNullable<Exchanged['credentials']>;
}

export interface JsonMessage {
  /** By name in lower case. Values that hold secrets are `[redacted]`. */
  readonly headers: Readonly<Record<string, string>>;
  /** `json`: `body` is valid JSON. `broken`: it is not. `oversized`: the body was not kept. */
  readonly bodyKind: Body['kind'];
  /** Cut at `BODY_CHARS_MAX` characters; `null` if there is no body. */
  readonly body: string | null;
}

/** Maximum length of a body in the report, in characters. */
export const BODY_CHARS_MAX = 65_536;

/** Returns the report as indented JSON with a final newline. Invisible characters are escaped. */
export function toJson(report: Report, options: ShownOptions = {}): string {
  return jsonText(jsonReport(report, options));
}

/** Returns the report as data for JSON. */
export function jsonReport(report: Report, options: ShownOptions): JsonReport {
  const { budget, seed, replay, findings, known, laws, untried, notVerified, ...all } = report;
  const { coverage, end, pacts, ...rest } = all;
  const shown = ({ moves: _moves, ...finding }: ReportedFinding): JsonFinding => ({
    ...finding,
    trace: finding.trace.map((exchanged) => toExchange(exchanged, options)),
  });
  const { walks, observations, notes, bystanders, leftovers, leftoversFate, ...facts } = rest;
  return {
    format: REPORT_FORMAT,
    ...facts,
    budget,
    seed,
    replay,
    findings: findings.map(shown),
    ...(known === undefined
      ? {}
      : { known: known.map(({ finding, ...one }) => ({ finding: shown(finding), ...one })) }),
    laws,
    untried,
    notVerified,
    ...(coverage === undefined ? {} : { coverage }),
    end,
    pacts,
    walks,
    observations,
    notes,
    bystanders,
    leftovers,
    leftoversFate,
  };
}

/** Returns data as indented JSON with a newline at the end. Invisible characters are escaped. */
export function jsonText(value: unknown): string {
  return `${printableLines(JSON.stringify(value, null, 2))}\n`;
}

function toExchange(
  { call, received, trouble, elapsedMs, credentials }: Exchanged,
  options: ShownOptions,
): JsonExchange {
  const { method, path, query } = call;
  return {
    call: { method, path, query, ...toMessage(call, options) },
    received:
      received === null ? null : { status: received.status, ...toMessage(received, options) },
    trouble,
    elapsedMs,
    ...(credentials === undefined ? {} : { credentials }),
  };
}

function toMessage(
  message: Pick<Exchanged['call'], 'headers' | 'body' | 'bodyChars'>,
  options: ShownOptions,
): JsonMessage {
  return {
    headers: Object.fromEntries(shownHeaders(message.headers, options)),
    bodyKind: message.body.kind,
    body: cutBody(message, BODY_CHARS_MAX),
  };
}
