// Finds a law by the name that somebody wrote: also by an older one.

import { suggest } from '../../base/suggest.ts';
import { laws } from './all-laws.ts';

/** The name that the law has now, and whether another one was written; or what would be right. */
export type NamedLaw =
  | { readonly name: string; readonly isRenamed: boolean }
  | { readonly name: null; readonly remedy: string };

export function lawNamed(written: string): NamedLaw {
  const renamed = laws.find(({ formerly }) => formerly === written)?.name;
  if (renamed !== undefined) return { name: renamed, isRenamed: true };
  const known = laws.map(({ name }) => name);
  if (known.includes(written)) return { name: written, isRenamed: false };
  const near = suggest(written, known);
  const remedy = near === null ? '"standin laws" lists them all.' : `Did you mean "${near}"?`;
  return { name: null, remedy };
}
