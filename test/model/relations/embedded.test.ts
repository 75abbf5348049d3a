// Related items in answers, and the paths of json-server 0.17 below an item.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json.ts';
import type { Profile } from '../../../src/contract/choices.ts';
import {
  library,
  libraryContracts,
  libraryRows,
  librarySchemas,
  libraryShowing,
} from '../../support/library.ts';
import { createWorld, type Project, projectFrom, type World } from '../../support/users.ts';

const zero = (project: Project = library, more: Partial<Profile> = {}): World =>
  createWorld({ profile: { 'query.dialect': 'json-server-0', ...more }, project });
const one = (project: Project = library): World =>
  createWorld({ profile: { 'query.dialect': 'json-server-1' }, project });
const rowsOf = (json: Json): readonly JsonObject[] => json as readonly JsonObject[];
const idsIn = (json: Json | undefined): readonly Json[] =>
  rowsOf(json ?? []).map((row) => row['id'] ?? null);

describe('withEmbedded', () => {
  it('shows the items that refer to one, by any of their marked members', () => {
    const { json, ruling } = zero().ask('GET /authors/2?_embed=books');
    expect(idsIn((json as JsonObject)['books'])).toEqual([1, 3]);
    expect(ruling.content.by).toBe('query.dialect');
    const list = rowsOf(zero().ask('GET /genres?_embed[]=books').json);
    expect(list.map((row) => idsIn(row['books']))).toEqual([[1, 3], [1]]);
  });

  it.each<[string, World, string, Json]>([
    ['a member with its name', zero(), 'GET /books/1?_expand=author', { id: 1, name: 'Iris' }],
    ['a member that is marked', zero(), 'GET /books/1?_expand=editor', { id: 2, name: 'Jon' }],
    ['either, in json-server 1', one(), 'GET /books/1?_embed=editor', { id: 2, name: 'Jon' }],
  ])('shows the item that one refers to: %s', (_, world, request, item) => {
    const name = request.split('=')[1] ?? '';
    expect((world.ask(request).json as JsonObject)[name]).toEqual(item);
  });

  it('shows all items of a list of references, and only those that are there', () => {
    const world = zero();
    world.ask('DELETE /genres/crime');
    const { json } = world.ask('GET /books/1?_expand=genre');
    expect(idsIn((json as JsonObject)['genre'])).toEqual(['science']);
    expect(world.ask('GET /books/2?_expand=editor').json).not.toHaveProperty('editor');
    world.ask('DELETE /authors/1');
    expect(world.ask('GET /books/2?_expand=author').json).not.toHaveProperty('author');
  });

  it('adds nothing for a name that means nothing, or without a dialect', () => {
    const plain = library.rows['genres']?.[0];
    for (const query of ['_embed=none', '_expand=none', '_expand=genres', '_embed=genre'])
      expect(zero().ask(`GET /genres/crime?${query}`).json).toEqual(plain);
    expect(createWorld({ project: library }).ask('GET /genres/crime?_embed=books').json).toEqual(
      plain,
    );
  });

  it('hides what answers hide', () => {
    const secret = { type: 'string', writeOnly: true };
    const { properties } = librarySchemas['author'] as { readonly properties: JsonObject };
    const schemas = {
      ...librarySchemas,
      author: { type: 'object', properties: { ...properties, name: secret } },
    };
    const project = libraryShowing('x', {}, schemas);
    expect(zero(project).ask('GET /books/1?_expand=author').json).toMatchObject({
      author: { id: 1 },
    });
    expect(zero(project).ask('GET /books/1?_expand=author').text).not.toContain('Iris');
  });

  it('counts as a parameter that the service takes, in reads as well', () => {
    const world = zero(library, { 'query.parameters': 'refuse' });
    expect(world.ask('GET /authors/2?_embed=books').status).toBe(200);
    expect(world.ask('GET /authors/2?other=1').status).toBe(400);
  });

  it('has a tag of what is shown', () => {
    const tags = ['', '?_embed=books'].map(
      (query) => zero().ask(`GET /authors/1${query}`).headers['etag'],
    );
    expect(new Set(tags).size).toBe(2);
  });
});

describe('findCollectionBelow', () => {
  const flat = libraryContracts.map((contract) =>
    contract['resource'] === 'loans' ? { ...contract, path: '/loans' } : contract,
  );
  const project = projectFrom(flat, librarySchemas, libraryRows);

  it('lists what refers to an item, and creates with the reference', () => {
    const world = zero(project);
    expect(idsIn(world.ask('GET /books/1/loans').json)).toEqual([1]);
    const { status, json } = world.ask('POST /books/3/loans', { json: { reader: 'Noa' } });
    expect([status, json]).toEqual([201, { id: 3, reader: 'Noa', bookId: 3 }]);
    expect(idsIn(world.ask('GET /books/3/loans/').json)).toEqual([2, 3]);
    expect(idsIn(world.ask('GET /books/1/loans').json)).toEqual([1]);
    expect(idsIn(world.ask('GET /authors/1/books?title=Two').json)).toEqual([2]);
    expect(idsIn(world.ask('GET /genres/science/books').json)).toEqual([1]);
  });

  it.each(['/books/1/none', '/none/1/loans', '/books/loans', '/books/1/loans/1', '/books/1/'])(
    'finds nothing at %s that is not there otherwise',
    (path) => {
      const [there] = [createWorld({ project }), zero(project)].map(
        (world) => world.ask(`GET ${path}`).status,
      );
      expect(zero(project).ask(`GET ${path}`).status).toBe(there);
    },
  );

  it('leaves other dialects alone', () => {
    expect(one(project).ask('GET /books/1/loans').status).toBe(404);
    expect(createWorld({ project }).ask('GET /books/1/loans').status).toBe(404);
  });

  it('asks for the parent as the choice says', () => {
    expect(zero(project).ask('GET /books/9/loans').status).toBe(404);
    const world = zero(project, { 'parent.missing': 'ignore' });
    expect(world.ask('GET /books/9/loans').json).toEqual([]);
  });
});
