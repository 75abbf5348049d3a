// A checker whose compiler is loaded when it is first needed: reading costs nothing of it, and a
// server starts without it.

import type { Json } from '../base/json.ts';
import type { Checker } from './check.ts';
import type { SchemaName, Schemas } from './schema.ts';
import type { Violation } from './violation.ts';

export interface LazyChecker extends Checker {
  /**
   * Loads the compiler; `null` where it is there already. Rejects where it cannot be read, and
   * tries again when it is asked again.
   */
  load(): Promise<void> | null;
}

/**
 * Makes a checker for schemas that are known to be sound. `check` must not be called before `load`
 * has ended.
 */
export function createLazyChecker(schemas: Schemas): LazyChecker {
  let checker: Checker | null = null;
  let loading: Promise<void> | null = null;
  return {
    load() {
      if (checker !== null) return null;
      loading ??= import('./check.ts').then(
        ({ createChecker }) => {
          checker = createChecker(schemas);
        },
        (error: unknown) => {
          // No file could be opened, say: whoever needs it next tries again.
          loading = null;
          throw error;
        },
      );
      return loading;
    },
    check(name: SchemaName, value: Json, within?: string): readonly Violation[] {
      if (checker === null)
        throw new Error('a value was to be checked before the checker was loaded');
      return checker.check(name, value, within);
    },
  };
}
