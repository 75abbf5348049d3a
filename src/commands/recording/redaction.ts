// Redacts the recordings of a command. The key is new for each process, and in no recording.

import { createRedactionKey } from '../../journal/redact/pseudonyms.ts';
import { createRedactor, type Redact } from '../../journal/redact/redactor.ts';
import { type RedactionTexts, readRedaction } from '../../journal/redact/selection.ts';
import type { Project } from '../../project/load/project.ts';

/**
 * Returns a function that redacts interactions by the current schemas of a project. Throws a
 * StandinError if an option is invalid.
 */
export function createRedaction(
  project: () => Pick<Project, 'schemas' | 'contracts'>,
  given: RedactionTexts,
): Redact {
  const selection = readRedaction(given);
  const key = createRedactionKey();
  let made: {
    readonly of: Pick<Project, 'schemas' | 'contracts'>;
    readonly redact: Redact;
  } | null = null;
  return (recorded) => {
    const now = project();
    if (made === null || made.of !== now) {
      const { schemas, contracts } = now;
      made = { of: now, redact: createRedactor({ schemas, contracts, key, ...selection }) };
    }
    return made.redact(recorded);
  };
}
