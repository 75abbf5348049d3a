// The right to take over the change log of a process that has ended, or to make the first one: of
// all processes that try at the same moment, one gets it. The first line of the log names its owner,
// with an id that no other owner has. Who follows makes the one file that has this id in its name,
// and the line of the next owner in it. If its maker ends as well, it is followed in the same way.

import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { errnoOf } from '../../base/errno.ts';
import { isObject, type Json, type JsonObject, own } from '../../base/json.ts';
import { removeQuietly } from './write-seed-file.ts';

export interface Claim {
  /** The first line of the log. */
  readonly header: string;
  /** Must be called once the log has this line, or never will have it. */
  release(): void;
}

/**
 * Returns the right to write a log anew; `null` if a living process has it. Throws an error of the
 * system if no file can be made next to it.
 */
export function claim(
  log: string,
  owner: JsonObject,
  isAlive: (owner: Json) => boolean,
): Claim | null {
  const header = `${JSON.stringify({ ...owner, [ID]: randomUUID() })}\n`;
  for (;;) {
    const before = successionOf(log);
    if (before.last !== null && isAlive(ownerIn(before.last))) return null;
    const claims = [...before.claims, before.next];
    if (!make(before.next, header)) continue;
    // A process that followed in the meantime has changed the first line of the log.
    const now = successionOf(log);
    if (now.last === header && now.claims.join() === claims.join())
      return { header, release: () => claims.forEach(removeQuietly) };
    removeQuietly(before.next);
  }
}

interface Succession {
  /** The files of those that followed, in order. */
  readonly claims: readonly string[];
  /** The line of the last owner; `null` if there was none. */
  readonly last: string | null;
  /** The file to make. */
  readonly next: string;
}

function successionOf(log: string): Succession {
  const claims: string[] = [];
  for (let last = firstLine(log); ; ) {
    const id = last === null ? 'first' : idIn(last);
    const next = `${log}.${claims.length}-${id}`;
    const line = firstLine(next);
    if (line === null) return { claims, last, next };
    claims.push(next);
    last = line;
  }
}

/** Returns the first line of a file; `null` if there is no file. */
function firstLine(file: string): string | null {
  // Between making a file and writing to it, a process waits for nothing.
  for (let left = TRIES; ; left--) {
    const line = lineAt(file);
    if (line !== '' || left === 0) return line;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRY_MS);
  }
}

const [TRIES, TRY_MS] = [25, 20];

function lineAt(file: string): string | null {
  try {
    const handle = openSync(file, 'r');
    try {
      const bytes = Buffer.alloc(LINE_BYTES_MAX);
      const text = bytes.toString('utf8', 0, readSync(handle, bytes));
      const end = text.indexOf('\n') + 1;
      return end === 0 ? text : text.slice(0, end);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    return errnoOf(error) === 'ENOENT' ? null : UNREADABLE;
  }
}

const LINE_BYTES_MAX = 4_096;
const UNREADABLE = '?';

function make(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    removeQuietly(file);
    throw error;
  }
}

/** The member of an owner that makes it unlike all others. */
const ID = 'claim';

function idIn(line: string): string {
  const id = own(membersIn(line), ID);
  return typeof id === 'string' && /^[\w-]{1,40}$/.test(id) ? id : 'unnamed';
}

/** Returns the owner that a first line names. */
function ownerIn(line: string): JsonObject {
  const { [ID]: _id, ...owner } = membersIn(line);
  return owner;
}

function membersIn(line: string): JsonObject {
  try {
    const value = JSON.parse(line) as Json;
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
