import { describe, expect, it } from 'vitest';
import { hold, SEEDS } from '../../bed/hold.ts';
import { plain } from '../../bed/plain.ts';

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
