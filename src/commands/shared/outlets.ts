// Where the report of a run goes, and what is printed around it.

import { randomUUID } from 'node:crypto';
import type { StandinError } from '../../base/errors.ts';
import type { Progress, Report } from '../../verify/report.ts';
import type { Screen } from './progress-line.ts';

export interface Outputs {
  /** `print` to standard output in place of the text, or a file; `null` for neither. */
  readonly json: 'print' | { readonly file: string } | null;
  readonly junit: string | null;
  readonly html: string | null;
  /** Markdown about all contracts; `append` if other tools write to the file; `null` for none. */
  readonly summary: { readonly file: string; readonly how: 'append' | 'whole' } | null;
  /** Files for tools that show findings beside the code, about all contracts; absent or `null` for none. */
  readonly sarif?: string | null;
  readonly codeQuality?: string | null;
  /** A file of tests that reproduce the findings. */
  readonly tests: string | null;
  /** `quiet`: no progress, and no text if the service conforms, except for what was not tried. */
  readonly form: 'quiet' | 'full';
  /** `github`: print the findings as annotations as well. */
  readonly ci: 'github' | 'none';
  /** The folder of the repository, from which files are named for others; absent for this folder. */
  readonly workspace?: string;
}

export interface Outlets {
  readonly output: Screen;
  readonly errors: Screen;
  /** Is told what a run of `verify` does, if a program started it. */
  onEvent?(event: VerifyEvent): void;
}

/** What a run does and finds, about one resource. Secrets are hidden. */
export type VerifyEvent =
  | (Progress & { readonly resource: string })
  | { readonly kind: 'report'; readonly resource: string; readonly report: Report };

/** Prints errors with their remedies. */
export function printErrors(errors: readonly StandinError[], screen: Screen): void {
  for (const { message, remedy } of errors) screen.write(`standin: ${message}\n${remedy}\n`);
}

/** Keeps the runner of GitHub Actions from obeying commands in texts of a service. */
export function fenced(text: string, { ci }: Pick<Outputs, 'ci'>): string {
  if (ci !== 'github') return text;
  const fence = randomUUID();
  return `::stop-commands::${fence}\n${text}::${fence}::\n`;
}
