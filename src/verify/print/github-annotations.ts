// The report as workflow commands of GitHub Actions, which the page of a run shows.

import { pluralize } from '../../base/pluralize.ts';
import { cut, printable } from '../../base/printable.ts';
import type { Report, ReportedFinding } from '../report.ts';
import {
  deciderOf,
  effortOf,
  headingOf,
  lawsBrokenBy,
  reasonsOf,
  untriedOf,
  verdictOf,
} from './phrases.ts';

/** Number of errors that GitHub shows for one step. */
export const ANNOTATIONS_MAX = 10;

/** The line of a file that a clause names; `null` if it names none. */
export type LineOfClause = (
  clause: string,
) => { readonly file: string; readonly line: number } | null;

/** Returns one command a line: an error for each finding, ten at most, or one notice or warning. */
export function toGithubAnnotations(report: Report, lineOf: LineOfClause = () => null): string {
  const { findings, verdict } = report;
  const sentence = `${report.target} ${verdictOf(report)}`;
  if (verdict === 'conforms')
    return command('notice', 'standin verify', [`${sentence} (${effortOf(report)})`]);
  const gaps = reasonsOf(report);
  const why = [report.reason ?? '', report.remedy ?? '', ...gaps, ...report.untried.map(untriedOf)];
  if (verdict === 'partly')
    return command('warning', 'standin verify', [sentence, ...why, again(report)]);
  if (verdict === 'unjudged')
    return command('error', 'standin verify: not judged', [sentence, ...why, again(report)]);
  if (findings.length === 0) return command('error', 'standin verify', [sentence, again(report)]);
  const shown =
    findings.length > ANNOTATIONS_MAX ? findings.slice(0, ANNOTATIONS_MAX - 1) : findings;
  const more = findings.length - shown.length;
  const rest = [
    `${pluralize(more, 'more finding')}, ${findings.length} in all: see the log of this step`,
    again(report),
  ];
  return (
    shown.map((finding, index) => ofFinding(finding, index + 1, report, lineOf)).join('') +
    (more === 0 ? '' : command('error', `standin verify: ${more} more`, rest)) +
    (gaps.length === 0 ? '' : command('warning', 'standin verify: not verified', gaps))
  );
}

function ofFinding(
  finding: ReportedFinding,
  number: number,
  report: Report,
  lineOf: LineOfClause,
): string {
  const [, ...others] = lawsBrokenBy(finding, number, report);
  const title = headingOf(finding);
  return command(
    'error',
    title,
    [
      finding.message,
      `expected: ${finding.expected}`,
      `actual: ${finding.actual}`,
      ...(finding.at === null || finding.at === '' ? [] : [`at: ${finding.at}`]),
      `decided by: ${deciderOf(finding)}`,
      `law: ${finding.law} (${finding.code})`,
      others.length === 0 ? '' : `also breaks: ${others.join(', ')}`,
      finding.remedy,
    ],
    lineOf(finding.clause),
  );
}

function again({ replay }: Report): string {
  return `again: ${replay}`;
}

/** Maximum length of one line of an annotation, in characters. */
const LINE_CHARS_SHOWN = 500;

/** Returns one command. */
export function command(
  kind: 'error' | 'warning' | 'notice',
  title: string,
  lines: readonly string[],
  place: ReturnType<LineOfClause> = null,
): string {
  const shown = lines
    .filter((line) => line !== '')
    .map((line) => cut(printable(line), LINE_CHARS_SHOWN));
  const at = place === null ? '' : `file=${escapeProperty(place.file)},line=${place.line},`;
  return `::${kind} ${at}title=${escapeProperty(cut(printable(title), LINE_CHARS_SHOWN))}::${escapeData(shown.join('\n'))}\n`;
}

/** `escapeData` of actions/toolkit, packages/core/src/command.ts. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** `escapeProperty` of the same file. */
function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
