// Which files are pacts, and what is said of one that cannot be read.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import { readPactFiles, readPactsAt } from '../../../src/project/load/pact-files.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'standin-pact-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('readPactFiles', () => {
  it('reads the folder beside the contracts, or beside one contract, sorted by name', () => {
    mkdirSync(join(folder, 'pacts'));
    writeFileSync(join(folder, 'users.json'), '{}');
    for (const name of ['b.json', 'a.json', '.hidden.json', 'notes.txt'])
      writeFileSync(join(folder, 'pacts', name), name);
    const pacts = ['a.json', 'b.json'].map((name) => ({
      file: join(folder, 'pacts', name),
      text: name,
    }));
    expect(readPactFiles(folder)).toEqual(pacts);
    expect(readPactFiles(join(folder, 'users.json'))).toEqual(pacts);
  });

  it('finds none without such a folder', () => {
    expect(readPactFiles(folder)).toEqual([]);
    expect(readPactFiles(join(folder, 'nowhere'))).toEqual([]);
  });

  it('names a file that is not UTF-8', () => {
    mkdirSync(join(folder, 'pacts'));
    const file = join(folder, 'pacts', 'a.json');
    writeFileSync(file, Buffer.from([0x22, 0xff, 0x22]));
    expect(readPactFiles(folder)).toEqual([{ file, text: '', unread: 'it is not UTF-8' }]);
    expect(() => readPactFiles(folder, [file])).toThrow(
      new StandinError(
        'file-unreadable',
        `${file} cannot be read: it is not UTF-8`,
        'Check that it exists and that you may read it.',
      ),
    );
  });

  it('reads both folders beside a document and the named places, each file once', () => {
    const document = join(folder, 'openapi.json');
    writeFileSync(document, '{"openapi":"3.0.3","paths":{}}');
    const places = ['pacts', join('contracts', 'pacts'), 'more'];
    for (const place of places) {
      mkdirSync(join(folder, place), { recursive: true });
      writeFileSync(join(folder, place, 'a.json'), place);
    }
    const named = [join(folder, 'more'), join(folder, 'pacts', 'a.json')];
    expect(readPactFiles(document, named).map(({ text }) => text)).toEqual([
      join('contracts', 'pacts'),
      'pacts',
      'more',
    ]);
  });
});

describe('readPactsAt', () => {
  it('reads files as they are named, and folders by name', () => {
    writeFileSync(join(folder, 'b.json'), 'b');
    writeFileSync(join(folder, 'a.json'), 'a');
    const [a, b] = ['a', 'b'].map((name) => ({ file: join(folder, `${name}.json`), text: name }));
    expect(readPactsAt([join(folder, 'b.json'), folder])).toEqual([b, a, b]);
  });

  it('names missing files, and a folder without pacts', () => {
    expect(() => readPactsAt([join(folder, 'nowhere.json')])).toThrow(
      'nowhere.json cannot be read: there is no such file or folder',
    );
    expect(() => readPactsAt([folder])).toThrow(`${folder} contains no pacts`);
  });
});
