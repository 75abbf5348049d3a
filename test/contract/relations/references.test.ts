// The members of an item that refer to others: marked ones, and those with the name of a resource.

import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import {
  idSchemaOf,
  idsReferredTo,
  likelyReferences,
  namedReference,
  referencesTo,
  refersTo,
} from '../../../src/contract/relations/references.ts';
import { library, librarySchemas } from '../../support/library.ts';
import { projectFrom } from '../../support/users.ts';

const contractOf = (name: string): Contract =>
  library.contracts.find(({ resource }) => resource === name) as Contract;

describe('markedReferences', () => {
  it('finds members and elements of lists', () => {
    expect(contractOf('books').references).toEqual([
      { member: 'authorId', to: 'authors', holds: 'one' },
      { member: 'editorId', to: 'authors', holds: 'one' },
      { member: 'genreIds', to: 'genres', holds: 'list' },
      { member: 'sequelTo', to: 'books', holds: 'one' },
    ]);
    expect(contractOf('authors')).not.toHaveProperty('references');
  });

  it('finds them in envelopes, behind $ref, and on the list itself', () => {
    const [{ references } = {}] = projectFrom(
      [
        {
          resource: 'notes',
          path: '/notes',
          source: 'x',
          item: { schema: 'note-body', at: '/note' },
          operations: { list: { outcomes: {} } },
        },
      ],
      {
        ...librarySchemas,
        'note-body': { type: 'object', properties: { note: { $ref: 'note.json' } } },
        note: {
          type: 'object',
          properties: {
            on: { $ref: 'book.json#/properties/sequelTo' },
            by: { type: 'array', items: { type: 'integer' }, 'x-ref': 'authors' },
            odd: { type: 'integer', 'x-ref': true },
          },
        },
      },
    ).contracts;
    expect(references).toEqual([
      { member: 'on', to: 'books', holds: 'one' },
      { member: 'by', to: 'authors', holds: 'list' },
    ]);
  });

  it('finds none without members', () => {
    const [contract] = projectFrom(
      [
        {
          resource: 'n',
          path: '/n',
          source: 'x',
          item: 'n',
          operations: { list: { outcomes: {} } },
        },
      ],
      { n: true },
    ).contracts;
    expect(contract).not.toHaveProperty('references');
  });
});

describe('references', () => {
  const [author, , genres] = contractOf('books').references ?? [];
  const at = (member: string): { readonly member: string } => ({ member });

  it('hold ids', () => {
    const row = { a: 1, b: ['1', 2, null], c: null };
    expect(['a', 'b', 'c', 'd'].map((name) => idsReferredTo(row, at(name)))).toEqual([
      [1],
      ['1', 2],
      [],
      [],
    ]);
    expect([refersTo(row, at('a'), '1'), refersTo(row, at('b'), '2')]).toEqual([true, true]);
    expect([refersTo(row, at('a'), '2'), refersTo(row, at('c'), 'null')]).toEqual([false, false]);
  });

  it('lead to contracts', () => {
    const to = (name: string): readonly string[] =>
      referencesTo(contractOf('books'), contractOf(name), library.contracts).map(
        ({ member }) => member,
      );
    expect([to('authors'), to('books'), to('loans')]).toEqual([
      ['authorId', 'editorId'],
      ['sequelTo'],
      [],
    ]);
    expect(referencesTo(contractOf('books'), contractOf('authors'), [])).toEqual([]);
  });

  it('know the schema of their ids', () => {
    if (author === undefined || genres === undefined) throw new Error('no references');
    expect(idSchemaOf(library.schemas, 'book', author)).toMatchObject({ type: 'integer' });
    expect(idSchemaOf(library.schemas, 'book', genres)).toMatchObject({ type: 'string' });
    expect(idSchemaOf(library.schemas, 'none', author)).toEqual({});
  });

  it('have the name of a resource', () => {
    expect(namedReference({ resource: 'categories' })).toEqual({
      member: 'categoryId',
      to: 'categories',
      holds: 'one',
    });
  });
});

describe('likelyReferences', () => {
  const operations = { list: { outcomes: {} }, create: { outcomes: {} } };
  const found = (properties: JsonObject, others: JsonObject = {}): readonly string[] => {
    const { contracts, schemas } = projectFrom(
      ['visits', 'keepers', 'park-rangers'].map((resource) => ({
        resource,
        path: `/${resource}`,
        source: 'x',
        item: resource,
        operations,
        ...(resource === 'keepers' ? others : {}),
      })),
      { visits: { properties }, keepers: true, 'park-rangers': true },
    );
    const [visits] = contracts as readonly [Contract, ...Contract[]];
    return likelyReferences(visits, contracts, schemas).map(
      ({ member, to, holds }) => `${member} ${holds} ${to}`,
    );
  };
  const whole = { type: 'integer' };

  it('finds names of ids, at any depth, and descriptions', () => {
    const leg = { type: 'object', properties: { keeper_id: whole, length: whole } };
    expect(
      found({
        keeperId: whole,
        otherKeeperId: whole,
        keeperIds: { type: 'array', items: whole },
        parkRangerID: whole,
        legs: { type: 'array', items: leg },
        guide: { ...whole, description: 'Identifier of an existing keeper.' },
      }),
    ).toEqual([
      'keeperId one keepers',
      'otherKeeperId one keepers',
      'keeperIds list keepers',
      'parkRangerID one park-rangers',
      'keeper_id one keepers',
      'guide one keepers',
    ]);
  });

  it('finds none by other names, in fixed values, or of what nobody can make', () => {
    expect(
      found({
        keeper: whole,
        bookkeeperId: whole,
        visitId: whole,
        text: { type: 'string', description: 'what the keeper says' },
      }),
    ).toEqual([]);
    expect(found({ keeperId: { enum: [1, 2] } })).toEqual([]);
    expect(found({ keeperId: { ...whole, readOnly: true } })).toEqual([]);
    expect(found({ keeperId: whole }, { operations: { list: { outcomes: {} } } })).toEqual([]);
  });
});
