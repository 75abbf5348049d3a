// Where the contracts of a project come from, and what goes with them: a folder or file of contracts,
// an OpenAPI document, rows alone, traffic, or the address of a service. Reads no more of a file than tells its kind.

import { statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { StandinError } from '../../base/errors.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { jsonFilesIn } from '../files/json-files.ts';
import { isFolder } from '../files/make-folder.ts';
import { readText } from '../files/read-file.ts';
import { hasRoutes } from '../files/routes-file.ts';
import type { ProjectPaths, SourceKind } from './project-files.ts';
import { isTraffic, trafficFilesIn } from './traffic-files.ts';

/** The files of a project as you name them; the others are found. */
export interface NamedPlaces {
  /** A folder or a file. */
  readonly source: string | null;
  readonly db?: string | null;
  readonly profile?: string | null;
}

/** The names of documents that are found without being named. */
const DOCUMENTS = ['openapi.yaml', 'openapi.yml', 'openapi.json'];
const ROWS = 'db.json';
/** The name of the file with overrides, next to a document. */
export const OVERRIDES = 'standin.json';

/**
 * Finds the source that you named, or the one in this folder: contracts, else an OpenAPI document,
 * else rows. Without any it is the folder `contracts`, which is not there. Throws a StandinError if
 * a folder has several documents.
 */
export function findPlaces({ source, db = null, profile = null }: NamedPlaces): ProjectPaths {
  const contract =
    source === null ? inFolder('.', db) : isFolder(source) ? inFolder(source, null) : source;
  const kind = kindOf(contract);
  const beside =
    source === null || (isFolder(source) && contract !== source) ? (source ?? '.') : null;
  return {
    contract,
    db: kind === 'rows' ? contract : (db ?? rowsBeside(kind, contract, beside)),
    profile: profile ?? (kind === 'rows' ? profileOfRows(contract) : 'standin'),
  };
}

/**
 * Seed rows are in this folder, or next to a document or the folder of contracts that was found.
 * Those of traffic have its name: `session.db.json`.
 */
function rowsBeside(kind: SourceKind, contract: string, folder: string | null): string {
  if (kind === 'openapi') return join(dirname(contract), ROWS);
  if (kind === 'service') return `${new URL(contract).host.replaceAll(/[^\w.-]/g, '-')}.${ROWS}`;
  if (kind === 'traffic') return `${contract.replace(/\.\w+$|\/+$/, '')}.${ROWS}`;
  return folder === null ? ROWS : join(folder, ROWS);
}

/** Returns the source in a folder; the folder itself if it can only be a folder of contracts. */
function inFolder(folder: string, db: string | null): string {
  const contracts = join(folder, 'contracts');
  if (isFolder(contracts) && jsonFilesIn(contracts).length > 0) return contracts;
  const found = DOCUMENTS.map((name) => join(folder, name)).filter(isFile);
  const [document] = found;
  if (found.length > 1) {
    const message = `${found.join(' and ')} are both here`;
    throw new StandinError('option-invalid', message, `Name one, for example "${document}".`);
  }
  if (document !== undefined && kindOf(document) === 'openapi') return document;
  const rows = db ?? join(folder, ROWS);
  const isAlone = !isFolder(contracts) || hasRoutes(contracts);
  if (isFile(rows) && kindOf(rows) === 'rows' && isAlone) return rows;
  return folder === '.' ? contracts : folder;
}

/** Returns the kind of a source: by its looks, or by its name if it cannot be read. */
export function kindOf(place: string): SourceKind {
  if (isAddress(place)) return 'service';
  if (isFolder(place)) return holdsTraffic(place) ? 'traffic' : 'contracts';
  if (isTraffic(place)) return 'traffic';
  if (['.yaml', '.yml'].includes(extname(place).toLowerCase())) return 'openapi';
  const text = textOf(place);
  const json = parsed(text);
  if (json === undefined) return BEGINS_YAML.test(text) ? 'openapi' : kindByName(place);
  if (!isObject(json)) return 'rows';
  if (isDocument(json)) return 'openapi';
  return isContract(json) ? 'contracts' : 'rows';
}

/** Returns the folder of contracts: the source itself, or a folder beside it. */
export function contractFolderOf(source: string): string {
  switch (kindOf(source)) {
    case 'contracts':
      return isFolder(source) ? source : dirname(source);
    case 'service':
      return 'contracts';
    default:
      return join(dirname(source), 'contracts');
  }
}

/** Whether a source is the address of a service. */
export function isAddress(place: string): boolean {
  return /^https?:\/\//i.test(place) && URL.canParse(place);
}

/** Returns a source as it may be shown: an address without its user and password. */
export function shownSource(place: string): string {
  if (!isAddress(place)) return place;
  const url = new URL(place);
  [url.username, url.password] = ['', ''];
  return url.href;
}

/** A folder without JSON files is one of recordings, if it has any. */
function holdsTraffic(folder: string): boolean {
  return jsonFilesIn(folder).length === 0 && trafficFilesIn(folder).length > 0;
}

function kindByName(place: string): SourceKind {
  if (DOCUMENTS.includes(basename(place))) return 'openapi';
  return basename(place) === ROWS ? 'rows' : 'contracts';
}

/** Whether a version of OpenAPI is named, or paths are there; rows may be named alike. */
export function isDocument(json: JsonObject): boolean {
  const paths = own(json, 'paths') ?? null;
  return (
    ['openapi', 'swagger'].some((member) =>
      ['string', 'number'].includes(typeof own(json, member)),
    ) ||
    (isObject(paths) && Object.keys(paths).some((path) => path.startsWith('/')))
  );
}

/** Whether it has what contracts have, also one with a fault. What is nothing else is rows. */
function isContract(json: JsonObject): boolean {
  return (
    ['resource', 'path', 'item'].some((member) => typeof own(json, member) === 'string') ||
    isObject(own(json, 'operations') ?? null)
  );
}

/** What no JSON has at the beginning of a line; some documents of YAML are named as JSON. */
export const BEGINS_YAML: RegExp = /^(?:openapi|swagger) *:/m;

/** The text of a file; an empty one if it cannot be read. */
function textOf(place: string): string {
  try {
    return readText(place).replace(/^\ufeff/, '');
  } catch {
    return '';
  }
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** json-server 0.17 if its own files or the package next to the rows say so, else the newer one. */
function profileOfRows(rows: string): string {
  const folder = dirname(rows);
  if (isFile(join(folder, 'json-server.json'))) return 'json-server';
  const json = parsed(textOf(join(folder, 'package.json')));
  const versions = ['dependencies', 'devDependencies'].map((member) => {
    const packages = json !== undefined && isObject(json) ? own(json, member) : undefined;
    return packages !== undefined && isObject(packages) ? own(packages, 'json-server') : undefined;
  });
  const isOld = versions.some((version) => typeof version === 'string' && /^\D*0\./.test(version));
  return isOld ? 'json-server' : 'json-server-1';
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
