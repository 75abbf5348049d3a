// Breaking changes between two versions of a source, as workflow commands of GitHub Actions.

import { pluralize } from '../../../base/pluralize.ts';
import { ANNOTATIONS_MAX, command } from '../github-annotations.ts';
import {
  changesWith,
  type DriftReport,
  driftSentence,
  operationsText,
  placesText,
} from './drift-report.ts';

/** Returns one command a line: an error for each breaking change, ten at most, or one notice. */
export function driftToAnnotations(report: DriftReport): string {
  const all = changesWith(report, 'breaking');
  const kind = report.breaking === 'allowed' ? 'warning' : 'error';
  if (all.length === 0) return command('notice', 'standin verify --since', [driftSentence(report)]);
  const shown = all.length > ANNOTATIONS_MAX ? all.slice(0, ANNOTATIONS_MAX - 1) : all;
  const hidden = all.length - shown.length;
  return [
    ...shown.map((change) =>
      command(kind, `breaking: ${operationsText(change)}`, [change.message, placesText(change)]),
    ),
    ...(hidden === 0
      ? []
      : [command(kind, 'standin verify --since', [pluralize(hidden, 'more breaking change')])]),
  ].join('');
}
