// `standin verify --since`: compares the source with an older version of it, and says what each
// change means for clients. Sends nothing.

import type { Json } from '../../base/json.ts';
import { openApiDocument } from '../../model/openapi/openapi.ts';
import { loadProject } from '../../project/load/project.ts';
import { isAddress, kindOf, shownSource } from '../../project/source/find-source.ts';
import { documentAt, openAddress } from '../../project/source/read-address.ts';
import { readDocumentFiles } from '../../project/source/read-document.ts';
import { compareDocuments, type DocumentFiles } from '../../source/drift/drift.ts';
import { changesWith, type DriftReport } from '../../verify/print/drift/drift-report.ts';
import { driftToAnnotations } from '../../verify/print/drift/github-annotations.ts';
import { driftToHtml } from '../../verify/print/drift/html.ts';
import { driftToJson } from '../../verify/print/drift/json.ts';
import { driftToJunit } from '../../verify/print/drift/junit.ts';
import { driftToMarkdown } from '../../verify/print/drift/markdown.ts';
import { driftToText } from '../../verify/print/drift/text.ts';
import { withOlderSource } from '../files/older-source.ts';
import { writeOut } from '../files/out-file.ts';
import type { ExitCode } from '../shared/exit-code.ts';
import { isColoured } from '../shared/log.ts';
import { fenced, type Outlets, type Outputs } from '../shared/outlets.ts';
import { columnsOf } from '../shared/progress-line.ts';
import { checkOutFiles, reportFile } from './out-files.ts';
import { appendSummary } from './write-reports.ts';

export interface SinceOptions {
  readonly version: string;
  /** The source, and the older version of it. */
  readonly contract: string;
  readonly since: string;
  readonly breaking: DriftReport['breaking'];
  readonly outputs: Outputs;
}

/** Compares two sources and reports. Rejects with a StandinError if one of them cannot be read. */
export async function compareSince(options: SinceOptions, outlets: Outlets): Promise<ExitCode> {
  const { version, contract, since, breaking, outputs } = options;
  checkOutFiles(
    { ...outputs, tests: null, shard: null, record: null },
    ['since'],
    [contract, since],
  );
  const startedAt = new Date().toISOString();
  const older = await withOlderSource(since, contract, documentOf);
  const newer = await documentOf(contract);
  const changes = compareDocuments({ older, newer });
  const before = since === '-' ? 'the version from the pipe' : shownSource(since);
  const now = shownSource(contract);
  const report = { version, startedAt, older: before, newer: now, changes, breaking };
  write(report, outputs, outlets);
  return breaking === 'refused' && changesWith(report, 'breaking').length > 0 ? 1 : 0;
}

/** Contracts and rows are compared as the OpenAPI documents that `standin openapi` prints. */
async function documentOf(place: string): Promise<DocumentFiles> {
  if (kindOf(place) === 'openapi') return readDocumentFiles(place);
  const served = isAddress(place) ? await servedDocument(place) : null;
  if (served !== null) return served;
  const { contracts, schemas, profile } = await loadProject({
    contract: place,
    db: null,
    profile: 'standin',
  });
  const document: Json = openApiDocument({
    contracts,
    schemas,
    choose: (key) => profile[key],
    server: '/',
    version: '1',
  });
  return { document };
}

/** Returns the document that an address answers; `null` if it answers anything else. */
async function servedDocument(place: string): Promise<DocumentFiles | null> {
  const address = await openAddress(place);
  try {
    return await documentAt(address);
  } finally {
    address.client.close();
  }
}

function write(report: DriftReport, outputs: Outputs, { output, errors }: Outlets): void {
  const { json, junit, html, summary, form, ci } = outputs;
  const isBroken = changesWith(report, 'breaking').length > 0;
  if (json === 'print') output.write(driftToJson(report));
  else if (form !== 'quiet' || isBroken) {
    const options = { colour: isColoured(output), columns: columnsOf(output) };
    output.write(fenced(driftToText(report, options), outputs));
  }
  if (ci === 'github') (json === 'print' ? errors : output).write(driftToAnnotations(report));
  if (json !== null && json !== 'print')
    writeOut(reportFile(json.file, '--json'), driftToJson(report));
  if (junit !== null) writeOut(reportFile(junit, '--junit'), driftToJunit(report));
  if (html !== null) writeOut(reportFile(html, '--html'), driftToHtml(report));
  if (summary?.how === 'whole')
    writeOut(reportFile(summary.file, '--summary'), driftToMarkdown(report));
  else if (summary !== null) appendSummary(summary.file, () => driftToMarkdown(report));
}
