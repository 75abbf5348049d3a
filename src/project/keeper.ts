// Keeps a running mock and its files together: reloads when the files change, and writes the seed file when the state does, if asked to.

import { readFileSync } from 'node:fs';
import { StandinError } from '../base/errors.ts';
import type { Profile } from '../contract/choices.ts';
import type { State } from '../model/state.ts';
import type { ProjectPlaces } from './files.ts';
import { loadProject, type Project } from './project.ts';
import { seedText, writeWhole } from './save.ts';
import { watchFolders } from './watch.ts';

export interface KeeperOptions {
  readonly places: ProjectPlaces;
  readonly pins: Partial<Profile>;
  /** What is served now. */
  readonly project: Project;
  readonly saving: 'save' | 'keep';
  readonly state: () => State;
  readonly onReload: (project: Project, state: State) => Promise<void>;
  readonly onNote: (text: string) => void;
  readonly onTrouble: (error: StandinError) => void;
}

export interface Keeper {
  /** To be called after each change of the state. */
  changed(): void;
  /** Stops following; writes what is still to be written. */
  close(): void;
}

/** How long after a change the seed file is written, in milliseconds; changes in between go with it. */
export const SAVE_MS = 200;

/** Follows the files of a project. A broken file is told, and the last good project goes on. */
export function createKeeper(options: KeeperOptions): Keeper {
  const { places, pins, saving } = options;
  let project = options.project;
  let textOnDisk = project.files.db.text;
  let reloading: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const reload = async (): Promise<void> => {
    try {
      const next = await loadProject(places, pins);
      if (isSame(next, project, textOnDisk)) return;
      const { carryOver } = await import('./reload.ts');
      // Where Standin wrote the seed file itself, the rows in it are no news.
      const before = next.files.db.text === textOnDisk ? { ...project, rows: next.rows } : project;
      const { state, notes } = carryOver(options.state(), before, next);
      await options.onReload(next, state);
      project = next;
      textOnDisk = next.files.db.text;
      options.onNote(['Reloaded the changed files', ...notes].join('; '));
      if (saving === 'save' && notes.length > 0) schedule();
    } catch (error) {
      if (!(error instanceof StandinError)) throw error;
      options.onTrouble(new StandinError(error.code, `Not reloaded: ${error.message}`, 'Going on with the last good files.'));
    }
  };

  const save = (): void => {
    timer = undefined;
    try {
      if (isForeign(places.db, textOnDisk)) {
        // Somebody changed the file meanwhile: take that in first, then write both.
        void enqueue().then(schedule);
        return;
      }
      const text = seedText(options.state());
      if (text === textOnDisk) return;
      writeWhole(places.db, text);
      textOnDisk = text;
    } catch (error) {
      if (!(error instanceof StandinError)) throw error;
      options.onTrouble(error);
    }
  };

  const schedule = (): void => {
    timer ??= setTimeout(save, SAVE_MS);
  };

  const enqueue = (): Promise<void> => {
    reloading = reloading.then(reload);
    return reloading;
  };

  const watching = watchFolders(
    project.files.folders,
    () => void enqueue(),
    (folder) => options.onNote(`${folder} cannot be watched; start again after changing files in it`),
  );
  return {
    changed() {
      if (saving === 'save') schedule();
    },
    close() {
      watching.close();
      if (timer === undefined) return;
      clearTimeout(timer);
      save();
    },
  };
}

function isSame(next: Project, project: Project, textOnDisk: string): boolean {
  const texts = ({ files }: Project): string =>
    [...files.schemas, ...files.contracts, ...(files.profile === null ? [] : [files.profile])]
      .map((one) => `${one.file}\n${one.text}`)
      .join('\n');
  return next.files.db.text === textOnDisk && texts(next) === texts(project);
}

function isForeign(file: string, textOnDisk: string): boolean {
  try {
    return readFileSync(file, 'utf8') !== textOnDisk;
  } catch {
    return false;
  }
}
