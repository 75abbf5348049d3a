import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { followRoutes } from '../../../src/project/follow/follow-routes.ts';
import { loadRoutes } from '../../../src/project/load/load-routes.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'standin-routes-'));
  folders.push(folder);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

describe('loadRoutes', () => {
  it('loads functions and handlers, also beside one contract', async () => {
    const root = folderWith({ 'routes.mjs': 'throw new Error("of another program")' });
    mkdirSync(join(root, 'contracts'));
    writeFileSync(
      join(root, 'contracts/routes.mjs'),
      "export default { 'GET /a': () => new Response('a') };",
    );
    const code = await loadRoutes(join(root, 'contracts/a.json'));
    expect((await loadRoutes(join(root, 'openapi.yaml')))?.file).toBe(code?.file);
    expect(code?.routes.map(({ method, segments }) => [method, segments])).toEqual([
      ['GET', ['a']],
    ]);
    const msw = folderWith({
      'routes.mjs': 'export const handlers = [{ run: async () => null }];',
    });
    expect((await loadRoutes(msw))?.handlers).toHaveLength(1);
    expect(await loadRoutes(folderWith({}))).toBeNull();
  });

  it.each<[string, string]>([
    ['export default {', 'cannot be loaded: '],
    ["throw new Error('no luck')", 'routes.mjs:1 cannot be loaded: no luck'],
    ['export const a = 1;', 'it has no default export'],
    ['export default { login: () => {} };', '"login" is no route'],
    ["export default { 'GET /a': 5 };", '"GET /a" is no route'],
    ['export default [5];', 'the list has something that is no handler of Mock Service Worker'],
  ])('refuses %s', async (text, message) => {
    await expect(loadRoutes(folderWith({ 'routes.mjs': text }))).rejects.toThrow(message);
  });
});

describe('followRoutes', () => {
  it('takes in a changed file, and keeps the last valid one', async () => {
    const folder = folderWith({ 'routes.mjs': 'export default {};' });
    const told: string[] = [];
    const routes = await followRoutes({
      contract: folder,
      onNote: (text) => told.push(text),
      onTrouble: ({ message }) => told.push(message),
    });
    const write = async (text: string): Promise<void> => {
      const before = told.length;
      writeFileSync(join(folder, 'routes.mjs'), text);
      await expect.poll(() => told.length, { timeout: 10_000 }).toBeGreaterThan(before);
    };
    await write("export default { 'GET /a': () => undefined };");
    expect(routes.current()?.routes).toHaveLength(1);
    await write('export default 5;');
    expect(routes.current()?.routes).toHaveLength(1);
    expect(told).toEqual([
      `Reloaded ${join(folder, 'routes.mjs')}`,
      expect.stringContaining('Not reloaded: '),
    ]);
    routes.close();
  });
});
