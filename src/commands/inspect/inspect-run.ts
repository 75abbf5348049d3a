// The Inspector of a run of `verify`: its traffic, its contracts, and its reports once they exist.

import type { Profile } from '../../contract/choices.ts';
import type { InternalRoutes } from '../../http/server/internal-routes.ts';
import { createInspector } from '../../inspector/inspector.ts';
import type { ReportSource } from '../../inspector/reports.ts';
import type { Archive } from '../../journal/archive.ts';
import type { Project } from '../../project/load/project.ts';
import type { Checker } from '../../schema/check.ts';
import { toJson } from '../../verify/print/json.ts';
import type { Report } from '../../verify/report.ts';
import type { Target } from '../shared/target.ts';
import { createExporter } from './exporter.ts';
import { harOpener } from './har-file.ts';
import { rulesView } from './inspect-mock.ts';
import { pageFiles } from './page-files.ts';
import { reportOf } from './report-source.ts';

export interface InspectedRun {
  readonly archive: Archive;
  /** Without credentials; it grows. */
  readonly reports: readonly Report[];
  readonly options: {
    readonly version: string;
    readonly contract: string;
    readonly pins: Partial<Profile>;
  };
  readonly target: Target;
  readonly project: Project;
  readonly checker: Checker;
}

export function inspectRun(inspected: InspectedRun): InternalRoutes {
  const { archive, reports, options, target, project, checker } = inspected;
  const { version, contract, pins } = options;
  return createInspector({
    version,
    mode: 'verify',
    subject: target.client.baseUrl,
    archive,
    data: null,
    replay: null,
    access: { token: crypto.randomUUID(), hosts: [], reach: 'loopback' },
    rules: async () => rulesView(project, pins, contract),
    reports: async () =>
      new Map(reports.map((report) => [report.resource, sourceOf(report, target)])),
    exporter: createExporter(version, { rules: () => project, checker: async () => checker }),
    openHar: harOpener(() => project),
    assets: pageFiles(),
  });
}

function sourceOf(report: Report, { credentials }: Target): ReportSource {
  return reportOf(JSON.parse(toJson(report, { credentials: credentials.names })), report.resource);
}
