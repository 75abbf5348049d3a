// "Did you mean" for paths: the known path nearest to one that leads nowhere. Repeats no part of a
// call, which may hold a secret.

import { suggest } from '../base/suggest.ts';

/**
 * Returns the known path that a call most likely meant, or `null`. A segment such as `<id>` or
 * `{id}` stands for any value. A prefix that is missing or too much counts as a slip.
 */
export function nearPath(path: string, known: Iterable<string>): string | null {
  const wanted = path.replace(/\/+$/, '');
  const all = wanted === '' ? [] : [...known];
  return (
    all.find((one) => one !== '/' && (one.endsWith(wanted) || wanted.endsWith(one))) ??
    all.find((one) => isNear(wanted.split('/'), one.split('/'))) ??
    null
  );
}

function isNear(wanted: readonly string[], known: readonly string[]): boolean {
  return (
    wanted.length === known.length &&
    known.every((segment, index) => {
      const given = wanted[index] ?? '';
      return /[<{]/.test(segment) || given === segment || suggest(given, [segment]) !== null;
    })
  );
}
