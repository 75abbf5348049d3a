// Writes the report of a run: to a terminal, to standard output as JSON, into files, and to the
// page of a run in GitHub Actions. A new form needs its printer in verify/print, a line here, and
// its option in report-flags.ts.

import { appendFileSync, statSync } from 'node:fs';
import { errnoOf } from '../../base/errno.ts';
import { StandinError } from '../../base/errors.ts';
import { pluralize } from '../../base/pluralize.ts';
import { printable } from '../../base/printable.ts';
import { linesOfClauses } from '../../project/source/line-of-clause.ts';
import type { TakenOperation } from '../../source/source-contracts.ts';
import { toCodeQuality } from '../../verify/code-scanning/code-quality.ts';
import { toSarif } from '../../verify/code-scanning/sarif.ts';
import type { Pact } from '../../verify/pacts/read-pact-files.ts';
import { seenOfAll } from '../../verify/print/coverage.ts';
import { toGithubAnnotations } from '../../verify/print/github-annotations.ts';
import { toHtml } from '../../verify/print/html/html.ts';
import { toJson } from '../../verify/print/json.ts';
import { toJunit } from '../../verify/print/junit.ts';
import { toMarkdown } from '../../verify/print/markdown.ts';
import { toText, verdictText } from '../../verify/print/text/text.ts';
import type { Report } from '../../verify/report.ts';
import { triedOf } from '../../verify/run/required.ts';
import { writeOut } from '../files/out-file.ts';
import { fileOfResource } from '../shared/file-per-resource.ts';
import { isColoured } from '../shared/log.ts';
import { fenced, type Outlets, type Outputs, printErrors } from '../shared/outlets.ts';
import { columnsOf, type Screen } from '../shared/progress-line.ts';
import type { TestFacts } from './build-report.ts';
import { reportFile } from './out-files.ts';
import { writeTests } from './test-file.ts';

export interface ReportDelivery {
  readonly report: Report;
  /** Why the service could not be judged at all; `null` if the report says more. */
  readonly error: StandinError | null;
  /** The resource of the report, if there are several. */
  readonly resource: string | null;
  /** Names of header fields that hold secrets. */
  readonly credentials: readonly string[];
  /** What generated tests need besides the report; `null` if the service was not judged. */
  readonly testFacts: TestFacts | null;
  readonly outputs: Outputs;
  readonly outlets: Outlets;
  /** `printed-before`: the shards have printed the annotations already. */
  readonly annotations?: 'printed-before';
  /** `later`: the report is part of the report of a shard. */
  readonly json?: 'later';
}

/** Prints a report and writes its files. Errors of writing do not hide the verdict. */
export function writeReports(delivery: ReportDelivery): readonly StandinError[] {
  const { report, outputs, outlets, credentials } = delivery;
  const { junit, html } = outputs;
  const json = delivery.json === 'later' ? null : outputs.json;
  const options = { credentials };
  if (json === 'print') outlets.output.write(toJson(report, options));
  tell(delivery);
  const write = (file: string | null, option: string, print: () => string): void => {
    if (file === null) return;
    writeOut(reportFile(fileOfResource(file, delivery.resource), option), print());
  };
  return [
    ...attempt(() =>
      write(json === 'print' ? null : (json?.file ?? null), '--json', () =>
        toJson(report, options),
      ),
    ),
    ...attempt(() => write(junit, '--junit', () => toJunit(report))),
    ...attempt(() => write(html, '--html', () => toHtml(report, options))),
    ...attempt(() => deliverTests(delivery)),
  ];
}

/** Writes the Markdown about all reports, if requested, and returns the errors of writing it. */
export function writeStepSummary(
  reports: readonly Report[],
  { summary }: Outputs,
  taken: readonly Pick<TakenOperation, 'statuses'>[] = [],
): readonly StandinError[] {
  if (summary === null || reports.length === 0) return [];
  const { file, how } = summary;
  if (how === 'whole')
    return attempt(() =>
      writeOut(reportFile(file, '--summary'), toMarkdown(reports, SUMMARY_BYTES_MAX, taken)),
    );
  return attempt(() => appendSummary(file, (bytesMax) => toMarkdown(reports, bytesMax, taken)));
}

/** Writes the findings of all reports for tools that show them beside the code, if requested. */
export function writeScans(
  reports: readonly Report[],
  { sarif = null, codeQuality = null, workspace = '.' }: Outputs,
  version: string,
): readonly StandinError[] {
  const lineOf = linesOfClauses(workspace);
  const write = (file: string | null, option: string, print: () => string) =>
    file === null ? [] : attempt(() => writeOut(reportFile(file, option), print()));
  return [
    ...write(sarif, '--sarif', () => toSarif(reports, { lineOf, version })),
    ...write(codeQuality, '--code-quality', () => toCodeQuality(reports, lineOf)),
  ];
}

