// The reports of `verify`: their list, and each one as JSON or as a page. How a report becomes a
// page is not known here; the commands hand it in.

import type { Json } from '../base/json.ts';
import type { InternalCall, InternalReply } from '../http/server/internal-routes.ts';
import { json, missing, problem, reportPage } from './request/reply.ts';
import type { ReportView } from './wire.ts';

export interface ReportSource {
  readonly view: Omit<ReportView, 'name'>;
  /** As `verify --json` writes it. */
  readonly report: Json;
  /** Returns the page that `verify --html` writes; `null` if the file holds no whole report. */
  page(theme: ReportTheme): ReportPage | null;
}

/** `undefined` follows the reader's browser. */
export type ReportTheme = 'light' | 'dark' | undefined;

export interface ReportPage {
  readonly html: string;
  /** The Content-Security-Policy that the page states itself. */
  readonly policy: string;
}

/** Answers the list of reports, one report, and its page. */
export function answerReports(
  { query }: Pick<InternalCall, 'query'>,
  [name, part, ...more]: readonly string[],
  reports: ReadonlyMap<string, ReportSource>,
): InternalReply {
  if (name === undefined)
    return json({ reports: [...reports].map(([key, { view }]) => ({ name: key, ...view })) });
  const found = reports.get(name);
  if (found === undefined)
    return missing('report', `Reports: ${[...reports.keys()].join(', ') || 'none'}.`);
  if (part === undefined) return json(found.report);
  if (part !== 'page' || more.length > 0) return missing('part', 'The only part is page.');
  const theme = new URLSearchParams(query).get('theme') ?? undefined;
  if (theme !== undefined && theme !== 'light' && theme !== 'dark')
    return problem(400, 'There is no such theme', 'The themes are light and dark.');
  const page = found.page(theme);
  return page === null
    ? problem(422, 'The report cannot be shown', 'Parts of it are missing or damaged.')
    : reportPage(page.html, page.policy);
}
