// What `standin compare` can be told.

import type { CommandDeclaration, FlagsOf } from '../shared/option.ts';
import { contractOption, findProject } from '../shared/project-flags.ts';

export interface CompareOptions {
  /** Recordings or HAR files. */
  readonly older: string;
  readonly newer: string;
  /** Empty for all interactions. */
  readonly filter: string;
  /** The source; its schemas say what is secret in HAR files. */
  readonly contract: string;
  readonly form: 'text' | 'json';
}

export const compareCommand = {
  about: 'compare two recordings by operation',
  argument: '<older> <newer>',
  options: {
    filter: {
      flags: '--filter <text>',
      about: 'compare only these interactions, filtered as on the page: "op:users.create"',
      details: 'compare only these interactions, filtered as [on the page](qa.md#filters)',
      presetText: 'all',
    },
    contract: {
      ...contractOption,
      details: 'the [source](begin.md), to judge HAR files',
    },
    json: { flags: '--json', about: 'print the comparison as JSON' },
  },
} as const satisfies CommandDeclaration;

export function toCompareOptions(
  [older = '', newer = '']: readonly string[],
  flags: FlagsOf<typeof compareCommand.options>,
): CompareOptions {
  return {
    older,
    newer,
    filter: flags.filter ?? '',
    contract: findProject([], flags).contract,
    form: flags.json === true ? 'json' : 'text',
  };
}
