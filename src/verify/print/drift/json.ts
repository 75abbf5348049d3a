// What changed between two versions of a source, as JSON whose shape only ever gets new members.

import type { Change, DriftVerdict } from '../../../source/drift/change.ts';
import { jsonText } from '../json.ts';
import { changesWith, type DriftReport, driftVerdicts } from './drift-report.ts';

export interface JsonDrift {
  /** The version of this shape; 1 said `additive` for `compatible`. */
  readonly format: 2;
  readonly version: string;
  readonly startedAt: string;
  readonly older: string;
  readonly newer: string;
  /** The worst verdict; `same` if nothing changed. */
  readonly verdict: DriftVerdict | 'same';
  readonly counts: Readonly<Record<DriftVerdict, number>>;
  readonly changes: readonly Change[];
}

/** Returns all changes as indented JSON with a newline at the end. */
export function driftToJson(report: DriftReport): string {
  const { version, startedAt, older, newer, changes } = report;
  const count = (verdict: DriftVerdict): number => changesWith(report, verdict).length;
  const drift: JsonDrift = {
    format: 2,
    version,
    startedAt,
    older,
    newer,
    verdict: driftVerdicts.find((verdict) => count(verdict) > 0) ?? 'same',
    counts: {
      breaking: count('breaking'),
      compatible: count('compatible'),
      neutral: count('neutral'),
    },
    changes,
  };
  return jsonText(drift);
}
