// The findings as a Code Quality report of GitLab, which a merge request shows: a list of issues. It wants
// a file of each; of a clause that no file has, the clause itself stands there.

import { cut, printable } from '../../base/printable.ts';
import type { LineOfClause } from '../print/github-annotations.ts';
import type { Report } from '../report.ts';
import { scannedFindings } from './scanned-findings.ts';

/** Returns the file, with a newline at the end. Findings that a baseline knows are not in it. */
export function toCodeQuality(reports: readonly Report[], lineOf: LineOfClause): string {
  const issues = scannedFindings(reports, lineOf)
    .filter(({ reason }) => reason === null)
    .map(({ finding, place, mark }) => ({
      description: cut(printable(finding.message), DESCRIPTION_CHARS_MAX),
      check_name: finding.code,
      fingerprint: mark,
      severity: finding.breach === 'violates' ? 'major' : 'minor',
      location: {
        path: place?.file ?? printable(finding.clause),
        lines: { begin: place?.line ?? 1 },
      },
    }));
  return `${JSON.stringify(issues, null, 2)}\n`;
}

/** Maximum length of a description, in characters. */
const DESCRIPTION_CHARS_MAX = 500;
