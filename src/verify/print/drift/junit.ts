// What changed between two versions of a source, as JUnit XML: a case for each change. Breaking ones
// fail, or are skipped if they were allowed.

import type { Change } from '../../../source/drift/change.ts';
import { type Case, junitDocument } from '../junit.ts';
import {
  changesWith,
  type DriftReport,
  driftSentence,
  driftVerdicts,
  operationsText,
  placesText,
} from './drift-report.ts';

/** Returns well-formed XML 1.0. */
export function driftToJunit(report: DriftReport): string {
  const { older, newer, startedAt } = report;
  const whole: Case = { name: driftSentence(report), elapsedMs: 0, outcome: { kind: 'passed' } };
  return junitDocument(
    [
      { name: 'since', cases: [whole], properties: { older, newer } },
      ...driftVerdicts.map((verdict) => ({
        name: `since: ${verdict} changes`,
        cases: changesWith(report, verdict).map((change) => caseOf(change, report)),
      })),
    ],
    { startedAt, elapsedMs: 0 },
  );
}

function caseOf(change: Change, { breaking }: DriftReport): Case {
  const { verdict, message } = change;
  const name = `${operationsText(change)}: ${message}`;
  if (verdict !== 'breaking') return { name, elapsedMs: 0, outcome: { kind: 'passed' } };
  if (breaking === 'allowed')
    return { name, elapsedMs: 0, outcome: { kind: 'skipped', why: 'breaking, and allowed' } };
  const text = [message, `at: ${placesText(change)}`, ...change.operations].join('\n');
  return { name, elapsedMs: 0, outcome: { kind: 'failure', type: 'breaking', message, text } };
}
