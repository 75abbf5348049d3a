// A running mock and its files, with real files: what changes on one side reaches the other, and
// neither loses anything.

import { mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StandinError } from '../../../src/base/errors.ts';
import type { JsonObject } from '../../../src/base/json.ts';
import type { State } from '../../../src/model/state/state.ts';
import {
  createFileSync,
  type FileSync,
  type ProjectChange,
  SAVE_MS,
} from '../../../src/project/follow/sync-files.ts';
import { QUIET_MS } from '../../../src/project/follow/watch.ts';
import { loadProject, type Project } from '../../../src/project/load/project.ts';
import { recordOf, seedState } from '../../../src/project/save/seed-state.ts';
import type { ProjectPaths } from '../../../src/project/source/project-files.ts';
import { useTempProject } from '../temp-project.ts';

const project = useTempProject();
/** How long a test waits to see that nothing happens. */
const STILL_MS = 3 * (SAVE_MS + QUIET_MS);
const SOON = { timeout: 8000, interval: 20 };

const row = (id: number, name: string): JsonObject => ({ id, name });
const seed = [row(1, 'A'), row(2, 'B')];

interface Running {
  readonly keeper: FileSync;
  readonly reloads: Project[];
  /** What each reload was told to have changed. */
  readonly changes: ProjectChange[];
  readonly notes: string[];
  readonly troubles: StandinError[];
  /** The rows that are served now. */
  rows(): readonly JsonObject[];
  /** Does what a client does. */
  put(row: JsonObject): void;
  remove(id: number): void;
}

let running: Running | null = null;

afterEach(async () => {
  await running?.keeper.close();
  running = null;
});

/**
 * Runs a keeper on absolute places, so that one that goes on after its test cannot touch the
 * project of the next.
 */
async function run(saving: 'save' | 'keep', db = 'db.json'): Promise<Running> {
  project.write(db, JSON.stringify({ users: seed }));
  const places: ProjectPaths = {
    contract: join(project.folder, 'contracts'),
    db: join(project.folder, db),
    profile: 'standin',
  };
  const first = await loadProject(places);
  let state: State = seedState(first);
  const reloads: Project[] = [];
  const changes: ProjectChange[] = [];
  const notes: string[] = [];
  const troubles: StandinError[] = [];
  const keeper = createFileSync({
    places,
    pins: {},
    project: first,
    seed: seedState(first),
    saving,
    state: () => state,
    prepare: async (next, changed) => (carried) => {
      reloads.push(next);
      changes.push(changed);
      state = carried;
    },
    onNote: (text) => notes.push(text),
    onTrouble: (error) => troubles.push(error),
  });
  const [contract] = first.contracts;
  if (contract === undefined) throw new Error('the project has no contract');
  running = {
    keeper,
    reloads,
    changes,
    notes,
    troubles,
    rows: () =>
      state
        .collection('users')
        .records()
        .map((record) => record.value),
    put(one) {
      state.collection('users').put(recordOf(contract, one));
      keeper.changed();
    },
    remove(id) {
      state.collection('users').remove(String(id), 'forget');
      keeper.changed();
    },
  };
  return running;
}

function edit(users: readonly JsonObject[], file = 'db.json'): void {
  project.write(file, JSON.stringify({ users }));
}

function saved(file = 'db.json'): readonly JsonObject[] {
  return (JSON.parse(project.read(file)) as { readonly users: readonly JsonObject[] }).users;
}

