// Makes a folder and its parents. Node's `mkdir` with `recursive` never ends if a system reports
// that the parent exists and yet refuses to create anything in it, as below /proc (libuv retries
// both).

import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { errnoOf } from '../../base/errno.ts';

/** Number of tries if another process removes a folder in the meantime. */
const TRIES_MAX = 3;

/** Makes a folder if it is missing. Returns the outermost folder made, or throws. */
export function makeFolder(folder: string, mode?: number): string | undefined {
  const whole = resolve(folder);
  for (let tries = 1; ; tries++) {
    try {
      return makeAll(whole, mode);
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT' || tries === TRIES_MAX) throw error;
    }
  }
}

function makeAll(folder: string, mode: number | undefined): string | undefined {
  if (isFolder(folder)) return undefined;
  const lacking = [folder];
  for (let at = dirname(folder); !isThere(at) && dirname(at) !== at; at = dirname(at))
    lacking.unshift(at);
  const made = lacking.filter((path) => make(path, mode));
  return made[0];
}

/** Returns whether it made the folder: another process may have been faster. */
function make(path: string, mode: number | undefined): boolean {
  try {
    mkdirSync(path, { mode });
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST' && isFolder(path)) return false;
    throw error;
  }
}

/** Returns whether there is a folder of this name. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
