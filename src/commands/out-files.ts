// The files that `verify` and `merge` write.

import { fileFor } from './file-for.ts';
import type { OutFile } from './out-file.ts';
import type { VerifyOptions } from './verify.ts';

type Outputs = Pick<VerifyOptions, 'json' | 'junit' | 'html' | 'tests' | 'summary' | 'shard'>;

/** Gives every file that is written whole: of most, one for each resource; a shard has one report, and all have one summary. */
export function outFilesOf(
  { json, junit, html, tests, summary, shard }: Outputs,
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
    file === null ? [] : resources.map((name) => ({ kind, file: fileFor(file, resources.length === 1 ? null : name) })),
  );
  return [
    ...each,
    ...(shard === null || report === null ? [] : [{ kind: 'json', file: report } as const]),
    ...(summary?.how === 'whole' ? [{ kind: 'summary', file: summary.file } as const] : []),
  ];
}
