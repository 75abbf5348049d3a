// What `standin clean` can be told.

import type { CommandDeclaration, Environment, FlagsOf } from '../shared/option.ts';
import { contractOption, findProject, serviceUsage, splitSource } from '../shared/project-flags.ts';
import type { TargetOptions } from '../shared/target.ts';
import { targetOptions, toTargetOptions } from '../shared/target-flags.ts';

export interface CleanServiceOptions extends TargetOptions {
  /** The source of the runs; `null` for the one in this folder. */
  readonly contract: string | null;
  /** What to do about a run that is still in progress: it removes its items itself at its end. */
  readonly running: 'refuse' | 'remove';
}

export const cleanCommand = {
  about: 'remove what an interrupted run left behind',
  ...serviceUsage,
  options: {
    contract: contractOption,
    ...targetOptions,
    force: {
      flags: '--force',
      about: 'also remove items of a run that is still in progress',
    },
  },
} as const satisfies CommandDeclaration;

/** Throws a StandinError unless there is exactly one address. */
export function toCleanOptions(
  args: readonly string[],
  flags: FlagsOf<typeof cleanCommand.options>,
  environment: Environment,
): CleanServiceOptions {
  const { source, addresses } = splitSource(args);
  const isNamed = source.length > 0 || flags.contract !== undefined;
  return {
    ...toTargetOptions(addresses, flags, environment),
    contract: isNamed ? findProject(source, { contract: flags.contract }).contract : null,
    running: flags.force === true ? 'remove' : 'refuse',
  };
}
