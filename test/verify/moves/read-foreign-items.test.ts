import { describe, expect, it } from 'vitest';
import { unknownKeys } from '../../../src/verify/moves/read-foreign-items.ts';
import type { Scenario } from '../../../src/verify/scenario/scenario.ts';
import { hold, SEEDS } from '../../bed/hold.ts';
import { plain } from '../../bed/plain.ts';
import { projectOf, usersContract } from '../../support/users.ts';

describe('readUnknownItem', () => {
  it('finds items that a service makes up, and the next id does not seem to be of another item', async () => {
    const service = await plain.startPlanted(SEEDS, (parts) => ({
      ...parts,
      find: (id, operation) =>
        parts.find(id, operation) ??
        (operation === 'read' ? { id, name: 'Nobody', email: 'nobody@example.com' } : undefined),
    }));
    try {
      const { findings } = await hold(service.baseUrl, {
        only: ['nobody-is-nobody', 'replaced-at-once'],
      });
      expect(findings.map(({ code }) => code)).toEqual(['made-up']);
    } finally {
      await service.close();
    }
  });
});

describe('unknownKeys', () => {
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
      return unknownKeys({ session: { service, items } } as unknown as Scenario, []);
    };
    const [first = ''] = keysBeside([]);
    expect(first).toMatch(/^[\da-f-]{36}$/);
    expect(keysBeside([first])).not.toContain(first);
  });
});