describe('createKeeper, which follows the files', () => {
  it('loads changes of the seed file, and says so', async () => {
    const { rows, notes, reloads, changes, troubles, put } = await run('keep');
    put(row(3, 'client'));
    edit([row(1, 'A'), row(2, 'file')]);
    await vi.waitFor(
      () => expect(notes).toEqual(['Reloaded the changed files; users: 1 changed']),
      SOON,
    );
    expect(rows()).toEqual([row(1, 'A'), row(2, 'file'), row(3, 'client')]);
    expect(reloads).toHaveLength(1);
    expect(changes).toEqual(['rows']);
    expect(troubles).toEqual([]);
  });

  it.each<[string, string, (next: Project) => unknown]>([
    ['a schema', 'schemas/user.json', (next) => next.schemas.get('user')],
    ['a contract', 'contracts/users.json', (next) => next.contracts[0]],
  ])('loads %s that changed', async (_, file, part) => {
    const { rows, notes, reloads, changes } = await run('keep');
    project.set(file, { title: 'Changed' });
    await vi.waitFor(() => expect(notes).toEqual(['Reloaded the changed files']), SOON);
    expect(reloads.map(part)).toMatchObject([{ title: 'Changed' }]);
    expect(changes).toEqual(['rows']);
    expect(rows()).toEqual(seed);
  });

  it('loads a changed profile', async () => {
    const { reloads, changes } = await run('keep');
    project.write('contracts/profiles/standin.json', '{"choices":{"create.status":200}}');
    await vi.waitFor(
      () => expect(reloads.map(({ profile }) => profile['create.status'])).toEqual([200]),
      SOON,
    );
    expect(changes).toEqual(['profile']);
  });

  it('does not mistake what it saved for changed rows when the profile changes', async () => {
    const { changes, put } = await run('save');
    put(row(3, 'client'));
    await vi.waitFor(() => expect(saved()).toHaveLength(3), SOON);
    await wait(STILL_MS);
    project.write('contracts/profiles/standin.json', '{"choices":{"create.status":200}}');
    await vi.waitFor(() => expect(changes).toEqual(['profile']), SOON);
  });

  it('reports a broken file once, keeps the last good project, and reloads once it is corrected', async () => {
    const { rows, notes, troubles, reloads } = await run('keep');
    project.write('db.json', '{"users": [');
    await vi.waitFor(() => expect(troubles).toHaveLength(1), SOON);
    const [trouble] = troubles;
    expect(trouble?.code).toBe('project-invalid');
    expect(trouble?.message).toBe(
      `Not reloaded: one fault in the project\n  ${project.folder}/db.json at line 1, column 12: expected a JSON value at /users/0, found the end of the text\n    Correct the JSON.`,
    );
    expect(trouble?.remedy).toBe('The last valid version stays in use.');
    await wait(STILL_MS);
    expect(troubles).toHaveLength(1);
    expect(reloads).toEqual([]);
    expect(rows()).toEqual(seed);

    edit([...seed, row(3, 'C')]);
    await vi.waitFor(
      () => expect(notes).toEqual(['Reloaded the changed files; users: 1 added']),
      SOON,
    );
    expect(rows()).toEqual([...seed, row(3, 'C')]);
    expect(troubles).toHaveLength(1);
  });

  it('keeps the last good project if a file is gone, or a live record does not fit', async () => {
    const { rows, troubles, reloads, put } = await run('keep');
    renameSync('schemas/users.json', 'users.away');
    await vi.waitFor(() => expect(troubles).toHaveLength(1), SOON);
    expect(troubles[0]?.message).toContain('there is no schema "users"');
    renameSync('users.away', 'schemas/users.json');
    await wait(STILL_MS);

    put({ ...row(3, 'client'), nick: 'x' });
    project.write(
      'schemas/user.json',
      '{"type":"object","properties":{"id":{"type":"number"},"nick":{"type":"number"}}}',
    );
    await vi.waitFor(() => expect(troubles).toHaveLength(2), SOON);
    expect(troubles[1]?.message).toContain(
      'live record at /users/3: /nick must be a number, is a string',
    );
    expect(reloads).toEqual([]);
    expect(rows()).toEqual([...seed, { ...row(3, 'client'), nick: 'x' }]);
  });

  it('says what to do if the seed file is gone, and continues', async () => {
    const { rows, troubles } = await run('keep');
    renameSync('db.json', 'db.away');
    await vi.waitFor(() => expect(troubles).toHaveLength(1), SOON);
    expect(troubles[0]).toMatchObject({
      code: 'file-unreadable',
      message: `Not reloaded: ${project.folder}/db.json cannot be read: there is no such file or folder`,
      remedy: 'Check that it exists and that you may read it. The last valid version stays in use.',
    });
    expect(rows()).toEqual(seed);
    renameSync('db.away', 'db.json');
  });

  it('does nothing if a file is written with the same text', async () => {
    const { notes, reloads, troubles } = await run('keep');
    project.write('db.json', project.read('db.json'));
    project.write('schemas/user.json', project.read('schemas/user.json'));
    await wait(STILL_MS);
    expect([notes, reloads, troubles]).toEqual([[], [], []]);
    edit([...seed, row(3, 'C')]);
    await vi.waitFor(
      () => expect(notes).toEqual(['Reloaded the changed files; users: 1 added']),
      SOON,
    );
  });

  it('reports which folder cannot be watched', async () => {
    const first = await loadProject(project.places);
    const notes: string[] = [];
    const keeper = createFileSync({
      places: project.places,
      pins: {},
      project: { ...first, files: { ...first.files, folders: ['nowhere'] } },
      seed: seedState(first),
      saving: 'keep',
      state: () => seedState(first),
      prepare: async () => () => {},
      onNote: (text) => notes.push(text),
      onTrouble: () => {},
    });
    await keeper.close();
    expect(notes).toEqual(['nowhere cannot be watched. Restart after you change files in it']);
  });

  it('follows nothing once it is closed', async () => {
    const { keeper, notes, reloads, troubles } = await run('keep');
    edit([row(1, 'file')]);
    await vi.waitFor(() => expect(notes).toHaveLength(1), SOON);
    await keeper.close();
    edit([row(1, 'later')]);
    await wait(STILL_MS);
    expect([notes.length, reloads.length, troubles.length]).toEqual([1, 1, 0]);
  });
});

