// Writes the state back to the seed file: whole or not at all.

import { randomUUID } from 'node:crypto';
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
import type { Json, JsonObject } from '../../base/json.ts';
import type { State } from '../../model/state/state.ts';

/**
 * Gives the text that the seed file has for a state: one row a line, so that a difference shows row
 * by row.
 */
export function seedText(state: State): string {
  return textOfAll(
    state.resources().map((resource) => [
      resource,
      state
        .collection(resource)
        .records()
        .map((record) => record.textOnce()),
    ]),
  );
}

/** Gives the same text for rows; what is no list of rows stays as it is. */
export function rowsText(db: Readonly<Record<string, Json | readonly JsonObject[]>>): string {
  return textOfAll(
    Object.entries(db).map(([key, rows]) => [
      key,
      Array.isArray(rows)
        ? (rows as readonly Json[]).map((row) => JSON.stringify(row))
        : JSON.stringify(rows),
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
 * Writes a text to a file by way of a new file beside it that takes its place once it is on the
 * disk: whoever reads sees the old text or the new one, also after a crash. A link stays a link.
 * Throws a StandinError where it cannot be written; the old file is unharmed.
 */
export function writeWhole(file: string, text: string): void {
  const target = realTarget(file);
  const fresh = join(dirname(target), `.${basename(target)}.${randomUUID()}.new`);
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
    throw new StandinError(
      'file-unwritable',
      `${file} cannot be written (${errnoOf(error)})`,
      'Check the disk and the permissions. The old file is unchanged.',
    );
  }
}

/**
 * What a process left that was killed while it wrote is older than this: writing takes seconds.
 * Milliseconds.
 */
const STALE_MS = 3_600_000;

/**
 * Removes what processes left beside a file that were killed while they wrote it. Where it cannot
 * be removed, it stays: it harms nobody.
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

/** Gives the file that a link leads to; the name itself where it is none, or leads nowhere. */
export function realTarget(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

function removeQuietly(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // It was never made.
  }
}
