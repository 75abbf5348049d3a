// The report as JSON for programs. Its shape is `JsonReport` and stays: members may come, none
// changes its meaning or goes.

import { escapeUnits } from '../../journal/print/printable.ts';
import { type ShownOptions, shownHeaders } from '../../journal/print/shown.ts';
import type { Body } from '../../model/message/call.ts';
import type { Exchanged, Report, ReportedFinding } from '../report.ts';
import { cutBody } from './cut-body.ts';

/**
 * All of `Report`, but for the moves, and for the traces, whose messages are without secrets and
 * have bodies of text.
 */
export interface JsonReport extends Omit<Report, 'findings'> {
  /** The version of this shape. */
  readonly format: 1;
  readonly findings: readonly JsonFinding[];
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
  /** `null` where nothing came back; then `trouble` says what happened. */
  readonly received: ({ readonly status: number } & JsonMessage) | null;
  readonly trouble: string | null;
  readonly elapsedMs: number;
}

export interface JsonMessage {
  /** By name in lower case; those that hold secrets are `[redacted]`. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * `json`: it could be read as JSON, and `body` is its text. `broken`: it could not. `oversized`:
   * it was not kept.
   */
  readonly bodyKind: Body['kind'];
  /** Cut at `BODY_CHARS_MAX` characters; `null` where there is none. */
  readonly body: string | null;
}

/** How many characters of a body the report holds. */
export const BODY_CHARS_MAX = 65_536;

/**
 * Gives the report as indented JSON with a newline at the end. Characters that cannot be seen are
 * escaped.
 */
export function toJson(report: Report, options: ShownOptions = {}): string {
  return jsonText(jsonReport(report, options));
}

/** Gives the report as data for JSON. */
export function jsonReport(report: Report, options: ShownOptions): JsonReport {
  const {
    version,
    target,
    resource,
    startedAt,
    elapsedMs,
    requests,
    verdict,
    reason,
    remedy,
    budget,
    seed,
    replay,
  } = report;
  const { laws, pacts, walks, observations, notes, bystanders, leftovers, leftoversFate } = report;
  return {
    format: 1,
    version,
    target,
    resource,
    startedAt,
    elapsedMs,
    requests,
    verdict,
    reason,
    remedy,
    budget,
    seed,
    replay,
    findings: report.findings.map(({ moves: _moves, ...finding }) => ({
      ...finding,
      trace: finding.trace.map((exchanged) => toExchange(exchanged, options)),
    })),
    laws,
    pacts,
    walks,
    observations,
    notes,
    bystanders,
    leftovers,
    leftoversFate,
  };
}

/**
 * Gives data as indented JSON with a newline at the end. Characters that cannot be seen are
 * escaped.
 */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2).replaceAll(UNSEEN, escapeUnits)}\n`;
}

function toExchange(
  { call, received, trouble, elapsedMs }: Exchanged,
  options: ShownOptions,
): JsonExchange {
  const { method, path, query } = call;
  return {
    call: { method, path, query, ...toMessage(call, options) },
    received:
      received === null ? null : { status: received.status, ...toMessage(received, options) },
    trouble,
    elapsedMs,
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

/**
 * What JSON.stringify leaves as it is and a terminal would act on. In JSON text such characters
 * stand in strings alone.
 */
const UNSEEN = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;
