// The example project: all of it or nothing, and nothing of anybody else's is touched.

import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import { bundledFile } from '../../../src/project/files/bundled-files.ts';
import { makeExample } from '../../../src/project/init/example.ts';
import { loadProject } from '../../../src/project/load/project.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'standin-example-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = (...steps: readonly string[]): string => join(folder, ...steps);

function refusal(
  where: string,
  ...more: readonly [from?: Parameters<typeof makeExample>[1]]
): StandinError {
  try {
    makeExample(where, ...more);
  } catch (error) {
    if (error instanceof StandinError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}

/** Every file and folder, with the text of the files. */
function content(where = folder): Readonly<Record<string, string | null>> {
  const entries = readdirSync(where, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(where.length + 1), entry.isFile() ? readFileSync(path, 'utf8') : null];
    }),
  );
}

describe('makeExample', () => {
  it('creates a servable project, and nothing else', async () => {
    expect(makeExample(folder)).toEqual({ folder, ignoring: 'made' });
    expect(readdirSync(folder).sort()).toEqual(['.gitignore', 'contracts', 'db.json', 'schemas']);
    expect(readdirSync(at('contracts'))).toEqual(['users.json']);
    const project = await loadProject({
      contract: at('contracts'),
      db: at('db.json'),
      profile: 'standin',
    });
    expect(project.contracts.map(({ resource }) => resource)).toEqual(['users']);
    expect(project.rows.get('users')).toHaveLength(5);
    expect(readFileSync(at('.gitignore'), 'utf8')).toBe('node_modules/\n.standin/\n');
  });

  it('creates the folder and its parents', () => {
    expect(makeExample(at('a', 'b c'))).toMatchObject({ ignoring: 'made' });
    expect(readdirSync(at('a', 'b c')).sort()).toEqual([
      '.gitignore',
      'contracts',
      'db.json',
      'schemas',
    ]);
  });

  it('leaves other files in place', () => {
    writeFileSync(at('package.json'), '{}');
    makeExample(folder);
    expect(readFileSync(at('package.json'), 'utf8')).toBe('{}');
  });

  it('fills empty folders, and leaves them empty if it cannot', () => {
    for (const name of ['contracts', 'schemas']) mkdirSync(at(name));
    writeFileSync(at('db.json'), 'mine');
    const before = content();
    expect(refusal(folder).message).toBe(`db.json is in ${folder} already`);
    expect(content()).toEqual(before);
    rmSync(at('db.json'));
    makeExample(folder);
    expect(readdirSync(at('contracts'))).toEqual(['users.json']);
    expect(readdirSync(at('schemas'))).toContain('user.json');
    expect(readdirSync(folder).sort()).toEqual(['.gitignore', 'contracts', 'db.json', 'schemas']);
  });

  it.each([
    ['node_modules\n', 'lacking'],
    ['dist\r\n/.standin\r\n', 'there'],
    ['.standin/', 'there'],
    ['my.standin/', 'lacking'],
  ])('does not change a .gitignore with %j, and says whether it lacks a line', (text, ignoring) => {
    writeFileSync(at('.gitignore'), text);
    expect(makeExample(folder).ignoring).toBe(ignoring);
    expect(readFileSync(at('.gitignore'), 'utf8')).toBe(text);
  });

  it.each([
    ['a file', () => writeFileSync(at('db.json'), 'mine'), 'db.json is'],
    ['a folder', () => mkdirSync(at('schemas', 'mine'), { recursive: true }), 'schemas is'],
    [
      'a link that leads nowhere',
      () => symlinkSync(at('nowhere'), at('contracts')),
      'contracts is',
    ],
  ])('writes nothing if %s is in the way, and names it', (_, plant, named) => {
    plant();
    const before = content();
    const { code, message, remedy } = refusal(folder);
    expect([code, message, remedy]).toEqual([
      'file-unwritable',
      `${named} in ${folder} already`,
      'Nothing was written. Name another folder: standin init <folder>',
    ]);
    expect(content()).toEqual(before);
  });

  it('names all files in the way, also the second time', () => {
    makeExample(folder);
    writeFileSync(at('db.json'), '{"users":[]}');
    const before = content();
    expect(refusal(folder).message).toBe(`schemas, db.json and contracts are in ${folder} already`);
    expect(content()).toEqual(before);
  });

  it('refuses a path that is no folder, and escapes control characters in names', () => {
    writeFileSync(at('a\u001b[2J'), 'mine');
    expect(refusal(at('a\u001b[2J')).message).toBe(`${at('a\\u001b[2J')} is not a folder`);
    expect(refusal(at('a\u001b[2J', 'b')).message).toContain('cannot be written to');
    expect(readFileSync(at('a\u001b[2J'), 'utf8')).toBe('mine');
  });

  it('leaves nothing behind if it cannot write all files', () => {
    const before = content();
    // Folders can be made there; the files of the example have paths that are too long.
    const deep = at(...Array.from({ length: 40 }, () => 'd'.repeat(100))).slice(0, 4050);
    expect(refusal(deep).message).toMatch(/\(ENAMETOOLONG\)$/);
    expect(content()).toEqual(before);
  });

  it.each(['schemas', 'contracts/users.json', 'db.json'])(
    'reports what the package lacks, here %s, and not the folder',
    (part) => {
      const before = content();
      const from = (...steps: readonly string[]): string =>
        steps.join('/') === part ? at('gone') : bundledFile(...steps);
      const { code, message, remedy } = refusal(at('new'), from);
      expect([code, message, remedy]).toEqual([
        'file-unreadable',
        `the example of Standin is incomplete: ${at('gone')} cannot be read (ENOENT)`,
        'Nothing was written. Reinstall Standin.',
      ]);
      expect(content()).toEqual(before);
    },
  );

  it('ignores a .gitignore that is no file', () => {
    mkdirSync(at('.gitignore'));
    expect(makeExample(folder).ignoring).toBe('lacking');
    expect(readdirSync(at('.gitignore'))).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)('leaves nothing behind if the folder is read-only', () => {
    mkdirSync(at('locked'));
    chmodSync(at('locked'), 0o555);
    expect(refusal(at('locked')).message).toContain('(EACCES)');
    expect(refusal(at('locked', 'a', 'b')).message).toContain('(EACCES)');
    expect(readdirSync(at('locked'))).toEqual([]);
  });
});
