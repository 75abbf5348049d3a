// Reads the reports of all shards of a run, and refuses reports that do not belong together:
// missing, duplicate, damaged, or of another run.

import { StandinError } from '../../base/errors.ts';
import { isObject, type Json, own } from '../../base/json.ts';
import { parseJson } from '../../base/parse.ts';
import { printable } from '../../base/printable.ts';
import { truncate } from '../../base/truncate.ts';
import { readText, reasonOf } from '../../project/files/read-file.ts';
import { createChecker } from '../../schema/check.ts';
import { Schemas } from '../../schema/schema.ts';
import { fromShardJson, type JsonShardReport } from '../../verify/print/shard-json.ts';
import { shardSchema } from '../../verify/print/shard-schema.ts';
import type { ShardReport } from '../../verify/shards/shard.ts';
import { NOTHING_VERIFIED } from './build-report.ts';

/** A report, and its file or another name for where it came from. */
export interface ReadShard {
  readonly file: string;
  readonly report: ShardReport;
}

const checker = createChecker(new Schemas(new Map([['shard', shardSchema]])));

/**
 * Returns the reports of all shards, in order. Throws a StandinError that names the file if one is
 * unreadable, not the report of a shard, or of another run, and the shard if one is missing or
 * duplicate. `version` is that of Standin.
 */
export function readShards(files: readonly string[], version: string): readonly ShardReport[] {
  return togetherOf(
    files.map((file) => ({ file, report: readShardText(textOf(file), file) })),
    version,
  );
}

/** Returns the reports of one run, in order. Throws as `readShards` does. */
export function togetherOf(all: readonly ReadShard[], version: string): readonly ShardReport[] {
  const [first] = all;
  if (first === undefined) {
    const message = 'no report was named';
    throw new StandinError('option-invalid', message, 'Name the reports of all shards.');
  }
  for (const read of all) checkVersion(read, version);
  for (const other of all.slice(1)) checkSame(first, other);
  const shards = inOrder(all);
  checkShares(first.report.set.resources, shards);
  return shards.map(({ report }) => report);
}

/** Reads the report of one shard. Throws a StandinError that names its file. */
export function readShardText(text: string, file: string): ShardReport {
  const parsed = parseJson(text, DEPTH_MAX);
  const json = parsed.kind === 'value' ? parsed.value : null;
  // Of two values, it is unknown which one a shard meant.
  if (parsed.kind === 'value' && parsed.duplicate !== null)
    throw invalid(file, `is damaged: ${parsed.duplicate.message}`, AGAIN);
  if (!isObject(json))
    throw invalid(
      file,
      'is not a report',
      'Name a file written by "verify --shard <i/n> --json <file>".',
    );
  if (own(json, 'kind') !== 'shard') throw noShard(file, json);
  const format = own(json, 'format');
  if (format !== 1)
    throw invalid(
      file,
      `has the format ${shown(JSON.stringify(format) ?? 'none')}, but only 1 is supported`,
      SAME_VERSION,
    );
  const [flaw] = checker.check('shard', json);
  if (flaw !== undefined)
    throw invalid(file, `is damaged: ${flaw.at === '' ? '' : `${flaw.at} `}${flaw.plain}`, AGAIN);
  // It has the form that the schema requires.
  const report = fromShardJson(json as unknown as JsonShardReport);
  const why = contradictionIn(report);
  if (why !== null) throw invalid(file, `is damaged: ${why}`, AGAIN);
  return report;
}

/** Texts of a file are quoted in one line, without characters that control a terminal. */
function shown(text: string): string {
  return printable(truncate(text, TEXT_CHARS_SHOWN));
}

const TEXT_CHARS_SHOWN = 300;

/** Maximum nesting of a report. */
const DEPTH_MAX = 64;
const AGAIN = 'Run that shard again.';
const SAME_VERSION = 'Run all shards and "standin merge" with the same version of Standin.';

function textOf(file: string): string {
  try {
    // RFC 8259 section 8.1: a reader may pass over a byte order mark.
    return readText(file).replace(/^\ufeff/, '');
  } catch (error) {
    const remedy = 'Check the name, and whether that shard wrote it.';
    throw new StandinError('file-unreadable', `${file} cannot be read: ${reasonOf(error)}`, remedy);
  }
}

function noShard(file: string, json: Json): StandinError {
  const isReport = isObject(json) && own(json, 'verdict') !== undefined;
  const what = isReport ? 'is the report of a run without --shard' : 'is not a report';
  return invalid(file, what, 'Name a file written by "verify --shard <i/n> --json <file>".');
}

