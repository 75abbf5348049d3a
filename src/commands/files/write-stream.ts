// Writes pieces as they come: to standard output as fast as it is read, or to a file that is
// written whole or not at all.

import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errnoOf } from '../../base/errno.ts';
import { StandinError } from '../../base/errors.ts';
import { realTarget } from '../../project/save/write-seed-file.ts';
import { checkOutFile, type OutFile } from './out-file.ts';

export interface Output {
  /** Calls back once the text is written, with the error if it was not. */
  write(text: string, done: (error?: Error | null) => void): unknown;
}

/**
 * Writes pieces to a file, or to `output` if it is `null`. Rejects with a StandinError if the file
 * cannot be written or must not be replaced.
 */
export async function writeStream(
  place: OutFile | null,
  pieces: Iterable<string> | AsyncIterable<string>,
  output: Output,
): Promise<void> {
  if (place !== null) return writeFile(place, pieces);
  for await (const piece of pieces) {
    const isTaken = await new Promise<boolean>((resolve) => {
      output.write(piece, (error) => resolve(error === undefined || error === null));
    });
    // The reader has gone.
    if (!isTaken) return;
  }
}

async function writeFile(
  place: OutFile,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const { file } = place;
  const target = realTarget(file);
  const fresh = join(dirname(target), `.${basename(target)}.${randomUUID()}.new`);
  const handle = await open(fresh, 'wx').catch((error: unknown) =>
    Promise.reject(unwritable(file, error)),
  );
  try {
    for await (const piece of pieces) await handle.writeFile(piece);
    await handle.close();
    // It may exist by now.
    checkOutFile(place);
    await rename(fresh, target).catch((error: unknown) => Promise.reject(unwritable(file, error)));
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(fresh, { force: true });
    throw error;
  }
}

function unwritable(file: string, error: unknown): StandinError {
  const message = `${file} cannot be written (${errnoOf(error)})`;
  const remedy = 'Name a file in a folder that exists and that you may write to.';
  return new StandinError('file-unwritable', message, remedy);
}
