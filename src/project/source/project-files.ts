// Reads the files of a project: schemas, contracts, a profile and the seed data, as text and as
// JSON. Judges nothing but their JSON.

import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Fault, StandinError } from '../../base/errors.ts';
import type { Json } from '../../base/json.ts';
import { parseJson } from '../../base/parse.ts';
import { projectInvalid } from '../files/invalid.ts';
import { jsonFilesIn } from '../files/list-files.ts';
import { readText, reasonOf } from '../files/read-file.ts';
import { findProfile } from './profiles.ts';

export interface RulePaths {
  /** The folder of contracts, or one contract file. */
  readonly contract: string;
  /** The seed data; `null` if none is needed. */
  readonly db: string | null;
  /** The name of a profile, next to the contracts or of Standin; or a file. */
  readonly profile: string;
}

/** The same, with seed data. */
export interface ProjectPaths extends RulePaths {
  readonly db: string;
}

/** One file as it was read. */
export interface SourceFile {
  /** The name of the file in messages. */
  readonly file: string;
  readonly name: string;
  readonly text: string;
  readonly json: Json;
}

export interface ProjectFiles {
  readonly schemas: readonly SourceFile[];
  readonly contracts: readonly SourceFile[];
  /** `null` for the profile `standin` without a file: every choice has its default. */
  readonly profile: SourceFile | null;
  readonly db: SourceFile;
  /** The folders in which a change of a file may change the project. */
  readonly folders: readonly string[];
}

const NO_DATA: SourceFile = { file: '', name: '', text: '{}', json: {} };

/** How deep JSON files may nest. */
const FILE_DEPTH_MAX = 256;

/** Reads the files. Throws a StandinError that names each broken or the first unreadable one. */
export function readProjectFiles(places: RulePaths): ProjectFiles {
  const isFolder = statOf(places.contract, 'the contract (--contract)').isDirectory();
  const contractFolder = isFolder ? places.contract : dirname(places.contract);
  const schemaFolder = join(contractFolder, '..', 'schemas');
  const faults: Fault[] = [];
  const read = (file: string): SourceFile => readJsonFile(file, faults);
  const schemas = filesIn(
    schemaFolder,
    'schemas belong in the folder "schemas" next to the folder of contracts',
  ).map(read);
  const contracts = (
    isFolder
      ? filesIn(places.contract, 'name their folder as the contract (--contract)')
      : [places.contract]
  ).map(read);
  const profilePlace = findProfile(places.profile, contractFolder);
  const profile = profilePlace === null ? null : read(profilePlace.file);
  const db = places.db === null ? NO_DATA : read(places.db);
  if (faults.length > 0) throw projectInvalid(faults);
  if (contracts.length === 0) {
    const remedy = 'Write one, or name another folder as the contract (--contract).';
    throw new StandinError('project-invalid', `there is no contract in ${places.contract}`, remedy);
  }
  const folders = [
    schemaFolder,
    contractFolder,
    dirname(places.db ?? schemaFolder),
    ...(profilePlace?.of === 'project' ? [dirname(profilePlace.file)] : []),
  ];
  return { schemas, contracts, profile, db, folders: [...new Set(folders)] };
}

function readJsonFile(file: string, faults: Fault[]): SourceFile {
  const text = textOf(file);
  const source = { file, name: basename(file, '.json'), text };
  const parsed = parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, FILE_DEPTH_MAX);
  const broken = parsed.kind === 'broken' ? parsed.broken : parsed.duplicate;
  if (broken !== null) {
    const at = `line ${broken.line}, column ${broken.column}`;
    const message = broken.message.replace(/ \(line \d+, column \d+\)$/, '');
    faults.push({ file, at, message, remedy: 'Correct the JSON.' });
  }
  return { ...source, json: parsed.kind === 'value' ? parsed.value : null };
}

function textOf(file: string): string {
  try {
    return readText(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

function filesIn(folder: string, remedy: string): readonly string[] {
  try {
    return jsonFilesIn(folder);
  } catch (error) {
    throw unreadable(folder, error, `${remedy[0]?.toUpperCase()}${remedy.slice(1)}.`);
  }
}

function statOf(path: string, option: string): { isDirectory(): boolean } {
  try {
    return statSync(path);
  } catch (error) {
    // Who names none may well have none yet.
    const example = path === 'contracts' ? ' "standin init" creates an example project.' : '';
    const remedy = `Name it as ${option}, or start in the folder of the project.${example}`;
    throw unreadable(path, error, remedy);
  }
}

function unreadable(
  path: string,
  error: unknown,
  remedy = 'Check that it exists and that you may read it.',
): StandinError {
  return new StandinError('file-unreadable', `${path} cannot be read: ${reasonOf(error)}`, remedy);
}
