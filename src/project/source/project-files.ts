// Reads the files of a project: schemas, contracts, a profile and the seed data, as text and as
// JSON. Judges nothing but their JSON.

import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Fault } from '../../base/errors.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import type { Profile } from '../../contract/choices.ts';
import type { Headers } from '../../model/message/call.ts';
import { foreignFormats } from '../../schema/keywords/formats.ts';
import type { ServerPaths } from '../../source/openapi/api-paths.ts';
import type { Certainty } from '../../source/shape-of-values.ts';
import type {
  DefinedSource,
  ShownAnswers,
  SilentCollection,
  SourceNote,
  TakenOperation,
} from '../../source/source-contracts.ts';
import { projectInvalid } from '../files/invalid.ts';
import { jsonFilesIn } from '../files/json-files.ts';
import { readJsonFile, type SourceFile, unreadable } from './json-file.ts';
import { findProfile } from './profiles.ts';
import type { RunTables } from './run-tables.ts';

export interface RulePaths {
  /** A folder of contracts, one contract file, another file or folder, or an address. */
  readonly contract: string;
  /** The seed data; `null` if none is needed. */
  readonly db: string | null;
  /** The name of a profile, next to the contracts or of Standin; or a file. */
  readonly profile: string;
  /** How much is inferred from rows or traffic. Defaults to `usual`. */
  readonly certainty?: Certainty;
  /** Whether rows have the values that traffic showed, or other ones. Defaults to `made`. */
  readonly values?: 'made' | 'copied';
  /** Whether the paths of a document begin with that of its server. Defaults to `declared`. */
  readonly servers?: ServerPaths;
  /** What a service answered where a document says nothing of the answer. */
  readonly shown?: ShownAnswers;
  /** Header fields, such as credentials, with which an address is asked. */
  readonly fields?: Headers;
  /** More rows that what is inferred must admit, by resource. */
  readonly further?: ReadonlyMap<string, readonly JsonObject[]>;
}

/** The same, with seed data. */
export interface ProjectPaths extends RulePaths {
  readonly db: string;
}

export interface ProjectFiles {
  readonly schemas: readonly SourceFile[];
  readonly contracts: readonly SourceFile[];
  /** `null` for the profile `standin` without a file: every choice has its default. */
  readonly profile: SourceFile | null;
  readonly db: SourceFile;
  /** The folders in which a change of a file may change the project. */
  readonly folders: readonly string[];
  readonly source: SourceFacts;
  /** The contracts and schemas of these files as the source defined them; absent if it did not. */
  readonly defined?: DefinedSource;
}

/** What contracts are made of. */
export type SourceKind = 'contracts' | 'openapi' | 'rows' | 'traffic' | 'service';

/** Where the contracts come from. */
export interface SourceFacts {
  readonly kind: SourceKind;
  /** The file or folder, as in messages. */
  readonly place: string;
  /** How each operation was taken; none of contract files. */
  readonly taken: readonly TakenOperation[];
  readonly notes: readonly SourceNote[];
  /** What the mock does where the contracts leave it open, and no profile is named. */
  readonly choices?: Partial<Profile>;
  /** The collections of a document of which a service may show what it does not say. */
  readonly silent?: readonly SilentCollection[];
  /** What `standin.json` says about runs of `verify`; absent without that file. */
  readonly tables?: RunTables;
}

/** Stands for seed rows that are not needed. */
export const NO_DATA: SourceFile = { file: '', name: '', text: '{}', json: {}, isSound: true };

/**
 * Reads the files of contracts, at a place that is there. Throws a StandinError that names each
 * broken or the first unreadable one.
 */
export function readProjectFiles(places: RulePaths): ProjectFiles {
  const isFolder = statSync(places.contract).isDirectory();
  const contractFolder = isFolder ? places.contract : dirname(places.contract);
  const schemaFolder = join(contractFolder, '..', 'schemas');
  const faults: Fault[] = [];
  const read = (file: string): SourceFile => readJsonFile(file, faults);
  const inContracts: Fault[] = [];
  const contracts = (
    isFolder
      ? filesIn(places.contract, 'name their folder as the contract (--contract)')
      : [places.contract]
  ).map((file) => readJsonFile(file, inContracts));
  const documents = contracts.flatMap(documentFault);
  // Whoever has a document has no schemas, so those are not asked for first.
  if (documents.length > 0) throw projectInvalid(documents);
  const needsNone = !isThere(schemaFolder) && !contracts.some(({ json }) => namesSchema(json));
  const schemas = needsNone
    ? []
    : filesIn(
        schemaFolder,
        'schemas belong in the folder "schemas" next to the folder of contracts',
      ).map(read);
  faults.push(...inContracts);
  const profilePlace = findProfile(places.profile, contractFolder);
  const profile = profilePlace === null ? null : read(profilePlace.file);
  const db = places.db === null ? NO_DATA : readJsonFile(places.db, faults, 'kept');
  if (faults.length > 0) throw projectInvalid(faults);
  const folders = [
    schemaFolder,
    contractFolder,
    dirname(places.db ?? schemaFolder),
    ...(profilePlace?.of === 'project' ? [dirname(profilePlace.file)] : []),
  ];
  const notes = schemas.flatMap(({ file, json }) =>
    foreignFormats(json).map(({ at, format }) => ({
      place: `${file}#${at}`,
      message: `the format "${format}" is not checked`,
    })),
  );
  const source = { kind: 'contracts', place: places.contract, taken: [], notes } as const;
  return { schemas, contracts, profile, db, folders: [...new Set(folders)], source };
}

/** An OpenAPI document among the contracts. */
function documentFault({ file, json }: SourceFile): readonly Fault[] {
  if (!isObject(json)) return [];
  const format = own(json, 'openapi') !== undefined ? 'OpenAPI' : 'Swagger';
  if (format === 'Swagger' && own(json, 'swagger') === undefined) return [];
  const message = `this is a document in ${format}, not a contract`;
  return [{ file, at: '', message, remedy: `Start from it: standin serve ${file}` }];
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Whether a contract, or what is in it, has a member whose text is the name of a schema. */
function namesSchema(json: Json): boolean {
  if (Array.isArray(json)) return json.some((one) => namesSchema(one));
  if (!isObject(json)) return json === null;
  return Object.entries(json).some(([member, value]) =>
    typeof value === 'object' && value !== null
      ? namesSchema(value)
      : SCHEMA_MEMBERS.has(member) && typeof value === 'string',
  );
}

const SCHEMA_MEMBERS: ReadonlySet<string> = new Set(['item', 'list', 'body', 'schema']);

function filesIn(folder: string, remedy: string): readonly string[] {
  try {
    return jsonFilesIn(folder);
  } catch (error) {
    throw unreadable(folder, error, `${remedy[0]?.toUpperCase()}${remedy.slice(1)}.`);
  }
}
