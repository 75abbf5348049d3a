// `standin init --from`, and `standin contract` for a source that is no contract.

import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { initFrom } from '../../../src/commands/init/init-from.ts';
import { describeContract } from '../../../src/commands/print/contract.ts';
import { loadProject } from '../../../src/project/load/project.ts';
import { findPlaces } from '../../../src/project/source/find-source.ts';
import { useTempFolder } from '../../support/temp-folder.ts';

const folder = useTempFolder();
const BLOG = {
  posts: [{ id: 1, title: 'a' }],
  comments: [{ id: 1, postId: 1 }],
  profile: { name: 'x' },
};

describe('initFrom', () => {
  it('writes what was made of rows, and leaves the rows where they are', async () => {
    folder.write('db.json', BLOG);
    expect(await initFrom({ folder: '.', from: 'db.json', only: null })).toBe(
      '3 contracts and 6 schemas are in this folder; the rows stay in db.json.\nIn this folder Standin starts from them now, not from db.json: standin serve --profile json-server-1\n',
    );
    expect(JSON.parse(folder.read('db.json'))).toEqual(BLOG);
    const places = findPlaces({ source: null });
    expect(places.contract).toBe('contracts');
    const { contracts } = await loadProject(places);
    expect(contracts.map(({ path }) => path)).toEqual(['/comments', '/posts', '/profile']);
  });

  it('fills folders that are there and empty', async () => {
    folder.write('db.json', BLOG);
    for (const name of ['contracts', 'schemas']) mkdirSync(name);
    await initFrom({ folder: '.', from: 'db.json', only: null });
    expect((await loadProject(findPlaces({ source: null }))).contracts).toHaveLength(3);
  });

  it('writes one path alone, with its rows, into another folder', async () => {
    folder.write('db.json', BLOG);
    await initFrom({ folder: 'new', from: 'db.json', only: '/posts/' });
    expect(readdirSync('new/contracts')).toEqual(['posts.json']);
    expect(readdirSync('new/schemas')).toEqual(['new-post.json', 'post.json']);
    expect(JSON.parse(folder.read('new/db.json'))).toEqual({ posts: BLOG.posts });
    expect((await loadProject(findPlaces({ source: 'new' }))).contracts).toHaveLength(1);
  });

  it('writes one operation that belongs to no resource', async () => {
    const answers = { responses: { 200: { description: 'now' } } };
    const paths = {
      '/clock': { get: answers },
      '/clock/zone': { get: answers },
      '/moon': { get: answers },
    };
    folder.write('openapi.json', { openapi: '3.1.0', paths });
    await initFrom({ folder: 'new', from: 'openapi.json', only: '/clock' });
    expect(readdirSync('new/contracts')).toEqual(['operations.json']);
    const { contracts } = await loadProject(findPlaces({ source: 'new' }));
    expect(contracts[0]?.actions?.map(({ path }) => path)).toEqual(['/clock', '/clock/zone']);
    await expect(
      initFrom({ folder: 'b', from: 'openapi.json', only: '/sun' }),
    ).rejects.toMatchObject({ remedy: 'The paths are /clock, /clock/zone, /moon.' });
  });

  it('writes nothing if something is in the way, or nothing is meant', async () => {
    folder.write('db.json', BLOG);
    folder.write('schemas/a.json', {});
    await expect(initFrom({ folder: '.', from: 'db.json', only: null })).rejects.toThrow(
      'schemas is in this folder already',
    );
    expect(existsSync('contracts')).toBe(false);
    await expect(initFrom({ folder: 'b', from: 'db.json', only: '/post' })).rejects.toMatchObject({
      message: 'there is no path /post',
      remedy: 'Did you mean "/posts"?',
    });
    expect(existsSync('b')).toBe(false);
    await expect(initFrom({ folder: 'b', from: null, only: '/posts' })).rejects.toThrow(
      '--only needs --from',
    );
    folder.write('c/contracts/a.json', { resource: 'a', path: '/a' });
    await expect(initFrom({ folder: 'b', from: 'c', only: null })).rejects.toThrow();
  });
});

describe('describeContract', () => {
  it('prints how rows were taken, and why', async () => {
    folder.write('db.json', { posts: [{ title: 'a' }], profile: {} });
    const places = findPlaces({ source: null });
    expect(await describeContract({ places, what: 'table', form: 'text' })).toBe(
      `db.json: posts (1 row), profile (one)

METHOD  PATH         TAKEN AS   ROWS     ID  INSIDE  MADE BY THE SERVICE  WHY
GET     /posts       list       posts    id  -       -                    "posts" is a list of 1 row
POST    /posts       create     posts    id  -       -                    "posts" is a list of 1 row
GET     /posts/{id}  read       posts    id  -       -                    "posts" is a list of 1 row
PUT     /posts/{id}  replace    posts    id  -       -                    "posts" is a list of 1 row
PATCH   /posts/{id}  update     posts    id  -       -                    "posts" is a list of 1 row
DELETE  /posts/{id}  remove     posts    id  -       -                    "posts" is a list of 1 row
GET     /profile     singleton  profile  -   -       -                    "profile" is one object
PUT     /profile     singleton  profile  -   -       -                    "profile" is one object
PATCH   /profile     singleton  profile  -   -       -                    "profile" is one object

note: db.json#/posts: 1 of 1 rows had no "id" and have one now
`,
    );
    const json = await describeContract({ places, what: 'table', form: 'json' });
    expect(JSON.parse(json)).toMatchObject({ source: 'db.json', kind: 'rows' });
  });
});
