// A report of `verify` as the page lists and shows it.

import { StandinError } from '../base/errors.ts';
import { isObject, type Json, own } from '../base/json.ts';
import type { ReportSource } from '../inspector/inspector.ts';

/** Gives a report that `verify` wrote as JSON. Throws a StandinError where it is none; `file` is where it stands. */
export function reportOf(report: Json, file: string): ReportSource {
  const member = (name: string): Json | undefined => (isObject(report) ? own(report, name) : undefined);
  const findings = member('findings');
  const [target, startedAt, verdict] = [member('target'), member('startedAt'), member('verdict')];
  if (!Array.isArray(findings) || typeof target !== 'string' || typeof startedAt !== 'string' || typeof verdict !== 'string') {
    throw new StandinError(
      'recording-invalid',
      `${file} is JSON, but neither HAR nor a report`,
      'Name a .har file, or what "verify --json <file>" wrote.',
    );
  }
  return { view: { startedAt, target, verdict, findings: findings.length }, report };
}
