// What changed between two versions of a source, as data for all forms of the report.

import { pluralize } from '../../../base/pluralize.ts';
import type { Change, DriftVerdict } from '../../../source/drift/change.ts';

export interface DriftReport {
  /** The version of Standin. */
  readonly version: string;
  readonly startedAt: string;
  /** The files or folders. */
  readonly older: string;
  readonly newer: string;
  /** Breaking ones first. */
  readonly changes: readonly Change[];
  /** Whether breaking changes were allowed. */
  readonly breaking: 'refused' | 'allowed';
}

export const driftVerdicts: readonly DriftVerdict[] = ['breaking', 'compatible', 'neutral'];

/** Returns the changes of one verdict. */
export function changesWith(report: DriftReport, verdict: DriftVerdict): readonly Change[] {
  return report.changes.filter((change) => change.verdict === verdict);
}

/** `2 breaking changes, 1 compatible, 4 neutral: clients of the older version may fail`. */
export function driftSentence(report: DriftReport): string {
  const counts = driftVerdicts
    .map((verdict) => ({ verdict, count: changesWith(report, verdict).length }))
    .filter(({ count }) => count > 0);
  const [first, ...rest] = counts;
  if (first === undefined) return 'nothing changed for clients';
  const told = [
    pluralize(first.count, `${first.verdict} change`),
    ...rest.map(({ verdict, count }) => `${count} ${verdict}`),
  ];
  const meaning =
    first.verdict === 'breaking'
      ? 'clients of the older version may fail'
      : 'clients of the older version need no change';
  return `${told.join(', ')}: ${meaning}`;
}

/** `GET /users, POST /users and 3 more`; `the whole document` for a change of everything. */
export function operationsText({ operations }: Change): string {
  if (operations.length === 0) return 'the whole document';
  const shown = operations.slice(0, OPERATIONS_SHOWN_MAX).join(', ');
  const rest = operations.length - OPERATIONS_SHOWN_MAX;
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}

/** Number of operations that one change names. JSON names all. */
const OPERATIONS_SHOWN_MAX = 3;

/** `/a in the older version, /b now`. */
export function placesText({ from, to }: Change): string {
  if (from === to) return from ?? '';
  if (from === null) return to ?? '';
  return to === null ? `${from} in the older version` : `${to}, before ${from}`;
}
