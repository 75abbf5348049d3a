// Writes what comes piece by piece: to standard output as fast as it is taken, or to a file that is
// there whole or not at all.

import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errnoOf } from '../../base/errno.ts';
import { StandinError } from '../../base/errors.ts';
import { realTarget } from '../../project/save/save.ts';
import { type OutFile, type Replacing, refuseForeign } from './out-file.ts';

export interface Output {
  /** Calls back once the text is taken, or with what is in the way. */
  write(text: string, done: (error?: Error | null) => void): unknown;
}

/** A file that is to be written, and what of those that are there may be written over. */
export interface StreamTarget extends OutFile {
  readonly replacing: Replacing;
}

/**
 * Writes pieces to a file, or to `output` where it is `null`. Rejects with a StandinError where the
 * file cannot be written, or what is there must stay.
 */
export async function writeStream(
  place: StreamTarget | null,
  pieces: Iterable<string> | AsyncIterable<string>,
  output: Output,
): Promise<void> {
  if (place !== null) return writeFile(place, pieces);
  for await (const piece of pieces) {
    const isTaken = await new Promise<boolean>((resolve) => {
      output.write(piece, (error) => resolve(error === undefined || error === null));
    });
    // Whoever read it went away.
    if (!isTaken) return;
  }
}

async function writeFile(
  place: StreamTarget,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const { file, replacing } = place;
  const target = realTarget(file);
  const fresh = join(dirname(target), `.${basename(target)}.${randomUUID()}.new`);
  const handle = await open(fresh, 'wx').catch((error: unknown) =>
    Promise.reject(unwritable(file, error)),
  );
  try {
    for await (const piece of pieces) await handle.writeFile(piece);
    await handle.close();
    // It may have come there meanwhile.
    refuseForeign(place, replacing);
    await rename(fresh, target).catch((error: unknown) => Promise.reject(unwritable(file, error)));
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(fresh, { force: true });
    throw error;
  }
}

function unwritable(file: string, error: unknown): StandinError {
  return new StandinError(
    'file-unwritable',
    `${file} cannot be written (${errnoOf(error)})`,
    'Name a file in a folder that is there and may be written to.',
  );
}
