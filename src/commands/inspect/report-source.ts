// A report of `verify` as the page lists and shows it.

import { basename } from 'node:path';
import { refuseNewerForm, StandinError } from '../../base/errors.ts';
import { isObject, type Json, own } from '../../base/json.ts';
import type { ReportPage, ReportSource, ReportTheme } from '../../inspector/reports.ts';
import { POLICY } from '../../journal/print/html-page.ts';
import { toHtml } from '../../verify/print/html/html.ts';
import { type JsonReport, REPORT_FORMAT } from '../../verify/print/json.ts';
import { fromJson } from '../../verify/print/read-json.ts';

/** Reads the reports in a JSON file of `verify` by name: with `--shard` there may be several. */
export function reportsIn(
  json: Json,
  file: string,
): readonly (readonly [name: string, source: ReportSource])[] {
  const parts = isObject(json) && own(json, 'kind') === 'shard' ? own(json, 'parts') : undefined;
  if (!Array.isArray(parts)) return [[basename(file), reportOf(json, file)]];
  return (parts as readonly Json[]).map((part) => {
    const report = isObject(part) ? (own(part, 'report') ?? null) : null;
    const resource = isObject(report) ? own(report, 'resource') : undefined;
    return [`${basename(file)} ${String(resource)}`, reportOf(report, file)];
  });
}

/** Reads a report that `verify` wrote as JSON. Throws a StandinError if `file` is not one. */
export function reportOf(report: Json, file: string): ReportSource {
  const member = (name: string): Json | undefined =>
    isObject(report) ? own(report, name) : undefined;
  refuseNewerForm(file, member('format'), REPORT_FORMAT);
  const findings = member('findings');
  const [target, startedAt, verdict] = [member('target'), member('startedAt'), member('verdict')];
  if (
    !Array.isArray(findings) ||
    typeof target !== 'string' ||
    typeof startedAt !== 'string' ||
    typeof verdict !== 'string'
  ) {
    const message = `${file} is JSON, but neither HAR nor a report`;
    const remedy = 'Name a .har file, or a report written by "verify --json <file>".';
    throw new StandinError('recording-invalid', message, remedy);
  }
  return {
    view: { startedAt, target, verdict, findings: findings.length },
    report,
    page: (theme) => pageOf(report, theme),
  };
}

/** An edited or damaged file may lack any part of a report. */
function pageOf(report: Json, theme: ReportTheme): ReportPage | null {
  try {
    return {
      html: toHtml(fromJson(report as unknown as JsonReport), theme === undefined ? {} : { theme }),
      policy: POLICY,
    };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
