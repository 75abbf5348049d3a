// Writes what comes piece by piece: to standard output as fast as it is taken, or to a file that is there whole or not at all.

import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { StandinError } from '../base/errors.ts';
import { systemCodeOf } from '../base/system-code.ts';

export interface Output {
  /** Calls back once the text is taken, or with what is in the way. */
  write(text: string, done: (error?: Error | null) => void): unknown;
}

/** Writes pieces to a file, or to `output` where it is `null`. Rejects with a StandinError where the file cannot be written. */
export async function writePieces(
  file: string | null,
  pieces: Iterable<string> | AsyncIterable<string>,
  output: Output,
): Promise<void> {
  if (file !== null) return writeFile(file, pieces);
  for await (const piece of pieces) {
    const isTaken = await new Promise<boolean>((resolve) => {
      output.write(piece, (error) => resolve(error === undefined || error === null));
    });
    // Whoever read it went away.
    if (!isTaken) return;
  }
}

async function writeFile(file: string, pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
  const fresh = join(dirname(file), `.${basename(file)}.${randomUUID()}.new`);
  const handle = await open(fresh, 'wx').catch((error: unknown) => Promise.reject(unwritable(file, error)));
  try {
    for await (const piece of pieces) await handle.writeFile(piece);
    await handle.close();
    await rename(fresh, file).catch((error: unknown) => Promise.reject(unwritable(file, error)));
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(fresh, { force: true });
    throw error;
  }
}

function unwritable(file: string, error: unknown): StandinError {
  return new StandinError(
    'file-unwritable',
    `${file} cannot be written (${systemCodeOf(error)})`,
    'Name a file in a folder that is there and may be written to.',
  );
}
