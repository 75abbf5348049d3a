// Writes the state to the seed file, completely or not at all.

import {
  closeSync,
  fchmodSync,
  fsyncSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errnoOf } from '../../base/errno.ts';
import { StandinError } from '../../base/errors.ts';
import { type Json, type JsonObject, jsonText } from '../../base/json.ts';
import type { Contract } from '../../contract/contract.ts';
import type { State } from '../../model/state/state.ts';
import { withoutMadeKey } from './seed-state.ts';

/**
 * Returns the text of the seed file for a state: one row per line, so that a diff shows rows. The
 * single item of a contract is an object. `schema` is the `$schema` of the file, if it has one.
 */
export function seedText(state: State, contracts: readonly Contract[] = [], schema?: Json): string {
  const single = singlesOf(contracts);
  const rows = state.resources().flatMap((resource): [string, readonly string[] | string][] => {
    const records = state.collection(resource).records();
    const contract = single.get(resource);
    if (contract === undefined) return [[resource, records.map((record) => record.textOnce())]];
    return records.map(({ value }) => [resource, jsonText(withoutMadeKey(contract, value))]);
  });
  return textOfAll(schema === undefined ? rows : [['$schema', JSON.stringify(schema)], ...rows]);
}

/** The contracts of which a seed file has the single item as an object, by resource. */
export function singlesOf(contracts: readonly Contract[]): ReadonlyMap<string, Contract> {
  return new Map(
    contracts
      .filter(({ isSingle, scope = [] }) => isSingle === true && scope.length === 0)
      .map((contract) => [contract.resource, contract]),
  );
}

/** Returns the same text for rows. Anything else stays unchanged. */
export function rowsText(db: Readonly<Record<string, Json | readonly JsonObject[]>>): string {
  return textOfAll(
    Object.entries(db).map(([key, rows]) => [
      key,
      Array.isArray(rows) ? (rows as readonly Json[]).map((row) => jsonText(row)) : jsonText(rows),
    ]),
  );
}

function textOfAll(
  all: readonly (readonly [resource: string, rows: readonly string[] | string])[],
): string {
  const resources = all.map(([resource, rows]) => {
    const lines = typeof rows === 'string' ? rows : rows.map((row) => `    ${row}`).join(',\n');
    return `  ${JSON.stringify(resource)}: ${typeof rows === 'string' ? rows : rows.length === 0 ? '[]' : `[\n${lines}\n  ]`}`;
  });
  return `{\n${resources.join(',\n')}\n}\n`;
}

/**
 * Writes a text to a new file that then replaces the old one: readers see the old text or the new
 * one, also after a crash. A link stays a link. Throws a StandinError if it cannot be written; the
 * old file is unchanged.
 */
export function writeWhole(file: string, text: string): void {
  const target = realTarget(file);
  const fresh = join(dirname(target), `.${basename(target)}.${crypto.randomUUID()}.new`);
  try {
    const mode = statSync(target, { throwIfNoEntry: false })?.mode;
    const handle = openSync(fresh, 'wx');
    try {
      if (mode !== undefined) fchmodSync(handle, mode & 0o777);
      writeFileSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(fresh, target);
  } catch (error) {
    removeQuietly(fresh);
    const message = `${file} cannot be written (${errnoOf(error)})`;
    const remedy = 'Check the disk and the permissions. The old file is unchanged.';
    throw new StandinError('file-unwritable', message, remedy);
  }
}

/** Age of files left by killed processes, in milliseconds: writing takes seconds. */
const STALE_MS = 3_600_000;

/**
 * Removes the temporary files of processes that were killed while they wrote a file. One that
 * cannot be removed stays and does no harm.
 */
export function removeStale(file: string, now: number): void {
  const target = realTarget(file);
  const isFresh = (name: string): boolean =>
    name.startsWith(`.${basename(target)}.`) && /\.[0-9a-f-]{36}\.new$/.test(name);
  try {
    for (const name of readdirSync(dirname(target)).filter(isFresh)) {
      const left = join(dirname(target), name);
      if (now - statSync(left).mtimeMs > STALE_MS) removeQuietly(left);
    }
  } catch {
    // The folder cannot be read, or somebody else removes them.
  }
}

/** Returns the target of a link; the name itself if it is not a link, or a broken one. */
export function realTarget(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** Removes a file if it is there. */
export function removeQuietly(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // It was never made.
  }
}
