// Turns a report in JSON back into a `Report`, to write it in another form. Its moves are empty.

import { type Body, noBody, readBody } from '../../model/message/call.ts';
import { laws } from '../laws/all-laws.ts';
import type {
  Exchanged,
  LawResult,
  PactResult,
  Report,
  ReportedFinding,
  WasCut,
} from '../report.ts';
import {
  BODY_CHARS_MAX,
  type JsonExchange,
  type JsonFinding,
  type JsonMessage,
  type JsonReport,
} from './json.ts';

/**
 * Returns the report. Each form written from it equals the original, character by character. An
 * older report does not say what was not tried.
 */
export function fromJson({ format: _format, known, ...report }: JsonReport): Report {
  const { untried = [], notVerified = [], end = 'whole' }: Partial<JsonReport> = report;
  const { readSingly = 0 }: Partial<JsonReport['bystanders']> = report.bystanders;
  return {
    ...report,
    untried,
    notVerified,
    pacts: {
      ...report.pacts,
      interactions: report.pacts.interactions.map((one): PactResult => {
        const result = OLDER_RESULTS.get(one.result) ?? one.result;
        return { ...one, result };
      }),
    },
    end,
    bystanders: { ...report.bystanders, readSingly },
    laws: report.laws.map((law: Older<LawResult>) => ({
      ...law,
      name: currentLaw(law.name),
      brokenBy: law.brokenBy ?? [],
    })),
    findings: report.findings.map(toFinding),
    ...(known === undefined
      ? {}
      : { known: known.map(({ finding, ...one }) => ({ finding: toFinding(finding), ...one })) }),
  };
}

function toFinding(finding: JsonFinding): ReportedFinding {
  return {
    ...finding,
    law: currentLaw(finding.law),
    moves: [],
    trace: finding.trace.map(toExchanged),
  };
}

/** The results of interactions that older versions named otherwise. */
const OLDER_RESULTS: ReadonlyMap<string, PactResult['result']> = new Map([
  ['unprepared', 'not-verified'],
]);

/** The name that a law has now. */
function currentLaw(name: string): string {
  return laws.find(({ formerly }) => formerly === name)?.name ?? name;
}

/** A law in the report of an older version. */
type Older<T extends LawResult> = Omit<T, 'brokenBy'> & Partial<Pick<T, 'brokenBy'>>;

function toExchanged(exchange: JsonExchange): Exchanged {
  const { call, received, trouble, elapsedMs, credentials } = exchange;
  const { method, path, query, headers } = call;
  return {
    call: { method, path, query, headers, ...bodyOf(call) },
    received:
      received === null
        ? null
        : { status: received.status, headers: received.headers, ...bodyOf(received) },
    trouble,
    elapsedMs,
    ...(credentials === undefined ? {} : { credentials }),
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
  // A cut text is not JSON any more, and no form of the report reads the value of such a long body.
  return start.length < text.length
    ? { body: { kind: 'json', value: null, text: start, duplicate: null }, ...wasCut }
    : { body: readBody(text) };
}

/** Reads the original length at the end of a cut text. The file may be damaged. */
function uncut(text: string): { readonly start: string; readonly chars: number } {
  const cutAt = text.length <= BODY_CHARS_MAX ? null : /… \((\d{1,9}) characters\)$/.exec(text);
  if (cutAt === null) return { start: text, chars: text.length };
  return { start: text.slice(0, cutAt.index), chars: Number(cutAt[1]) };
}
