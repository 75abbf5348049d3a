// The names of files where each resource has one of its own.

import { StandinError } from '../../base/errors.ts';
import type { Outputs } from './outlets.ts';

/**
 * One file a resource where there are several: `report.json` becomes `report-users.json`,
 * `a.test.ts` becomes `a-users.test.ts`.
 */
export function fileOfResource(file: string, resource: string | null): string {
  if (resource === null) return file;
  // A resource may be named as it likes; a file is not, and lies in no other folder.
  const name = resource.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_');
  const [end = ''] = /(?:\.(?:test|spec))?(?:(?<=[^/\\])\.[^./\\]*)?$/.exec(file) ?? [];
  return `${file.slice(0, file.length - end.length)}-${name}${end}`;
}

/** Does what `checkApart` does for what `verify` and `merge` write. */
export function checkOutputsApart(
  { json, junit, html, tests }: ByResource,
  resources: readonly string[],
): void {
  const file = [json === null || json === 'print' ? null : json.file, junit, html, tests].find(
    (one) => one !== null,
  );
  if (file !== undefined && file !== null) checkApart(file, resources);
}

type ByResource = Pick<Outputs, 'json' | 'junit' | 'html' | 'tests'>;

/**
 * Throws a StandinError where two resources would be written to one file, and what is told of the
 * first would be lost: names may differ in nothing but what no file is named with, or in capitals,
 * which not every disk tells apart.
 */
export function checkApart(file: string, resources: readonly string[]): void {
  const owners = new Map<string, string>();
  for (const resource of resources) {
    const named = fileOfResource(file, resource);
    const folded = named.normalize('NFC').toLowerCase();
    const other = owners.get(folded);
    if (other !== undefined) {
      const message = `${JSON.stringify(other)} and ${JSON.stringify(resource)} would both be written to ${named}`;
      throw new StandinError(
        'option-invalid',
        message,
        'Rename one of them, or name one contract with --contract <file>.',
      );
    }
    owners.set(folded, resource);
  }
}
