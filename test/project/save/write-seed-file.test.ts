// Writing the state back: what is written reads back the same, and a file is never half written.

import { spawnSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import type { JsonObject } from '../../../src/base/json.ts';
import { State, StoredRecord } from '../../../src/model/state/state.ts';
import { loadProject } from '../../../src/project/load/project.ts';
import { seedState } from '../../../src/project/save/seed-state.ts';
import { removeStale, seedText, writeWhole } from '../../../src/project/save/write-seed-file.ts';
import { anyText } from '../../support/any-text.ts';
import { useTempProject } from '../temp-project.ts';

const project = useTempProject();

function stateOf(rows: Readonly<Record<string, readonly JsonObject[]>>): State {
  const state = State.of(Object.keys(rows));
  for (const [resource, records] of Object.entries(rows))
    for (const row of records)
      state.collection(resource).put(new StoredRecord(String(row['id']), row));
  return state;
}

function failureOf(act: () => void): StandinError {
  try {
    act();
  } catch (error) {
    if (error instanceof StandinError) return error;
    throw error;
  }
  throw new Error('expected a StandinError');
}

describe('seedText', () => {
  it('writes one row per line', () => {
    expect(
      seedText(
        stateOf({
          users: [
            { id: 2, name: 'B' },
            { id: 1, name: 'A' },
          ],
          tags: [],
        }),
      ),
    ).toBe(
      '{\n  "users": [\n    {"id":2,"name":"B"},\n    {"id":1,"name":"A"}\n  ],\n  "tags": []\n}\n',
    );
  });

  it('reads back to the same rows in the same order, whatever they contain', () => {
    const row = fc.tuple(fc.nat(), fc.dictionary(anyText(), fc.jsonValue()));
    const rows = fc.uniqueArray(row, { selector: ([id]) => id });
    fc.assert(
      fc.property(rows, fc.string({ minLength: 1 }), (given, resource) => {
        const users = given.map(
          ([id, more]) => JSON.parse(JSON.stringify({ ...more, id })) as JsonObject,
        );
        const text = seedText(stateOf({ [resource]: users }));
        expect(JSON.parse(text)).toEqual({ [resource]: users });
        expect(text.split('\n')).toHaveLength(users.length === 0 ? 4 : users.length + 5);
      }),
    );
  });

  it('reads back to the same project', async () => {
    const before = await loadProject(project.places);
    project.write('db.json', seedText(seedState(before)));
    const after = await loadProject(project.places);
    expect(after.rows).toEqual(before.rows);
    expect(seedText(seedState(after))).toBe(project.read('db.json'));
  });
});

describe('writeWhole', () => {
  it('creates a file, and replaces its text', () => {
    writeWhole('new.json', 'first é😀');
    expect(project.read('new.json')).toBe('first é😀');
    writeWhole('new.json', '2');
    expect(project.read('new.json')).toBe('2');
  });

  it('leaves nothing beside the file', () => {
    const before = readdirSync('.');
    writeWhole('db.json', '{}');
    expect(readdirSync('.')).toEqual(before);
  });

  it('never touches the old file: a process that has it open still reads the old text', () => {
    const before = statSync('db.json').ino;
    writeWhole('db.json', '{}');
    expect(statSync('db.json').ino).not.toBe(before);
  });

  it('keeps a link, and writes the file it points to', () => {
    mkdirSync('elsewhere');
    writeFileSync(join('elsewhere', 'data.json'), 'old');
    symlinkSync(join('elsewhere', 'data.json'), 'link.json');
    writeWhole('link.json', 'new');
    expect(lstatSync('link.json').isSymbolicLink()).toBe(true);
    expect(readlinkSync('link.json')).toBe(join('elsewhere', 'data.json'));
    expect(readFileSync(join('elsewhere', 'data.json'), 'utf8')).toBe('new');
    expect(readdirSync('elsewhere')).toEqual(['data.json']);
  });

  it.each(['600', '640', '644', '664', '666'])(
    'keeps the permissions of the file: %s',
    (rights) => {
      const before = process.umask(0);
      writeFileSync('rights.json', 'old', { mode: Number.parseInt(rights, 8) });
      process.umask(0o022);
      try {
        writeWhole('rights.json', 'new');
      } finally {
        process.umask(before);
      }
      expect((statSync('rights.json').mode & 0o777).toString(8)).toBe(rights);
    },
  );

  it('reports that it cannot write a file if its folder does not exist', () => {
    const error = failureOf(() => writeWhole(join('nowhere', 'db.json'), '{}'));
    expect([error.code, error.message, error.remedy]).toEqual([
      'file-unwritable',
      'nowhere/db.json cannot be written (ENOENT)',
      'Check the disk and the permissions. The old file is unchanged.',
    ]);
  });

  it('keeps the old file, and leaves nothing beside it, if it cannot create the new one', () => {
    // So long that the name of the new file beside it is longer than a name may be.
    const file = `${'d'.repeat(245)}.json`;
    project.write(file, 'old');
    const before = readdirSync('.');
    expect(failureOf(() => writeWhole(file, 'new')).code).toBe('file-unwritable');
    expect(project.read(file)).toBe('old');
    expect(readdirSync('.')).toEqual(before);
  });

  // A full disk takes a part of a text without an error; here a limit on the size of files stands
  // for it.
  it('keeps the old file if the disk takes only a part of the new text', () => {
    project.write('db.json', 'old');
    const before = readdirSync('.');
    const module = JSON.stringify(
      join(import.meta.dirname, '../../..', 'src/project/save/write-seed-file.ts'),
    );
    const script = `import { writeWhole } from ${module}; writeWhole('db.json', 'x'.repeat(100_000));`;
    const limited = spawnSync('bash', [
      '-c',
      'ulimit -f 8 && exec "$0" --input-type=module -e "$1"',
      process.execPath,
      script,
    ]);
    expect(project.read('db.json').slice(0, 10)).toBe('old');
    expect(readdirSync('.')).toEqual(before);
    expect(limited.stderr.toString()).toContain('db.json cannot be written (EFBIG)');
  });

  it('keeps what is there, and leaves nothing beside it, if the new file cannot replace it', () => {
    mkdirSync(join('folder.json', 'inner'), { recursive: true });
    const before = readdirSync('.');
    expect(failureOf(() => writeWhole('folder.json', 'new')).code).toBe('file-unwritable');
    expect(statSync('folder.json').isDirectory()).toBe(true);
    expect(readdirSync('.')).toEqual(before);
  });
});

describe('removeStale', () => {
  it('removes files that killed processes left beside a file, but none in use or of another file', () => {
    const name = (of: string): string => `.${of}.00000000-0000-4000-8000-000000000000.new`;
    const old = ['db.json', 'other.json'].map(name);
    const others = ['.db.json.new', '.db.json.mine.new', 'db.json.new'];
    const young = '.db.json.11111111-0000-4000-8000-000000000000.new';
    for (const file of [...old, ...others, young]) project.write(file, '{}');
    for (const file of [...old, ...others]) utimesSync(file, 1, 1);
    removeStale('db.json', Date.now());
    expect([...old, ...others, young].filter((file) => !readdirSync('.').includes(file))).toEqual([
      name('db.json'),
    ]);
    removeStale('nowhere/db.json', Date.now());
  });
});
