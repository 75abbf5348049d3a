// The source of a command, and the options that name a project and the choices of its mock.

import { existsSync } from 'node:fs';
import { StandinError } from '../../base/errors.ts';
import type { Profile } from '../../contract/choices.ts';
import { readPin } from '../../contract/profile.ts';
import { findPlaces, isAddress } from '../../project/source/find-source.ts';
import type { ProjectPaths } from '../../project/source/project-files.ts';
import type { OptionDeclarations, Read } from './option.ts';

export const contractOption = {
  flags: '--contract <path>',
  about: 'the source; the same as <source>',
  details:
    'the [source](begin.md): a folder of contracts, one contract file, an OpenAPI document, rows, recorded traffic, or the address of a service; the same as the argument',
  presetText: 'the source in this folder',
} as const;

/** The argument of commands that need no service. */
export const sourceArgument = {
  argument: '[source]',
  argumentAbout:
    'contracts, OpenAPI, rows, a .har file or an address (default: what this folder has)',
} as const;

/** How commands are called that may name a source before the service. */
export const serviceUsage = {
  argument: '[base_url]',
  usage: '[source] <base_url> [options]',
} as const;

export const pinOption = {
  flags: '--pin <key=option>',
  about: 'set one choice, above the profile; repeatable',
  details: 'one [choice](choices.md), above the profile; repeatable',
  read: readPins,
} as const;

export const paramOption = {
  flags: '--param <name=id>',
  about: 'the id for a parameter in paths, such as {store}; repeatable',
  details:
    'an id that the service has, for a parameter in paths, such as `{store}`, of whose items the source says nothing: the run makes its items [below that id](contract.md#items-below-others); repeatable',
  read: readPathValue,
} as const;

export const projectOptions = {
  contract: contractOption,
  db: {
    flags: '--db <file>',
    about: 'seed rows: {"<resource>": [<rows>]}',
    details: 'seed rows: `{"<resource>": [<rows>]}`; each resource in it needs its contract',
    presetText: 'db.json',
  },
  profile: {
    flags: '--profile <name>',
    about: 'profile in contracts/profiles, one that comes with Standin, or a file',
    details:
      'a profile in `contracts/profiles`, one that comes with Standin, or a file: [Profiles](profiles.md)',
    presetText: 'standin, or json-server-1 for rows alone',
  },
  pin: pinOption,
} as const satisfies OptionDeclarations;

/** Where a project is, from options that were found. */
export function placesOf({ contract, db, profile, servers }: ProjectPaths): ProjectPaths {
  return { contract, db, profile, ...(servers === undefined ? {} : { servers }) };
}

interface NamedSource {
  readonly contract?: string | undefined;
  readonly db?: string | undefined;
  readonly profile?: string | undefined;
}

/**
 * Finds the project of a command: its source by the argument or `--contract`, else in this folder.
 * Throws a StandinError if both are given, or if there are several sources.
 */
export function findProject(
  args: readonly string[],
  { contract, db, profile }: NamedSource,
): ProjectPaths {
  const [source] = args;
  if (source !== undefined && contract !== undefined)
    throw new StandinError(
      'option-invalid',
      'the source is named twice: as an argument and by --contract',
      'Leave out one of them.',
    );
  return findPlaces({
    source: source ?? contract ?? null,
    db: db ?? null,
    profile: profile ?? null,
  });
}

/** Finds the project that is named or in this folder; `null` if none is named and there is none. */
export function findProjectIfAny(args: readonly string[], named: NamedSource): ProjectPaths | null {
  const found = findProject(args, named);
  const isNamed = args.length > 0 || named.contract !== undefined;
  return isNamed || existsSync(found.contract) ? found : null;
}

/**
 * Separates a source from the address of the service after it. The first argument is a source if
 * there is such a file or folder: else it may be a part of a secret, and no message repeats it.
 */
export function splitSource(args: readonly string[]): {
  readonly source: readonly string[];
  readonly addresses: readonly string[];
} {
  const [first = ''] = args;
  return args.length === 2 && (existsSync(first) || isAddress(first))
    ? { source: [first], addresses: args.slice(1) }
    : { source: [], addresses: args };
}

function readPathValue(
  text: string,
  before: Readonly<Record<string, string>> | undefined,
): Read<Readonly<Record<string, string>>> {
  const at = text.indexOf('=');
  const [name, id] = [text.slice(0, at).replaceAll(/^\{|\}$/g, ''), text.slice(at + 1)];
  return at < 1 || name === '' || ['', '.', '..'].includes(id)
    ? { why: 'Name a parameter and its id, for example --param store=acme.' }
    : { value: { ...before, [name]: id } };
}

function readPins(text: string, before: Partial<Profile> | undefined): Read<Partial<Profile>> {
  const read = readPin(text);
  return 'pins' in read
    ? { value: { ...before, ...read.pins } }
    : { why: `${read.message}. ${read.remedy}` };
}
