// What tools that show findings beside the code need of one: its line, and a mark by which they know it
// again in the next run. Both forms of their files take it from here.

import { fingerprintOf } from '../known/known-findings.ts';
import type { LineOfClause } from '../print/github-annotations.ts';
import type { Report, ReportedFinding } from '../report.ts';

export interface ScannedFinding {
  readonly finding: ReportedFinding;
  readonly place: ReturnType<LineOfClause>;
  /** The same in each run, and of no other finding of these reports. */
  readonly mark: string;
  /** Why the team lives with it; `null` if no baseline knows it. */
  readonly reason: string | null;
}

/** Returns the findings of all reports, those that a baseline knows behind the others. */
export function scannedFindings(
  reports: readonly Report[],
  lineOf: LineOfClause,
): readonly ScannedFinding[] {
  const seen = new Map<string, number>();
  return reports.flatMap(({ resource, findings, known = [] }) =>
    [...findings.map((finding) => ({ finding, reason: null })), ...known].map(
      ({ finding, reason }) => {
        const { operation, code, at } = fingerprintOf(finding, resource);
        const print = [resource, operation, code, at ?? ''].join(' ');
        const number = (seen.get(print) ?? 0) + 1;
        seen.set(print, number);
        const mark = number === 1 ? print : `${print} ${number}`;
        return { finding, place: lineOf(finding.clause), mark, reason };
      },
    ),
  );
}
