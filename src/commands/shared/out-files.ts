// The files that `verify` and `merge` write.

import { fileOfResource } from './file-per-resource.ts';
import { type OutFile, optionOf, type Replacing, refuseForeign } from './out-file.ts';
import type { Outputs } from './outlets.ts';
import { checkDistinct } from './same-file.ts';

interface Written extends Pick<Outputs, 'json' | 'junit' | 'html' | 'tests' | 'summary'> {
  readonly shard: object | null;
}

interface Checked extends Written {
  readonly replacing: Replacing;
  readonly record: string | null;
}

/**
 * Throws a StandinError where two options name one file, or where what is there must stay as it is:
 * it is better known before anything is tried.
 */
export function checkOutFiles(outputs: Checked, resources: readonly string[]): void {
  const { record, summary, replacing } = outputs;
  const files = outFilesOf(outputs, resources);
  checkDistinct([
    ...files.map(({ file, kind }) => ({ file, by: optionOf(kind) })),
    ...(summary?.how === 'append' ? [{ file: summary.file, by: 'GITHUB_STEP_SUMMARY' }] : []),
    ...(record === null ? [] : [{ file: record, by: '--record' }]),
  ]);
  for (const out of files) refuseForeign(out, replacing);
}

/**
 * Gives every file that is written whole: of most, one for each resource; a shard has one report,
 * and all have one summary.
 */
export function outFilesOf(
  { json, junit, html, tests, summary, shard }: Written,
  resources: readonly string[],
): readonly OutFile[] {
  const report = json === null || json === 'print' ? null : json.file;
  const each = (
    [
      ['json', shard === null ? report : null],
      ['junit', junit],
      ['html', html],
      ['tests', tests],
    ] as const
  ).flatMap(([kind, file]) =>
    file === null
      ? []
      : resources.map((name) => ({
          kind,
          file: fileOfResource(file, resources.length === 1 ? null : name),
        })),
  );
  return [
    ...each,
    ...(shard === null || report === null ? [] : [{ kind: 'json', file: report } as const]),
    ...(summary?.how === 'whole' ? [{ kind: 'summary', file: summary.file } as const] : []),
  ];
}
