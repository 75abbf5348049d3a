// An empty folder of its own for each test, which is the working folder.

import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Json } from '../../src/base/json.ts';

export interface TempFolder {
  read(file: string): string;
  /** Writes a text as it is, anything else as JSON. */
  write(file: string, content: string | Json): void;
}

/** Gives each test of a file an empty folder. */
export function useTempFolder(): TempFolder {
  const home = process.cwd();
  let folder = '';
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'standin-')));
    process.chdir(folder);
  });
  afterEach(() => {
    process.chdir(home);
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    write(file, content) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(
        join(folder, file),
        typeof content === 'string' ? content : JSON.stringify(content),
      );
    },
  };
}
