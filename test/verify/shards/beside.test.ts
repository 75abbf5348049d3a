// Machines that try the laws of one contract beside each other, here in one process: they fail no
// correct service, leave nothing behind, and find what only shows while others have items.

import { describe, expect, it } from 'vitest';
import { correctServices } from '../../bed/correct/index.ts';
import { faults, startFaulty } from '../../bed/faults/index.ts';
import { SEEDS } from '../../bed/hold.ts';
import { holdShared } from '../../bed/hold-shared.ts';
import { plain } from '../../bed/plain.ts';

describe('laws beside each other', () => {
  // Ids that are given out anew, pages that writes of others tear, and ids that only the list shows.
  it.each(['ids-reused', 'pages-cursor', 'created-word'])(
    'find nothing in %s',
    async (name) => {
      const service = await correctServices.find((one) => one.name === name)?.start(SEEDS);
      if (service === undefined) throw new Error(`there is no service ${name}`);
      try {
        const before = JSON.stringify(service.stored());
        const { beside, rest } = await holdShared(service.baseUrl);
        expect(beside.length).toBeGreaterThan(1);
        expect([...beside, rest].flatMap(({ findings }) => findings)).toEqual([]);
        const open = rest.laws.filter(({ result }) => result !== 'held').map(({ name }) => name);
        expect(open.filter((law) => law !== 'ids-that-begin-alike')).toEqual([]);
        expect(JSON.stringify(service.stored())).toBe(before);
      } finally {
        await service.close();
      }
    },
    120_000,
  );

  it('find that DELETE takes items whose ids begin alike, which the rest meets no more', async () => {
    const fault = faults.find(({ name }) => name === 'delete-takes-prefixes');
    if (fault === undefined) throw new Error('there is no such fault');
    const service = await startFaulty(plain, fault, SEEDS);
    try {
      const { beside, rest } = await holdShared(service.baseUrl);
      const found = [...beside, rest].flatMap(({ findings }) => findings);
      // Which operation is to blame cannot be told beside others.
      expect(found).not.toEqual([]);
    } finally {
      await service.close();
    }
  }, 120_000);
});
