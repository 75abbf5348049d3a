// Keeps a running mock and its files in sync: reloads changed files, and with `--save` writes the
// seed file when the state changes.

import { dirname, resolve } from 'node:path';
import { StandinError } from '../../base/errors.ts';
import { fingerprint } from '../../base/hash.ts';
import { isObject, own } from '../../base/json.ts';
import type { Profile } from '../../contract/choices.ts';
import type { Call } from '../../model/message/call.ts';
import type { State } from '../../model/state/state.ts';
import { CORRECT } from '../files/invalid.ts';
import { readBytes } from '../files/read-file.ts';
import { loadProject, type Project, withoutRows } from '../load/project.ts';
import type { ChangeLog } from '../save/change-log.ts';
import { editedSeed } from '../save/edited-seed.ts';
import { seedState } from '../save/seed-state.ts';
import { removeStale, seedText, writeWhole } from '../save/write-seed-file.ts';
import type { ProjectPaths, SourceFacts } from '../source/project-files.ts';
import { trafficKind } from '../source/traffic-files.ts';
import { findOtherRow, rowsWith } from './other-rows.ts';
import { watchFolders } from './watch.ts';
import { projectAdmitting } from './widen-project.ts';

export interface FileSyncOptions {
  /** Precedes every path of the contracts. Defaults to none. */
  readonly basePath?: string;
  readonly places: ProjectPaths;
  readonly pins: Partial<Profile>;
  /** What is served now. */
  readonly project: Project;
  /** The rows as the seed file has them. Must not change afterwards. */
  readonly seed: State;
  readonly saving: 'save' | 'keep';
  /** The log of unsaved changes; absent if nothing is saved. */
  readonly changes?: ChangeLog | null;
  readonly state: () => State;
  /** Prepares for a changed project. Returns a function that switches to it with its state. */
  readonly prepare: (project: Project, changed: ProjectChange) => Promise<(state: State) => void>;
  readonly onNote: (text: string) => void;
  readonly onTrouble: (error: StandinError) => void;
}

export interface FileSync {
  /** Must be called before a call is answered: rows alone admit what clients send. */
  admit(call: Call): Promise<void> | null;
  /** Must be called after each change of the state. */
  changed(): void;
  /** Stops and saves: `aside` if into another file, `lost` if into none. */
  close(): Promise<SaveResult>;
}

/** What changed: only the options, or also the rows or their form. */
export type ProjectChange = 'profile' | 'rows';

export type SaveResult = 'kept' | 'aside' | 'lost';

/** Milliseconds from a change to the write of the seed file, together with later changes. */
export const SAVE_MS = 200;

/** Milliseconds after which a failed write of the seed file is tried again. */
const AGAIN_MS = 2_000;

/** Follows the files of a project. Reports a broken file and keeps the last valid version. */
export function createFileSync(given: FileSyncOptions): FileSync {
  // What is kept has no rows: the state has them.
  const options = { ...given, project: withoutRows(given.project) };
  const keeper = new FileSyncer(options, digestOf(given.project.files.db.text));
  if (options.saving === 'save') removeStale(options.places.db, Date.now());
  const watching = watchFolders(
    options.project.files.folders,
    () => void keeper.reload(),
    (folder) => options.onNote(`${folder} cannot be watched. Restart after you change files in it`),
    (file) => isRecordingOf(options.project.files.source, file),
  );
  return {
    admit: (call) => keeper.admit(call),
    changed: () => keeper.changed(),
    async close() {
      watching.close();
      return await keeper.close();
    },
  };
}

/** Whether a file is a recording that the contracts are made of: recordings have no usual names. */
function isRecordingOf({ kind, place }: SourceFacts, file: string): boolean {
  if (kind !== 'traffic') return false;
  const [source, changed] = [resolve(place), resolve(file)];
  return (source === changed || source === dirname(changed)) && trafficKind(file) === 'recording';
}

