// The options that name a project and the choices of its mock.

import type { Profile } from '../../contract/choices.ts';
import { readPin } from '../../contract/profile.ts';
import type { ProjectPaths } from '../../project/source/project-files.ts';
import type { OptionDeclarations, Read } from './option.ts';

export const contractOption = {
  flags: '--contract <path>',
  about: 'folder of contracts, or one contract file',
  preset: 'contracts',
} as const;

export const pinOption = {
  flags: '--pin <key=option>',
  about: 'set one choice, above the profile; repeatable',
  details: 'one [choice](choices.md), above the profile; repeatable',
  read: readPins,
} as const;

export const projectOptions = {
  contract: {
    ...contractOption,
    details: 'a folder of contracts or one file; schemas are in the folder `schemas` next to it',
  },
  db: {
    flags: '--db <file>',
    about: 'seed rows: {"<resource>": [<rows>]}',
    details: 'seed rows: `{"<resource>": [<rows>]}`; each resource in it needs its contract',
    preset: 'db.json',
  },
  profile: {
    flags: '--profile <name>',
    about: 'profile in contracts/profiles, one that comes with Standin, or a file',
    details:
      'a profile in `contracts/profiles`, one that comes with Standin, or a file: [Profiles](profiles.md)',
    preset: 'standin',
  },
  pin: pinOption,
} as const satisfies OptionDeclarations;

/** Where a project is, from the options that name it. */
export function placesOf({ contract, db, profile }: ProjectPaths): ProjectPaths {
  return { contract, db, profile };
}

function readPins(text: string, before: Partial<Profile> | undefined): Read<Partial<Profile>> {
  const read = readPin(text);
  return 'pins' in read
    ? { value: { ...before, ...read.pins } }
    : { why: `${read.message}. ${read.remedy}` };
}
