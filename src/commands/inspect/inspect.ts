// `standin inspect`: the page for existing files: a recording, a HAR file, reports of `verify`.

import { basename } from 'node:path';
import { StandinError } from '../../base/errors.ts';
import { pluralize } from '../../base/pluralize.ts';
import type { NamedArchive } from '../../inspector/compared.ts';
import type { RulesView } from '../../inspector/contract-view.ts';
import { createInspector } from '../../inspector/inspector.ts';
import type { ReportSource } from '../../inspector/reports.ts';
import type { Archive } from '../../journal/archive.ts';
import { openDatabaseArchive } from '../../journal/database/open-database-recording.ts';
import type { RecordingPlace } from '../../journal/database/questions.ts';
import { openRecording } from '../../journal/file/open-recording.ts';
import { RecordedRing } from '../../journal/memory/recorded-ring.ts';
import { createRingArchive } from '../../journal/memory/ring-archive.ts';
import { type InputFile, readInputFile } from '../files/input-file.ts';
import { readRecordingPlace } from '../recording/store-address.ts';
import type { LogTarget } from '../shared/log.ts';
import { readRulesView } from '../shared/rules-view.ts';
import { createExporter } from './exporter.ts';
import type { InspectOptions } from './flags.ts';
import { harOpener, openHar } from './har-file.ts';
import { accessOf, isLoopback } from './lazy-inspector.ts';
import { listenFor } from './listen.ts';
import { pageFiles } from './page-files.ts';
import { reportsIn } from './report-source.ts';

export interface Inspecting {
  readonly url: string;
  close(): Promise<undefined>;
}

/** Shows files until `close` is called. Rejects with a StandinError if one cannot be read. */
export async function inspectFiles(
  options: InspectOptions,
  output: LogTarget,
  errors: LogTarget,
): Promise<Inspecting> {
  const { files, host, port, version, form } = options;
  const rules = await readRulesView(options.contract);
  const opened = await openAll(files, rules, errors);
  const token = crypto.randomUUID();
  const inspector = createInspector({
    version,
    mode: 'file',
    subject: opened.names.join(', '),
    archive: opened.archive,
    ...(opened.older === null ? {} : { older: opened.older }),
    openHar: harOpener(() => rules),
    access: accessOf(host, token),
    rules: async () => rules,
    data: null,
    replay: null,
    annotate: opened.canAnnotate ? null : 'The file cannot be written, or is being recorded into.',
    reports: async () => opened.reports,
    exporter: createExporter(version, {
      rules: () => rules,
      checker: async () => (await import('../../schema/check.ts')).createChecker(rules.schemas),
    }),
    assets: pageFiles(),
  });
  const listener = await listenFor(host, port, inspector).catch(async (error: unknown) => {
    await closeAll(opened);
    throw error;
  });
  const url = isLoopback(host) ? listener.url : `${listener.url}#token=${token}`;
  if (form === 'json') output.write(`${JSON.stringify({ event: 'listening', url })}\n`);
  else if (form === 'lines') output.write(await announcement(opened, url));
  return {
    url,
    async close() {
      await listener.close();
      await closeAll(opened);
      return undefined;
    },
  };
}

interface Opened {
  readonly archive: Archive;
  readonly canAnnotate: boolean;
  /** The first of two recordings, which the second one is compared with. */
  readonly older: NamedArchive | null;
  /** The names of the files that the page shows, without the older one. */
  readonly names: readonly string[];
  readonly reports: ReadonlyMap<string, ReportSource>;
}

async function openAll(
  files: readonly string[],
  rules: RulesView,
  errors: LogTarget,
): Promise<Opened> {
  const reports = new Map<string, ReportSource>();
  const sources = files.map((file) => ({ file, source: sourceOf(file) }));
  for (const { file, source } of sources)
    if (source.kind === 'document')
      for (const [name, report] of reportsIn(source.json, file)) reports.set(name, report);
  const recordings = sources.filter(({ source }) => source.kind !== 'document');
  if (recordings.length > 2) throw tooMany(recordings[2]?.file ?? '');
  const open = async ({ file, source }: (typeof sources)[number], mode: 'append' | 'read') => {
    if (source.kind === 'har')
      return { archive: openHar(source.text, { file, rules, errors }), canAnnotate: true };
    if (source.kind === 'stored')
      return { archive: await openDatabaseArchive(source.place), canAnnotate: true };
    if (mode === 'append') return openFile(file);
    return { archive: await openRecording(file, { mode }), canAnnotate: false };
  };
  const [shown] = recordings.slice(-1);
  const [compared] = recordings.slice(0, -1);
  const older =
    compared === undefined
      ? null
      : { name: nameOf(compared.file), archive: (await open(compared, 'read')).archive };
  const names = files.filter((file) => file !== compared?.file).map(nameOf);
  if (shown === undefined) {
    const archive = createRingArchive(new RecordedRing());
    return { archive, canAnnotate: false, older, names, reports };
  }
  return { ...(await open(shown, 'append')), older, names, reports };
}

/** The name of a recording: of its file, or in its database. */
function nameOf(file: string): string {
  return readRecordingPlace(file)?.recording ?? basename(file);
}

function sourceOf(
  file: string,
): InputFile | { readonly kind: 'stored'; readonly place: RecordingPlace } {
  const place = readRecordingPlace(file);
  return place === null ? readInputFile(file) : { kind: 'stored', place };
}

async function closeAll({ archive, older }: Opened): Promise<void> {
  await archive.close();
  await older?.archive.close();
}

function tooMany(file: string): StandinError {
  const remedy = 'Name one recording, or two to compare them, and any number of reports.';
  return new StandinError('option-invalid', `${file} is a third recording`, remedy);
}

/** Tags and notes are stored in the file; a read-only file is opened for reading. */
async function openFile(file: string): Promise<Pick<Opened, 'archive' | 'canAnnotate'>> {
  try {
    return { archive: await openRecording(file, { mode: 'append' }), canAnnotate: true };
  } catch (error) {
    if (
      !(error instanceof StandinError) ||
      (error.code !== 'recording-taken' && error.code !== 'file-unwritable')
    )
      throw error;
    return { archive: await openRecording(file, { mode: 'read' }), canAnnotate: false };
  }
}

async function announcement({ archive, older, reports }: Opened, url: string): Promise<string> {
  const { total, oldest, newest } = await archive.totals();
  const kept = newest === 0 ? 0 : newest - oldest + 1;
  const counts = [
    pluralize(kept, 'interaction'),
    ...(reports.size > 0 ? [pluralize(reports.size, 'report')] : []),
  ];
  const gone = total > kept && kept > 0 ? ` (of ${total})` : '';
  const compared = older === null ? '' : `, compared with ${older.name},`;
  return `Standin shows ${counts.join(' and ')}${gone}${compared} at ${url}\n\nCtrl-C ends it.\n\n`;
}
