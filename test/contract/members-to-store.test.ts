import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { leavesTakenOpen, membersToStore } from '../../src/contract/item-members.ts';
import { projectWith, usersContract, usersProject } from '../support/users.ts';

const text = { type: 'string' };

function toStore(properties: Readonly<Record<string, JsonObject>>): readonly string[] {
  const { contracts, schemas } = projectWith(properties);
  const [contract] = contracts;
  if (contract === undefined) throw new Error('a project has a contract');
  return membersToStore(contract, schemas, 'replace');
}

describe('membersToStore', () => {
  it('has the members of the request, but the id', () => {
    expect(toStore({ id: { type: 'number' }, name: text, note: text })).toEqual(['name', 'note']);
  });

  it('lacks what only the service or only a request has', () => {
    const properties = {
      name: text,
      madeAt: { ...text, readOnly: true },
      password: { ...text, writeOnly: true },
    };
    expect(toStore(properties)).toEqual(['name']);
  });

  it('has those that an operation requires, if the contract leaves open which it takes', () => {
    const { schemas } = usersProject;
    expect(membersToStore(usersContract, schemas, 'create')).toEqual(['name', 'email']);
    expect(membersToStore(usersContract, schemas, 'replace')).toEqual([]);
    expect(leavesTakenOpen(usersContract, 'create')).toBe(true);
  });

  it('has all if the contract says that all are taken', () => {
    const all = { ...usersContract, shown: { 'replace.takes': 'all' } } as const;
    expect(leavesTakenOpen(all, 'replace')).toBe(false);
    expect(membersToStore(all, usersProject.schemas, 'replace')).toEqual([
      'name',
      'email',
      'isPremium',
      'skills',
      'address',
    ]);
  });
});
