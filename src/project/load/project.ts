// A project: its rules and its seed rows, from checked files.

import type { Fault } from '../../base/errors.ts';
import { fingerprint } from '../../base/hash.ts';
import { isObject, type JsonObject, own, pick } from '../../base/json.ts';
import { defaultProfile, type Profile } from '../../contract/choices.ts';
import type { Contract } from '../../contract/contract.ts';
import { readProfile } from '../../contract/profile.ts';
import { Schemas } from '../../schema/schema.ts';
import type { Certainty } from '../../source/shape-of-values.ts';
import { projectInvalid } from '../files/invalid.ts';
import { rowsOf, schemasIn } from '../save/seed-state.ts';
import { NO_DATA, type ProjectFiles, type RulePaths } from '../source/project-files.ts';
import { readSource } from '../source/read-source.ts';
import { isChecked, keepsNotes, noteChecked } from './check-cache.ts';
import { definedIn } from './defined-in.ts';
import { faultsOfOverrides } from './faults-of-overrides.ts';
import { noteOlderKeys } from './older-keys.ts';
import { noteUnserved } from './unserved-rows.ts';
import { withoutFaulty } from './without-faulty.ts';

export interface Project {
  readonly contracts: readonly Contract[];
  readonly schemas: Schemas;
  readonly profile: Profile;
  /** The name that the profile has in its file. */
  readonly profileName: string;
  /** The rows of each resource, as the seed data has them. */
  readonly rows: ReadonlyMap<string, readonly JsonObject[]>;
  readonly files: ProjectFiles;
}

/**
 * Loads a project. Throws a StandinError that names every fault: file, pointer, problem and
 * remedy. Unchanged files that passed once are not checked again. `pins` override the profile.
 */
export async function loadProject(
  places: RulePaths,
  pins: Partial<Profile> = {},
): Promise<Project> {
  const { files, schemas: given } = await checked(await readSource(places), pins);
  const { contracts, schemas } = definedIn(files, given);
  const { defined: _, ...read } = files;
  const profile =
    files.profile === null
      ? readProfile({ choices: {} }, '')
      : readProfile(files.profile.json, files.profile.file);
  const name =
    files.profile === null || !isObject(files.profile.json)
      ? undefined
      : own(files.profile.json, 'profile');
  const chosen = {
    ...profile.profile,
    ...(files.profile === null ? files.source.choices : {}),
    ...pins,
  };
  return {
    contracts: contracts.map((one) => assertedBy(one, chosen)),
    schemas,
    profile: chosen,
    profileName: typeof name === 'string' ? name : (files.profile?.name ?? 'standin'),
    rows: rowsOf(files.db.json as JsonObject, contracts),
    files: noteOlderKeys(noteUnserved(read, contracts)),
  };
}

/** Takes out of a contract what a choice accepts: a profile and a pin win over the source. */
function assertedBy(contract: Contract, profile: Profile): Contract {
  const { asserts = [], ...rest } = contract;
  const kept = asserts.filter((facet) => profile[`fields.${facet}`] === 'refuse');
  return kept.length === asserts.length ? contract : { ...rest, asserts: kept };
}

/**
 * Returns a project that holds no rows and no text of the seed file, once a state has the rows: they
 * would be in memory twice. Its `$schema` stays.
 */
export function withoutRows(project: Project): Project {
  const { files } = project;
  const { json } = files.db;
  const db = { ...files.db, text: '', json: isObject(json) ? pick(json, ['$schema']) : null };
  return { ...project, rows: new Map(), files: { ...files, db } };
}

/** Creates a project without contracts: nothing is judged by it. */
export function withoutContracts(): Project {
  const source = { kind: 'contracts', place: '', taken: [], notes: [] } as const;
  const files = { schemas: [], contracts: [], profile: null, db: NO_DATA, folders: [], source };
  return {
    contracts: [],
    schemas: new Schemas(new Map()),
    profile: defaultProfile,
    profileName: 'standin',
    rows: new Map(),
    files,
  };
}

/** Loads contracts and schemas, with the default profile and without rows. */
export function loadContracts(
  contract: string,
  certainty: Certainty = 'usual',
  fields: Pick<RulePaths, 'fields'> = {},
): Promise<Project> {
  return loadProject({ contract, db: null, profile: 'standin', certainty, ...fields });
}

/** Files that passed, and the schemas in them: what was compiled of these is used again. */
interface CheckedFiles {
  readonly files: ProjectFiles;
  readonly schemas: Schemas;
}

/** Checks files that have not passed yet. What is wrong with a part of a document costs that part. */
async function checked(files: ProjectFiles, pins: Partial<Profile>): Promise<CheckedFiles> {
  const schemas = files.defined?.given ?? schemasIn(files.schemas);
  if (isInferred(files)) {
    const { profile } = files;
    const { faults } = readProfile(profile?.json ?? { choices: {} }, profile?.file ?? '');
    if (faults.length > 0) throw projectInvalid(faults);
    return { files, schemas };
  }
  const key = keepsNotes() ? keyOf(files, pins) : null;
  if (key !== null && isChecked(key)) return { files, schemas };
  const { findProjectFaults, isSurelySound } = await import('./faults.ts');
  let kept: CheckedFiles = { files, schemas };
  if (isSurelySound(files, schemas, pins)) {
    if (key !== null) noteChecked(key);
    return kept;
  }
  const { compiledChecks } = await import('./compiled-checks.ts');
  const faultsIn = (some: ProjectFiles): readonly Fault[] =>
    findProjectFaults(some, kept.schemas, pins, compiledChecks);
  for (;;) {
    const faults = faultsIn(kept.files);
    if (faults.length === 0) break;
    const written = faultsOfOverrides(kept.files, faults, faultsIn);
    if (written.length > 0) throw projectInvalid(written);
    const fewer = withoutFaulty(kept.files, faults);
    if (fewer === null) throw projectInvalid(faults);
    kept = { files: fewer, schemas: schemasIn(fewer.schemas) };
  }
  if (key !== null && kept.files === files) noteChecked(key);
  return kept;
}

/**
 * Whether Standin made all files but the profile. Schemas that were inferred from rows admit them, and
 * what the reader makes of a document is sound: a check would take a tenth of a start.
 */
function isInferred({ source, contracts, schemas, db }: ProjectFiles): boolean {
  return (
    source.kind === 'rows' ||
    (db.isSound === true && [...contracts, ...schemas].every(({ isSound }) => isSound === true))
  );
}

/** A digest of all files and of the version of the checks. `node:crypto` takes milliseconds to load. */
function keyOf(files: ProjectFiles, pins: Partial<Profile>): string {
  const places = {
    schema: files.schemas,
    contract: files.contracts,
    profile: files.profile === null ? [] : [files.profile],
    db: [files.db],
  };
  const digests = Object.entries(places).flatMap(([place, all]) =>
    all.map(({ name, text }) => `${place} ${name} ${fingerprint(text)}`),
  );
  return fingerprint([CHECKS_VERSION, JSON.stringify(pins), ...digests].join('\n'));
}

/** Increase it if the checks at start change. */
const CHECKS_VERSION = 'standin checks 2';
