// What becomes of changes that cannot go into the seed file, and of faults that are mended.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { StandinError } from '../../../src/base/errors.ts';
import { type State, StoredRecord } from '../../../src/model/state/state.ts';
import { createFileSync } from '../../../src/project/follow/sync-files.ts';
import { loadProject } from '../../../src/project/load/project.ts';
import { seedState } from '../../../src/project/save/seed-state.ts';
import { useTempProject } from '../temp-project.ts';

const project = useTempProject();

async function run() {
  const first = await loadProject(project.places);
  let state: State = seedState(first);
  const notes: string[] = [];
  const troubles: StandinError[] = [];
  const keeper = createFileSync({
    places: project.places,
    pins: {},
    project: first,
    seed: seedState(first),
    saving: 'save',
    state: () => state,
    prepare: async () => (carried) => {
      state = carried;
    },
    onNote: (text) => notes.push(text),
    onTrouble: (error) => troubles.push(error),
  });
  const change = (): void => {
    state.collection('users').put(new StoredRecord('70', { id: 70, name: 'Of a client' }));
    keeper.changed();
  };
  return { keeper, notes, troubles, change };
}

describe('createKeeper', () => {
  it('writes what it cannot save into a file beside the seed file, and says so', async () => {
    const { keeper, troubles, change } = await run();
    project.write('db.json', '{');
    change();
    expect(await keeper.close()).toBe('aside');
    expect(readFileSync(`${project.places.db}.unsaved`, 'utf8')).toContain('Of a client');
    expect(readFileSync(project.places.db, 'utf8')).toBe('{');
    expect(troubles.map((trouble) => trouble.message).at(-1)).toContain('The changes are in');
    expect(troubles[0]?.remedy).toContain('Nothing is saved until you correct it.');
  });

  it('says that the files are valid again when the old text is back', async () => {
    const { keeper, notes, troubles } = await run();
    const before = readFileSync(project.places.db, 'utf8');
    const until = async (isThere: () => boolean): Promise<void> => {
      while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    project.write('db.json', '{');
    await until(() => troubles.length > 0);
    project.write('db.json', before);
    await until(() => notes.length > 0);
    expect(notes).toEqual(['The files are valid again']);
    expect(await keeper.close()).toBe('kept');
  });
});
