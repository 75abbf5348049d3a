// Where the report of a run goes, and what is printed around it.

import { randomUUID } from 'node:crypto';
import type { StandinError } from '../../base/errors.ts';
import type { Screen } from './progress-line.ts';

export interface Outputs {
  /** `print` on standard output in place of the text, or a file; `null` for neither. */
  readonly json: 'print' | { readonly file: string } | null;
  readonly junit: string | null;
  readonly html: string | null;
  /**
   * A file of Markdown about all contracts; `append`: others may have written into it. `null` for
   * none.
   */
  readonly summary: { readonly file: string; readonly how: 'append' | 'whole' } | null;
  /** A file of tests that repeat what was found. */
  readonly tests: string | null;
  /** `quiet`: no progress, and no text of a service that conforms. */
  readonly form: 'quiet' | 'told';
  /** `github`: the findings are annotations of the run as well. */
  readonly ci: 'github' | 'none';
}

export interface Outlets {
  readonly output: Screen;
  readonly errors: Screen;
}

/** Says what went wrong, and what to do. */
export function tellErrors(errors: readonly StandinError[], screen: Screen): void {
  for (const { message, remedy } of errors) screen.write(`standin: ${message}\n${remedy}\n`);
}

/**
 * What a service said must not be taken for a command by the runner of GitHub Actions, which looks
 * for them in every line.
 */
export function fenced(text: string, { ci }: Pick<Outputs, 'ci'>): string {
  if (ci !== 'github') return text;
  const fence = randomUUID();
  return `::stop-commands::${fence}\n${text}::${fence}::\n`;
}
