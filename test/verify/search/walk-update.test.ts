// Walks with PATCH: at services without PUT, correct ones and one with a fault.

import { describe, expect, it } from 'vitest';
import { planWalks, randomWalk } from '../../../src/verify/search/random-walk.ts';
import { taskBases, taskFaults } from '../../bed/patch/faults/index.ts';
import { tasksProject } from '../../bed/patch/hold.ts';
import { startTasks } from '../../bed/patch/server.ts';
import { TASKS } from '../../bed/patch/task.ts';
import { plain } from '../../bed/plain.ts';
import { withSession } from './walking.ts';

const SIZE = { walks: 4, steps: 10 };
const options = { project: tasksProject };

async function kindsAt(
  start: () => Promise<{ readonly baseUrl: string; close(): Promise<void> }>,
  opened: Parameters<typeof withSession>[1],
): Promise<ReadonlySet<string>> {
  const service = await start();
  try {
    return await withSession(service, opened, async ({ session }) => {
      const moves = planWalks(session, SIZE, { seed: 1 }).flat();
      return new Set(
        moves
          .flatMap((move) => (move.kind === 'together' ? [...move.moves] : [move]))
          .map(({ kind }) => kind),
      );
    });
  } finally {
    await service.close();
  }
}

describe('randomWalk', () => {
  it('changes items by PATCH if the contract has no PUT', async () => {
    const kinds = await kindsAt(() => startTasks({}, TASKS), options);
    expect(kinds).toContain('update');
    expect(kinds).not.toContain('replace');
  });

  it('draws no PATCH if the contract leaves it open', async () => {
    const kinds = await kindsAt(() => plain.start([]), {});
    expect(kinds).toContain('replace');
    expect(kinds).not.toContain('update');
  });

  it.each(taskBases)('finds nothing at the correct $name service', async ({ choices }) => {
    const service = await startTasks(choices, TASKS);
    try {
      const before = JSON.stringify(service.stored());
      const walked = await withSession(service, options, ({ session }) =>
        randomWalk({ session, budget: 'standard', size: SIZE, seed: 3, isKnown: () => false }),
      );
      expect(walked.findings).toEqual([]);
      expect(walked.stage).toMatchObject({ planned: SIZE.walks, run: SIZE.walks, why: null });
      expect(JSON.stringify(service.stored())).toBe(before);
    } finally {
      await service.close();
    }
  });

  it.each(taskBases)(
    'finds that only the first PATCH of the $name service works, and shrinks it',
    async ({ choices }) => {
      const fault = taskFaults.find(({ name }) => name === 'only-the-first-patch-works');
      const service = await startTasks(choices, TASKS, fault?.plant);
      try {
        const { findings } = await withSession(service, options, ({ session }) =>
          randomWalk({
            session,
            budget: 'standard',
            size: { walks: 8, steps: 12 },
            seed: 1,
            isKnown: () => false,
          }),
        );
        const [first] = findings;
        expect(first).toMatchObject({ isReproduced: true, finding: { operation: 'update' } });
        const writes = first?.moves.map(({ kind }) => kind).filter((kind) => kind !== 'look');
        expect(writes).toEqual(['create', 'update', 'update']);
      } finally {
        await service.close();
      }
    },
  );
});
