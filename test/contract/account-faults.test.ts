// What a contract can have wrong about accounts: who logs in, marks, the caller, the maker of an item.

import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/base/json.ts';
import { findContractFaults } from '../../src/contract/file/contract-faults.ts';
import { contractSchema } from '../../src/contract/file/contract-schema.ts';
import { createChecker } from '../../src/schema/check.ts';
import { type Schema, Schemas } from '../../src/schema/schema.ts';

const text = { type: 'string' };
const schemas = new Schemas(
  new Map<string, Schema>([
    [
      'recipe',
      {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          liked: { type: 'boolean' },
          likes: { type: 'integer' },
          labels: { type: 'array', items: text },
          author: text,
        },
      },
    ],
    ['login', { type: 'object', properties: { name: text, password: text } }],
  ]),
);
const form = createChecker(new Schemas(new Map([['contract', contractSchema]])));
const outcomes = { ok: { status: 200 } };

function faultsOf(members: JsonObject): readonly (readonly [string, string, string])[] {
  const document: Json = {
    resource: 'recipes',
    path: '/recipes',
    source: 'the cook',
    item: 'recipe',
    operations: { read: { outcomes } },
    ...members,
  };
  const check = (value: Json) => form.check('contract', value);
  return findContractFaults(document, 'contracts/recipes.json', schemas, check).map(
    ({ at, message, remedy }) => [at, message, remedy],
  );
}

const faultsOfAction = (action: JsonObject) =>
  faultsOf({ actions: [{ method: 'POST', path: '/recipes/{id}/like', outcomes, ...action }] });

const MEMBERS = 'Its members are id, liked, likes, labels, author.';

describe('findContractFaults, of accounts', () => {
  it.each<[string, JsonObject]>([
    ['a mark', { does: 'mark', member: 'liked', counts: 'likes' }],
    ['its opposite', { method: 'DELETE', does: 'unmark', member: 'liked' }],
    ['a log-in', { path: '/login', body: 'login', does: 'log-in' }],
    ['values', { method: 'GET', path: '/labels', does: 'list-values', member: 'labels' }],
  ])('takes %s', (_, action) => {
    expect(faultsOfAction(action)).toEqual([]);
  });

  it.each<[JsonObject, string, string, string]>([
    [
      { method: 'POST', path: '/labels', does: 'list-values', member: 'labels' },
      '/actions/0/does',
      'only GET lists values',
      'Use "method": "GET".',
    ],
    [
      { path: '/login', does: 'log-in' },
      '/actions/0/does',
      'a log-in takes a body',
      'Name the schema of what it takes: "body".',
    ],
    [
      { path: '/like', does: 'mark', member: 'liked' },
      '/actions/0/does',
      'only an operation below the path of an item marks it',
      'A path below an item begins with "/recipes/{id}".',
    ],
    [
      { does: 'mark' },
      '/actions/0/does',
      'it names no member',
      'Name the member that it is about: "member".',
    ],
    [
      { does: 'mark', member: 'starred' },
      '/actions/0/member',
      'an item has no member "starred"',
      MEMBERS,
    ],
    [
      { does: 'unmark', member: 'liked', counts: 'count' },
      '/actions/0/counts',
      'an item has no member "count"',
      MEMBERS,
    ],
  ])('refuses %j', (action, at, message, remedy) => {
    expect(faultsOfAction(action)).toEqual([[at, message, remedy]]);
  });

  it('takes the maker of an item, and filters by who marked it', () => {
    const filters = { liked: 'standin-liked' };
    const list = { schema: 'recipes', at: '/recipes', filters };
    expect(faultsOf({ maker: 'author' })).toEqual([]);
    expect(faultsOf({ maker: 'cook' })).toEqual([
      ['/maker', 'an item has no member "cook"', MEMBERS],
    ]);
    expect(faultsOf({ list }).filter(([at]) => at.includes('filters'))).toEqual([]);
  });

  it('takes the caller, or a list of what the caller made, for shared rows alone', () => {
    const remedy =
      'Add "rows" with the resource of the accounts, and "one": true; or with that of the items.';
    const message = 'only rows of another contract can be the caller, or its items';
    expect(faultsOf({ caller: true })).toContainEqual(['/caller', message, remedy]);
    expect(faultsOf({ caller: true, one: true })).toContainEqual(['/caller', message, remedy]);
    for (const one of [{ one: true }, {}])
      expect(faultsOf({ caller: true, rows: 'cooks', ...one })).not.toContainEqual([
        '/caller',
        message,
        remedy,
      ]);
  });
});