/** A combination that no run writes: the file was edited, or cut and repaired. */
function contradictionIn({ shard, set, own: share, end, parts }: ShardReport): string | null {
  const names = parts.map(({ report }) => report.resource);
  if (shard.index > shard.count) return `there is no shard ${shard.index}/${shard.count}`;
  if (share.some((name) => !set.resources.includes(name)))
    return '/own names a contract that is not in /set';
  if (names.some((name, index) => name !== share[index])) return '/parts are not those of /own';
  if (end === 'whole' && names.length < share.length) return '/parts lack a contract of /own';
  const bad = parts.findIndex(({ report, error }) => {
    const isHeld = report.laws.some(({ result }) => result === 'held');
    const isUntried =
      report.verdict === 'partly' && report.reason?.startsWith(NOTHING_VERIFIED) === true;
    if (report.verdict === 'conforms' || report.verdict === 'partly')
      return report.findings.length > 0 || !(isHeld || isUntried) || error !== null;
    return error !== null && report.verdict !== 'unjudged';
  });
  return bad < 0 ? null : `the verdict of /parts/${bad} contradicts its laws and findings`;
}

/** Throws a StandinError if a report was written by another version than `mine`. */
export function checkVersion({ file, report: { version } }: ReadShard, mine: string): void {
  if (version !== mine)
    throw invalid(
      file,
      `was written by Standin ${shown(version)}, and this is ${mine}`,
      SAME_VERSION,
    );
}

/** Throws a StandinError unless two shards have in common what those of one run must have. */
export function checkSame(first: ReadShard, other: ReadShard): void {
  const refuse = (what: string, one: string, two: string): never => {
    const sides = `${shown(one)} in ${first.file}, ${shown(two)} in ${other.file}`;
    const message = `the reports belong to different runs: ${what} is ${sides}`;
    throw new StandinError('report-invalid', message, TOGETHER);
  };
  const [one, two] = [first.report, other.report];
  if (one.shard.count !== two.shard.count)
    refuse('the number of shards', String(one.shard.count), String(two.shard.count));
  const names = [one, two].map(({ set }) => set.resources.join(', '));
  if (names[0] !== names[1]) refuse('the set of contracts', names[0] ?? '', names[1] ?? '');
  if (one.set.digest !== two.set.digest)
    refuse('the content of contracts, schemas and pacts', one.set.digest, two.set.digest);
  for (const term of new Set([...Object.keys(one.terms), ...Object.keys(two.terms)])) {
    const [here, there] = [one.terms[term] ?? 'not said', two.terms[term] ?? 'not said'];
    if (here !== there) refuse(term, here, there);
  }
}

const TOGETHER =
  'Merge the reports of one run: all shards with the same files, the same address and the same options.';

function inOrder(all: readonly ReadShard[]): readonly ReadShard[] {
  const { count } = (all[0] as ReadShard).report.shard;
  const byIndex = new Map<number, ReadShard>();
  for (const read of all) {
    const { index } = read.report.shard;
    const before = byIndex.get(index);
    if (before !== undefined) {
      const message = `two reports are of shard ${index}/${count}: ${before.file} and ${read.file}`;
      throw new StandinError(
        'report-invalid',
        message,
        'Name each report once, and only reports of one run.',
      );
    }
    byIndex.set(index, read);
  }
  const indexes = Array.from({ length: count }, (_, at) => at + 1);
  const missing = indexes
    .filter((index) => !byIndex.has(index))
    .map((index) => `${index}/${count}`);
  if (missing.length > 0) {
    const what =
      missing.length === 1
        ? `shard ${missing[0]} is missing`
        : `shards ${shown(missing.join(', '))} are missing`;
    const remedy =
      'Name the reports of all shards. If a shard wrote none, see its output: it may have failed to start.';
    throw new StandinError('report-invalid', what, remedy);
  }
  return indexes.flatMap((index) => byIndex.get(index) ?? []);
}

/** Each contract belongs to exactly one shard. */
function checkShares(resources: readonly string[], shards: readonly ReadShard[]): void {
  for (const resource of resources) {
    const [one, other] = shards.filter(({ report }) => report.own.includes(resource));
    if (one === undefined)
      throw new StandinError('report-invalid', `${shown(resource)} is in no shard`, AGAIN_ALL);
    if (other === undefined) continue;
    throw new StandinError(
      'report-invalid',
      `${shown(resource)} is in two shards: ${one.file} and ${other.file}`,
      AGAIN_ALL,
    );
  }
}

const AGAIN_ALL = 'Run all shards again.';

function invalid(file: string, what: string, remedy: string): StandinError {
  return new StandinError('report-invalid', `${file} ${what}`, remedy);
}
