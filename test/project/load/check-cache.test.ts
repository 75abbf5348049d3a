// The note of projects that passed: it spares the second check, and never hides a change.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  CHECKED_MAX,
  isChecked,
  keepsNotes,
  noteChecked,
} from '../../../src/project/load/check-cache.ts';
import { loadProject } from '../../../src/project/load/project.ts';
import { useTempProject } from '../temp-project.ts';

const project = useTempProject();
const FOLDER = join('node_modules', '.cache', 'standin');
const LONG_AGO = new Date(1_000_000_000_000);

function notes(): readonly string[] {
  return existsSync(FOLDER) ? readdirSync(FOLDER) : [];
}

describe('isVerified and noteVerified', () => {
  it('remember a key', () => {
    mkdirSync('node_modules');
    expect(keepsNotes()).toBe(true);
    expect(isChecked('abc')).toBe(false);
    noteChecked('abc');
    expect(isChecked('abc')).toBe(true);
    expect(isChecked('abd')).toBe(false);
  });

  it('note nothing without node_modules', () => {
    expect(keepsNotes()).toBe(false);
    noteChecked('abc');
    expect(isChecked('abc')).toBe(false);
    expect(existsSync('node_modules')).toBe(false);
  });

  it('work if they cannot write', () => {
    mkdirSync('node_modules');
    writeFileSync(join('node_modules', '.cache'), 'a file where a folder belongs');
    expect(() => noteChecked('abc')).not.toThrow();
    expect(isChecked('abc')).toBe(false);
  });

  it('limit what they remember, and keep the newest', () => {
    mkdirSync('node_modules');
    for (let index = 0; index < CHECKED_MAX * 2 + 5; index++) {
      noteChecked(`key-${index}`);
      expect(isChecked(`key-${index}`)).toBe(true);
      expect(notes().length).toBeLessThanOrEqual(CHECKED_MAX);
    }
  });
});

describe('loadProject', () => {
  it('checks the same files once, and does not write its note again', async () => {
    mkdirSync('node_modules');
    await loadProject(project.places);
    const [note = '', ...more] = notes();
    expect(more).toEqual([]);
    expect(note).toMatch(/^[0-9a-v]{10}$/);
    utimesSync(join(FOLDER, note), LONG_AGO, LONG_AGO);

    await loadProject(project.places);
    expect(notes()).toEqual([note]);
    expect(statSync(join(FOLDER, note)).mtime).toEqual(LONG_AGO);
  });

  it('checks again if nothing was noted', async () => {
    await loadProject(project.places);
    mkdirSync('node_modules');
    await loadProject(project.places);
    expect(notes()).toHaveLength(1);
  });

  it('does not note a project with a fault, and reports it at every start', async () => {
    mkdirSync('node_modules');
    project.write('db.json', '{"users":[{"id":1}]}');
    const { message } = await project.failure();
    expect(notes()).toEqual([]);
    expect((await project.failure()).message).toBe(message);
  });

  it.each([
    ['a schema', 'schemas/user.json', '{"typ":"object"}', 'unknown keyword: "typ"'],
    ['a contract', 'contracts/users.json', '{}', '"resource" is missing'],
    [
      'the profile',
      'contracts/profiles/standin.json',
      '{"choices":{"a.b":1}}',
      'there is no choice "a.b"',
    ],
    ['the seed data', 'db.json', '{"users":[{}]}', '"name" is missing'],
    ['a new schema', 'schemas/new.json', '{"typ":"object"}', 'unknown keyword: "typ"'],
    ['a new contract', 'contracts/new.json', '{}', '"resource" is missing'],
  ])('checks again when %s has changed', async (_, file, text, message) => {
    mkdirSync('node_modules');
    await loadProject(project.places);
    project.write(file, text);
    expect((await project.failure()).message).toContain(message);
  });

  it('checks again when a pin has changed', async () => {
    mkdirSync('node_modules');
    project.write('db.json', '{"users":[{"id":1,"name":"Ada","email":"ada"}]}');
    await loadProject(project.places, { 'fields.format': 'accept' });
    expect((await project.failure()).message).toContain('must be of the format email');
  });

  it('checks again when a file has moved from the schemas to the contracts', async () => {
    mkdirSync('node_modules');
    // The last schema becomes the first contract: the files, read in their order, are the same
    // ones.
    project.write('schemas/uzzz.json', '{"type":"object"}');
    renameSync(join('contracts', 'users.json'), join('contracts', 'vvv.json'));
    await loadProject(project.places);
    renameSync(join('schemas', 'uzzz.json'), join('contracts', 'uzzz.json'));
    expect((await project.failure()).message).toContain('contracts/uzzz.json');
  });
});
