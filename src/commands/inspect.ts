// `standin inspect`: the page over files that were made before: a recording, a HAR file, reports of `verify`.

import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { StandinError } from '../base/errors.ts';
import { isObject, type Json, own } from '../base/json.ts';
import { defaultProfile } from '../contract/choices.ts';
import type { RulesView } from '../inspector/contract-view.ts';
import { createInspector, type ReportSource } from '../inspector/inspector.ts';
import type { Archive } from '../journal/archive.ts';
import { readHar } from '../journal/export/har-import.ts';
import { openRecording } from '../journal/file/open-recording.ts';
import { RecordedRing } from '../journal/recorded-ring.ts';
import { createRingArchive } from '../journal/ring-archive.ts';
import { readPactFiles } from '../project/pact-files.ts';
import { loadProject } from '../project/project.ts';
import { Schemas } from '../schema/schema.ts';
import { createExporter } from './exporter.ts';
import { listenFor } from './inspector-listener.ts';
import { isLoopback } from './late-side.ts';
import type { LogTarget } from './log.ts';
import { pageFiles } from './page-files.ts';
import { createRedaction } from './redaction.ts';
import { reportOf } from './report-source.ts';

export interface InspectOptions {
  readonly files: readonly string[];
  readonly host: string;
  /** 0 for any free one. */
  readonly port: number;
  /** Where the contracts are; `null` where none were named and there is no folder of that name. */
  readonly contract: string | null;
  readonly version: string;
  readonly form: 'lines' | 'json' | 'quiet';
}

export interface Inspecting {
  readonly url: string;
  close(): Promise<undefined>;
}

/** Shows files until `close` is called. Rejects with a StandinError where one cannot be read. */
export async function inspectFiles(options: InspectOptions, output: LogTarget): Promise<Inspecting> {
  const { files, host, port, version, form } = options;
  const rules = await readRules(options.contract);
  const opened = await openAll(files, rules);
  const token = crypto.randomUUID();
  const inspector = createInspector({
    ...{ version, mode: 'file', subject: files.map((file) => basename(file)).join(', '), archive: opened.archive },
    access: { token, hosts: [host.toLowerCase(), `[${host.toLowerCase()}]`], reach: isLoopback(host) ? 'loopback' : 'open' },
    rules: () => Promise.resolve(rules),
    ...{
      data: null,
      replay: null,
      annotate: opened.canAnnotate ? null : 'The file cannot be written, or is being recorded into.',
    },
    reports: () => Promise.resolve(opened.reports),
    exporter: createExporter(version, {
      rules: () => rules,
      checker: async () => (await import('../schema/check.ts')).createChecker(rules.schemas),
    }),
    assets: pageFiles(),
  });
  const listener = await listenFor(host, port, inspector).catch(async (error: unknown) => {
    await opened.archive.close();
    throw error;
  });
  const url = isLoopback(host) ? listener.url : `${listener.url}#token=${token}`;
  if (form === 'json') output.write(`${JSON.stringify({ event: 'listening', url })}\n`);
  else if (form === 'lines') output.write(await announcement(opened, url));
  return {
    url,
    async close() {
      await listener.close();
      await opened.archive.close();
      return undefined;
    },
  };
}

interface Opened {
  readonly archive: Archive;
  readonly canAnnotate: boolean;
  readonly reports: ReadonlyMap<string, ReportSource>;
}

async function openAll(files: readonly string[], rules: RulesView): Promise<Opened> {
  const reports = new Map<string, ReportSource>();
  let recording: Pick<Opened, 'archive' | 'canAnnotate'> | null = null;
  for (const file of files) {
    if (isDatabase(file)) {
      if (recording !== null) throw tooMany(file);
      recording = await openFile(file);
      continue;
    }
    const document = readDocument(file);
    if (isObject(document.json) && own(document.json, 'log') !== undefined) {
      if (recording !== null) throw tooMany(file);
      recording = { archive: readHarFile(document.text, file, rules), canAnnotate: true };
    } else reports.set(basename(file), reportOf(document.json, file));
  }
  return { ...(recording ?? { archive: createRingArchive(new RecordedRing()), canAnnotate: false }), reports };
}

function tooMany(file: string): StandinError {
  return new StandinError(
    'option-invalid',
    `${file} is a second recording`,
    'Name one recording, and as many reports as there are.',
  );
}

/** Tags and notes are kept in the file; where it cannot be written it is only read. */
async function openFile(file: string): Promise<Pick<Opened, 'archive' | 'canAnnotate'>> {
  try {
    return { archive: await openRecording(file, { mode: 'append' }), canAnnotate: true };
  } catch (error) {
    if (!(error instanceof StandinError) || (error.code !== 'recording-taken' && error.code !== 'file-unwritable')) throw error;
    return { archive: await openRecording(file, { mode: 'read' }), canAnnotate: false };
  }
}

const MAGIC = 'SQLite format 3\0';

function isDatabase(file: string): boolean {
  try {
    const handle = openSync(file, 'r');
    const head = Buffer.alloc(MAGIC.length);
    try {
      readSync(handle, head, 0, head.length, 0);
    } finally {
      closeSync(handle);
    }
    return head.toString('latin1') === MAGIC;
  } catch (error) {
    throw unreadable(file, error);
  }
}

function readDocument(file: string): { readonly text: string; readonly json: Json } {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw unreadable(file, error);
  }
  try {
    return { text, json: JSON.parse(text) as Json };
  } catch {
    throw new StandinError(
      'recording-invalid',
      `${file} is neither a recording, nor HAR, nor a report`,
      'Name a file that was made with --record, a .har file, or what "verify --json <file>" wrote.',
    );
  }
}

function unreadable(file: string, error: unknown): StandinError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const why = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : code;
  return new StandinError('file-unreadable', `${file} cannot be read: ${why}`, 'Check the name, and whether you may read it.');
}

function readHarFile(text: string, file: string, rules: RulesView): Archive {
  const ring = new RecordedRing({ interactionsMax: 100_000 });
  for (const entry of readHar(text, { contracts: rules.contracts, file }).entries) ring.add(entry);
  const redact = createRedaction(() => rules, { redact: [], keep: [] });
  return createRingArchive(ring, { redact });
}

/** Without contracts there is nothing to show of them; what was recorded is shown all the same. */
async function readRules(contract: string | null): Promise<RulesView> {
  if (contract === null) {
    return {
      ...{ contracts: [], schemas: new Schemas(new Map()), profile: defaultProfile, profileName: 'standin' },
      ...{ pins: {}, pacts: [] },
    };
  }
  const { contracts, schemas, profile, profileName } = await loadProject({ contract, db: null, profile: 'standin' });
  return { contracts, schemas, profile, profileName, pins: {}, pacts: readPactFiles(contract).map(({ text }) => text) };
}

async function announcement({ archive, reports }: Opened, url: string): Promise<string> {
  const { total, oldest, newest } = await archive.totals();
  const kept = newest === 0 ? 0 : newest - oldest + 1;
  const counts = [
    `${kept} ${kept === 1 ? 'interaction' : 'interactions'}`,
    ...(reports.size > 0 ? [`${reports.size} reports`] : []),
  ];
  const gone = total > kept && kept > 0 ? ` (of ${total})` : '';
  return `Standin shows ${counts.join(' and ')}${gone} at ${url}\n\nCtrl-C ends it.\n\n`;
}
