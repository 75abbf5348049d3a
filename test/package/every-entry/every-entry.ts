// Every entry of the package on one Node: what the commands, their threads and processes and the
// doors do, and that none of them was left out.

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { eachCommand } from './commands.ts';
import { eachDatabase } from './databases.ts';
import { eachDoor } from './doors.ts';
import { eachPact } from './pacts.ts';
import { placeOn } from './place.ts';

export function everyEntryOn(major: number): void {
  const installed = inject('installed');
  const place = placeOn(major, installed);

  describe.skipIf(!place.isThere)(`the package on Node ${major}`, () => {
    beforeAll(() => place.make());
    describe('the commands', () => eachCommand(place));
    describe('pacts', () => eachPact(place));
    describe('the database', () => eachDatabase(place));
    describe('the doors', () => eachDoor(place));

    it('has no entry that was not tried above', () => {
      const entries = installed.files.filter((file) =>
        /^dist\/(?:bundle|doors)\/[^/]+\.js$/.test(file),
      );
      expect(entries.length).toBeGreaterThan(10);
      expect(entries.filter((file) => !place.loaded().has(file))).toEqual([]);
    });

    it('has no module that cannot be loaded', async () => {
      const dist = join(place.home, 'node_modules/standin/dist');
      const modules = ['bundle/chunks', 'doors/chunks'].flatMap((folder) =>
        readdirSync(join(dist, folder)).map((file) => `${folder}/${file}`),
      );
      const source = modules
        .map((file) => `await import(${JSON.stringify(pathToFileURL(join(dist, file)).href)});`)
        .join('\n');
      writeFileSync(place.at('load-all.mjs'), source);
      expect(await place.script(['load-all.mjs'])).toMatchObject({
        code: 0,
        stdout: '',
        stderr: '',
      });
    });
  });
}
