// What becomes of the records that refer to a record, or are below it, when it is removed.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { Profile } from '../../../src/contract/choices.ts';
import { library, librarySchemas, libraryShowing } from '../../support/library.ts';
import { createWorld, decidersOf, type Project, type World } from '../../support/users.ts';

const rowsIn = ({ state }: World, resource: string): readonly JsonObject[] =>
  state
    .collection(resource)
    .records()
    .map(({ value }) => value);
const keysIn = (world: World, resource: string): readonly unknown[] =>
  rowsIn(world, resource).map((row) => row['id']);

function removing(
  path: string,
  option: Profile['reference.removed'],
  project: Project = library,
): World & { readonly status: number; readonly told: unknown } {
  const world = createWorld({ profile: { 'reference.removed': option }, project });
  const { status, json } = world.ask(`DELETE ${path}`);
  return Object.assign(world, { status, told: json });
}

describe('aftermathOf', () => {
  it('keeps items that refer to a removed one', () => {
    const world = removing('/authors/1', 'keep');
    expect([world.status, keysIn(world, 'books')]).toEqual([204, [1, 2, 3]]);
    expect(rowsIn(world, 'books')[0]).toMatchObject({ authorId: 1, editorId: 2 });
  });

  it('removes them, those that refer to them, and what is below them', () => {
    const world = removing('/authors/1', 'remove');
    expect([world.status, keysIn(world, 'books'), keysIn(world, 'loans')]).toEqual([204, [3], [2]]);
  });

  it('removes what refers to a removed item by any member, also by a list', () => {
    expect(keysIn(removing('/authors/2', 'remove'), 'books')).toEqual([]);
    expect(keysIn(removing('/genres/science', 'remove'), 'books')).toEqual([3]);
    expect(keysIn(removing('/authors/3', 'remove'), 'books')).toEqual([1, 2, 3]);
  });

  it('removes an item that refers to itself', () => {
    const world = removing('/books/3', 'remove');
    expect([world.status, keysIn(world, 'books')]).toEqual([204, [1, 2]]);
    expect(removing('/books/3', 'refuse').status).toBe(204);
  });

  it('takes the reference out: null if the schema admits it, else no member or element', () => {
    expect(rowsIn(removing('/genres/crime', 'unset'), 'books')).toMatchObject([
      { genreIds: ['science'] },
      {},
      { genreIds: [] },
    ]);
    const { id, title, authorId } = { id: 2, title: 'Two', authorId: 1 };
    const world = removing('/books/1', 'unset');
    expect(rowsIn(world, 'books')[0]).toEqual({ id, title, authorId, editorId: null });
    const [one] = rowsIn(
      removing('/authors/2', 'unset', libraryShowing('x', {}, optional)),
      'books',
    );
    expect(one).toMatchObject({ authorId: 1, editorId: null });
  });

  it.each<[JsonObject, unknown]>([
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, null],
    [{ anyOf: [{ type: 'integer' }, { type: 'number' }] }, undefined],
    [{ enum: [2, 3, null] }, null],
    [{ enum: [2, 3] }, undefined],
    [{}, null],
  ])('knows whether null fits %j', (schema, left) => {
    const { properties } = librarySchemas['book'] as { readonly properties: JsonObject };
    const editorId = { ...schema, 'x-ref': 'authors' };
    const book = { ...librarySchemas['book'], properties: { ...properties, editorId } };
    const project = libraryShowing('x', {}, { ...librarySchemas, book });
    const world = createWorld({ profile: { 'reference.removed': 'unset' }, project });
    expect(world.ask('PATCH /books/2', { json: { editorId: 3 } }).status).toBe(200);
    world.ask('DELETE /authors/3');
    expect(rowsIn(world, 'books')[1]?.['editorId']).toBe(left);
  });

  it('takes no element out of a list that has too few then', () => {
    const { properties } = librarySchemas['book'] as { readonly properties: JsonObject };
    const genreIds = { type: 'array', minItems: 1, items: { 'x-ref': 'genres' } };
    const book = { ...librarySchemas['book'], properties: { ...properties, genreIds } };
    const project = libraryShowing('x', {}, { ...librarySchemas, book });
    expect(removing('/genres/science', 'unset', project).status).toBe(204);
    expect(removing('/genres/crime', 'unset', project).status).toBe(409);
  });

  it('follows names and queries of json-server', () => {
    const flat = (profile: Partial<Profile>): World =>
      createWorld({ profile: { 'reference.removed': 'remove', ...profile }, project: library });
    const named = flat({ 'query.dialect': 'json-server-0', 'parent.removed': 'keep' });
    named.ask('DELETE /books/3');
    expect(keysIn(named, 'loans')).toEqual([1, 2]);
    const asked = flat({ 'query.dialect': 'json-server-1', 'reference.removed': 'unset' });
    asked.ask('DELETE /genres/science?_dependent=books');
    expect(keysIn(asked, 'books')).toEqual([2, 3]);
    const plain = flat({ 'query.dialect': 'json-server-0', 'reference.removed': 'keep' });
    plain.ask('DELETE /genres/science?_dependent=books');
    expect(keysIn(plain, 'books')).toEqual([1, 2, 3]);
  });

  it('takes two references out of one item', () => {
    const world = createWorld({
      profile: { 'reference.removed': 'unset' },
      project: libraryShowing('x', {}, optional),
    });
    world.ask('PATCH /books/1', { json: { editorId: 1 } });
    world.ask('DELETE /authors/1');
    const [one] = rowsIn(world, 'books');
    expect(one).not.toHaveProperty('authorId');
    expect(one).toMatchObject({ editorId: null });
  });

  it('refuses if an item needs the reference, and changes nothing', () => {
    const world = removing('/authors/1', 'unset');
    expect([world.status, keysIn(world, 'authors')]).toEqual([409, [1, 2, 3]]);
    expect(world.told).toMatchObject({ detail: 'there are records that refer to it: books/1' });
  });

  it('refuses as long as an item refers to it', () => {
    const world = removing('/authors/1', 'refuse');
    expect([world.status, keysIn(world, 'authors')]).toEqual([409, [1, 2, 3]]);
    expect(removing('/authors/3', 'refuse').status).toBe(204);
  });

  it('refuses if an item cannot go because of what is below it', () => {
    const project = libraryShowing('books', {
      'reference.removed': 'remove',
      'parent.removed': 'refuse',
    });
    const world = removing('/authors/1', 'keep', project);
    expect(world.told).toMatchObject({ detail: 'there are records below it: loans/1' });
    expect(keysIn(world, 'books')).toEqual([1, 2, 3]);
  });

  it('lets the contract decide whose items refer', () => {
    const project = libraryShowing('books', { 'reference.removed': 'remove' });
    expect(keysIn(removing('/authors/1', 'keep', project), 'books')).toEqual([3]);
    const other = libraryShowing('authors', { 'reference.removed': 'remove' });
    expect(keysIn(removing('/authors/1', 'keep', other), 'books')).toEqual([1, 2, 3]);
  });

  it('says who decided', () => {
    const world = createWorld({ profile: { 'reference.removed': 'refuse' }, project: library });
    expect(decidersOf(world.rule('DELETE /authors/1'))).toContain('reference.removed');
  });
});

const optional = { ...librarySchemas, book: { ...librarySchemas['book'], required: ['title'] } };
