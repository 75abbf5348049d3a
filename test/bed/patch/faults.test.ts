// Proves the bed of PATCH: each fault shows where it is planted, and nowhere else.

import { describe, expect, it } from 'vitest';
import { showsSoon } from '../shows.ts';
import { hardTaskFaults } from './faults/hard.ts';
import { taskBases, taskFaults } from './faults/index.ts';
import { showsTaskFault } from './try.ts';

describe('faults of PATCH', () => {
  it('are at least 80, with unique names in kebab-case', () => {
    const names = taskFaults.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(80);
    expect([...new Set(names)]).toEqual(names);
    for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });
});

describe.each(taskBases)('the $name service of tasks', (base) => {
  const all = [...taskFaults, ...hardTaskFaults];
  const planted = all.filter(({ notIn }) => notIn?.[base.name] === undefined);
  it.concurrent.each(planted)('shows $name only where it is planted', async (fault) => {
    expect(await showsTaskFault(base, fault, 'correct'), 'on the correct service').toBe(false);
    const onFaulty = showsSoon(() => showsTaskFault(base, fault, 'faulty'));
    expect(await onFaulty, 'on the faulty service').toBe(true);
  });
});
