import { describe, expect, it } from 'vitest';
import { hold, SEEDS } from '../../bed/hold.ts';
import { plain } from '../../bed/plain.ts';
import { partsDocument, partsPlace, startParts } from '../../real/parts-service.ts';
import { plantedFaults } from '../../real/planting/planted-faults.ts';
import { startPlantingProxy } from '../../real/planting/planting-proxy.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

const folder = useTempFolder();

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

  it('finds a success without an item where the document declares a refusal', async () => {
    const unknown = plantedFaults.filter(({ name }) => name === 'unknown-is-200');
    await using service = await startParts();
    await using proxy = await startPlantingProxy(service.url, [partsPlace], unknown[0] ?? null);
    folder.write('openapi.json', partsDocument);
    const given = { contract: 'openapi.json', mode: 'write', laws: ['nobody-is-nobody'] } as const;
    const { code, stdout } = await runVerify(proxy.url, { ...given, ledgerFolder: '.standin' });
    expect(code, stdout).toBe(1);
    expect(stdout).toContain('read accepted an id that no item has');
    const correct = await runVerify(service.url, { ...given, ledgerFolder: '.standin' });
    expect(correct.code, correct.stdout).toBe(0);
  });
});