/** Appends Markdown to the summary of a step, of at most as many bytes as there is room for. */
export function appendSummary(file: string, print: (bytesMax: number) => string): void {
  try {
    const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    appendFileSync(file, print(Math.max(0, SUMMARY_BYTES_MAX - bytes)));
  } catch (error) {
    const message = `the summary of the step cannot be written to ${file}: ${errnoOf(error)}`;
    throw new StandinError('file-unwritable', message, 'Name another file with --summary.');
  }
}

/** GitHub refuses step summaries of more than 1 MiB; this leaves room for other tools. In bytes. */
const SUMMARY_BYTES_MAX = 1_000_000;

function deliverTests({ report, resource, testFacts, outputs, outlets }: ReportDelivery): void {
  if (outputs.tests === null) return;
  const told = writeTests(fileOfResource(outputs.tests, resource), report, testFacts);
  const isQuiet = outputs.form === 'quiet' && report.findings.length === 0;
  // Standard output holds only JSON.
  if (!isQuiet) (outputs.json === 'print' ? outlets.errors : outlets.output).write(`${told}\n`);
}

function tell({ report, error, outputs, outlets, resource, annotations }: ReportDelivery): void {
  const isPrinted =
    outputs.json !== 'print' && !(outputs.form === 'quiet' && report.verdict === 'conforms');
  // If the service was never reached, one sentence says it all.
  if (error !== null)
    printErrors(resource === null ? [error] : [about(resource, error)], outlets.errors);
  if (error !== null && report.leftovers.length > 0) outlets.errors.write(leftBehind(report));
  if (error === null && isPrinted)
    outlets.output.write(fenced(textOf(report, outputs, outlets.output), outputs));
  if (outputs.ci !== 'github' || annotations === 'printed-before') return;
  // Standard output holds only JSON; the runner reads commands on both.
  const screen = outputs.json === 'print' || error !== null ? outlets.errors : outlets.output;
  screen.write(toGithubAnnotations(report, linesOfClauses(outputs.workspace ?? '.')));
}

/** The items that a run left behind without judging the service: no report shows them. */
function leftBehind({ leftovers, leftoversFate }: Report): string {
  const fate =
    leftoversFate === 'stay' ? 'the contract has no DELETE' : 'run "standin clean" to remove them';
  return `Left behind: ${leftovers.map(printable).join(', ')}; ${fate}\n`;
}

/** Says that none of several resources could be tried: the report of each calls only itself untried. */
export function tellNothing(reports: readonly Report[], { errors }: Outlets): 0 | 2 {
  const isTried = ({ verdict, laws }: Report): boolean => verdict !== 'partly' || triedOf(laws) > 0;
  if (reports.length === 0 || reports.some(isTried)) return 0;
  errors.write('standin: nothing was verified: no resource could be tried\nThe reports say why.\n');
  return 2;
}

/**
 * Says which pacts with interactions for several contracts were not verified at all: the report of
 * each contract knows only its own.
 */
export function tellUnverifiedPacts(
  reports: readonly Report[],
  pacts: readonly Pick<Pact, 'file' | 'holds'>[],
  { errors }: Outlets,
): 0 | 2 {
  const parted = new Set(pacts.flatMap(({ file, holds }) => (holds === 'parts' ? [file] : [])));
  const results = reports.flatMap((one) => one.pacts.interactions);
  const none = [...parted].filter((file) => {
    const own = results.filter((one) => one.file === file && one.isPending !== true);
    return own.length > 0 && own.every(({ result }) => result === 'not-verified');
  });
  if (none.length === 0) return 0;
  errors.write(
    `standin: no interaction was verified of ${none.map(printable).join(', ')}\nThe reports say why.\n`,
  );
  return 2;
}

/** Says how much of all contracts the runs saw, after the report of the last one. */
export function tellSeen(
  reports: readonly Report[],
  taken: readonly Pick<TakenOperation, 'statuses'>[],
  { form, json }: Outputs,
  { output }: Outlets,
): void {
  const seen = form === 'quiet' || json === 'print' ? null : seenOfAll(reports, taken);
  if (seen === null) return;
  const violated = reports.filter(({ verdict }) => verdict === 'violates');
  const names = violated.map(
    ({ resource, findings }) => `${resource} (${pluralize(findings.length, 'finding')})`,
  );
  const verdict = names.length === 0 ? '' : `✗ ${names.map(printable).join(', ')}\n`;
  output.write(`\nAll contracts: ${seen}\n${verdict}`);
}

function textOf(report: Report, { form }: Outputs, screen: Screen): string {
  const options = { colour: isColoured(screen), columns: columnsOf(screen) };
  return form === 'quiet' && report.verdict === 'partly'
    ? verdictText(report, options)
    : toText(report, options);
}

function about(resource: string, { code, message, remedy }: StandinError): StandinError {
  return new StandinError(code, `${resource}: ${message}`, remedy);
}

/** Returns the error of writing something, or none. */
export function attempt(write: () => void): readonly StandinError[] {
  try {
    write();
    return [];
  } catch (error) {
    if (error instanceof StandinError) return [error];
    throw error;
  }
}
