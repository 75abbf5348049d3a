// Reads the source of a project, whatever its kind, as contracts, schemas and rows. A document or
// rows give contracts in memory, which are named by their places in it.

import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Fault } from '../../base/errors.ts';
import { type Json, jsonText } from '../../base/json.ts';
import type { OverriddenContract, SourceContracts } from '../../source/source-contracts.ts';
import { projectInvalid } from '../files/invalid.ts';
import { contractFolderOf, isAddress, kindOf } from './find-source.ts';
import type { GivenMembers } from './given-members.ts';
import { type OverriddenFile, readJsonFile, type SourceFile } from './json-file.ts';
import { checkIsSource } from './no-source.ts';
import { findProfile } from './profiles.ts';
import {
  NO_DATA,
  type ProjectFiles,
  type RulePaths,
  readProjectFiles,
  type SourceKind,
} from './project-files.ts';
import type { RunTables } from './run-tables.ts';

/** Reads a source. Throws a StandinError that names each broken or the first unreadable file. */
export function readSource(places: RulePaths): Promise<ProjectFiles> {
  switch (kindOf(places.contract)) {
    case 'contracts':
      return Promise.resolve().then(() => readFromContracts(places));
    case 'openapi':
      return readFromDocument(places);
    case 'rows':
      return readFromRows(places);
    case 'traffic':
      return readFromTraffic(places);
    case 'service':
      return readFromAddress(places);
  }
}

function readFromContracts(places: RulePaths): ProjectFiles {
  checkIsSource(places.contract);
  return readProjectFiles(places);
}

async function readFromDocument(places: RulePaths): Promise<ProjectFiles> {
  const { readDocument } = await import('./read-document.ts');
  const { files, ...read } = await readDocument(places);
  const faults: Fault[] = [];
  const db = readDb(places.db, read.made, faults);
  return filesOf({ kind: 'openapi', places, ...read, db, files, faults });
}

async function readFromTraffic(places: RulePaths): Promise<ProjectFiles> {
  const { readTrafficFiles } = await import('./read-traffic.ts');
  const { files, ...read } = await readTrafficFiles(places);
  const faults: Fault[] = [];
  const db = readDb(places.db, read.made, faults);
  return filesOf({ kind: 'traffic', places, ...read, db, files, faults });
}

/** What the address answers decides whether it is a document, or a collection of a service. */
async function readFromAddress(places: RulePaths): Promise<ProjectFiles> {
  const { documentAt, openAddress } = await import('./read-address.ts');
  const address = await openAddress(places.contract, places.fields);
  try {
    const text = await documentAt(address);
    // The address may hold a password; what is shown of it does not.
    const named = { ...places, contract: address.shown };
    const faults: Fault[] = [];
    if (text !== null) {
      const { contractsOfDocument } = await import('./read-document.ts');
      const { certainty = 'usual', servers = 'declared', shown } = places;
      const options = { place: address.shown, certainty, servers, overrides: null, shown };
      const { made, given } = contractsOfDocument(text, options);
      const db = readDb(places.db, made, faults);
      return filesOf({ kind: 'openapi', places: named, made, given, db, files: [], faults });
    }
    const { readService } = await import('./read-service.ts');
    const { made } = await readService(address, places);
    const db = readDb(places.db, made, faults);
    return filesOf({ kind: 'service', places: named, made, db, files: [], faults });
  } finally {
    address.client.close();
  }
}

/** The rows of a file, or those of the document if there is no file yet. */
function readDb(file: string | null, { rows }: SourceContracts, faults: Fault[]): SourceFile {
  if (file === null) return NO_DATA;
  if (existsSync(file)) return readJsonFile(file, faults, 'kept');
  return { file, name: '', text: '', json: rows ?? {}, isSound: true };
}

async function readFromRows(places: RulePaths): Promise<ProjectFiles> {
  const { readRows } = await import('./read-rows.ts');
  const faults: Fault[] = [];
  const file = readJsonFile(places.contract, faults, 'kept');
  if (faults.length > 0) throw projectInvalid(faults);
  const { certainty = 'usual', further } = places;
  const made = readRows(file.json, {
    name: places.contract,
    certainty,
    ...(further === undefined ? {} : { further }),
  });
  const db = { ...file, json: made.rows };
  return filesOf({ kind: 'rows', places, made, db, files: [file.file], faults });
}

interface ReadParts {
  readonly kind: SourceKind;
  readonly places: RulePaths;
  readonly made: SourceContracts;
  /** The members that somebody wrote; none if absent. */
  readonly given?: readonly GivenMembers[];
  readonly tables?: RunTables | undefined;
  readonly db: SourceFile;
  /** The files that were read. */
  readonly files: readonly string[];
  readonly faults: Fault[];
}

function filesOf({
  kind,
  places,
  made,
  given = [],
  tables,
  db,
  files,
  faults,
}: ReadParts): ProjectFiles {
  const profilePlace = findProfile(places.profile, contractFolderOf(places.contract));
  const profile = profilePlace === null ? null : readJsonFile(profilePlace.file, faults);
  if (faults.length > 0) throw projectInvalid(faults);
  // What an address answered is read once.
  const isRemote = isAddress(places.contract);
  const folders = [
    ...(isRemote ? [] : [dirname(places.contract)]),
    ...files.map((file) => dirname(file)),
    ...(places.db === null || isRemote ? [] : [dirname(db.file)]),
    ...(profilePlace?.of === 'project' ? [dirname(profilePlace.file)] : []),
  ];
  return {
    contracts: made.contracts.map(({ place, document, overridden }) =>
      inMemory({
        file: place,
        name: place,
        json: document,
        isSound: overridden === undefined,
        ...(overridden === undefined ? {} : { overridden: placesOf(overridden, given) }),
      }),
    ),
    schemas: [...made.schemas].map(([name, schema]) =>
      inMemory({
        file: `${places.contract}, schema ${name}`,
        name,
        json: schema as Json,
        isSound: true,
      }),
    ),
    profile,
    db,
    folders: [...new Set(folders)],
    source: {
      kind,
      place: places.contract,
      taken: made.taken,
      notes: made.notes,
      choices: made.choices ?? {},
      ...(made.silent === undefined ? {} : { silent: made.silent }),
      ...(tables === undefined ? {} : { tables }),
    },
    ...(made.defined === undefined ? {} : { defined: made.defined }),
  };
}

/** Where the members stand that somebody wrote into a contract. */
function placesOf(
  { made, keys }: OverriddenContract,
  given: readonly GivenMembers[],
): OverriddenFile {
  const places = given.flatMap((one) =>
    keys.filter(({ key }) => key === one.key).map(({ at }) => ({ ...one, within: at })),
  );
  return { made, places };
}

/** What was made of a source, as if it were a file. Its text is written when it is asked for. */
function inMemory(made: Omit<SourceFile, 'text'>): SourceFile {
  return {
    ...made,
    get text() {
      return jsonText(made.json);
    },
  };
}
