// Reading the files of a project: what is not there, what is no text and what is no JSON, file by
// file.

import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/base/errors.ts';
import { FAULTS_TOLD_MAX, projectInvalid } from '../../../src/project/files/invalid.ts';
import { SOURCES } from '../../../src/project/source/no-source.ts';
import { readProjectFiles } from '../../../src/project/source/project-files.ts';
import { useTempProject } from '../temp-project.ts';

const project = useTempProject();
const shipped = readdirSync(join(import.meta.dirname, '../../..', 'contracts', 'profiles'))
  .map((name) => name.replace('.json', ''))
  .toSorted();
const CHECK = 'Check that it exists and that you may read it.';
const CORRECT = 'Correct the files and start again.';

describe('readProjectFiles', () => {
  it('returns every file with its name, its text and its JSON', () => {
    const files = readProjectFiles(project.places);
    expect(files.schemas.map(({ name }) => name)).toEqual([
      'user-create',
      'user-created',
      'user-update',
      'user',
      'users',
    ]);
    expect(files.schemas[3]).toMatchObject({
      file: 'schemas/user.json',
      text: project.read('schemas/user.json'),
    });
    expect(files.contracts).toMatchObject([
      { file: 'contracts/users.json', name: 'users', json: { resource: 'users' } },
    ]);
    expect(files.profile).toMatchObject({
      file: 'contracts/profiles/standin.json',
      name: 'standin',
    });
    expect(files.db).toMatchObject({
      file: 'db.json',
      name: 'db',
      json: JSON.parse(project.read('db.json')),
    });
    expect(new Set(files.folders)).toEqual(
      new Set(['schemas', 'contracts', 'contracts/profiles', '.']),
    );
  });

  it('reads one contract if one is named', () => {
    project.write('contracts/other.json', '{ this is not read');
    const files = readProjectFiles({ ...project.places, contract: 'contracts/users.json' });
    expect(files.contracts.map(({ name }) => name)).toEqual(['users']);
    expect(files.schemas).toHaveLength(5);
  });

  it('needs no file for the profile "standin"', () => {
    project.remove('contracts/profiles');
    expect(readProjectFiles(project.places).profile).toBeNull();
  });

  it('finds a profile by name beside the contracts, and by path anywhere', () => {
    project.write('contracts/profiles/strict.json', '{"profile":"strict","choices":{}}');
    project.write('mine.json', '{"profile":"mine","choices":{}}');
    const by = (profile: string): string | undefined =>
      readProjectFiles({ ...project.places, profile }).profile?.file;
    expect(by('strict')).toBe('contracts/profiles/strict.json');
    expect(by('mine.json')).toBe('mine.json');
    expect(by('./contracts/profiles/strict.json')).toBe('./contracts/profiles/strict.json');
  });

  it('ignores hidden files and files that are not .json', () => {
    project.write('schemas/.user.json.123.new', '{');
    project.write('schemas/.hidden.json', '{');
    project.write('schemas/README.md', 'Schemas');
    expect(readProjectFiles(project.places).schemas).toHaveLength(5);
  });

  it('names every file by the path that the user gave', () => {
    const { folder } = project;
    process.chdir('/');
    const files = readProjectFiles({
      contract: join(folder, 'contracts'),
      db: join(folder, 'db.json'),
      profile: 'standin',
    });
    expect(files.db.file).toBe(join(folder, 'db.json'));
    expect(files.schemas[0]?.file).toBe(join(folder, 'schemas', 'user-create.json'));
    expect(files.contracts[0]?.file).toBe(join(folder, 'contracts', 'users.json'));
    expect(files.profile?.file).toBe(join(folder, 'contracts', 'profiles', 'standin.json'));
  });

  it.each([
    'schemas/user.json',
    'contracts/users.json',
    'contracts/profiles/standin.json',
    'db.json',
  ])('takes %s with a byte order mark', (file) => {
    const before = readProjectFiles(project.places);
    project.write(file, `\ufeff${project.read(file)}`);
    const after = readProjectFiles(project.places);
    const values = (one: typeof after): unknown =>
      [one.schemas, one.contracts, one.profile, one.db].flat().map((each) => each?.json);
    expect(values(after)).toEqual(values(before));
  });
});

