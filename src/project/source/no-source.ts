// What you named that is no source: nothing at all, an empty folder, a file of another kind. The
// errors say what a source can be.

import { statSync } from 'node:fs';
import { extname } from 'node:path';
import { type Fault, StandinError } from '../../base/errors.ts';
import { projectInvalid } from '../files/invalid.ts';
import { jsonFilesIn } from '../files/json-files.ts';
import { readJsonFile, unreadable } from './json-file.ts';

/** The remedy that lists what can be a source. */
export const SOURCES =
  'Name an OpenAPI document, rows in JSON, a .har file or a recording, the address of a service, or a folder of contracts.';

/**
 * Throws a StandinError if a place of contracts is certainly none: if it is not there, is an empty
 * folder, or is a file that is no JSON.
 */
export function checkIsSource(place: string): void {
  if (isFolderAt(place)) {
    if (jsonFilesIn(place).length > 0) return;
    throw new StandinError(
      'project-invalid',
      `there is no contract in ${place}`,
      `Write one, or name another source. ${SOURCES}`,
    );
  }
  const faults: Fault[] = [];
  readJsonFile(place, faults);
  if (faults.length === 0) return;
  if (extname(place).toLowerCase() === '.json') throw projectInvalid(faults);
  throw new StandinError('project-invalid', `${place} is no source: it is not JSON`, SOURCES);
}

function isFolderAt(place: string): boolean {
  try {
    return statSync(place).isDirectory();
  } catch (error) {
    const isUnnamed = place === 'contracts' && (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isUnnamed) throw new StandinError('file-unreadable', NOTHING, remedyOf(place));
    throw unreadable(place, error, remedyOf(place));
  }
}

/** If no source is named, this folder has none. */
const NOTHING = 'there is no folder "contracts" here, and no other source was found';

function remedyOf(place: string): string {
  // Who names none may well have none yet.
  if (place === 'contracts')
    return 'Name what to start from (openapi.yaml, db.json, a .har file, an address or a folder of contracts), or start in its folder. "standin init" creates an example project.';
  return HOST_AND_PORT.test(place) ? `For a running service, write http://${place}.` : SOURCES;
}

/** An address without its scheme: `localhost:3000/users`. */
const HOST_AND_PORT = /^[\w.-]+:\d{1,5}(?:\/|$)/;
