// Which source is found in a folder, and what goes with it.

import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findPlaces, kindOf } from '../../../src/project/source/find-source.ts';
import { listProjectFiles } from '../../../src/project/source/list-files.ts';
import { useTempFolder } from '../../support/temp-folder.ts';

const folder = useTempFolder();
const CONTRACT = { resource: 'users', path: '/users' };

describe('findPlaces', () => {
  it('prefers contracts, then a document, then rows', () => {
    folder.write('db.json', { posts: [] });
    const rows = { contract: 'db.json', db: 'db.json', profile: 'json-server-1' };
    expect(findPlaces({ source: null })).toEqual(rows);
    folder.write('openapi.yml', 'openapi: 3.1.0');
    const document = { contract: 'openapi.yml', db: 'db.json', profile: 'standin' };
    expect(findPlaces({ source: null })).toEqual(document);
    folder.write('contracts/users.json', CONTRACT);
    const contracts = { contract: 'contracts', db: 'db.json', profile: 'standin' };
    expect(findPlaces({ source: null })).toEqual(contracts);
  });

  it('takes a folder of contracts without contracts for no source if there is another', () => {
    mkdirSync('contracts');
    folder.write('openapi.json', { openapi: '3.1.0' });
    expect(findPlaces({ source: null }).contract).toBe('openapi.json');
  });

  it.each(['routes.ts', 'routes.mjs', 'routes.js'])('takes rows next to contracts/%s', (file) => {
    folder.write('db.json', { posts: [] });
    mkdirSync('contracts');
    expect(findPlaces({ source: null }).contract).toBe('contracts');
    folder.write(`contracts/${file}`, 'export default {};');
    expect(findPlaces({ source: null }).contract).toBe('db.json');
    expect(findPlaces({ source: '.' }).contract).toBe('db.json');
    folder.write('contracts/posts.json', CONTRACT);
    expect(findPlaces({ source: null }).contract).toBe('contracts');
  });

  it('names the folder of contracts if there is nothing', () => {
    expect(findPlaces({ source: null })).toEqual({
      contract: 'contracts',
      db: 'db.json',
      profile: 'standin',
    });
  });

  it('looks into a folder that is named', () => {
    folder.write('shop/contracts/users.json', CONTRACT);
    folder.write('blog/db.json', { posts: [] });
    folder.write('pets/openapi.yaml', 'openapi: 3.1.0');
    expect(findPlaces({ source: 'shop' })).toMatchObject({
      contract: 'shop/contracts',
      db: 'shop/db.json',
    });
    expect(findPlaces({ source: 'shop/contracts' })).toMatchObject({
      contract: 'shop/contracts',
      db: 'db.json',
    });
    expect(findPlaces({ source: 'blog' }).contract).toBe('blog/db.json');
    expect(findPlaces({ source: 'pets' })).toMatchObject({
      contract: 'pets/openapi.yaml',
      db: 'pets/db.json',
    });
  });

  it('asks which of several documents you mean', () => {
    folder.write('openapi.yaml', 'openapi: 3.1.0');
    folder.write('openapi.json', { openapi: '3.1.0' });
    expect(() => findPlaces({ source: null })).toThrow(
      'openapi.yaml and openapi.json are both here',
    );
  });

  it('takes rows that are named by --db alone', () => {
    folder.write('rows.json', { posts: [] });
    expect(findPlaces({ source: null, db: 'rows.json' }).contract).toBe('rows.json');
  });

  it.each([
    ['json-server.json', {}, 'json-server'],
    ['package.json', { devDependencies: { 'json-server': '^0.17.4' } }, 'json-server'],
    ['package.json', { dependencies: { 'json-server': '1.0.0-beta.15' } }, 'json-server-1'],
    ['package.json', { dependencies: { express: '0.1.0' } }, 'json-server-1'],
  ])('chooses the json-server that %s is of', (file, content, profile) => {
    folder.write('db.json', { posts: [] });
    folder.write(file, content);
    expect(findPlaces({ source: null }).profile).toBe(profile);
    expect(findPlaces({ source: null, profile: 'prism' }).profile).toBe('prism');
  });
});

describe('kindOf', () => {
  it.each([
    ['a.yaml', 'anything', 'openapi'],
    ['a.json', { openapi: '3.0.0' }, 'openapi'],
    ['a.json', { swagger: '2.0' }, 'openapi'],
    ['a.json', CONTRACT, 'contracts'],
    ['a.json', { operations: {} }, 'contracts'],
    ['a.json', { operations: [{ id: 1 }], item: [] }, 'rows'],
    ['a.json', { openapi: [{ id: 1 }] }, 'rows'],
    ['a.json', { swagger: 2 }, 'openapi'],
    ['a.json', { paths: { '/lamps': {} } }, 'openapi'],
    ['a.json', { paths: [{ id: 1 }] }, 'rows'],
    ['a.json', {}, 'rows'],
    ['a.json', [], 'rows'],
    ['a.json', { posts: [] }, 'rows'],
    ['a.json', { path: [{ id: 1 }] }, 'rows'],
    ['a.json', '\ufeff{"posts": []}', 'rows'],
    ['a.json', '{', 'contracts'],
    ['db.json', '{', 'rows'],
    ['db.json', '', 'rows'],
    ['openapi.json', '{', 'openapi'],
  ])('tells what %s with %j is', (file, content, kind) => {
    folder.write(file, content);
    expect(kindOf(file)).toBe(kind);
  });
});

describe('listProjectFiles', () => {
  it('names a document and its overrides, and rows as data', () => {
    folder.write('openapi.yaml', 'openapi: 3.1.0');
    folder.write('db.json', { posts: [] });
    expect(listProjectFiles('openapi.yaml')).toEqual({
      rules: ['openapi.yaml', 'standin.json'],
      data: ['db.json'],
    });
    expect(listProjectFiles('db.json')).toEqual({ rules: [], data: ['db.json'] });
  });
});