describe('createKeeper, which keeps the seed file', () => {
  it('never writes it', async () => {
    const { put, keeper, rows, notes } = await run('keep');
    edit([row(1, 'A'), row(2, 'file')]);
    const before = project.read('db.json');
    await vi.waitFor(() => expect(notes).toHaveLength(1), SOON);
    put(row(1, 'client'));
    await wait(STILL_MS);
    expect(rows()).toEqual([row(1, 'client'), row(2, 'file')]);
    expect(project.read('db.json')).toBe(before);
    await keeper.close();
    expect(project.read('db.json')).toBe(before);
  });
});

describe('createKeeper, which saves to the seed file', () => {
  it('writes it some time after a change, together with later changes', async () => {
    const { put, remove } = await run('save');
    const before = project.read('db.json');
    put(row(3, 'client'));
    remove(1);
    expect(project.read('db.json')).toBe(before);
    await vi.waitFor(() => expect(saved()).toEqual([row(2, 'B'), row(3, 'client')]), SOON);
    // As the file was written: in one line.
    expect(project.read('db.json')).toBe(
      '{"users":[{"id":2,"name":"B"},{"id":3,"name":"client"}]}',
    );
  });

  it('keeps the $schema of the file', async () => {
    const { put } = await run('save');
    project.write('db.json', JSON.stringify({ $schema: './db.schema.json', users: seed }));
    put(row(3, 'client'));
    await vi.waitFor(() => expect(saved()).toHaveLength(3), SOON);
    expect(project.read('db.json')).toMatch(/^\{"\$schema":"\.\/db\.schema\.json","users":/);
  });

  it('does not reload what it wrote itself', async () => {
    const { put, notes, reloads, troubles } = await run('save');
    put(row(3, 'client'));
    await vi.waitFor(() => expect(saved()).toHaveLength(3), SOON);
    await wait(STILL_MS);
    expect([notes, reloads, troubles]).toEqual([[], [], []]);
  });

  it('writes again after another change', async () => {
    const { put } = await run('save');
    put(row(3, 'first'));
    await vi.waitFor(() => expect(saved()).toContainEqual(row(3, 'first')), SOON);
    put(row(3, 'second'));
    await vi.waitFor(() => expect(saved()).toContainEqual(row(3, 'second')), SOON);
  });

  it('writes unsaved changes when it closes', async () => {
    const { put, keeper } = await run('save');
    put(row(3, 'client'));
    await keeper.close();
    expect(saved()).toEqual([...seed, row(3, 'client')]);
  });

  it('writes nothing when it closes if everything is saved', async () => {
    const { keeper, put } = await run('save');
    put(row(3, 'client'));
    await vi.waitFor(() => expect(saved()).toHaveLength(3), SOON);
    await wait(STILL_MS);
    const before = statSync('db.json').ino;
    await keeper.close();
    expect(statSync('db.json').ino).toBe(before);
  });

  it('merges changes that somebody else writes before a save', async () => {
    const { put, rows, troubles } = await run('save');
    put(row(3, 'client'));
    edit([row(1, 'file'), row(2, 'B')]);
    const both = [row(1, 'file'), row(2, 'B'), row(3, 'client')];
    await vi.waitFor(() => expect(saved()).toEqual(both), SOON);
    expect(rows()).toEqual(both);
    expect(troubles).toEqual([]);
  });

  it('removes a row that somebody removes from the file after a save, and does not restore it', async () => {
    const { put, rows } = await run('save');
    put(row(3, 'client'));
    await vi.waitFor(() => expect(saved()).toHaveLength(3), SOON);
    await wait(STILL_MS);
    edit([row(1, 'A'), row(2, 'file')]);
    await vi.waitFor(() => expect(rows()).toContainEqual(row(2, 'file')), SOON);
    expect(rows()).toEqual([row(1, 'A'), row(2, 'file')]);
    await wait(STILL_MS);
    expect(saved()).toEqual([row(1, 'A'), row(2, 'file')]);
  });

  it('does not let its own save overrule a later change of a client', async () => {
    const { put, rows, notes } = await run('save');
    put(row(1, 'first'));
    await vi.waitFor(() => expect(saved()).toContainEqual(row(1, 'first')), SOON);
    await wait(STILL_MS);
    edit([row(1, 'first'), row(2, 'file')]);
    put(row(1, 'second'));
    await vi.waitFor(() => expect(rows()).toContainEqual(row(2, 'file')), SOON);
    expect(rows()).toEqual([row(1, 'second'), row(2, 'file')]);
    await vi.waitFor(() => expect(saved()).toEqual([row(1, 'second'), row(2, 'file')]), SOON);
    expect(notes).toEqual(['Reloaded the changed files; users: 1 changed']);
  });

  it('reports a seed file broken before a save only once, and saves once it is corrected', async () => {
    const { put, rows, troubles } = await run('save');
    put(row(3, 'client'));
    project.write('db.json', '{"users": [');
    await vi.waitFor(() => expect(troubles).not.toEqual([]), SOON);
    await wait(2 * STILL_MS);
    expect(project.read('db.json')).toBe('{"users": [');
    expect(rows()).toEqual([...seed, row(3, 'client')]);
    const told = troubles.length;

    edit([row(1, 'file'), row(2, 'B')]);
    await vi.waitFor(
      () => expect(saved()).toEqual([row(1, 'file'), row(2, 'B'), row(3, 'client')]),
      SOON,
    );
    expect(told).toBeLessThanOrEqual(2);
  });

  // The command exits as soon as `close` is done: what is not written by then is lost.
  it('has written the changes of both sides when it closes', async () => {
    const { put, keeper } = await run('save');
    put(row(3, 'client'));
    edit([row(1, 'file'), row(2, 'B')]);
    await Promise.resolve(keeper.close());
    expect(saved()).toEqual([row(1, 'file'), row(2, 'B'), row(3, 'client')]);
  });

  it('creates the seed file again if it was removed', async () => {
    const { put } = await run('save');
    project.remove('db.json');
    put(row(3, 'client'));
    await vi.waitFor(() => expect(saved()).toEqual([...seed, row(3, 'client')]), SOON);
  });

  it('reports that it cannot write, and continues', async () => {
    mkdirSync('data');
    const { put, troubles, rows } = await run('save', 'data/db.json');
    project.remove('data');
    put(row(3, 'client'));
    await vi.waitFor(
      () => expect(troubles.map(({ code }) => code)).toContain('file-unwritable'),
      SOON,
    );
    expect(troubles.find(({ code }) => code === 'file-unwritable')?.message).toBe(
      `${project.folder}/data/db.json cannot be written (ENOENT)`,
    );
    mkdirSync('data');
    put(row(4, 'client'));
    await vi.waitFor(
      () => expect(saved('data/db.json')).toEqual([...seed, row(3, 'client'), row(4, 'client')]),
      SOON,
    );
    expect(rows()).toHaveLength(4);
  });
});