class FileSyncer {
  private readonly options: FileSyncOptions;
  private project: Project;
  /** The rows of the seed file, to tell later what changed in it; shared with the state. */
  private seed: State;
  /** Whether the rows of the seed file are exactly those: its reader adds ids to rows without one. */
  private isExact = false;
  /** What the seed file held when it was read or written last. */
  private digestOnDisk: string;
  private work: Promise<unknown> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;
  private isDirty = false;
  /** The last problem of the files, which is reported once. */
  private lastTrouble: string | null = null;
  /** Why the last attempt to save failed. */
  private saveTrouble: string | null = null;
  private isClosed = false;

  constructor(options: FileSyncOptions, digestOnDisk: string) {
    this.options = options;
    this.project = options.project;
    this.seed = options.seed;
    this.digestOnDisk = digestOnDisk;
  }

  /** Reloads changed files, one reload at a time. Resolves with whether the files are valid. */
  reload(): Promise<boolean> {
    const done = this.work.then(() => this.takeIn());
    this.work = done;
    return done;
  }

  /** Widens what was inferred from rows, one call at a time. */
  admit(call: Call): Promise<void> | null {
    const { basePath = '' } = this.options;
    if (findOtherRow(this.project, basePath, call) === null) return null;
    const done = this.work.then(() => this.widen(call));
    this.work = done;
    return done;
  }

  private async widen(call: Call): Promise<void> {
    const { options, project } = this;
    const other = findOtherRow(project, options.basePath ?? '', call);
    if (other === null) return;
    const next = projectAdmitting(project, other.resource, other.row);
    const goOver = await options.prepare(next, 'profile');
    goOver(options.state());
    this.project = next;
    options.onNote(
      `${other.resource}: ${call.method} sends another type at ${other.at}; any row may have it now`,
    );
  }

  changed(): void {
    if (this.options.saving === 'keep') return;
    this.isDirty = true;
    if (!this.isClosed) this.timer ??= setTimeout(() => void this.save(), SAVE_MS);
  }

  async close(): Promise<SaveResult> {
    this.isClosed = true;
    clearTimeout(this.timer);
    await this.work;
    if (this.isDirty) await this.save();
    const kept = this.isDirty ? this.saveAside() : 'kept';
    // Unsaved changes stay in the log for the next process that saves.
    if (kept !== 'lost') this.options.changes?.settle(this.options.state().answers.all());
    this.options.changes?.release();
    return kept;
  }

  private async takeIn(): Promise<boolean> {
    try {
      const next = await loadProject(
        { ...this.options.places, ...this.further() },
        this.options.pins,
      );
      const digest = digestOf(next.files.db.text);
      const isSameSeed = digest === this.digestOnDisk;
      if (isSameSeed && rulesText(next) === rulesText(this.project)) {
        if (this.lastTrouble !== null) this.options.onNote('The files are valid again');
        this.lastTrouble = null;
        return true;
      }
      // Rows that the mock saved itself may have new members, which admit them and change nothing else.
      const isRows = next.files.source.kind === 'rows';
      const { carryOver } = await import('./reload.ts');
      const goOver = await this.options.prepare(
        next,
        isSameSeed && (isRows || formText(next) === formText(this.project)) ? 'profile' : 'rows',
      );
      // Nothing below waits, so that no call comes between the merge and the switch.
      const before = { ...this.project, rows: rowsWith(this.seed, this.project, null) };
      const { state, notes } = carryOver(this.options.state(), before, next);
      goOver(state);
      this.project = withoutRows(next);
      if (!isSameSeed) {
        this.seed = seedState(next);
        this.isExact = false;
      }
      this.digestOnDisk = digest;
      this.lastTrouble = null;
      if (!(isSameSeed && isRows && isSameProfile(next, before)))
        this.options.onNote(['Reloaded the changed files', ...notes].join('; '));
      if (this.isDirty) this.changed();
      return true;
    } catch (error) {
      const code = error instanceof StandinError ? error.code : 'project-invalid';
      const message = error instanceof Error ? error.message : String(error);
      if (message !== this.lastTrouble) {
        const saving =
          this.options.saving === 'save' ? ' Nothing is saved until you correct it.' : '';
        // Each fault has its own remedy.
        const remedy =
          error instanceof StandinError && error.remedy !== CORRECT ? `${error.remedy} ` : '';
        const going = `${remedy}The last valid version stays in use.${saving}`;
        this.options.onTrouble(new StandinError(code, `Not reloaded: ${message}`, going));
      }
      this.lastTrouble = message;
      return false;
    }
  }

