// A checker that loads its compiler on first use: starting a server costs nothing.

import type { Json } from '../base/json.ts';
import type { Checker } from './check.ts';
import type { SchemaName, Schemas } from './schema.ts';
import type { Violation } from './violation.ts';

export interface LazyChecker extends Checker {
  /** Loads the compiler; `null` if it is loaded. The call after a failure tries again. */
  load(): Promise<void> | null;
}

/** Makes a checker for sound schemas. `check` must not be called before `load` has ended. */
export function createLazyChecker(schemas: Schemas): LazyChecker {
  let checker: Checker | null = null;
  let loading: Promise<void> | null = null;
  const loaded = (): Checker => {
    if (checker === null)
      throw new Error('a value was to be checked before the checker was loaded');
    return checker;
  };
  return {
    schemas,
    load() {
      if (checker !== null) return null;
      loading ??= import('./check.ts').then(
        ({ createChecker }) => {
          checker = createChecker(schemas);
        },
        (error: unknown) => {
          // For example, too many files are open: the next call tries again.
          loading = null;
          throw error;
        },
      );
      return loading;
    },
    check(name: SchemaName, value: Json, within?: string): readonly Violation[] {
      return loaded().check(name, value, within);
    },
    checkPart: (part, value) => loaded().checkPart(part, value),
  };
}
