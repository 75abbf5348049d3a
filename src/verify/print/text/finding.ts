// One finding for a terminal: what happened, who decided, what to do, and curl lines to repeat it.

import { cut, printable } from '../../../base/printable.ts';
import type { ReportedFinding } from '../../report.ts';
import { deciderOf, exchangeOf, headingOf } from '../phrases.ts';
import { shownItem } from '../shown-item.ts';
import { hang, headline, type TextReport } from './sections.ts';

/** Returns the lines of a finding. Curl lines are never wrapped, so that you can paste them. */
export function findingLines(
  finding: ReportedFinding,
  number: number,
  page: TextReport,
  resource: string,
): readonly string[] {
  const { paint } = page;
  const head = shown(headingOf(finding));
  return [
    ...headline(`${number}  `, head, page, 'red'),
    ...hang('   ', shown(finding.message), page),
    '',
    ...facts(finding, resource).flatMap(([label, text]) =>
      hang(`   ${label.padEnd(LABEL_COLUMNS)}`, text, page),
    ),
    ...traceLines(finding, page),
    ...(finding.curl.length === 0 ? [] : ['', `   ${paint('repeat', 'dim')}`]),
    ...finding.curl.map((line) =>
      line.startsWith('#') ? paint(`   ${printable(line)}`, 'dim') : `   ${printable(line)}`,
    ),
  ];
}

/** Width of the labels, in columns. */
const LABEL_COLUMNS = 10;

function facts(
  finding: ReportedFinding,
  resource: string,
): readonly (readonly [label: string, text: string])[] {
  const item = shownItem(finding, resource);
  return [
    ['expected', shown(finding.expected)],
    ['actual', shown(finding.actual)],
    ...(item === null ? [] : [['item', shown(item)] as const]),
    ...(finding.at === null
      ? []
      : [
          [
            'at',
            finding.at === '' ? 'the whole body' : `${shown(finding.at)} of the body`,
          ] as const,
        ]),
    ['decided', `by ${shown(deciderOf(finding))}`],
    ['law', shown(finding.law)],
    ['code', shown(finding.code)],
    ['remedy', shown(finding.remedy)],
  ];
}

function traceLines({ trace }: ReportedFinding, page: TextReport): readonly string[] {
  const shownMax = trace
    .slice(0, EXCHANGES_SHOWN_MAX)
    .map((exchanged) => shown(exchangeOf(exchanged)));
  const more = trace.length - shownMax.length;
  const lines = more > 0 ? [...shownMax, `… and ${more} more`] : shownMax;
  return lines.flatMap((line, index) =>
    hang(`   ${(index === 0 ? 'sent' : '').padEnd(LABEL_COLUMNS)}`, line, page),
  );
}

/** Number of requests of a finding that a terminal shows. */
const EXCHANGES_SHOWN_MAX = 30;

/** Maximum length of one text, in characters. */
const TEXT_CHARS_SHOWN = 500;

function shown(text: string): string {
  return cut(printable(text), TEXT_CHARS_SHOWN);
}
