// What `standin seed` can be told.

import type { Existing } from '../files/out-file.ts';
import { type CommandDeclaration, type FlagsOf, type Read, readSeed } from '../shared/option.ts';
import { contractOption, findProject, sourceArgument } from '../shared/project-flags.ts';

export interface SeedOptions {
  readonly contract: string;
  /** Rows per resource. */
  readonly count: number;
  readonly seed: number;
  /** `null` for every resource that has a contract. */
  readonly resource: string | null;
  /** `null` for standard output. */
  readonly out: string | null;
  /** If the file exists: replace the rows of these resources and keep the rest, or do nothing. */
  readonly existing: Existing;
}

/** Maximum number of rows per resource. */
const ROWS_MAX = 1_000_000;

export const seedCommand = {
  about: 'generate plausible rows that fit the schemas',
  ...sourceArgument,
  options: {
    contract: contractOption,
    count: {
      flags: '--count <number>',
      about: 'rows per resource',
      preset: 100,
      read: readCount,
    },
    seed: {
      flags: '--seed <number>',
      about: 'seed of the generator; the same seed gives the same rows',
      preset: 1,
      read: readSeed,
    },
    resource: {
      flags: '--resource <name>',
      about: 'generate rows of this resource only',
      presetText: 'every resource',
    },
    out: {
      flags: '--out <file>',
      about: 'write the rows into this file, for example db.json',
      presetText: 'standard output',
    },
    force: {
      flags: '--force',
      about: 'if the file exists, replace its rows of these resources and keep the rest',
    },
  },
} as const satisfies CommandDeclaration;

export function toSeedOptions(
  flags: FlagsOf<typeof seedCommand.options>,
  args: readonly string[],
): SeedOptions {
  const { count, seed, resource, out, force } = flags;
  return {
    contract: findProject(args, flags).contract,
    count,
    seed,
    resource: resource ?? null,
    out: out ?? null,
    existing: force === true ? 'replace' : 'refuse',
  };
}

function readCount(text: string): Read<number> {
  const count = Number(text);
  if (/^\d{1,7}$/.test(text) && count <= ROWS_MAX) return { value: count };
  return { why: `A count is a whole number from 0 to ${ROWS_MAX}.` };
}
