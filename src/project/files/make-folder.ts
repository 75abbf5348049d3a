// Makes a folder and those above it. Node's own way (`mkdir` with `recursive`) goes on without end
// where a system says that the folder above is there and yet lets nothing be made in it, as below
// /proc (libuv has each of both tried again).

import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { errnoOf } from '../../base/errno.ts';

/** How often it is tried where another process removes a folder meanwhile. */
const TRIES_MAX = 3;

/**
 * Makes a folder where it is not there; gives the outermost one that was made. Throws what the
 * system says.
 */
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

/** Says whether it made it: another process may have been faster. */
function make(path: string, mode: number | undefined): boolean {
  try {
    mkdirSync(path, { mode });
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST' && isFolder(path)) return false;
    throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}
