// `serve` with rows alone: what clients send widens what was inferred, and --save keeps it.

import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { SAVE_MS } from '../../../src/project/follow/sync-files.ts';
import { QUIET_MS } from '../../../src/project/follow/watch.ts';
import { findPlaces } from '../../../src/project/source/find-source.ts';
import { startServing } from '../../support/serving.ts';
import { useTempFolder } from '../../support/temp-folder.ts';

const folder = useTempFolder();
/** How long a test waits to see that nothing happens. */
const STILL_MS = 3 * (SAVE_MS + QUIET_MS);

const BLOG = {
  posts: [{ id: 1, title: 'a', views: 1 }],
  profile: { name: 'x' },
};

describe('serve', () => {
  it('admits members of other types from rows alone, and says so once', async () => {
    folder.write('db.json', BLOG);
    const output: string[] = [];
    const places = findPlaces({ source: null });
    const serving = await startServing({ ...places, form: 'lines' }, { output, errors: [] });
    const post = async (body: object): Promise<number> => {
      const sent = { method: 'POST', body: JSON.stringify(body) };
      return (await fetch(`${serving.url}/posts`, sent)).status;
    };
    expect(await post({ title: 'b', more: [1] })).toBe(201);
    expect(await post({ title: 5 })).toBe(201);
    expect(await post({ title: 6, views: 0.5 })).toBe(201);
    const path = `${serving.url}/profile`;
    const patched = await fetch(path, { method: 'PATCH', body: '{"name":null}' });
    expect(await patched.json()).toEqual({ name: null });
    await serving.close();
    const told = output.join('');
    expect(told).toContain('  source     posts (1 row), profile (one)\n');
    expect(told).toMatch(
      /rules {6}db\.json, profile json-server-1 \(\d+ choices differ from the default\), as json-server 1\.0 answers; --profile json-server for 0\.17\n/,
    );
    expect(told.match(/sends another type at \S+; any row may have it now/g)).toEqual([
      'sends another type at /title; any row may have it now',
      'sends another type at /views; any row may have it now',
      'sends another type at /name; any row may have it now',
    ]);
  });

  it('saves rows to their file, an object as an object', async () => {
    folder.write('db.json', BLOG);
    const places = findPlaces({ source: 'db.json' });
    const serving = await startServing({ ...places, saving: 'save' }, { output: [], errors: [] });
    await fetch(`${serving.url}/profile`, { method: 'PATCH', body: '{"age":7}' });
    await fetch(`${serving.url}/posts`, { method: 'POST', body: '{"title":5}' });
    expect(await serving.close()).toBe('kept');
    expect(JSON.parse(folder.read('db.json'))).toEqual({
      posts: [
        { id: 1, title: 'a', views: 1 },
        { id: 2, title: 5 },
      ],
      profile: { name: 'x', age: 7 },
    });
  });

  it('takes its own saving for no change of the files, and keeps the worlds', async () => {
    folder.write('db.json', BLOG);
    const output: string[] = [];
    const places = findPlaces({ source: 'db.json' });
    const serving = await startServing(
      { ...places, saving: 'save', form: 'lines' },
      { output, errors: [] },
    );
    const send = (path: string, method: string, body?: string): Promise<Response> =>
      fetch(`${serving.url}${path}`, { method, ...(body === undefined ? {} : { body }) });
    await send('/~alice/posts/1', 'DELETE');
    await send('/posts', 'POST', '{"title":"b","fresh":true}');
    await vi.waitFor(() => expect(folder.read('db.json')).toContain('fresh'), { timeout: 10_000 });
    await wait(STILL_MS);
    expect((await send('/~alice/posts/1', 'GET')).status).toBe(404);
    await serving.close();
    const told = output.join('');
    expect(told).not.toContain('Reloaded');
    expect(told).not.toContain('Worlds reset');
  });
});
