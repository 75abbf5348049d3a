// Written tests of findings about PATCH: they fail on the service that they were written for, and
// pass on a correct one that takes the same forms.

import { writeFile } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import { toVitest } from '../../../../src/verify/print/vitest/vitest.ts';
import { shownIdAt } from '../../../../src/verify/session/issued-ids.ts';
import { type TaskBase, taskBases, taskFaults } from '../../../bed/patch/faults/index.ts';
import { holdTasks } from '../../../bed/patch/hold.ts';
import { startTasks } from '../../../bed/patch/server.ts';
import { TASKS, type TaskService } from '../../../bed/patch/task.ts';
import { runWritten, vitestFolder } from '../../../support/written-tests.ts';

const folder = vitestFolder();
afterAll(() => folder[Symbol.dispose]());

const PLANTED: readonly (readonly [fault: string, base: TaskBase['name'], law: string])[] = [
  ['patch-does-nothing', 'merging', 'updated-is-there'],
  ['only-the-first-patch-works', 'stepping', 'updates-add-up'],
  ['patch-without-notes-clears-it', 'plain', 'updated-alone'],
  ['nested-siblings-dropped', 'merging', 'updated-within'],
  ['refused-patch-stores-the-valid-part', 'plain', 'refused-update-changes-nothing'],
];

it('writes tests about PATCH that fail on the faulty service and pass on a correct one', async () => {
  const services: TaskService[] = [];
  for (const [name, baseName, law] of PLANTED) {
    const fault = taskFaults.find((one) => one.name === name);
    const base = taskBases.find((one) => one.name === baseName);
    const service = await startTasks(base?.choices ?? {}, TASKS, fault?.plant);
    services.push(service);
    const { findings, session } = await holdTasks(service.baseUrl, {
      only: [law],
      shrinkTries: 24,
    });
    const { contract, traits } = session.service;
    const { baseUrl } = service;
    const idAt = shownIdAt(traits.idAt);
    const { token } = session.items;
    const text = toVitest(findings.slice(0, 1), { baseUrl, contract, idAt, token })?.text;
    await writeFile(folder.at(`${name}.test.ts`), text ?? '');
  }
  const files = PLANTED.map(([name]) => `${name}.test.ts`);
  const faulty = await runWritten(folder, { baseUrl: null });
  expect(files.filter((file) => faulty.get(file)?.[0]?.status !== 'failed')).toEqual([]);
  for (const base of taskBases) {
    const correct = await startTasks(base.choices, TASKS);
    services.push(correct);
    const before = JSON.stringify(correct.stored());
    const passed = await runWritten(folder, { baseUrl: correct.baseUrl, processes: 'shared' });
    const own = PLANTED.filter(([, name]) => name === base.name).map(([name]) => `${name}.test.ts`);
    expect(own.filter((file) => passed.get(file)?.[0]?.status !== 'passed')).toEqual([]);
    expect(JSON.stringify(correct.stored())).toBe(before);
  }
  for (const service of services) await service.close();
}, 180_000);
