// What changed between two versions of a source, as GitHub Markdown. Text of a document is no markup.

import { pluralize } from '../../../base/pluralize.ts';
import { text } from '../markdown.ts';
import {
  changesWith,
  type DriftReport,
  driftSentence,
  driftVerdicts,
  operationsText,
  placesText,
} from './drift-report.ts';

/** Number of changes of each verdict. */
const SHOWN_MAX = 100;
const MARKS = { breaking: '❌', compatible: '✅', neutral: '➖' } as const;

/** Returns a table of the changes with a newline at the end. */
export function driftToMarkdown(report: DriftReport): string {
  const rows = driftVerdicts.flatMap((verdict) => {
    const all = changesWith(report, verdict);
    const shown = all.slice(0, SHOWN_MAX).map((change) => {
      const cells = [operationsText(change), change.message, placesText(change)].map(text);
      return `| ${MARKS[verdict]} ${verdict} | ${cells.join(' | ')} |\n`;
    });
    const hidden = all.length - shown.length;
    const rest = `| | ${pluralize(hidden, `more ${verdict} change`)} | | |\n`;
    return hidden === 0 ? shown : [...shown, rest];
  });
  const table =
    rows.length === 0
      ? ''
      : `\n| | operations | change | place |\n|---|---|---|---|\n${rows.join('')}`;
  const title = `## ${text(report.newer)} since ${text(report.older)}`;
  return `${title}\n\n${text(driftSentence(report))}\n${table}`;
}
