// What is named and is no source: the errors name what is wrong with it, not what contracts lack.

import { mkdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { StandinError } from '../../../src/base/errors.ts';
import { loadProject } from '../../../src/project/load/project.ts';
import { findPlaces } from '../../../src/project/source/find-source.ts';
import { SOURCES } from '../../../src/project/source/no-source.ts';
import { useTempFolder } from '../../support/temp-folder.ts';

const folder = useTempFolder();
const CORRECT = 'Correct the files and start again.';

it.each([
  [
    'lamps.json',
    '{"lamps": [{"id": 1},]}',
    'one fault in the project\n  lamps.json at line 1, column 22: a comma before ] is not JSON\n    Correct the JSON.',
    CORRECT,
  ],
  [
    'lamps.json',
    '[{"id": 1}]',
    'one fault in the project\n  lamps.json: rows must be an object, are an array\n    Write {"posts": [{"id": 1, "title": "a title"}]}.',
    CORRECT,
  ],
  ['lamps.json5', '{lamps: []}', 'lamps.json5 is no source: it is not JSON', SOURCES],
  ['lamps.csv', 'id,watts\n1,40', 'lamps.csv is no source: it is not JSON', SOURCES],
])('says what is wrong with %s: %s', async (file, text, message, remedy) => {
  folder.write(file, text);
  expect(await failure(file)).toEqual([message, remedy]);
});

it('says that a folder is empty', async () => {
  mkdirSync('empty');
  expect(await failure('empty')).toEqual([
    'there is no contract in empty',
    `Write one, or name another source. ${SOURCES}`,
  ]);
});

it('asks for the scheme of an address', async () => {
  expect(await failure('localhost:3000/lamps')).toEqual([
    'localhost:3000/lamps cannot be read: there is no such file or folder',
    'For a running service, write http://localhost:3000/lamps.',
  ]);
});

async function failure(source: string): Promise<readonly [string, string]> {
  const error: unknown = await Promise.resolve()
    .then(() => loadProject(findPlaces({ source })))
    .catch((one: unknown) => one);
  if (!(error instanceof StandinError)) throw new Error(`no error: ${String(error)}`);
  return [error.message, error.remedy];
}
