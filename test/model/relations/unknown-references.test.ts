// A reference to an item that is not there is refused, unless the choice accepts it.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../../src/base/json.ts';
import { library } from '../../support/library.ts';
import { createWorld, type World } from '../../support/users.ts';

const world = (option: 'refuse' | 'accept' = 'refuse'): World =>
  createWorld({ profile: { 'reference.unknown': option }, project: library });
const statusOf = (on: World, request: string, json: Json): number =>
  on.ask(request, { json }).status;

describe('findUnknownReferences', () => {
  it('names the member, and the element of a list', () => {
    const sent = { title: 'New', authorId: 9, genreIds: ['crime', 'poems'] };
    const { status, json } = world().ask('POST /books', { json: sent });
    expect(status).toBe(422);
    expect(json).toMatchObject({
      errors: [
        {
          pointer: '/authorId',
          detail: 'must be the id of one of authors: there is no authors/9',
        },
        {
          pointer: '/genreIds/1',
          detail: 'must be the id of one of genres: there is no genres/poems',
        },
      ],
    });
  });

  it.each<[string, Json, number]>([
    ['POST /books', { title: 'New', authorId: 3, editorId: null, genreIds: [] }, 201],
    ['POST /books', { title: 'New', authorId: 3, editorId: 9 }, 422],
    ['POST /books', { title: 'New', authorId: 3, sequelTo: 4 }, 201],
    ['PUT /books/1', { title: 'One', authorId: 9 }, 422],
    ['PUT /books/1', { title: 'One', authorId: 2 }, 200],
    ['PATCH /books/1', { authorId: 9 }, 422],
    ['PATCH /books/1', { genreIds: ['poems'] }, 422],
    ['PATCH /books/1', { genreIds: ['science'] }, 200],
  ])('%s of %j: %i', (request, json, status) => {
    expect(statusOf(world(), request, json)).toBe(status);
  });

  it('leaves a reference alone that the record has already', () => {
    const on = world();
    on.ask('DELETE /authors/1');
    expect(statusOf(on, 'PATCH /books/1', { title: 'Other' })).toBe(200);
    expect(statusOf(on, 'PATCH /books/3', { authorId: 1 })).toBe(422);
  });

  it('accepts everything if the choice does', () => {
    expect(statusOf(world('accept'), 'POST /books', { title: 'New', authorId: 9 })).toBe(201);
  });
});
