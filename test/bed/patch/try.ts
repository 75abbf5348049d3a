// Tries the verifier on one service of tasks: is the planted fault found, and named; is the correct
// one left alone?

import type { TaskBase, TaskFault } from './faults/index.ts';
import { createTaskClient } from './faults/planting.ts';
import { type HeldTasks, type HoldTasks, holdTasks } from './hold.ts';
import { startTasks, type TaskChoices } from './server.ts';
import { TASKS } from './task.ts';

/** The result for a fault. */
export interface TriedTask {
  readonly fault: TaskFault;
  readonly base: TaskBase['name'];
  /** `named`: a finding names the clause that is broken; `found`: findings name others. */
  readonly result: 'named' | 'found' | 'missed';
  readonly told: readonly string[];
  /** The laws of the findings, the first one first. */
  readonly laws: readonly string[];
  readonly requests: number;
  readonly spent: HeldTasks['spent'];
  readonly untilFound: number | null;
}

/** Verifies a base with a fault planted in it, until the clause is named or all is tried. */
export async function tryTaskFault(
  base: TaskBase,
  fault: TaskFault,
  options: HoldTasks = {},
): Promise<TriedTask> {
  const service = await startTasks(base.choices, TASKS, fault.plant);
  try {
    const isNamed = ({ clause }: { readonly clause: string }): boolean =>
      fault.clauses.includes(clause);
    const { findings, requests, spent, untilFound } = await holdTasks(service.baseUrl, {
      isEnough: (found) => found.some(isNamed),
      ...options,
    });
    const told = findings.map(
      ({ law, code, clause, message }) => `${law}: ${code} (${clause}): ${message}`,
    );
    const result = findings.some(isNamed) ? 'named' : findings.length > 0 ? 'found' : 'missed';
    const laws = findings.map(({ law }) => law);
    return { fault, base: base.name, result, told, laws, requests, spent, untilFound };
  } finally {
    await service.close();
  }
}

/** Whether a fault shows at a base, with and without it. */
export async function showsTaskFault(
  base: TaskBase,
  fault: TaskFault,
  which: 'faulty' | 'correct',
): Promise<boolean> {
  const service = await startTasks(
    base.choices,
    TASKS,
    which === 'faulty' ? fault.plant : undefined,
  );
  try {
    return await fault.witness(createTaskClient(service.baseUrl, base));
  } finally {
    await service.close();
  }
}

/** The result for a correct service. */
export interface SparedTask {
  /** False alarms, and everything the run left behind or harmed; empty if all is well. */
  readonly complaints: readonly string[];
  /** The laws about PATCH that were not exercised. */
  readonly untried: readonly string[];
  readonly requests: number;
  readonly spent: HeldTasks['spent'];
}

/** Verifies a correct service: it must find nothing, leave nothing behind and harm nothing. */
export async function tryCorrectTasks(
  choices: Partial<TaskChoices>,
  options: HoldTasks = {},
): Promise<SparedTask> {
  const service = await startTasks(choices, TASKS);
  try {
    const before = JSON.stringify(service.stored());
    const { findings, laws, requests, spent } = await holdTasks(service.baseUrl, {
      bearer: choices.bearer ?? null,
      ...options,
    });
    const complaints = findings.map(
      ({ law, code, message, expected, actual }) =>
        `${law}: ${code}: ${message}: expected ${expected}, actual ${actual}`,
    );
    if (JSON.stringify(service.stored()) !== before)
      complaints.push('what was there before is not as it was, or something is left behind');
    const untried = laws
      .filter(({ result, operation }) => result === 'not-exercised' && operation === 'update')
      .map(({ name }) => name);
    return { complaints, untried, requests, spent };
  } finally {
    await service.close();
  }
}