  /** What is inferred from rows admits the rows that clients have made, too. */
  private further(): Pick<ProjectPaths, 'further'> {
    if (this.project.files.source.kind !== 'rows') return {};
    return { further: rowsWith(this.options.state(), this.project, null) };
  }

  private async save(): Promise<void> {
    this.timer = undefined;
    if (this.isTaken()) return;
    // Someone changed the file in the meantime: reload it first, then write both changes.
    if (isForeign(this.options.places.db, this.digestOnDisk) && !(await this.reload())) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    try {
      const state = this.options.state();
      const text = this.editedText(state) ?? this.seedTextOf(state);
      const digest = digestOf(text);
      if (this.isTaken()) return;
      if (digest !== this.digestOnDisk) writeWhole(this.options.places.db, text);
      this.isDirty = false;
      this.options.changes?.settle(state.answers.all());
      this.digestOnDisk = digest;
      this.seed = state.fork();
      this.isExact = true;
      this.saveTrouble = null;
    } catch (error) {
      if (!(error instanceof StandinError)) throw error;
      if (error.message !== this.saveTrouble) this.options.onTrouble(error);
      this.saveTrouble = error.message;
      if (!this.isClosed) this.timer ??= setTimeout(() => void this.save(), AGAIN_MS);
    }
  }

  /** Whether another process has taken over: it has all changes that were answered. */
  private isTaken(): boolean {
    const isTaken = this.options.changes?.isHeld === false;
    if (isTaken) this.isDirty = false;
    return isTaken;
  }

  /** The text of the file with what has changed; `null` if there is none that can be edited. */
  private editedText(state: State): string | null {
    const text = textAt(this.options.places.db);
    if (text === null || digestOf(text) !== this.digestOnDisk) return null;
    const { seed: before, isExact } = this;
    return editedSeed({ text, before, isExact, state, contracts: this.project.contracts });
  }

  private seedTextOf(state: State): string {
    const { contracts, files } = this.project;
    const { json } = files.db;
    return seedText(state, contracts, isObject(json) ? own(json, '$schema') : undefined);
  }

  /** Writes the state to a file next to the seed file, which could not be written. */
  private saveAside(): SaveResult {
    const aside = `${this.options.places.db}.unsaved`;
    try {
      writeWhole(aside, this.seedTextOf(this.options.state()));
      const message = `${this.options.places.db} could not be written. The changes are in ${aside}`;
      this.options.onTrouble(
        new StandinError('file-unwritable', message, 'Copy from it what you want to keep.'),
      );
      return 'aside';
    } catch (error) {
      if (!(error instanceof StandinError)) throw error;
      this.options.onTrouble(error);
      return 'lost';
    }
  }
}

function formText({ files }: Project): string {
  return textOf([...files.schemas, ...files.contracts]);
}

function rulesText({ files }: Project): string {
  return textOf([
    ...files.schemas,
    ...files.contracts,
    ...(files.profile === null ? [] : [files.profile]),
  ]);
}

function textOf(sources: Project['files']['schemas']): string {
  return sources.map((source) => `${source.file}\n${source.text}`).join('\n');
}

function isSameProfile(one: Project, other: Project): boolean {
  return one.files.profile?.text === other.files.profile?.text;
}

function isForeign(file: string, digestOnDisk: string): boolean {
  const text = textAt(file);
  return text !== null && digestOf(text) !== digestOnDisk;
}

function textAt(file: string): string | null {
  try {
    return Buffer.from(readBytes(file)).toString();
  } catch {
    return null;
  }
}

/** A digest in place of the text, which may be large. `node:crypto` takes milliseconds to load. */
function digestOf(text: string): string {
  return fingerprint(text);
}
