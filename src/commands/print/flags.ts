// What `standin contract`, `standin openapi` and `standin laws` can be told.

import type { Profile } from '../../contract/choices.ts';
import type { ProjectPaths } from '../../project/source/project-files.ts';
import type { CommandDeclaration, FlagsOf } from '../shared/option.ts';
import {
  contractOption,
  findProject,
  projectOptions,
  sourceArgument,
} from '../shared/project-flags.ts';

const json = { flags: '--json', about: 'print JSON' } as const;

export interface ContractOptions {
  readonly places: ProjectPaths;
  /** Choices above the profile. */
  readonly pins?: Partial<Profile>;
  readonly what: 'table' | 'choices';
  readonly form: 'text' | 'json';
}

export const contractCommand = {
  about: 'print the contract, and the choices for the rest',
  ...sourceArgument,
  options: {
    ...projectOptions,
    choices: {
      flags: '--choices',
      about: 'print every choice: its options, why, and the clause that leaves it open',
    },
    json,
  },
} as const satisfies CommandDeclaration;

export function toContractOptions(
  flags: FlagsOf<typeof contractCommand.options>,
  args: readonly string[],
): ContractOptions {
  return {
    places: findProject(args, flags),
    pins: flags.pin ?? {},
    what: flags.choices === true ? 'choices' : 'table',
    form: flags.json === true ? 'json' : 'text',
  };
}

export interface OpenApiOptions {
  readonly places: ProjectPaths;
  /** Choices above the profile. */
  readonly pins?: Partial<Profile>;
  readonly server: string;
  readonly version: string;
}

export const openApiCommand = {
  about: 'print the contract as OpenAPI 3.1',
  ...sourceArgument,
  options: {
    ...projectOptions,
    server: {
      flags: '--server <url>',
      about: 'address of the service',
      preset: 'http://127.0.0.1:3000',
    },
  },
} as const satisfies CommandDeclaration;

export function toOpenApiOptions(
  flags: FlagsOf<typeof openApiCommand.options>,
  args: readonly string[],
  version: string,
): OpenApiOptions {
  return { places: findProject(args, flags), pins: flags.pin ?? {}, server: flags.server, version };
}

export interface LawsOptions {
  readonly contract: string;
  readonly form: 'text' | 'json';
}

export const lawsCommand = {
  about: 'print the laws that verify tests',
  ...sourceArgument,
  options: {
    contract: contractOption,
    json,
  },
} as const satisfies CommandDeclaration;

export function toLawsOptions(
  flags: FlagsOf<typeof lawsCommand.options>,
  args: readonly string[],
): LawsOptions {
  return {
    contract: findProject(args, flags).contract,
    form: flags.json === true ? 'json' : 'text',
  };
}
