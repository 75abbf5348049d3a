// Watching folders: one call for a burst of changes, of files that matter, until it is closed.

import { mkdirSync, renameSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { QUIET_MS, watchFolders } from '../../../src/project/follow/watch.ts';
import { useTempProject } from '../temp-project.ts';

const project = useTempProject();
const LONG_MS = QUIET_MS * 5;

describe('watchFolders', () => {
  it('reports a burst of changes once, at its end', async () => {
    const onChange = vi.fn();
    const watching = watchFolders(['.', 'schemas'], onChange, vi.fn());
    try {
      for (let index = 0; index < 5; index++) {
        project.write('db.json', String(index));
        project.write('schemas/user.json', String(index));
        await wait(QUIET_MS / 8);
      }
      expect(onChange).not.toHaveBeenCalled();
      await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), { timeout: 5000 });
      await wait(LONG_MS);
      expect(onChange).toHaveBeenCalledTimes(1);
      project.write('db.json', 'again');
      await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2), { timeout: 5000 });
    } finally {
      watching.close();
    }
  });

  it.each<[string, () => void]>([
    ['made', () => project.write('schemas/new.json', '{}')],
    ['recorded', () => project.write('schemas/session.har', '{}')],
    ['removed', () => project.remove('schemas/user.json')],
    ['put in the place of another', () => renameSync('db.json', 'schemas/user.json')],
  ])('reports that a file was %s', async (_, act) => {
    const onChange = vi.fn();
    const watching = watchFolders(['schemas'], onChange, vi.fn());
    try {
      act();
      await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), { timeout: 5000 });
    } finally {
      watching.close();
    }
  });

  it('does not report other files, or anything once it is closed', async () => {
    const onChange = vi.fn();
    const watching = watchFolders(['.'], onChange, vi.fn());
    project.write('db.json', 'w');
    await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), { timeout: 5000 });
    project.write('notes.txt', 'x');
    project.write('.db.json.1.new', 'x');
    mkdirSync('folder');
    await wait(LONG_MS);
    project.write('db.json', 'x');
    await wait(QUIET_MS / 4);
    watching.close();
    project.write('db.json', 'y');
    await wait(LONG_MS);
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('reports a folder that cannot be watched, and watches the others', async () => {
    const onChange = vi.fn();
    const onTrouble = vi.fn();
    const watching = watchFolders(['nowhere', '.'], onChange, onTrouble);
    try {
      expect(onTrouble.mock.calls).toEqual([['nowhere']]);
      project.write('db.json', 'x');
      await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(1), { timeout: 5000 });
    } finally {
      watching.close();
    }
  });
});
