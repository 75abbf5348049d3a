// Each law about PATCH alone: it holds at the correct services, and there is a fault that it finds by
// itself, without any other law.

import { describe, expect, it } from 'vitest';
import { laws as allLaws } from '../../../src/verify/laws/all-laws.ts';
import { refusalLaws } from '../../../src/verify/laws/refusals.ts';
import { hardTaskFaults } from '../../bed/patch/faults/hard.ts';
import { type TaskBase, taskBases, taskFaults } from '../../bed/patch/faults/index.ts';
import { holdTasks } from '../../bed/patch/hold.ts';
import { startTasks } from '../../bed/patch/server.ts';
import { TASKS } from '../../bed/patch/task.ts';

/** Those about refusals have their faults in test/bed/specified. */
const laws = allLaws.filter((law) => law.operation === 'update' && !refusalLaws.includes(law));

/** A fault for each law, the service it is planted in, and the code of the finding. */
const FOUND_BY: readonly (readonly [
  law: string,
  fault: string,
  base: TaskBase['name'],
  code: string,
])[] = [
  ['updated-is-there', 'patch-does-nothing', 'merging', 'not-replaced'],
  ['updated-alone', 'patch-without-notes-clears-it', 'plain', 'changed-unsent'],
  ['updated-to-empty-values', 'patch-ignores-zero', 'merging', 'not-replaced'],
  ['updated-to-null', 'patch-ignores-null', 'merging', 'not-replaced'],
  ['updated-within', 'nested-siblings-dropped', 'stepping', 'value-changed'],
  ['updated-twice-is-once', 'patch-of-what-is-there-fails', 'plain', 'failed'],
  ['updates-add-up', 'fifth-patch-ignored', 'plain', 'value-changed'],
  ['updated-and-back', 'old-title-cannot-come-back', 'merging', 'not-replaced'],
  ['nothing-updated', 'empty-patch-clears-all', 'merging', 'changed-unsent'],
  [
    'refused-update-changes-nothing',
    'refused-patch-stores-the-valid-part',
    'plain',
    'refused-and-changed',
  ],
  ['updating-the-removed-harms-nobody', 'patch-of-the-removed-upserts', 'merging', 'came-back'],
  ['updated-after-other-writes', 'patch-is-undone-by-the-next-post', 'plain', 'changed-another'],
  ['updated-together', 'patch-during-another-is-lost', 'merging', 'not-replaced'],
  ['updated-stays', 'patch-is-undone-by-four-reads', 'merging', 'changed-by-reading'],
  ['updates-share-nothing', 'places-that-are-equal-change-together', 'merging', 'changed-another'],
  ['updated-in-a-crowd', 'patch-in-a-crowd-changes-the-first', 'merging', 'not-replaced'],
  ['updated-in-each-form', 'plain-json-clears-the-others', 'merging', 'value-changed'],
  ['updated-step-by-step', 'steps-in-lists-are-ignored', 'stepping', 'not-replaced'],
  ['all-steps-or-none', 'failed-steps-change-something', 'stepping', 'refused-and-changed'],
  ['unusual-values-survive-updating', 'patch-doubles-apostrophes', 'plain', 'value-changed'],
  [
    'rare-values-survive-updating',
    'entities-of-numbers-decoded-by-patch',
    'merging',
    'value-changed',
  ],
  ['updated-thirty-times', 'twentieth-patch-ignored', 'merging', 'not-replaced'],
];

function baseOf(name: TaskBase['name']): TaskBase {
  const base = taskBases.find((one) => one.name === name);
  if (base === undefined) throw new Error(`there is no service ${name}`);
  return base;
}

describe('laws about PATCH', () => {
  it('have each a fault to find', () => {
    expect(FOUND_BY.map(([law]) => law).toSorted()).toEqual(
      laws.map(({ name }) => name).toSorted(),
    );
  });

  it.each(taskBases)('hold each alone at the correct $name service', async ({ choices }) => {
    const service = await startTasks(choices, TASKS);
    try {
      const before = JSON.stringify(service.stored());
      for (const { name } of laws) {
        const { laws: tried, findings, swept } = await holdTasks(service.baseUrl, { only: [name] });
        expect(findings).toEqual([]);
        expect(tried.map(({ result, why }) => ({ name, result, why }))).toEqual([
          { name, result: 'held', why: null },
        ]);
        expect(swept).toEqual({ left: [], isSure: true });
      }
      expect(JSON.stringify(service.stored())).toBe(before);
    } finally {
      await service.close();
    }
  });

  it.each(FOUND_BY)(
    'are broken and say so: %s, where %s, in the %s service, by %s',
    async (name, fault, base, code) => {
      const [plant] = [...taskFaults, ...hardTaskFaults]
        .filter((one) => one.name === fault)
        .map((one) => one.plant);
      if (plant === undefined) throw new Error(`there is no fault ${fault}`);
      const service = await startTasks(baseOf(base).choices, TASKS, plant);
      try {
        const options = { only: [name], shrinkTries: 24 };
        const { laws: tried, findings } = await holdTasks(service.baseUrl, options);
        expect(findings.map((finding) => finding.law)).toContain(name);
        expect(findings[0]).toMatchObject({ code });
        expect(findings[0]?.trace.length).toBeGreaterThan(0);
        expect(tried).toMatchObject([{ name, result: 'broken', why: null }]);
      } finally {
        await service.close();
      }
    },
  );
});
