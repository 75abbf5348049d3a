// How a broken project is told, be it read from files or given as objects. No modules of Node.

import { type Fault, faultLines, StandinError } from '../../base/errors.ts';

/** How many faults are told at once. */
export const FAULTS_TOLD_MAX = 20;

/** What to do about faults beside what each of them says. */
export const CORRECT = 'Correct the files and start again.';

/** Says that a project is broken, fault by fault: file, place, what is wrong and what to do. */
export function projectInvalid(faults: readonly Fault[], remedy = CORRECT): StandinError {
  const count = faults.length === 1 ? 'one fault' : `${faults.length} faults`;
  return new StandinError(
    'project-invalid',
    [`${count} in the project`, ...faultLines(faults, FAULTS_TOLD_MAX)].join('\n  '),
    remedy,
  );
}
