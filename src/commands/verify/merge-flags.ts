// What `standin merge` can be told.

import type { CommandDeclaration, Environment, FlagsOf } from '../shared/option.ts';
import type { Outputs } from '../shared/outlets.ts';
import { reportOptions, toOutputs } from './report-flags.ts';

export interface MergeOptions extends Omit<Outputs, 'tests'> {
  /** The reports of the shards, in any order. */
  readonly files: readonly string[];
  /** The version of Standin. */
  readonly version: string;
}

export const mergeCommand = {
  about: 'merge the reports of all shards into one',
  argument: '<report...>',
  options: reportOptions,
} as const satisfies CommandDeclaration;

export function toMergeOptions(
  files: readonly string[],
  flags: FlagsOf<typeof mergeCommand.options>,
  environment: Environment,
  version: string,
): MergeOptions {
  return { files, version, ...toOutputs(flags, environment) };
}
