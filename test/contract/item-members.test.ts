// The members of an item and of the requests that write one.

import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/base/json.ts';
import {
  itemMembers,
  memberOfAnother,
  requestMembers,
  requiredMembers,
} from '../../src/contract/item-members.ts';
import { projectOf, usersContract, usersProject } from '../support/users.ts';

const { schemas } = usersProject;
const MEMBERS = ['name', 'email', 'isPremium', 'skills', 'address'];

describe('itemMembers, requestMembers', () => {
  it('return the members without the id', () => {
    expect(itemMembers(usersContract, schemas)).toEqual(MEMBERS);
    expect(requestMembers(usersContract, schemas, 'create')).toEqual(MEMBERS);
    expect(requestMembers(usersContract, schemas, 'replace')).toEqual(MEMBERS);
  });

  it('use the members of the item if the contract names no schema for the request', () => {
    const contract = { ...usersContract, operations: {} };
    expect(requestMembers(contract, schemas, 'create')).toEqual(MEMBERS);
  });
});

describe('requiredMembers', () => {
  it('returns the required members of a creation', () => {
    expect(requiredMembers(usersContract, schemas, 'create')).toEqual(['name', 'email']);
  });

  it('returns none if the contract names no schema for the request', () => {
    const contract = { ...usersContract, operations: {} };
    expect(requiredMembers(contract, schemas, 'create')).toEqual([]);
  });
});

describe('memberOfAnother', () => {
  const projectWith = (shown: Json) =>
    projectOf([], {
      note: {
        type: 'object',
        properties: { id: { type: 'integer' }, owner: { type: 'string' }, extra: true },
      },
      shown: { type: 'object', properties: { id: { type: 'string' }, ...(shown as object) } },
    });
  const contract = (body: string | null) => ({
    ...usersContract,
    item: 'note',
    operations: {
      create: { summary: '', source: '', outcomes: { ok: { source: '', body } } },
    },
  });

  it.each<[string, Json, string | null]>([
    ['another type', { owner: { type: 'object' } }, 'owner'],
    ['one of several types', { owner: { anyOf: [{ type: 'object' }, { type: 'string' }] } }, null],
    ['any type', { owner: true }, null],
    ['a type for what may be anything', { extra: { type: 'string' } }, null],
    ['a member that items lack', { price: { type: 'string' } }, null],
  ])('compares the types of members: %s', (_, shown, member) => {
    expect(memberOfAnother(contract('shown'), projectWith(shown).schemas, 'create')).toBe(member);
  });

  it('finds none if the answer shows the item, or nothing', () => {
    const { schemas } = projectWith({ owner: { type: 'object' } });
    expect(memberOfAnother(contract('note'), schemas, 'create')).toBeNull();
    expect(memberOfAnother(contract(null), schemas, 'create')).toBeNull();
    expect(memberOfAnother(contract('shown'), schemas, 'read')).toBeNull();
  });
});
