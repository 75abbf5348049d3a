// The members of an item and of the requests that write one.

import { describe, expect, it } from 'vitest';
import { itemMembers, requestMembers, requiredMembers } from '../../src/contract/item-members.ts';
import { usersContract, usersProject } from '../support/users.ts';

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
