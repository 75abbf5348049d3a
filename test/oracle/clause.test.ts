// The clause that a finding names, with and without one in the contract.

import { describe, expect, it } from 'vitest';
import { type ClauseSubject, clauseOf } from '../../src/oracle/clause.ts';
import { usersContract } from '../support/users.ts';

describe('clauseOf', () => {
  it.each<[ClauseSubject, string]>([
    ['list', 'section 4, GET /users'],
    ['create', 'section 4, POST /users'],
    ['read', 'section 4, GET /users/{user_id}'],
    ['replace', 'section 4, PUT /users/{user_id}'],
    ['update', 'section 4, rule 3'],
    ['remove', 'section 4, DELETE /users/{user_id}'],
    ['item', 'section 2, User'],
    ['elements', 'section 2, a list of users'],
    ['json', 'section 4, rule 2'],
    ['methods', 'section 1'],
  ])('returns the clause of %s', (about, clause) => {
    expect(clauseOf(usersContract, about)).toBe(clause);
  });

  it.each<[ClauseSubject, string]>([
    ['elements', 'section 4, GET /users'],
    ['item', 'section 4, GET /users/{user_id}'],
    ['json', 'section 4, GET /users/{user_id}'],
    ['methods', 'section 4, GET /users/{user_id}'],
  ])(
    'returns the clause of the nearest operation if the contract has none for %s',
    (about, clause) => {
      expect(clauseOf({ ...usersContract, clauses: {} }, about)).toBe(clause);
    },
  );

  it.each<[ClauseSubject, string]>([
    ['item', 'section 4, GET /users'],
    ['json', 'section 4, GET /users'],
    ['elements', 'section 4, GET /users'],
    ['create', 'section 4, POST /users'],
  ])(
    'returns the clause of the operation that showed it if the contract has none for %s',
    (about, clause) => {
      expect(clauseOf({ ...usersContract, clauses: {} }, about, 'list')).toBe(clause);
      expect(clauseOf(usersContract, about, 'list')).toBe(clauseOf(usersContract, about));
    },
  );

  it.each<ClauseSubject>(['remove', 'item', 'elements', 'methods'])(
    'returns the title if no operation is close to %s',
    (about) => {
      expect(clauseOf({ ...usersContract, clauses: {}, operations: {} }, about)).toBe(
        'Users interface',
      );
    },
  );
});
