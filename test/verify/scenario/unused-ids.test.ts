// Ids that no item has, in the form that schemas and the ids that were seen show.

import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../../src/verify/scenario/scenario.ts';
import { idLike, unusedIds } from '../../../src/verify/scenario/unused-ids.ts';
import { projectOf, usersContract } from '../../support/users.ts';

describe('unusedIds', () => {
  it('are no ids of items that the run has removed', () => {
    const { schemas, checker } = projectOf([usersContract], {
      user: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } },
      users: { type: 'array', items: { $ref: 'user.json' } },
    });
    const keysBeside = (everOwned: readonly string[]): readonly string[] => {
      const service = {
        contract: usersContract,
        schemas,
        checker,
        offers: () => true,
        keyOf: () => null,
      };
      const items = { token: 'token', everOwned: new Set(everOwned) };
      return unusedIds({ session: { service, items } } as unknown as Scenario, []);
    };
    const [first = ''] = keysBeside([]);
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(keysBeside([first])).not.toContain(first);
  });
});

describe('unusedIds, if no item was seen', () => {
  it.each([
    ['12fb14bb-600e-4bfa-bd8d-be7f12562c99', /^[\da-f-]{36}$/],
    ['first-order', /^token$/],
  ])('are like the example of the parameter: %s', (example, form) => {
    const { schemas, checker } = projectOf([usersContract], {
      user: { type: 'object', properties: { id: { type: 'string' } } },
      users: { type: 'array', items: { $ref: 'user.json' } },
    });
    const parameters = [{ in: 'path', name: 'userId', schema: null, examples: [example] }];
    const { read } = usersContract.operations;
    const contract = {
      ...usersContract,
      operations: { ...usersContract.operations, read: { ...read, parameters } },
    };
    const service = { contract, schemas, checker, offers: () => true, keyOf: () => null };
    const items = { token: 'token', everOwned: new Set() };
    const scenario = { session: { service, items } } as unknown as Scenario;
    expect(unusedIds(scenario, [])[0]).toMatch(form);
    expect(unusedIds(scenario, [])).not.toContain(example);
  });
});

describe('idLike', () => {
  const token = 'sqtokenabc';
  it.each<[string, readonly string[], RegExp]>([
    [
      'a UUID with its version',
      ['0b7e9a52-6a1c-4d0e-9f3b-1c2d3e4f5a6b'],
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-9[\da-f]{3}-[\da-f]{12}$/,
    ],
    ['digits after a beginning', ['INV-000041', 'INV-000042'], /^INV-\d{6}$/],
    ['24 hexadecimal digits', ['65f1c0ffee00000000000001'], /^[\da-f]{24}$/],
    ['letters that differ', ['a1b2zc', 'd1b2zq'], /^[abcdqz]\d[b]\d[z][abcdqz]$/],
  ])('looks like %s', (_what, keys, form) => {
    const id = idLike(keys, token);
    expect(id).toMatch(form);
    expect(keys).not.toContain(id);
  });

  it.each<[string, readonly string[]]>([
    ['there are none', []],
    ['they are short', ['12', '13']],
    ['they have several lengths', ['INV-000041', 'INV-42']],
    ['they hold what the run sent', [`${token}-000001`]],
    ['they are words', ['kestrel']],
  ])('is none if %s', (_what, keys) => {
    expect(idLike(keys, token)).toBeNull();
  });
});
