// Generated rows belong to parents that exist.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { linkRows } from '../../src/project/link-rows.ts';
import { clinic } from '../support/clinic.ts';
import { library } from '../support/library.ts';

const rows: Readonly<Record<string, readonly JsonObject[]>> = {
  owners: [{ id: 4 }, { id: 9 }],
  pets: [{ id: 1 }],
};
const linked = (resource: string, given: readonly JsonObject[]): readonly JsonObject[] =>
  linkRows(resource, given, clinic.contracts, (name) => rows[name] ?? []);

describe('linkRows', () => {
  it('gives rows the ids of parents in turn, also of a path that shares them', () => {
    expect(linked('pets', [{ id: 1, owner_id: 77 }, { id: 2 }, { id: 3 }])).toEqual([
      { id: 1, owner_id: 4 },
      { id: 2, owner_id: 9 },
      { id: 3, owner_id: 4 },
    ]);
  });

  it('adds the values of a path that no item has', () => {
    expect(linked('visits', [{ id: 1 }])).toEqual([{ id: 1, ownerId: 4, petId: 1 }]);
  });

  it('leaves rows without parents alone', () => {
    const owners = [{ id: 1, name: 'Mara' }];
    expect(linked('owners', owners)).toEqual(owners);
    expect(linkRows('visits', [{ id: 1 }], clinic.contracts, () => [])).toEqual([{ id: 1 }]);
  });

  it('lets references lead to rows that exist, and keeps absent ones absent', () => {
    const ids: Readonly<Record<string, readonly JsonObject[]>> = {
      authors: [{ id: 7 }, { id: 8 }],
      genres: [{ id: 'crime' }, { id: 'poems' }],
      books: [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }],
    };
    const books = [
      { id: 1, authorId: 99, editorId: null, genreIds: ['x'], sequelTo: 99 },
      { id: 2, authorId: 99, editorId: 99, genreIds: ['x', 'y', 'z'], sequelTo: 99 },
      { id: 3, authorId: 99 },
      { id: 4, authorId: 99, sequelTo: 99 },
    ];
    expect(linkRows('books', books, library.contracts, (name) => ids[name] ?? [])).toEqual([
      { id: 1, authorId: 7, editorId: null, genreIds: ['crime'], sequelTo: 1 },
      { id: 2, authorId: 8, editorId: 8, genreIds: ['poems', 'crime'], sequelTo: 1 },
      { id: 3, authorId: 7 },
      { id: 4, authorId: 8, sequelTo: 2 },
    ]);
    expect(linkRows('books', books, library.contracts, () => [])).toEqual(books);
  });
});