describe('loadProject, if a file cannot be read as JSON', () => {
  it.each([
    'schemas/user.json',
    'contracts/users.json',
    'contracts/profiles/standin.json',
    'db.json',
  ])('reports where the JSON of %s is broken', async (file) => {
    project.write(file, '{\n  "a": [1,]\n}');
    const error = await project.failure();
    expect(error.code).toBe('project-invalid');
    expect(error.message).toBe(
      `one fault in the project\n  ${file} at line 2, column 11: a comma before ] is not JSON\n    Correct the JSON.`,
    );
    expect(error.remedy).toBe(CORRECT);
  });

  it.each([
    ['', 'at line 1, column 1: the text is empty; expected a JSON value'],
    ['{"users": [], "users": []}', 'at line 1, column 15: the key /users is given twice'],
    [
      `${'['.repeat(257)}${']'.repeat(257)}`,
      'at line 1, column 257: nested deeper than 256 levels',
    ],
    [
      '{"users": [1e999]}',
      'at line 1, column 12: the number at /users/0 is beyond what JSON readers can hold (RFC 8259 section 6)',
    ],
    ['\ufeff\ufeff{}', 'at line 1, column 1: expected a JSON value, found a byte order mark'],
  ])('refuses the seed data %j', async (text, told) => {
    project.write('db.json', text);
    const error = await project.failure();
    expect(error.code).toBe('project-invalid');
    expect(error.message).toBe(
      `one fault in the project\n  db.json ${told}\n    Correct the JSON.`,
    );
  });

  it('reports all broken files at once', async () => {
    project.write('schemas/user.json', '{');
    project.write('contracts/users.json', 'nul');
    project.write('db.json', '');
    const error = await project.failure();
    expect(error.message).toBe(
      [
        '3 faults in the project',
        '  schemas/user.json at line 1, column 2: expected a key in double quotes, found the end of the text',
        '    Correct the JSON.',
        '  contracts/users.json at line 1, column 1: expected a JSON value, found "n"',
        '    Correct the JSON.',
        '  db.json at line 1, column 1: the text is empty; expected a JSON value',
        '    Correct the JSON.',
      ].join('\n'),
    );
  });

  it.each([
    ['a lone byte', [0x7b, 0xff, 0x7d]],
    ['a cut character', [0x22, 0xc3, 0x22]],
    ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['UTF-16 cut in a character', [0xff, 0xfe, 0x7b, 0x00, 0x7d]],
    ['UTF-16 without a mark', [0x22, 0x00, 0xe4, 0x00, 0x22, 0x00]],
  ])('refuses text that is not UTF-8: %s', async (_, bytes) => {
    project.write('db.json', Uint8Array.from(bytes));
    const error = await project.failure();
    expect([error.code, error.message, error.remedy]).toEqual([
      'file-unreadable',
      'db.json cannot be read: it is not UTF-8',
      CHECK,
    ]);
  });

  it.each([
    ['little', [0xff, 0xfe], (unit: number) => [unit & 0xff, unit >> 8]],
    ['big', [0xfe, 0xff], (unit: number) => [unit >> 8, unit & 0xff]],
  ])('reads UTF-16 with its mark, as shells of Windows write it: %s-endian', (_, mark, bytesOf) => {
    const text = '{"users": [{"id": 7, "name": "Zoë 😀"}]}';
    const units = Array.from({ length: text.length }, (__, index) => text.charCodeAt(index));
    project.write('db.json', Uint8Array.from([...mark, ...units.flatMap(bytesOf)]));
    expect(JSON.stringify(readProjectFiles(project.places).db.json)).toContain('Zoë 😀');
  });

  it.each([
    ['db.json', 'db.json', CHECK],
    [
      'schemas',
      'schemas',
      'Schemas belong in the folder "schemas" next to the folder of contracts.',
    ],
  ])('reports that %s is missing', async (file, named, remedy) => {
    project.remove(file);
    const error = await project.failure();
    expect([error.code, error.message, error.remedy]).toEqual([
      'file-unreadable',
      `${named} cannot be read: there is no such file or folder`,
      remedy,
    ]);
  });

  it.each([
    ['openapi', 'OpenAPI'],
    ['swagger', 'Swagger'],
  ])(
    'says of a document in %s that it is no contract, with schemas or without',
    async (member, format) => {
      project.write('contracts/api.json', JSON.stringify({ [member]: '3.1.0', paths: {} }));
      const told = `one fault in the project
  contracts/api.json: this is a document in ${format}, not a contract
    Start from it: standin serve contracts/api.json`;
      expect((await project.failure()).message).toBe(told);
      project.remove('schemas');
      expect((await project.failure()).message).toBe(told);
    },
  );

  it('says that nothing was found if there are no contracts', async () => {
    project.remove('contracts');
    const error = await project.failure();
    expect([error.code, error.message, error.remedy]).toEqual([
      'file-unreadable',
      'there is no folder "contracts" here, and no other source was found',
      'Name what to start from (openapi.yaml, db.json, a .har file, an address or a folder of contracts), or start in its folder. "standin init" creates an example project.',
    ]);
  });

  it('reports that a named contract is missing', async () => {
    const error = await project.failure({ contract: 'contracts/user.json' });
    expect([error.code, error.message, error.remedy]).toEqual([
      'file-unreadable',
      'contracts/user.json cannot be read: there is no such file or folder',
      SOURCES,
    ]);
  });

  it('reports that a profile is missing', async () => {
    const error = await project.failure({ profile: 'strict' });
    expect([error.code, error.message, error.remedy]).toEqual([
      'file-unreadable',
      'there is no profile "strict"',
      `Available: ${shipped.join(', ')}. To use another one, add a file to contracts/profiles, or pass its path with --profile.`,
    ]);
  });

  it('lists the profiles of the project and of Standin, and suggests a similar name', async () => {
    project.write('contracts/profiles/mine.json', '{"choices":{}}');
    project.remove('contracts/profiles/json-server.json');
    const { remedy } = await project.failure({ profile: 'json-sever' });
    expect(remedy).toContain(
      `Did you mean "json-server"? Available: ${[...shipped, 'mine'].toSorted().join(', ')}.`,
    );
  });

  it('reports that there is no profile if the project has no folder for them', async () => {
    project.remove('contracts/profiles');
    const { message, remedy } = await project.failure({ profile: '__proto__' });
    expect([message, remedy.includes(shipped.join(', '))]).toEqual([
      'there is no profile "__proto__"',
      true,
    ]);
  });

  it('reports a folder in place of a file, and a file in place of a folder', async () => {
    mkdirSync('schemas/folder.json');
    expect((await project.failure()).message).toBe(
      'schemas/folder.json cannot be read: it is a folder',
    );
    project.remove('schemas');
    project.write('schemas', '');
    expect((await project.failure()).message).toBe('schemas cannot be read: it is not a folder');
  });

  it('explains a link that points to itself, and names the system’s code for rarer errors', async () => {
    project.remove('db.json');
    symlinkSync('db.json', 'db.json');
    expect((await project.failure()).message).toBe(
      'db.json cannot be read: it is a link to itself',
    );
    const db = 'x'.repeat(300);
    expect((await project.failure({ db })).message).toBe(`${db} cannot be read: ENAMETOOLONG`);
  });

  it('reports that the folder of contracts is empty', async () => {
    project.remove('contracts/users.json');
    const error = await project.failure();
    expect([error.code, error.message, error.remedy]).toEqual([
      'project-invalid',
      'there is no contract in contracts',
      `Write one, or name another source. ${SOURCES}`,
    ]);
  });
});

describe('projectInvalid', () => {
  const fault = (index: number): Fault => ({
    file: 'db.json',
    at: `/${index}`,
    message: 'is wrong',
    remedy: 'Right it.',
  });

  it('reports a fault of a whole file without a place', () => {
    expect(projectInvalid([{ ...fault(0), at: '' }]).message).toBe(
      'one fault in the project\n  db.json: is wrong\n    Right it.',
    );
  });

  it('counts the faults it leaves out', () => {
    const faults = Array.from({ length: FAULTS_TOLD_MAX + 3 }, (_, index) => fault(index));
    const lines = projectInvalid(faults).message.split('\n');
    expect(lines[0]).toBe('23 faults in the project');
    expect(lines.at(-2)).toBe('    Right it.');
    expect(lines.at(-1)).toBe('  ... and 3 more');
    expect(lines).toHaveLength(1 + 2 * FAULTS_TOLD_MAX + 1);
  });

  it('does not mention more if it reports all', () => {
    const faults = Array.from({ length: FAULTS_TOLD_MAX }, (_, index) => fault(index));
    expect(projectInvalid(faults).message).not.toContain('more');
  });
});
