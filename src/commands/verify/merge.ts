// `standin merge`: merges the reports of all shards into what one run would have reported.

import { type ErrorCode, errorCodes, StandinError } from '../../base/errors.ts';
import type { ShardPart, ShardReport } from '../../verify/shards/shard.ts';
import type { QueueAddress } from '../recording/store-address.ts';
import { type ExitCode, exitCodeOf, exitCodeOfAll } from '../shared/exit-code.ts';
import { checkOutputsApart } from '../shared/file-per-resource.ts';
import { type Outlets, printErrors } from '../shared/outlets.ts';
import type { MergeOptions } from './merge-flags.ts';
import { checkOutFiles } from './out-files.ts';
import { readShards } from './read-shards.ts';
import {
  tellNothing,
  tellSeen,
  writeReports,
  writeScans,
  writeStepSummary,
} from './write-reports.ts';

/** Merges the reports of a run in a store, as `mergeReports` does. */
export async function mergeRun(
  options: MergeOptions,
  queue: QueueAddress,
  outlets: Outlets,
): Promise<ExitCode> {
  const { readRun } = await import('./queue.ts');
  return mergeReports(options, outlets, await readRun(queue, options.version));
}

/** Merges reports. Throws a StandinError, and writes nothing, if they do not belong together. */
export function mergeReports(
  options: MergeOptions,
  outlets: Outlets,
  shards: readonly ShardReport[] = readShards(options.files, options.version),
): ExitCode {
  const { resources, taken } = (shards[0] as ShardReport).set;
  const outputs = { ...options, tests: null, shard: null, record: null };
  checkOutputsApart(outputs, resources);
  checkOutFiles(outputs, resources, options.files);
  const parts = resources.flatMap((resource) => partOf(resource, shards) ?? []);
  const codes = parts.map(({ report, error }) => {
    const resource = resources.length === 1 ? null : report.resource;
    const failures = writeReports({
      report,
      error: errorOf(error),
      resource,
      credentials: [],
      testFacts: null,
      outputs,
      outlets,
      annotations: 'printed-before',
    });
    printErrors(failures, outlets.errors);
    return exitCodeOf(report, failures.length > 0 ? 'failed' : 'done');
  });
  const reports = parts.map(({ report }) => report);
  tellSeen(reports, taken, outputs, outlets);
  const failures = [
    ...writeStepSummary(reports, outputs, taken),
    ...writeScans(reports, outputs, options.version),
  ];
  printErrors(failures, outlets.errors);
  const stopped = shards.filter(({ end }) => end === 'stopped');
  printErrors(stopped.map(stoppedShort), outlets.errors);
  const nothing = tellNothing(reports, outlets);
  return exitCodeOfAll(
    [...codes, nothing, ...failures.map(() => 2 as const)],
    stopped.length > 0 ? 'stopped' : 'whole',
  );
}

function partOf(resource: string, shards: readonly ShardReport[]): ShardPart | undefined {
  return shards.flatMap(({ parts }) => parts).find(({ report }) => report.resource === resource);
}

/** Another version may have written a code that this one does not know. */
function errorOf(error: ShardPart['error']): StandinError | null {
  if (error === null) return null;
  const code: ErrorCode = Object.hasOwn(errorCodes, error.code)
    ? (error.code as ErrorCode)
    : 'report-invalid';
  return new StandinError(code, error.message, error.remedy);
}

function stoppedShort({ shard, own, parts }: ShardReport): StandinError {
  const left = own.slice(parts.length);
  const what = left.length === 0 ? 'in its last contract' : `before ${left.join(', ')}`;
  const message = `shard ${shard.index}/${shard.count} was stopped ${what}`;
  return new StandinError('report-invalid', message, 'Run it again to the end.');
}
