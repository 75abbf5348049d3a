import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from '../../../src/project/files/make-folder.ts';
import { plain } from '../../bed/plain.ts';
import { started, USERS } from '../../support/bed.ts';
import { copyProject, runToEnd } from '../../support/cli.ts';

let folder = '';
const at = (...steps: readonly string[]): string => join(folder, ...steps);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'standin-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('makeFolder', () => {
  it('creates all missing folders, and returns the outermost one', () => {
    expect(makeFolder(at('a', 'b', 'c'), 0o700)).toBe(at('a'));
    expect(statSync(at('a', 'b', 'c')).mode & 0o777).toBe(0o700);
    expect(makeFolder(at('a', 'b', 'd'))).toBe(at('a', 'b', 'd'));
    expect(makeFolder(at('a', 'b'))).toBe(undefined);
    symlinkSync('a', at('link'));
    expect(makeFolder(at('link', 'e'))).toBe(at('link', 'e'));
  });

  it('throws the error of the system if it cannot create one', () => {
    writeFileSync(at('file'), '');
    execFileSync('mkfifo', [at('pipe')]);
    symlinkSync('loop', at('loop'));
    symlinkSync('nowhere', at('lost'));
    for (const name of ['file', 'pipe']) expect(() => makeFolder(at(name, 'a'))).toThrow('ENOTDIR');
    for (const name of ['file', 'pipe', 'lost'])
      expect(() => makeFolder(at(name))).toThrow('EEXIST');
    expect(() => makeFolder(at('loop', 'a'))).toThrow('ELOOP');
    expect(() => makeFolder(at('lost', 'a'))).toThrow('EEXIST');
  });

  it
    .runIf(process.platform === 'linux')
    .each(['/proc/standin', '/proc/self/fd/standin/a', '/dev/fd/standin'])(
    'ends below %s, where it can create nothing',
    (path) => {
      expect(() => makeFolder(path)).toThrow('ENOENT');
    },
  );
});

describe.runIf(process.platform === 'linux')(
  'the command line, if no folder can be created',
  () => {
    it.each(['/proc/standin', '/dev/fd/standin'])(
      'refuses to create the example in %s',
      async (path) => {
        // Killed, it hung.
        expect(await runToEnd(['init', path])).toEqual({
          code: 2,
          signal: null,
          stdout: '',
          stderr: `standin: the project cannot be written to ${path} (ENOENT)\nNothing was written. Check the disk and the permissions, or name another folder: standin init <folder>\n`,
        });
      },
    );

    it('creates nothing in a service without a ledger', async () => {
      using project = copyProject();
      await using service = await started(plain.start(USERS));
      const args = [
        'verify',
        service.baseUrl,
        '--budget',
        'quick',
        '--contract',
        project.at('contracts'),
        '--no-pacts',
      ];
      const { code, signal, stderr } = await runToEnd(args, { cwd: '/proc/self/task' });
      expect({ code, signal }).toEqual({ code: 2, signal: null });
      expect(stderr).toMatch(
        /^standin: \.standin\/\S+ cannot be written \(ENOENT\)\nUse a writable folder/,
      );
      expect(service.stored()).toEqual(USERS);
    });
  },
);
