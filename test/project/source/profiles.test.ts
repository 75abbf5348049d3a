// Where a profile is taken from: the project first, then what comes with Standin.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { readProfile } from '../../../src/contract/profile.ts';
import { loadProject } from '../../../src/project/load/project.ts';
import { findProfile } from '../../../src/project/source/profiles.ts';
import { useTempProject } from '../temp-project.ts';

const folder = join(import.meta.dirname, '../../..', 'contracts', 'profiles');
const names = readdirSync(folder).map((name) => name.replace('.json', ''));
const project = useTempProject();

describe('findProfile', () => {
  it.each(names.filter((name) => name !== 'standin'))(
    'finds %s, which comes with Standin, in a project without such a file',
    async (name) => {
      project.remove('contracts/profiles');
      expect(findProfile(name, 'contracts')).toEqual({
        file: join(folder, `${name}.json`),
        of: 'package',
      });
      const loaded = await loadProject({ ...project.places, profile: name });
      expect(loaded.profileName).toBe(name);
      expect(loaded.profile).toEqual(
        readProfile(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')), '').profile,
      );
    },
  );

  it('prefers the file of the project if both have one', async () => {
    project.write(
      'contracts/profiles/json-server.json',
      '{"profile":"ours","choices":{"create.status":202}}',
    );
    expect(findProfile('json-server', 'contracts')).toEqual({
      file: 'contracts/profiles/json-server.json',
      of: 'project',
    });
    const { profile, profileName } = await loadProject({
      ...project.places,
      profile: 'json-server',
    });
    expect([profileName, profile['create.status'], profile['error.shape']]).toEqual([
      'ours',
      202,
      'problem',
    ]);
  });

  it('needs no file for the defaults', () => {
    project.remove('contracts/profiles');
    expect(findProfile('standin', 'contracts')).toBeNull();
  });

  it.each(['mine/strict.json', './strict', 'strict.json'])('reads %s as a file', (file) => {
    expect(findProfile(file, 'contracts')).toEqual({ file, of: 'project' });
  });

  it('follows the folder of a project’s profile, but not of one that comes with Standin', async () => {
    project.remove('contracts/profiles/json-server.json');
    const { files } = await loadProject({ ...project.places, profile: 'json-server' });
    expect(new Set(files.folders)).toEqual(new Set(['schemas', 'contracts', '.']));
  });
});

describe('contracts/profiles', () => {
  it.each(names)('%s has the name of its file, and names only known choices', (name) => {
    const document = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as JsonObject;
    expect(document['profile']).toBe(name);
    expect(readProfile(document, name).faults).toEqual([]);
  });
});
