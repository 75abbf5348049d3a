// The files that `verify` and `merge` write, and the checks before they do.

import { checkOutFile, type OutFile } from '../files/out-file.ts';
import { checkDistinct, checkNotInput } from '../files/same-file.ts';
import { fileOfResource } from '../shared/file-per-resource.ts';
import type { Outputs } from '../shared/outlets.ts';

interface Written
  extends Pick<Outputs, 'json' | 'junit' | 'html' | 'tests' | 'summary' | 'sarif' | 'codeQuality'> {
  /** A shard has one report whatever the number of contracts; `null` if there are no shards. */
  readonly shard: object | null;
  readonly record: string | null;
}

/**
 * Throws a StandinError if two options name one file, if an output would replace one of `inputs`,
 * or if it is not a file. Called before the run sends anything.
 */
export function checkOutFiles(
  outputs: Written,
  resources: readonly string[],
  inputs: readonly string[],
): void {
  const { record, summary } = outputs;
  const files = outFilesOf(outputs, resources);
  const all = [
    ...files,
    ...(summary?.how === 'append' ? [{ file: summary.file, option: 'GITHUB_STEP_SUMMARY' }] : []),
    ...(record === null ? [] : [{ file: record, option: '--record' }]),
  ];
  checkDistinct(all);
  checkNotInput(all, inputs);
  for (const out of files) checkOutFile(out);
}

/** A file that a report replaces. */
export function reportFile(file: string, option: string): OutFile {
  return { file, option, existing: 'replace' };
}

/** Every file that is written whole: most once per resource, the summary once for all. */
function outFilesOf(
  { json, junit, html, tests, summary, sarif, codeQuality, shard }: Written,
  resources: readonly string[],
): readonly OutFile[] {
  const report = json === null || json === 'print' ? null : json.file;
  const each = (
    [
      ['--json', shard === null ? report : null],
      ['--junit', junit],
      ['--html', html],
      ['--write-test', tests],
    ] as const
  ).flatMap(([option, file]) =>
    file === null
      ? []
      : resources.map((name) =>
          reportFile(fileOfResource(file, resources.length === 1 ? null : name), option),
        ),
  );
  return [
    ...each,
    ...(shard === null || report === null ? [] : [reportFile(report, '--json')]),
    ...(summary?.how === 'whole' ? [reportFile(summary.file, '--summary')] : []),
    ...(sarif == null ? [] : [reportFile(sarif, '--sarif')]),
    ...(codeQuality == null ? [] : [reportFile(codeQuality, '--code-quality')]),
  ];
}
