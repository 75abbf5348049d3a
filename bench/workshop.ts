// The temporary folder of a run: seed files, and a project for each server, so that no server sees
// what another writes.

import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BenchFailure } from './failure.ts';
import { type Places, standinCli } from './servers.ts';
import { writeSeed } from './users.ts';

/**
 * Whether the project has a node_modules folder, in which Standin notes that its files passed the
 * checks.
 */
export type Notes = 'notes' | 'no-notes';

export interface Workshop {
  /**
   * Makes a project with users 1 to `users` in its seed file, and the contracts and schemas of a
   * checkout: of this one by default.
   */
  createPlaces(users: number, notes: Notes, checkout?: string): Places;
  /** Removes the folder with all that is in it. */
  close(): void;
}

/**
 * Makes the folder. With `openapi`, writes the document of the interface into it; throws a
 * BenchFailure if that fails.
 */
export function openWorkshop(documents: 'openapi' | 'none'): Workshop {
  const root = mkdtempSync(join(tmpdir(), 'standin-bench-'));
  const openapi = join(root, 'openapi.json');
  let projects = 0;
  const close = (): void => rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', close);
  const workshop: Workshop = {
    createPlaces(users, notes, checkout = CHECKOUT) {
      const seed = join(root, `seed-${users}.json`);
      if (!existsSync(seed)) writeSeed(seed, users);
      const folder = join(root, `project-${++projects}`);
      for (const name of ['contracts', 'schemas']) {
        cpSync(join(checkout, name), join(folder, name), { recursive: true });
      }
      if (notes === 'notes') mkdirSync(join(folder, 'node_modules'));
      const db = join(folder, 'db.json');
      copyFileSync(seed, db);
      return { folder, db, openapi };
    },
    close,
  };
  if (documents === 'openapi') {
    try {
      writeFileSync(openapi, printOpenapi(workshop.createPlaces(1, 'notes')));
    } catch (error) {
      workshop.close();
      throw error;
    }
  }
  return workshop;
}

const CHECKOUT = fileURLToPath(new URL('..', import.meta.url));

function printOpenapi({ folder }: Places): string {
  try {
    return execFileSync(process.execPath, [standinCli, 'openapi'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (error) {
    throw new BenchFailure(
      `\`standin openapi\` failed, and Prism needs what it prints: ${String(error)}`,
    );
  }
}
