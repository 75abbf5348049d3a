// A loaded project, and the state that its seed rows make.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { defaultProfile } from '../../../src/contract/choices.ts';
import { loadProject } from '../../../src/project/load/project.ts';
import { recordOf, seedState } from '../../../src/project/save/seed-state.ts';
import { readContract } from '../../support/read-contract.ts';
import { useTempProject } from '../temp-project.ts';

const project = useTempProject();

describe('loadProject', () => {
  it('returns contracts, schemas, profile and rows', async () => {
    const { contracts, schemas, profile, profileName, rows } = await loadProject(project.places);
    expect(contracts).toMatchObject([
      { resource: 'users', path: '/users', id: 'id', item: 'user', list: 'users', shown: {} },
    ]);
    expect(schemas.names()).toEqual([
      'user-create',
      'user-created',
      'user-update',
      'user',
      'users',
    ]);
    expect(profile).toEqual(defaultProfile);
    expect(profileName).toBe('standin');
    expect(rows.get('users')).toEqual(JSON.parse(project.read('db.json')).users);
  });

  it('puts the profile over the defaults, and the pins over the profile', async () => {
    project.write(
      'contracts/profiles/mine.json',
      '{"profile":"Mine","choices":{"create.status":200,"read.status":203}}',
    );
    const loaded = await loadProject(
      { ...project.places, profile: 'mine' },
      { 'create.status': 202 },
    );
    expect(loaded.profile).toEqual({ ...defaultProfile, 'create.status': 202, 'read.status': 203 });
    expect(loaded.profileName).toBe('Mine');
  });

  it('reads the actions of a contract under their older name, with a note', async () => {
    const others = [{ method: 'GET', path: '/status', source: 'here', outcomes: {} }];
    project.set('contracts/users.json', { others });
    const { contracts, files } = await loadProject(project.places);
    expect(contracts[0]?.actions).toMatchObject([{ method: 'GET', path: '/status' }]);
    expect(files.source.notes).toEqual([
      { place: 'contracts/users.json', message: '"others" is called "actions" now' },
    ]);
  });

  it('names a profile without a name by its file, and the default "standin"', async () => {
    project.write('plain.json', '{"choices":{}}');
    expect((await loadProject({ ...project.places, profile: 'plain.json' })).profileName).toBe(
      'plain',
    );
    project.remove('contracts/profiles');
    const loaded = await loadProject(project.places);
    expect(loaded.profileName).toBe('standin');
    expect(loaded.profile).toEqual(defaultProfile);
  });

  it('fills in what a contract leaves out', async () => {
    project.set('contracts/users.json', {
      id: undefined,
      title: undefined,
      shown: undefined,
      open: undefined,
    });
    expect((await loadProject(project.places)).contracts).toMatchObject([
      { id: 'id', title: 'users', shown: {}, open: [] },
    ]);
  });
});

describe('seedState', () => {
  it('holds the rows of each resource in their order, under their ids', async () => {
    project.write('contracts/people.json', project.read('contracts/users.json'));
    project.set('contracts/people.json', { resource: 'people', path: '/people' });
    const users = [
      { id: 7, name: 'Seven' },
      { id: 1.5, name: 'One and a half' },
      { id: 3, name: 'Three' },
    ];
    project.write('db.json', JSON.stringify({ users }));
    const loaded = await loadProject(project.places);
    const state = seedState(loaded);
    expect(state.resources()).toEqual(['people', 'users']);
    expect(state.collection('people').size).toBe(0);
    expect(
      state
        .collection('users')
        .records()
        .map((record) => [record.key, record.value]),
    ).toEqual([
      ['7', users[0]],
      ['1.5', users[1]],
      ['3', users[2]],
    ]);
    expect(state.collection('users').highestEver).toBe(7);
  });

  it('returns a new state each time', async () => {
    const loaded = await loadProject(project.places);
    const [one, other] = [seedState(loaded), seedState(loaded)];
    one.collection('users').remove('1', 'forget');
    expect(one.collection('users').size).toBe(4);
    expect(other.collection('users').size).toBe(5);
    expect(seedState(loaded).collection('users').size).toBe(5);
  });
});

describe('recordOf', () => {
  it.each<[JsonObject, string]>([
    [{ id: 1 }, '1'],
    [{ id: -0.5 }, '-0.5'],
    [{ id: '1' }, '1'],
    [{ id: 'a/b' }, 'a/b'],
    [{ id: 1e21 }, '1e+21'],
  ])('keeps the row %j under %s', (row, key) => {
    const contract = readContract({
      resource: 'r',
      path: '/r',
      item: 'r',
      list: 'r',
      operations: {},
    });
    const record = recordOf(contract, row);
    expect(record.key).toBe(key);
    expect(record.value).toEqual(row);
  });

  it('reads the id from the member that the contract names', () => {
    const contract = readContract({
      resource: 'r',
      path: '/r',
      id: 'code',
      item: 'r',
      list: 'r',
      operations: {},
    });
    expect(recordOf(contract, { id: 1, code: 'x' }).key).toBe('x');
  });
});
