// Every planted fault of PATCH is found by a finding that names the clause that it breaks: each in
// one of the services here, and in all by `npm run bed`.

import { describe, expect, it } from 'vitest';
import { taskBases, taskFaults } from './faults/index.ts';
import { tryTaskFault } from './try.ts';

const planted = taskFaults.flatMap((fault, index) => {
  const bases = taskBases.filter(({ name }) => fault.notIn?.[name] === undefined);
  const base = bases[index % Math.max(1, bases.length)];
  return base === undefined ? [] : [{ name: fault.name, where: base.name, base, fault }];
});

describe('a fault of PATCH', () => {
  it.concurrent.each(planted)(
    '$name is found in the $where service',
    { timeout: 90_000 },
    async ({ base, fault }) => {
      const { result, told } = await tryTaskFault(base, fault);
      expect(result, told.join('\n')).toBe('named');
    },
  );
});
