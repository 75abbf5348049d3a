// What the recording of a run marks and no finding of the report is about: the run may have had a
// reason (it read late, or learned a normal form) that the recording does not know. The report names it.

import { pluralize } from '../../base/pluralize.ts';
import type { Finding } from '../../oracle/finding.ts';

/** An answer that the recording marks. */
export interface RecordedViolation extends Pick<Finding, 'code' | 'operation'> {
  /** The number of the exchange in the recording. */
  readonly seq: number;
}

/** What a report says already. */
export interface ToldOfRun {
  readonly findings: readonly Pick<Finding, 'code' | 'operation'>[];
  readonly notes: readonly string[];
}

/** Returns a note for what is marked in the recording alone; none if both agree. */
export function notesOnRecording(
  violations: readonly RecordedViolation[],
  { findings, notes }: ToldOfRun,
): readonly string[] {
  const hasFailures = notes.some((note) => FAILURES.test(note));
  const unreported = violations.filter(
    ({ code, operation }) =>
      !(code === 'failed' && hasFailures) &&
      !findings.some((one) => one.code === code && one.operation === operation),
  );
  if (unreported.length === 0) return [];
  const groups = Map.groupBy(unreported, ({ code, operation }) => `${operation} ${code}`);
  const told = [...groups].map(([what, those]) => {
    const numbers = those.slice(0, NUMBERS_MAX).map(({ seq }) => `#${seq}`);
    const rest = those.length - numbers.length;
    return `${what} (${numbers.join(', ')}${rest > 0 ? ` and ${rest} more` : ''})`;
  });
  const calls = new Set(unreported.map(({ seq }) => seq)).size;
  return [
    `the recording marks ${pluralize(calls, 'answer')} beside the findings: ${told.join(', ')}`,
  ];
}

/** The note that has all calls that failed and are in no finding. */
const FAILURES = /^\d+ failures?, /;
const NUMBERS_MAX = 3;
