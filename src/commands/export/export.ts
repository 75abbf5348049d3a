// `standin export`: writes a recording in another form. Secrets were replaced when it was recorded;
// those of a HAR file are replaced when it is read.

import { basename } from 'node:path';
import { StandinError } from '../../base/errors.ts';
import { pluralize } from '../../base/pluralize.ts';
import { printable } from '../../base/printable.ts';
import type { Archive } from '../../journal/archive.ts';
import { toCurl } from '../../journal/export/curl.ts';
import { toFetch } from '../../journal/export/fetch.ts';
import { toHar } from '../../journal/export/har.ts';
import { toHtmlPage } from '../../journal/export/html.ts';
import { toPact } from '../../journal/export/pact.ts';
import { toRows } from '../../journal/export/rows.ts';
import type { Parsed } from '../../journal/filter/parse-filter.ts';
import type { Recorded } from '../../journal/interaction/recorded.ts';
import { readWhole } from '../../journal/read-whole.ts';
import { loadContracts } from '../../project/load/project.ts';
import { rowsText } from '../../project/save/write-seed-file.ts';
import { listProjectFiles } from '../../project/source/list-files.ts';
import { checkOutFile, type OutFile } from '../files/out-file.ts';
import { checkNotInput } from '../files/same-file.ts';
import { type Output, writeStream } from '../files/write-stream.ts';
import { checkApart, fileOfResource } from '../shared/file-per-resource.ts';
import type { LogTarget } from '../shared/log.ts';
import { readFilterOption } from './filter-option.ts';
import type { ExportOptions } from './flags.ts';

export interface RecordingSource {
  /** Opens a recording or a HAR file for reading; `errors` gets what is left out. */
  open(where: Pick<ExportOptions, 'file' | 'contract'>, errors: LogTarget): Promise<Archive>;
  readFilter(text: string): Parsed;
}

export interface ExportOutlets {
  readonly output: Output;
  readonly errors: LogTarget;
}

/**
 * Exports a recording. The exit code is 2 if nothing matches or every match is damaged; then
 * nothing is written. Rejects with a StandinError.
 */
export async function exportRecording(
  options: ExportOptions,
  source: RecordingSource,
  outlets: ExportOutlets,
): Promise<number> {
  const filter = readFilterOption(options.filter, source.readFilter);
  // The file names of pacts depend on the recording.
  if (options.out !== null && options.form !== 'pact')
    checkPlace(placeOf(options.out, options), options);
  const archive = await source.open(options, outlets.errors);
  try {
    const { seqs, isCut } = await archive.search(filter);
    if (seqs.length === 0) {
      const what =
        options.filter === ''
          ? 'holds no interactions'
          : `holds no interaction that matches ${options.filter}`;
      return tellNothing(`${archive.place} ${what}`, outlets);
    }
    if (isCut)
      outlets.errors.write(
        `Only the newest ${seqs.length} interactions are exported. Narrow them with --filter.\n`,
      );
    const damaged = new Set<number>();
    const recorded = {
      [Symbol.asyncIterator]: () => readWhole(archive, seqs, (seq) => damaged.add(seq)),
    };
    if (!(await hasAny(recorded)))
      return tellNothing(`${archive.place}: every matching interaction is damaged`, outlets);
    damaged.clear();
    const code = await write(recorded, () => seqs.length - damaged.size, options, outlets);
    tellLeftOut(
      [...damaged].map((seq) => `interaction ${seq}: its recording is damaged`),
      outlets,
    );
    return code;
  } finally {
    await archive.close();
  }
}

const EXIT_FAILED = 2;

function tellNothing(why: string, { errors }: ExportOutlets): number {
  errors.write(`standin: ${printable(why)}\nNothing was written.\n`);
  return EXIT_FAILED;
}

/** Returns whether anything can be read, and reads no more than that. */
async function hasAny(recorded: AsyncIterable<Recorded>): Promise<boolean> {
  for await (const _ of recorded) return true;
  return false;
}

async function write(
  recorded: AsyncIterable<Recorded>,
  count: () => number,
  options: ExportOptions,
  outlets: ExportOutlets,
): Promise<number> {
  const { form, out, version } = options;
  const at = options.baseUrl === null ? {} : { baseUrl: options.baseUrl };
  const place = out === null ? null : placeOf(out, options);
  switch (form) {
    case 'har':
      await writeStream(place, toHar(recorded, { version, ...at }), outlets.output);
      break;
    case 'html': {
      const title = [basename(options.file), options.filter].filter((one) => one !== '').join(', ');
      await writeStream(place, toHtmlPage(recorded, { version, title, ...at }), outlets.output);
      break;
    }
    case 'curl':
      await writeStream(
        place,
        eachOf(recorded, (one) => toCurl(one, at)),
        outlets.output,
      );
      break;
    case 'fetch':
      await writeStream(
        place,
        eachOf(recorded, (one) => toFetch(one, at)),
        outlets.output,
      );
      break;
    case 'pact':
      return writePact(recorded, options, outlets);
    case 'rows':
      return writeRows(recorded, options, outlets);
  }
  if (out !== null) outlets.errors.write(`${out}: ${pluralize(count(), 'interaction')}\n`);
  return 0;
}

