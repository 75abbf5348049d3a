// What `standin learn` can be told.

import type { Existing } from '../files/out-file.ts';
import type { CommandDeclaration, Environment, FlagsOf } from '../shared/option.ts';
import {
  contractOption,
  findProject,
  paramOption,
  serviceUsage,
  splitSource,
} from '../shared/project-flags.ts';
import type { TargetOptions } from '../shared/target.ts';
import { targetOptions, toTargetOptions } from '../shared/target-flags.ts';

export interface LearnServiceOptions extends TargetOptions {
  readonly contract: string;
  /** The resource of the contract to learn with; `null` if there is only one. */
  readonly resource: string | null;
  /** The name of the profile; `null` for that of the file. */
  readonly name: string | null;
  /** `null` for a file in the folder of profiles. */
  readonly file: string | null;
  readonly existing: Existing;
  readonly form: 'text' | 'json';
}

export const learnCommand = {
  about: 'learn the choices of a real service',
  ...serviceUsage,
  options: {
    contract: contractOption,
    resource: {
      flags: '--resource <name>',
      about: 'learn with the contract of this resource',
      details:
        'learn with the contract of this resource; [items that it is below](contract.md#items-below-others) are made with the other contracts',
      presetText: 'the only one',
    },
    name: {
      flags: '--name <name>',
      about: 'name of the profile',
      presetText: 'that of --out, or learned',
    },
    out: {
      flags: '--out <file>',
      about: 'where to write the profile',
      presetText: 'contracts/profiles/<name>.json',
    },
    force: { flags: '--force', about: 'replace the file if it exists' },
    ...targetOptions,
    param: paramOption,
    json: { flags: '--json', about: 'print what was learned as JSON' },
  },
} as const satisfies CommandDeclaration;

/** Throws a StandinError unless there is exactly one address. */
export function toLearnOptions(
  args: readonly string[],
  flags: FlagsOf<typeof learnCommand.options>,
  environment: Environment,
): LearnServiceOptions {
  const { source, addresses } = splitSource(args);
  return {
    ...toTargetOptions(addresses, flags, environment),
    ...(flags.param === undefined ? {} : { pathValues: flags.param }),
    contract: findProject(source, { contract: flags.contract }).contract,
    resource: flags.resource ?? null,
    name: flags.name ?? null,
    file: flags.out ?? null,
    existing: flags.force === true ? 'replace' : 'refuse',
    form: flags.json === true ? 'json' : 'text',
  };
}
