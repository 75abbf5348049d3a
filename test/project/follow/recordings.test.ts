// Recordings that contracts are made of: read again after something was recorded, and only then.

import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { openRecording } from '../../../src/journal/file/open-recording.ts';
import { createFileSync } from '../../../src/project/follow/sync-files.ts';
import { QUIET_MS } from '../../../src/project/follow/watch.ts';
import { loadProject, type Project } from '../../../src/project/load/project.ts';
import { seedState } from '../../../src/project/save/seed-state.ts';
import { recordedOf, replyOf, textOf } from '../../support/recorded.ts';
import { useTempProject } from '../temp-project.ts';

const project = useTempProject();
const SOON = { timeout: 8000, interval: 20 };
const pathsOf = ({ files }: Project): readonly string[] =>
  files.source.taken.map(({ path }) => path);

async function record(file: string, mode: 'create' | 'append', path: string): Promise<void> {
  const recording = await openRecording(file, { mode });
  const { request } = recordedOf();
  const body = textOf('[{"id":7,"name":"Ada"}]');
  recording.add(recordedOf({ request: { ...request, path }, reply: replyOf({ body }) }));
  await recording.close();
}

it.each(['run.sqlite', ''])('is read again, if the source is "%s" of a folder', async (name) => {
  const file = join(project.folder, 'sessions', 'run.sqlite');
  mkdirSync(dirname(file), { recursive: true });
  await record(file, 'create', '/users');
  const places = {
    contract: join(project.folder, 'sessions', name),
    db: join(project.folder, 'rows.json'),
    profile: 'standin',
  };
  const first = await loadProject(places);
  const reloads: Project[] = [];
  const keeper = createFileSync({
    places,
    pins: {},
    project: first,
    seed: seedState(first),
    saving: 'keep',
    state: () => seedState(first),
    prepare: async (next) => () => {
      reloads.push(next);
    },
    onNote: () => undefined,
    onTrouble: (error) => {
      throw error;
    },
  });
  try {
    await record(file, 'append', '/orders');
    await vi.waitFor(() => expect(reloads).toHaveLength(1), SOON);
    expect(reloads.flatMap(pathsOf)).toContain('/orders');
    // Reading it changes nothing.
    await wait(QUIET_MS * 5);
    expect(reloads).toHaveLength(1);
  } finally {
    await keeper.close();
  }
});
