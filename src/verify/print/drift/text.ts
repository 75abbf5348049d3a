// What changed between two versions of a source, for a terminal. The verdict comes last.

import { pluralize } from '../../../base/pluralize.ts';
import { printable } from '../../../base/printable.ts';
import type { DriftVerdict } from '../../../source/drift/change.ts';
import { painter } from '../paint.ts';
import type { TextOptions } from '../text/text.ts';
import {
  changesWith,
  type DriftReport,
  driftSentence,
  driftVerdicts,
  operationsText,
  placesText,
} from './drift-report.ts';

/** Number of changes that a terminal shows; the other forms of the report show more. */
const SHOWN_MAX: Readonly<Record<DriftVerdict, number>> = {
  breaking: 50,
  compatible: 20,
  neutral: 5,
};
const STYLES = { breaking: 'red', compatible: 'green', neutral: 'dim' } as const;

/** Returns the changes as text with a newline at the end. */
export function driftToText(report: DriftReport, options: TextOptions): string {
  const paint = painter(options);
  const blocks = driftVerdicts.flatMap((verdict) => {
    const all = changesWith(report, verdict);
    if (all.length === 0) return [];
    const shown = all.slice(0, SHOWN_MAX[verdict]);
    const hidden = all.length - shown.length;
    return [
      '',
      paint(verdict, STYLES[verdict]),
      ...shown.flatMap((change) => [
        `  ${paint(printable(operationsText(change)), 'bold')}`,
        `      ${printable(change.message)}`,
        `      ${paint(printable(`at ${placesText(change)}`), 'dim')}`,
      ]),
      ...(hidden === 0 ? [] : [`  ${pluralize(hidden, 'more change')}: --json names all.`]),
    ];
  });
  const head = `${printable(report.newer)} since ${printable(report.older)}`;
  return `${[head, ...blocks, '', driftSentence(report)].join('\n')}\n`;
}