/** Pacts and rows belong to the project, so an existing file may be your own work. */
function isOfProject({ form }: Pick<ExportOptions, 'form'>): boolean {
  return form === 'pact' || form === 'rows';
}

function placeOf(file: string, options: ExportOptions): OutFile {
  return { file, option: '--out', existing: isOfProject(options) ? options.existing : 'replace' };
}

/** Throws a StandinError if a file must not be written. */
function checkPlace(place: OutFile, options: ExportOptions): void {
  const { rules, data } = listProjectFiles(options.contract);
  checkNotInput([place], [options.file, ...rules, ...(isOfProject(options) ? [] : data)]);
  checkOutFile(place);
}

async function* eachOf(
  recorded: AsyncIterable<Recorded>,
  print: (one: Recorded) => string,
): AsyncGenerator<string> {
  let before = '';
  for await (const one of recorded) {
    yield before + print(one);
    before = '\n';
  }
}

/** One file for each resource of the recording. */
async function writePact(
  recorded: AsyncIterable<Recorded>,
  options: ExportOptions,
  outlets: ExportOutlets,
): Promise<number> {
  const { contracts, schemas } = await loadContracts(options.contract);
  const { consumer, out } = options;
  const pacts = await Promise.all(
    contracts.map((contract) => toPact(recorded, { consumer, contract, schemas })),
  );
  const telling = pacts.filter(({ count }) => count > 0);
  // What belongs to no resource is reported once.
  const others = contracts.length === 1 ? pacts : telling;
  const leftOut = others.flatMap((pact) =>
    pact.leftOut.filter(({ why }) => contracts.length === 1 || !why.startsWith('it is not about')),
  );
  tellLeftOut(
    leftOut.map(({ seq, why }) => `interaction ${seq}: ${why}`),
    outlets,
  );
  if (telling.length === 0) return EXIT_FAILED;
  if (telling.length > 1 && out === null) {
    const message = `the recording is about ${telling.length} resources, and each gets its own pact`;
    const remedy = 'Give --out <file>: the resource is added to its name.';
    throw new StandinError('option-invalid', message, remedy);
  }
  const isSplit = telling.length > 1;
  if (isSplit && out !== null)
    checkApart(
      out,
      telling.map(({ provider }) => provider),
    );
  const files = telling.map(({ provider }) =>
    out === null ? null : placeOf(fileOfResource(out, isSplit ? provider : null), options),
  );
  for (const file of files) if (file !== null) checkPlace(file, options);
  for (const [index, { document, count }] of telling.entries()) {
    const place = files[index] ?? null;
    await writeStream(place, [`${JSON.stringify(document, null, 2)}\n`], outlets.output);
    if (place !== null) outlets.errors.write(`${place.file}: ${pluralize(count, 'interaction')}\n`);
  }
  return 0;
}

async function writeRows(
  recorded: AsyncIterable<Recorded>,
  options: ExportOptions,
  outlets: ExportOutlets,
): Promise<number> {
  const { contracts, schemas } = await loadContracts(options.contract);
  const { createChecker } = await import('../../schema/check.ts');
  const rules = { contracts, schemas, checker: createChecker(schemas) };
  const { document, count, leftOut } = await toRows(recorded, rules);
  tellLeftOut(
    leftOut.map(({ resource, what, why }) => `${resource}, ${what}: ${why}`),
    outlets,
  );
  const place = options.out === null ? null : placeOf(options.out, options);
  await writeStream(place, [rowsText(document)], outlets.output);
  if (options.out !== null) outlets.errors.write(`${options.out}: ${pluralize(count, 'row')}\n`);
  return 0;
}

/** Maximum number of omissions that are listed. */
const NAMED_MAX = 20;

function tellLeftOut(lines: readonly string[], { errors }: ExportOutlets): void {
  for (const line of lines.slice(0, NAMED_MAX)) errors.write(`left out: ${printable(line)}\n`);
  if (lines.length > NAMED_MAX) errors.write(`left out: ${lines.length - NAMED_MAX} more\n`);
}
