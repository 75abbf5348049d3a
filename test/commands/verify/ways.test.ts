import { describe, expect, it } from 'vitest';
import { createMachinesProject, startMachines } from '../../support/machines.ts';
import { createOrdersProject, startOrders } from '../../support/orders.ts';
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
