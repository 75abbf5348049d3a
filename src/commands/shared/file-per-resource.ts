// File names with the name of a resource.

import { StandinError } from '../../base/errors.ts';
import type { Outputs } from './outlets.ts';

/**
 * Adds the name of the resource: `report.json` becomes `report-users.json`, `a.test.ts` becomes
 * `a-users.test.ts`; `null` adds nothing.
 */
export function fileOfResource(file: string, resource: string | null): string {
  if (resource === null) return file;
  // A resource may have any name; its file must be valid and in the same folder.
  const name = resource.replaceAll(/[/\\:*?"<>|\p{Cc}]/gu, '_');
  const [end = ''] = /(?:\.(?:test|spec))?(?:(?<=[^/\\])\.[^./\\]*)?$/.exec(file) ?? [];
  return `${file.slice(0, file.length - end.length)}-${name}${end}`;
}

/** Checks the outputs of `verify` and `merge` as `checkApart` does. */
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
 * Throws a StandinError if two resources would be written to one file: their names may differ only
 * in characters that file names cannot have, or in capitals, which not every disk distinguishes.
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
