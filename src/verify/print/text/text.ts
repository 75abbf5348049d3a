// The report for a terminal. The most important parts come last: the findings, then the verdict.

import { pluralize } from '../../../base/pluralize.ts';
import { cut, printable } from '../../../base/printable.ts';
import type { Progress, Report } from '../../report.ts';
import { clip } from '../columns.ts';
import { subjectOf } from '../coverage.ts';
import { painter } from '../paint.ts';
import { duration, effortOf, headingOf, reasonsOf, untriedOf, verdictOf } from '../phrases.ts';
import { findingLines } from './finding.ts';
import { hang, headline, sectionLines, type TextReport, warningLines } from './sections.ts';

export interface TextOptions {
  /** Whether the terminal shows colours and the user wants them. */
  readonly colour: boolean;
  /** Width of the terminal. Lines that are meant to be pasted are never wrapped. */
  readonly columns: number;
}

/** Number of findings that a terminal shows; the other forms of the report show all. */
const FINDINGS_SHOWN_MAX = 20;

/** Returns the report as text with a newline at the end. */
export function toText(report: Report, options: TextOptions): string {
  const page: TextReport = { columns: options.columns, paint: painter(options) };
  const shown = report.findings.slice(0, FINDINGS_SHOWN_MAX);
  const hidden = report.findings.length - shown.length;
  const more =
    hidden === 0
      ? []
      : ['', `${pluralize(hidden, 'more finding')}: --json, --junit and --html show all.`];
  const lines = [
    ...headLines(report, page),
    ...sectionLines(report, page),
    ...shown.flatMap((finding, index) => [
      '',
      ...findingLines(finding, index + 1, page, report.resource),
    ]),
    ...more,
    ...warningLines(report, page),
    '',
    ...verdictLines(report, page),
  ];
  return `${lines.join('\n')}\n`;
}

/** Returns the verdict alone, with what was not tried. */
export function verdictText(report: Report, options: TextOptions): string {
  const page: TextReport = { columns: options.columns, paint: painter(options) };
  return `${verdictLines(report, page).join('\n')}\n`;
}

/** Returns what the run is doing as one line, for a terminal line that is rewritten. */
export function progressLine(progress: Progress, options: TextOptions): string {
  const paint = painter(options);
  const room = Math.max(options.columns - 2, 1);
  switch (progress.kind) {
    case 'stage':
      return `${paint('▸', 'cyan')} ${clip(`${progress.stage}: ${printable(progress.what)}`, room)}`;
    case 'law': {
      const { law, done, total } = progress;
      const count = `${String(done).padStart(String(total).length)}/${total}`;
      const [mark, style] = LAW_MARKS[law.result];
      return `${paint(mark, style)} ${clip(`${count} ${printable(law.name)}`, room)}`;
    }
    case 'finding': {
      const { finding } = progress;
      return `${paint('✗', 'red')} ${clip(printable(`${headingOf(finding)}: ${finding.message}`), room)}`;
    }
    case 'waiting':
      return `${paint('…', 'yellow')} ${clip(`waiting ${duration(progress.seconds * 1000)}: ${printable(progress.why)}`, room)}`;
  }
}

const LAW_MARKS = {
  held: ['✓', 'green'],
  broken: ['✗', 'red'],
  'not-exercised': ['–', 'dim'],
} as const;

function headLines(report: Report, { paint, columns }: TextReport): readonly string[] {
  const facts = `${printable(report.resource)}, ${report.budget} budget, seed ${report.seed}, ${effortOf(report)}, standin ${printable(report.version)}`;
  return [
    paint(clip(`standin verify ${printable(report.target)}`, columns), 'bold'),
    paint(clip(facts, columns), 'dim'),
  ];
}

function verdictLines(report: Report, page: TextReport): readonly string[] {
  const { findings, reason, remedy, target, replay } = report;
  const { paint } = page;
  const [mark, style] = VERDICT_MARKS[report.verdict];
  const [shownTarget, shownVerdict] = [target, verdictOf(report)].map((text) =>
    cut(printable(text), TEXT_CHARS_SHOWN),
  );
  const verdict = `${shownTarget} ${shownVerdict}`;
  return [
    ...headline(`${mark} `, verdict, page, style),
    ...[reason, remedy].flatMap((text) =>
      text === null ? [] : hang('  ', cut(printable(text), TEXT_CHARS_SHOWN), page),
    ),
    ...untriedLines(report, page),
    ...(findings.length < 2 ? [] : summaryLines(findings, page)),
    `  ${paint('again:', 'dim')} ${printable(replay)}`,
  ];
}

const VERDICT_MARKS = {
  conforms: ['✓', 'green'],
  partly: ['–', 'yellow'],
  violates: ['✗', 'red'],
  unjudged: ['?', 'yellow'],
} as const;

/** What was not verified, and what was not tried, if nothing else was found. */
function untriedLines(report: Report, page: TextReport): readonly string[] {
  const { verdict, findings, untried } = report;
  if (verdict === 'conforms') return [];
  const untriedTexts = findings.length > 0 ? [] : untried.map(untriedOf);
  // The reason of the verdict says it already.
  const gaps = verdict === 'unjudged' ? [] : reasonsOf(report);
  return [...gaps, ...untriedTexts].flatMap((one) =>
    hang('  ', cut(printable(one), TEXT_CHARS_SHOWN), page),
  );
}

/** Maximum length of one text of the verdict, in characters. */
const TEXT_CHARS_SHOWN = 1000;

/** One line for each finding. */
function summaryLines(findings: Report['findings'], { columns }: TextReport): readonly string[] {
  const width = String(Math.min(findings.length, FINDINGS_SHOWN_MAX)).length;
  const shown = findings.slice(0, FINDINGS_SHOWN_MAX);
  const names = Math.max(...shown.map((finding) => subjectOf(finding).length));
  return shown.map((finding, index) => {
    const text = `${subjectOf(finding).padEnd(names)}  ${finding.message}`;
    return clip(`  ${String(index + 1).padStart(width)}  ${printable(text)}`, columns);
  });
}
