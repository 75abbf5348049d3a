// A project of its own for each test: a copy of the one in this repository, in a temporary folder
// that is the working folder.

import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { StandinError } from '../../src/base/errors.ts';
import type { Json, JsonObject } from '../../src/base/json.ts';
import type { Profile } from '../../src/contract/choices.ts';
import { loadProject } from '../../src/project/load/project.ts';
import type { ProjectPaths } from '../../src/project/source/project-files.ts';
import { root } from '../support/root.ts';

export interface TempProject {
  /** The folder, absolute. */
  readonly folder: string;
  /** Where its files are, from the working folder. */
  readonly places: ProjectPaths;
  read(file: string): string;
  write(file: string, content: string | Uint8Array): void;
  /**
   * Writes a file whose JSON is that of the old one with members set; `undefined` takes a member
   * away.
   */
  set(file: string, members: Readonly<Record<string, Json | undefined>>): void;
  remove(file: string): void;
  /** Loads the project, which must fail, and gives the error. */
  failure(places?: Partial<ProjectPaths>, pins?: Partial<Profile>): Promise<StandinError>;
}

/**
 * Gives each test of a file a fresh project. There is no `node_modules` in it, so nothing is noted
 * as verified.
 */
export function useTempProject(): TempProject {
  const home = process.cwd();
  let folder = '';
  const path = (file: string): string => join(folder, file);
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'standin-')));
    for (const part of ['schemas', 'contracts', 'db.json'])
      cpSync(join(root, part), path(part), { recursive: true });
    process.chdir(folder);
  });
  afterEach(() => {
    process.chdir(home);
    rmSync(folder, { recursive: true, force: true });
  });
  const project: TempProject = {
    get folder() {
      return folder;
    },
    places: { contract: 'contracts', db: 'db.json', profile: 'standin' },
    read: (file) => readFileSync(path(file), 'utf8'),
    write: (file, content) => writeFileSync(path(file), content),
    set(file, members) {
      const document = JSON.parse(project.read(file)) as JsonObject;
      project.write(file, JSON.stringify({ ...document, ...members }));
    },
    remove: (file) => rmSync(path(file), { recursive: true }),
    async failure(places = {}, pins = {}) {
      const outcome = await loadProject({ ...project.places, ...places }, pins).catch(
        (error: unknown) => error,
      );
      if (outcome instanceof StandinError) return outcome;
      throw new Error(
        `expected a StandinError, got ${outcome instanceof Error ? (outcome.stack ?? '') : 'a project'}`,
      );
    },
  };
  return project;
}
