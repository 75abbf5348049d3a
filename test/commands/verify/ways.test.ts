import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json.ts';
import { createMachinesProject, startMachines } from '../../support/machines.ts';
import { createOrdersProject, startOrders } from '../../support/orders.ts';
import { startServing } from '../../support/serving.ts';
import { useTempFolder } from '../../support/temp-folder.ts';
import { runVerify } from '../../support/verifying.ts';

describe('verifyService, of operations in other ways', () => {
  it('changes by POST and replaces at the collection', { timeout: 60_000 }, async () => {
    using project = createMachinesProject();
    await using service = await startMachines('none');
    const { contract } = project;
    const run = await runVerify(service.baseUrl, { contract, mode: 'write' });
    expect(run.stdout).toContain('conforms');
    expect(run.stdout).toMatch(/✓ PUT +1\d of 1\d laws held/);
    expect(run.stdout).toMatch(/✓ PATCH +\d+ of \d+ laws held/);
    expect(run.code).toBe(0);
  });

  it('prints what it sent as it was sent', { timeout: 60_000 }, async () => {
    using project = createMachinesProject();
    await using service = await startMachines('deaf');
    const { contract } = project;
    const run = await runVerify(service.baseUrl, { contract, mode: 'write' });
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(/curl .*-X POST \S+\/plant\/machines\/"?\$/);
    expect(run.stdout).not.toContain('-X PATCH');
  });
});

describe('verifyService, of PATCH', () => {
  const folder = useTempFolder();

  it('says nothing about values if a form of PATCH is refused', { timeout: 60_000 }, async () => {
    const json = (schema: JsonObject): JsonObject => ({
      content: { 'application/json': { schema } },
    });
    const boat: JsonObject = {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'integer' }, name: { type: 'string' } },
    };
    const one: JsonObject = { 200: { description: '', ...json(boat) } };
    folder.write('openapi.json', {
      openapi: '3.1.0',
      info: { title: 'Boats', version: '1' },
      paths: {
        '/boats': {
          get: { responses: { 200: { description: '', ...json({ type: 'array', items: boat }) } } },
          post: { requestBody: json(boat), responses: { 201: { description: '', ...json(boat) } } },
        },
        '/boats/{id}': {
          get: { responses: one },
          patch: { requestBody: json(boat), responses: one },
          delete: { responses: { 204: { description: '' } } },
        },
      },
    });
    const pins = { 'update.media': 'merge-patch' } as const;
    const contract = 'openapi.json';
    const serving = await startServing({ contract, profile: 'standin', pins });
    try {
      const run = await runVerify(serving.url, {
        contract,
        mode: 'write',
        laws: ['updated-is-there'],
        ledgerFolder: '.standin',
      });
      expect(run.stdout).toMatch(/update.media +merge-patch/);
      expect(run.stdout).not.toContain('unusual values');
    } finally {
      await serving.close();
    }
  });
});

describe('verifyService, of forms', () => {
  it('sends forms if the contract takes nothing else', { timeout: 60_000 }, async () => {
    using project = createOrdersProject();
    await using service = await startOrders('none');
    const { contract } = project;
    const run = await runVerify(service.baseUrl, { contract, mode: 'write' });
    expect(run.stdout).toContain('conforms');
    expect(run.stdout).toMatch(/✓ POST +1\d of 1\d laws held/);
    expect(run.code).toBe(0);
  });

  it('finds a member that a service loses, and prints the form', { timeout: 60_000 }, async () => {
    using project = createOrdersProject();
    await using service = await startOrders('drops');
    const { contract } = project;
    const run = await runVerify(service.baseUrl, { contract, mode: 'write' });
    expect(run.code).toBe(1);
    expect(run.stdout).toMatch(/address/);
    expect(run.stdout).toMatch(/curl .*x-www-form-urlencoded/);
  });
});
